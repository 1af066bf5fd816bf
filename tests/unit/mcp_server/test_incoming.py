"""Lines that are no message."""

# ruff: noqa: E402 -- what needs the SDK is imported where it is known to be there

from __future__ import annotations

import pytest

pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")

from mcp.shared.message import SessionMessage
from mcp_types import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, jsonrpc_message_adapter
from pydantic import ValidationError

from adrguard.mcp_server.incoming import mistaken, refusal


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
            '{"jsonrpc": "2.0", "id": "\\ud800", "method": "x"}', INVALID_REQUEST, None, "surrogate", id="half an id"
        ),
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


REQUEST = '{"jsonrpc": "2.0", "id": 5, "method": %s, "params": %s}'


def test_a_request_with_a_list_for_parameters_is_answered_to_itself() -> None:
    with pytest.raises(ValidationError) as raised:
        jsonrpc_message_adapter.validate_json(REQUEST % ('"tools/call"', "[]"), by_name=False)
    assert refusal(raised.value).message.id == 5


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        pytest.param("tools/call", "{}", "'name' of tools/call must be a text, it is missing", id="no name"),
        pytest.param("tools/call", '{"name": 5}', "must be a text, not 5", id="a number for a name"),
        pytest.param("tools/call", '{"name": "x", "arguments": "y"}', "must be an object", id="a text for arguments"),
        pytest.param("tools/call", '{"name": "x", "arguments": ["y"]}', "must be an object", id="a list for arguments"),
        pytest.param("prompts/get", '{"name": null}', "it is missing", id="a prompt without a name"),
        pytest.param(
            "resources/read", '{"uri": {}}', "'uri' of resources/read must be a text, not {}", id="no address"
        ),
    ],
)
def test_parameters_of_the_wrong_kind_are_told_as_what_they_must_be(method: str, params: str, said: str) -> None:
    asked = jsonrpc_message_adapter.validate_json(REQUEST % (f'"{method}"', params), by_name=False)
    answer = mistaken(SessionMessage(asked))
    assert answer is not None
    assert (answer.message.id, answer.message.error.code) == (5, INVALID_PARAMS)
    assert said in answer.message.error.message


@pytest.mark.parametrize("own", ["null", "1.0", "1e400", "NaN", "true", "[1]"])
def test_a_request_whose_id_is_none_is_answered(own: str) -> None:
    line = f'{{"jsonrpc": "2.0", "id": {own}, "method": "tools/list"}}'
    answer = mistaken(SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False)))
    assert answer is not None
    assert (answer.message.id, answer.message.error.code) == (None, INVALID_REQUEST)
    assert "tools/list needs an id" in answer.message.error.message


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(REQUEST % ('"tools/call"', '{"name": "x", "arguments": null}'), id="no arguments"),
        pytest.param(REQUEST % ('"tools/list"', "{}"), id="another method"),
        pytest.param('{"jsonrpc": "2.0", "method": "notifications/initialized"}', id="no request"),
    ],
)
def test_what_may_be_right_is_left_to_the_sdk(line: str) -> None:
    assert mistaken(SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))) is None


def test_another_fault_of_the_stream_is_answered_too() -> None:
    assert refusal(OSError("gone")).message.error.code == PARSE_ERROR
