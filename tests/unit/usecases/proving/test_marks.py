from __future__ import annotations

import pytest

from adrguard.usecases.proving.marks import Mark, Style, cut, mark

ANY = Mark("", 0)


@pytest.mark.parametrize(
    ("line", "text", "marks"),
    [
        pytest.param("x = 1  # <--", "x = 1", [ANY], id="python"),
        pytest.param("x = 1; // <--", "x = 1;", [ANY], id="rust"),
        pytest.param("SELECT 1 -- <--", "SELECT 1", [ANY], id="sql"),
        pytest.param("a { } /* <-- */", "a { }", [ANY], id="css"),
        pytest.param("<p> <!-- <-- ADR-1 -->", "<p>", [Mark("ADR-1", 0)], id="html"),
        pytest.param("let x = 1 (* <-- *)", "let x = 1", [ANY], id="ocaml"),
        pytest.param('"a": 1,  <--', '"a": 1,', [ANY], id="no comments at all"),
        pytest.param("x # <-- :4", "x", [Mark("", 4)], id="a column"),
        pytest.param("x # <-- ADR-8#star:4, #other", "x", [Mark("ADR-8#star", 4), Mark("#other", 0)], id="two rules"),
        pytest.param("  # <--", "", [ANY], id="nothing before it"),
        pytest.param("x = 1  # noqa: X  <--", "x = 1  # noqa: X", [ANY], id="behind another comment"),
    ],
)
def test_a_mark_is_cut_off(line, text, marks):
    found = cut(line)
    assert (found.text, list(found.marks)) == (text, marks)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("while (x<--y)", id="an operator"),
        pytest.param("a <-- b c", id="more than a name"),
        pytest.param("a <-- b", id="a name that is no rule's"),
        pytest.param("x # <-- why not", id="a sentence"),
        pytest.param("<!-- a comment -->", id="a comment of HTML"),
        pytest.param("x # <-- ADR-1,", id="an open list"),
        pytest.param("x # <-- " + "a" * 1000, id="a name that is none"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_mark_stays(line):
    assert cut(line) is None


@pytest.mark.parametrize("style", [Style("#", ""), Style("/*", "*/"), Style("<!--", "-->"), Style("", "")])
@pytest.mark.parametrize("marks", [[ANY], [Mark("", 7)], [Mark("ADR-8#star", 0), Mark("ADR-9", 3)]])
def test_what_is_written_is_read(style, marks):
    found = cut("x = 1" + mark(marks, style))
    assert (found.text, list(found.marks), found.style) == ("x = 1", marks, style)
