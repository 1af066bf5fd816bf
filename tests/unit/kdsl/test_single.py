"""One invariant from the command line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.single import NOTE, parse_line


@pytest.mark.parametrize(
    "text", ["deny: SELECT * FROM", "- deny: SELECT * FROM", "  * deny: `SELECT * FROM`", "`deny: SELECT * FROM`"]
)
def test_a_line_is_read_as_in_a_note(text):
    rule, problems = parse_line(text)
    assert problems == ()
    assert rule.invariant == "deny: SELECT * FROM"


def test_clauses_may_follow_in_lines_of_their_own():
    rule, problems = parse_line("deny: eval(\n  - in: src/**\n  because: it hurts\n")
    assert problems == ()
    assert (rule.because, rule.include) == ("it hurts", ((True, ("src", "**", "*"), False),))


def test_no_markdown_is_undone():
    assert parse_line(r"deny: a\*b &lt; c")[0].targets[0].raw == r"a\*b &lt; c"


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("denny: x", "unknown-verb", 1),
        ("- deny: a, b", "bare-comma", 10),
        ("eval(", "not-an-invariant", 1),
        ("", "not-an-invariant", 1),
        ("because: x", "not-an-invariant", 1),
        ("deny x y", "not-an-invariant", 1),
    ],
)
def test_what_is_no_invariant_is_said_to_be_none(text, code, column):
    rule, problems = parse_line(text)
    assert rule is None
    problem = next(one for one in problems if one.code == code)
    assert (problem.path, problem.line, problem.column, problem.severity) == (NOTE, 1, column, "error")
    assert problem.hint


@given(st.text())
def test_any_text_gives_a_rule_or_an_error(text):
    rule, problems = parse_line(text)
    assert (rule is None) == any(problem.severity == "error" for problem in problems)
