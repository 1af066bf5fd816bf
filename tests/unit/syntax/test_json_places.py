"""JSON with places agrees with the standard library, and tolerates what editors write only when asked."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.json_places import JsonProblem, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def plain(node):
    if isinstance(node.value, dict):
        return {name: plain(one) for name, one in node.value.items()}
    if isinstance(node.value, list):
        return [plain(one) for one in node.value]
    return node.value


def every(node):
    yield node
    inner = node.value.values() if isinstance(node.value, dict) else node.items()
    for one in inner:
        yield from every(one)


@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_it_reads_what_the_standard_library_writes(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    node = parse(text)
    assert plain(node) == value
    for one in every(node):
        assert json.loads(text[one.start : one.end]) == plain(one)


@given(st.text(alphabet='{}[]",:\\ 10tn-e.a\n', max_size=30))
def test_it_accepts_exactly_what_the_standard_library_accepts(text):
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(JsonProblem):
            parse(text)
    else:
        assert plain(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param('{"a": 1, // x\n}', {"a": 1}, id="line comment, trailing comma"),
        pytest.param('/* "x" */ ["//", "/*",]', ["//", "/*"], id="block comment; strings are no comments"),
        pytest.param("{} // end", {}, id="comment at the end"),
    ],
)
def test_comments_and_trailing_commas_on_demand(text, value):
    assert plain(parse(text, comments=True)) == value
    with pytest.raises(JsonProblem):
        parse(text)


@pytest.mark.parametrize("text", ["{,}", "[1,,2]", "/* open", "[1 2]", "{} {}"])
def test_tolerance_has_its_limits(text):
    with pytest.raises(JsonProblem):
        parse(text, comments=True)
