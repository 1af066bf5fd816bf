"""What a caller gives, checked against a tool's schema."""

from __future__ import annotations

import pytest

from adrguard.mcp_server.arguments import MOST_CHARACTERS, MOST_ITEMS, checked
from adrguard.model.errors import UsageError

SCHEMA = {
    "type": "object",
    "properties": {
        "diff": {"type": "string"},
        "name": {"type": "string"},
        "strict": {"type": "boolean"},
        "limit": {"type": "integer"},
        "files": {"type": "array", "items": {"type": "string"}},
        "mode": {"type": "string", "enum": ["hybrid", "vector"]},
        "supersedes": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    },
    "required": ["name"],
}


@pytest.mark.parametrize("nothing", [None, "", []])
def test_what_is_filled_with_nothing_was_not_given(nothing) -> None:
    assert checked("a_tool", SCHEMA, {"name": "x", "files": nothing, "diff": nothing}) == {"name": "x"}


def test_false_and_zero_are_given() -> None:
    given = {"name": "x", "strict": False, "limit": 0}
    assert checked("a_tool", SCHEMA, given) == given


@pytest.mark.parametrize("value", ["ADR-1", ["ADR-1", "ADR-2"]])
def test_one_of_several_types_will_do(value) -> None:
    assert checked("a_tool", SCHEMA, {"name": "x", "supersedes": value})["supersedes"] == value


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param({"name": 5}, "'name' must be a text, not 5", id="a number for a text"),
        pytest.param({"strict": "yes"}, "'strict' must be true or false, not yes", id="a text for a boolean"),
        pytest.param({"strict": 1}, "'strict' must be true or false, not 1", id="a number for a boolean"),
        pytest.param({"limit": True}, "'limit' must be a whole number, not True", id="a boolean for a number"),
        pytest.param({"limit": 1.5}, "'limit' must be a whole number, not 1.5", id="a fraction for a number"),
        pytest.param({"files": "a.py"}, "'files' must be a list of texts, not a.py", id="a text for a list"),
        pytest.param({"files": ["a.py", 1]}, "'files' must be a list of texts", id="a number in a list"),
        pytest.param({"files": {"a": 1}}, "'files' must be a list of texts", id="an object for a list"),
        pytest.param(
            {"supersedes": 3}, "'supersedes' must be a text or a list of texts, not 3", id="none of two types"
        ),
        pytest.param({"mode": "bm26"}, "'mode' must be one of hybrid, vector, not bm26", id="not in the list"),
        pytest.param({"nmae": "x"}, "there is no 'nmae', did you mean 'name'?", id="a slip"),
        pytest.param({"zzz": "x"}, "there is no 'zzz'", id="something else"),
        pytest.param({}, "'name' is missing", id="nothing"),
        pytest.param({"name": "a\0b"}, "'name' is no name: it holds a NUL byte", id="a NUL byte"),
        pytest.param({"name": "  "}, "'name' is no name: it is blank", id="blanks"),
        pytest.param({"files": ["a", "b\0"]}, "an entry of 'files' is no name", id="a NUL byte in a list"),
        pytest.param({"name": "x" * 5000}, "'name' has 5,000 characters, and 4,096 are the most", id="a long name"),
        pytest.param({"diff": "x" * (MOST_CHARACTERS + 1)}, "give it in parts", id="a diff that is too large"),
        pytest.param({"files": ["a"] * (MOST_ITEMS + 1)}, "'files' has 10,001 entries", id="too many files"),
    ],
)
def test_a_mistake_is_named_with_the_way_out(given, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        checked("a_tool", SCHEMA, given)
    assert said in raised.value.message
    assert len(raised.value.message) < 500
    assert raised.value.hint == "it takes diff, name, strict, limit, files, mode, supersedes"


def test_all_mistakes_are_named_at_once() -> None:
    with pytest.raises(UsageError, match=r"'strict' must be .*; 'limit' must be .*; 'name' is missing"):
        checked("a_tool", SCHEMA, {"strict": "x", "limit": "y"})


def test_a_large_diff_with_a_nul_byte_is_a_text() -> None:
    assert checked("a_tool", SCHEMA, {"name": "x", "diff": "+\0" * 10_000})["diff"]
