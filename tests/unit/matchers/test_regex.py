"""`regex`: RE2's syntax, in linear time, only where the rule looks."""

from __future__ import annotations

import itertools

import pytest
from fakes.matching import context_of, found, fragment, matches, target_of
from hypothesis import given
from hypothesis import strategies as st

from adrguard.matchers.context import MOST_HITS

CASES = [
    pytest.param(r"eval\s*\(", "a.py", "eval (1)\nmedieval", ["eval ("], id="plain"),
    pytest.param(r"(?i)todo", "a.txt", "Todo", ["Todo"], id="without case"),
    pytest.param(r"(?s)BEGIN.*END", "a.txt", "BEGIN\nx\nEND", ["BEGIN x END"], id="over lines"),
    pytest.param(r"(?m)^import x$", "a.txt", "a\nimport x\nb", ["import x"], id="line by line"),
    pytest.param(r"\bfoo\b", "a.txt", "foo food foo", ["foo", "foo"], id="boundaries"),
    pytest.param(r"\p{Cyrillic}+", "a.txt", "a да b", ["да"], id="Unicode classes"),
    pytest.param(r".", "a.txt", "é😀", ["é", "😀"], id="one character is one"),
    pytest.param(r"(?m)^", "a.txt", "a\nb\n", ["", "", ""], id="nothing, once a line"),
    pytest.param(r"x*", "a.txt", "axxb", ["", "xx"], id="nothing or something"),
    pytest.param(r"(a+)+$", "a.txt", "a" * 5000 + "b", [], id="what would take others for ever"),
]


@pytest.mark.parametrize(("pattern", "path", "text", "expected"), CASES)
def test_an_expression_finds_what_it_says(pattern, path, text, expected):
    assert found("regex", pattern, path, text, where=()) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("a.py", "foo(x)  # see bar()\n", ["foo(x)"], id="it does not run on into a comment"),
        pytest.param("a.py", "# foo(a)\nfoo(b)\n", ["foo(b)"], id="nor start in one"),
        pytest.param("a.py", "x = 'foo(c)'\n", ["foo(c)"], id="a string counts"),
        pytest.param("a.sql", "-- foo(d)\n", ["foo(d)"], id="without a grammar all counts"),
        pytest.param("a.py", "# foo(e)\n", [], id="a comment alone"),
    ],
)
def test_comments_are_passed_over(path, text, expected):
    assert found("regex", r"foo\(.*\)", path, text) == expected


def test_offsets_are_characters():
    text = "é😀\r\nxé😀 = 1\r\n"
    (hit,) = matches("regex", target_of("regex", r"é\S+ ="), "a.txt", text, context_of(), ())
    assert text[hit.start : hit.end] == "é😀 ="


def test_two_parts_of_a_diff_are_not_read_as_one():
    part = fragment((1, "begin\n"), (9, "end\n"))
    assert found("regex", r"(?s)begin.*end", "a.txt", part) == []
    assert found("regex", r"(?m)^end", "a.txt", part) == ["end"]


def test_what_goes_past_the_cap_is_told():
    context = context_of()
    assert len(matches("regex", target_of("regex", "."), "a.txt", "x" * 5000, context)) == MOST_HITS
    assert len(context.unjudged) == 1


@given(st.text(alphabet="ab\né😀 #'\"", max_size=50), st.sampled_from(["a*", "(?s).", "b+|é", r"\s*", "😀.", "(?m)$"]))
def test_hits_are_in_order_and_apart(text, pattern):
    for path in ("a.txt", "a.py"):
        hits = matches("regex", target_of("regex", pattern), path, text, context_of())
        assert all(0 <= hit.start <= hit.end <= len(text) for hit in hits)
        assert all(left.end <= right.start for left, right in itertools.pairwise(hits))
