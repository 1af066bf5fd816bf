"""Literal text: its pattern matches it and nothing else, white space apart; and where it is looked for by default."""

from __future__ import annotations

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.literals import escaped, is_word, pattern_of

OPTIONS = re2.Options()
OPTIONS.log_errors = False
printable = st.text(st.characters(exclude_categories=["Cs", "Zs", "Zl", "Zp", "Cc"]), min_size=1, max_size=12)
words = st.lists(printable, min_size=1, max_size=4)
blanks = st.sampled_from([" ", "  ", "\n", "\t", "\r\n", "\n\n    "])


def matches(pattern, text):
    return re2.compile(pattern, OPTIONS).fullmatch(text) is not None


@given(words, st.data())
def test_a_text_matches_itself_however_its_blanks_are_set(parts, data):
    parts = [word for part in parts for word in part.split()] or ["x"]
    pattern = pattern_of(" ".join(parts), insensitive=False)
    varied = parts[0] + "".join(data.draw(blanks) + part for part in parts[1:])
    assert matches(pattern, varied)


@given(words, printable)
def test_a_text_matches_nothing_else(parts, other):
    text = " ".join(" ".join(parts).split())
    other = " ".join(other.split())
    assert matches(pattern_of(text, insensitive=False), other) == (text.split() == other.split())


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_every_character_can_be_escaped(text):
    assert matches(escaped(text), text)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20))
def test_case_is_ignored_on_request(text):
    pattern = pattern_of(text.strip() or "x", insensitive=True)
    assert matches(pattern, text.strip() or "x")
    assert matches(pattern, (text.strip() or "x").swapcase()) or not text.isascii()


@pytest.mark.parametrize(
    ("char", "belongs"),
    [
        ("a", True),
        ("_", True),
        ("9", True),
        ("é", True),
        ("日", True),
        ("-", False),
        ("$", False),
        (" ", False),
        ("(", False),
        (".", False),
    ],
)
def test_word_characters_are_those_of_identifiers(char, belongs):
    assert is_word(char) is belongs


def test_the_ends_of_a_text_say_whether_they_are_words(rule):
    target = rule("deny: react").targets[0]
    assert (target.starts_word, target.ends_word) == (True, True)
    target = rule("deny: eval(").targets[0]
    assert (target.starts_word, target.ends_word) == (True, False)
    target = rule("deny: ` x`").targets[0]
    assert (target.pattern, target.starts_word) == (r"\s+x", False)
    assert r"\b" not in rule("deny: react").targets[0].pattern


@pytest.mark.parametrize(
    ("text", "where"),
    [
        pytest.param("deny: SELECT * FROM", ("code", "string"), id="a query"),
        pytest.param("deny: `http://`", ("code", "string"), id="slashes of an address"),
        pytest.param("deny: `a//b`", (), id="slashes within code may be a comment"),
        pytest.param("deny: #include <stdio.h>", ("code", "string"), id="a preprocessor line"),
        pytest.param("deny: --force", ("code", "string"), id="an option"),
        pytest.param("deny: todo", ("code", "string"), id="an ordinary word"),
        pytest.param("deny: TODOs", ("code", "string"), id="a word that begins like a marker's"),
        pytest.param("deny: TODO", (), id="TODO"),
        pytest.param("deny: FIXME", (), id="FIXME"),
        pytest.param("deny: XXX", (), id="XXX"),
        pytest.param("deny: noqa", (), id="noqa"),
        pytest.param("deny: # noqa: E501", (), id="a comment"),
        pytest.param("deny: nolint", (), id="nolint"),
        pytest.param("deny: `//nolint`", (), id="a comment of Go"),
        pytest.param("deny: eslint-disable", (), id="eslint-disable"),
        pytest.param("deny: eslint-disable-next-line", (), id="eslint-disable-next-line"),
        pytest.param("deny: type: ignore", (), id="type: ignore"),
        pytest.param("deny: @ts-ignore", (), id="ts-ignore"),
        pytest.param("deny: pylint: disable=all", (), id="pylint"),
        pytest.param("deny: `-- drop`", (), id="a comment of SQL"),
        pytest.param("deny: `<!-- x -->`", (), id="a comment of HTML"),
        pytest.param('deny: `"""`', (), id="a docstring's quotes"),
        pytest.param("deny: `/* global */`", (), id="a comment of C"),
        pytest.param("deny: `eval(`, `TODO`", (), id="one of several"),
        pytest.param(r"deny: /\bTODO\b/", (), id="an expression with a marker word"),
        pytest.param(r"deny: /#\s*type:/", (), id="an expression with a comment marker"),
        pytest.param(r"deny: /https?:\/\//", ("code", "string"), id="an expression with an address"),
        pytest.param(r"deny: /eval\(/", ("code", "string"), id="an expression"),
        pytest.param("warn: eval(", ("code", "string"), id="warn"),
        pytest.param("require: `eval(` in src/**", (), id="require"),
        pytest.param("deny import: requests", (), id="another kind"),
    ],
)
def test_where_text_is_looked_for_by_default(rule, text, where):
    assert rule(text).where == where


@pytest.mark.parametrize(
    ("clause", "where"),
    [("where: any", ()), ("where: code", ("code",)), ("where: string, comment", ("comment", "string")), ("where: `code`, comment, string", ("code", "comment", "string"))],
)  # fmt: skip
def test_the_author_may_say_where(rule, clause, where):
    assert rule("deny: eval(", clause).where == where
    assert rule("require: `TODO` in src/**", clause).where == where


def test_a_marker_in_any_case_counts_where_case_does_not(rule):
    assert rule("deny: todo", "case: insensitive").where == ()
    assert rule("deny: /todo\\b/i").where == ()
