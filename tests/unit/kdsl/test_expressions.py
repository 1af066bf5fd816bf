"""Regular expressions are RE2's; what it lacks is named, and what would never or always match is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.expressions import fault_of, re2_source


@pytest.mark.parametrize(
    ("source", "flags"),
    [
        ("a.*b", ""), (r"SELECT\s+\*", "i"), ("^import os", "m"), ("x$", "ms"), (r"\Aimport", ""), (r"end\z", ""), ("(?m)^a", ""), ("[^a]b", ""), (r"\^a\$", ""), ("[$]a", ""),
        ("(a+)+$", "m"), (r"\bTODO\b", ""), ("a{1,1000}", ""), (r"\pL+x", ""), ("größe", ""), ("(?P<n>a)", ""), (r"[[:alpha:]^]x", ""),
    ],
)  # fmt: skip
def test_sound_expressions(source, flags):
    assert fault_of(source, flags) is None


@pytest.mark.parametrize(
    ("source", "flags", "index", "message"),
    [
        pytest.param("a(?=b)", "", 1, "look-around", id="lookahead"),
        pytest.param(r"a\C", "", 1, "matches a byte", id="half a character"),
        pytest.param("a(?!b)", "", 1, "look-around", id="negative lookahead"),
        pytest.param("(?<=a)b", "", 0, "look-around", id="lookbehind"),
        pytest.param("(?<!a)b", "", 0, "look-around", id="negative lookbehind"),
        pytest.param(r"(a)\1", "", 3, "back-references", id="backreference"),
        pytest.param("(?P<n>a)(?P=n)", "", 8, "back-references", id="named backreference"),
        pytest.param("a++", "", 1, "possessive", id="possessive"),
        pytest.param("(?>a)b", "", 0, "possessive", id="atomic"),
        pytest.param("(?(1)a|b)", "", 0, "conditions", id="condition"),
        pytest.param("(?x)a b", "", 0, "verbose", id="verbose"),
        pytest.param("a(?#c)", "", 1, "comments", id="comment"),
        pytest.param(r"a\Z", "", 1, r"\\Z", id="end of text"),
        pytest.param(r"\u00e9", "", 0, "u' escapes", id="unicode escape"),
        pytest.param("a(b", "", 0, "missing \\)", id="open bracket"),
        pytest.param("a[b", "", 1, "missing \\]", id="open class"),
        pytest.param("a**", "", 1, "repetition", id="two stars"),
        pytest.param("a{1001}", "", 1, "repetition size", id="too many"),
        pytest.param("((a{100}){100}){100}", "", 3, "repetition size", id="too many in all"),
        pytest.param(".{0,900}" * 8, "", 0, "too large", id="too large"),
        pytest.param("a" * 1001, "", 1000, "limit is 1000", id="too long"),
        pytest.param("a*", "", 0, "empty text", id="empty match"),
        pytest.param(r"\b", "", 0, "empty text", id="a boundary alone"),
        pytest.param("a|", "", 0, "empty text", id="an empty alternative"),
        pytest.param("^import", "", 0, "start of the file", id="anchor without m"),
        pytest.param("a|b$", "", 3, "end of the file", id="dollar without m"),
        pytest.param("a", "ii", 2, "twice", id="a flag twice"),
    ],
)
def test_expressions_that_are_refused(source, flags, index, message):
    import re

    at, fault = fault_of(source, flags)
    assert re.search(message, fault.message)
    assert at == index
    assert fault.hint


def test_flags_stand_in_front():
    assert re2_source("a", "si") == "(?is)a"
    assert re2_source("a", "") == "a"


@given(st.text(max_size=40))
def test_any_text_is_sound_or_refused(source):
    found = fault_of(source, "i")
    assert found is None or found[1].message


def test_an_invariant_with_an_expression_has_its_flags_and_place(rule, refused):
    target = rule("deny: /SELECT\\s+\\*/si in src/**").targets[0]
    assert (target.raw, target.pattern) == ("/SELECT\\s+\\*/is", "(?is)SELECT\\s+\\*")
    (problem,) = refused("deny: /ok/, /a(?=b)/")
    assert problem.column == 3 + len("deny: /ok/, /a")
