"""Lines that are no message."""

# ruff: noqa: E402 -- what needs the SDK is imported where it is known to be there

from __future__ import annotations

import pytest

pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")

from mcp_types import INVALID_REQUEST, PARSE_ERROR, jsonrpc_message_adapter
from pydantic import ValidationError

from adrguard.mcp_server.incoming import refusal


@pytest.mark.parametrize(
    ("line", "code", "own", "said"),
    [
        pytest.param("hello", PARSE_ERROR, None, "not JSON", id="no JSON"),
        pytest.param("", PARSE_ERROR, None, "not JSON", id="an empty line"),
        pytest.param("[" * 100_000, PARSE_ERROR, None, "not JSON", id="too deep"),
        pytest.param("[1]", INVALID_REQUEST, None, "no message of JSON-RPC", id="a list"),
        pytest.param('{"id": 5}', INVALID_REQUEST, 5, "no message of JSON-RPC", id="an object"),
        pytest.param('{"id": true}', INVALID_REQUEST, None, "no message of JSON-RPC", id="an id that is none"),
        pytest.param(
            '{"jsonrpc": "2.0", "id": "a", "method": "x", "params": {"y": "\\ud800"}}',
            INVALID_REQUEST,
            "a",
            "surrogate",
            id="half of a surrogate pair",
        ),
    ],
)
def test_a_line_is_answered_to_its_request_where_that_can_be_told(line: str, code: int, own, said: str) -> None:
    with pytest.raises(ValidationError) as raised:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    answer = refusal(raised.value).message
    assert (answer.error.code, answer.id) == (code, own)
    assert said in answer.error.message


def test_another_fault_of_the_stream_is_answered_too() -> None:
    assert refusal(OSError("gone")).message.error.code == PARSE_ERROR
