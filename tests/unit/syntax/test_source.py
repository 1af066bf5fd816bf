from __future__ import annotations

import pytest
from fakes.matching import fragment
from hypothesis import given
from hypothesis import strategies as st

from adrguard.model.changes import Content
from adrguard.syntax.source import Source, SyntaxProblem


def source(text: str, path: str = "a.py") -> Source:
    return Source(path, Content(text))


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        pytest.param("x\ny = z\n", "z", (2, 5), id="plain"),
        pytest.param("x\r\ny = z\r\n", "z", (2, 5), id="CRLF"),
        pytest.param("é😀 z", "z", (1, 4), id="characters, not bytes or halves"),
        pytest.param("a\x0cb\x85c\u2028z\n", "z", (1, 7), id="only a line feed ends a line"),
        pytest.param("a\rz\n", "z", (1, 3), id="a lone carriage return ends none"),
        pytest.param("z", "z", (1, 1), id="no line end at all"),
    ],
)
def test_a_place_is_line_and_column_in_characters(text, word, place):
    assert source(text).position(text.index(word)) == place


def test_the_end_of_the_text_has_a_place():
    assert source("ab\n").position(3) == (2, 1)
    assert source("").position(0) == (1, 1)


def test_a_line_is_shown_without_its_end():
    crlf = source("first\r\nsecond\r\n")
    assert [crlf.line_text(row) for row in (0, 1, 2)] == ["first", "second", ""]


def test_the_lines_around_are_the_nearest_with_text():
    some = source("a  b\n\n\n  here\n \nc\n")
    assert some.around(3) == ("a b", "c")
    assert source("alone").around(0) == ("", "")


def test_a_fragment_has_the_line_numbers_of_the_file():
    part = Source("a.py", fragment((10, "x = 1\ny = 2\n"), (40, "z = 3\n")))
    at = part.text.index
    assert [part.position(at(name)) for name in "xyz"] == [(10, 1), (11, 1), (40, 1)]
    assert part.position(len(part.text)) == (41, 1)
    assert [part.line_text(part.row(at(name))) for name in "xyz"] == ["x = 1", "y = 2", "z = 3"]
    assert [text for _, text in part.parts()] == ["x = 1\ny = 2\n", "\nz = 3\n"]


@given(st.text(alphabet="ab é😀\r\n\t\x0c", max_size=60))
def test_place_and_line_agree(text):
    some = source(text)
    for offset, char in enumerate(text):
        line, column = some.position(offset)
        assert text[:offset].count("\n") == line - 1
        if char not in "\r\n":
            assert some.line_text(some.row(offset))[column - 1] == char


def test_lines_of_a_fragment_that_have_one_number_are_two_lines_all_the_same():
    part = Source("a.py", Content("x = 1\ny = 2\n", fragment=True, lines=(1, 1)))
    assert part.position(part.text.index("y")) == (1, 1)
    assert part.line_text(part.row(part.text.index("y"))) == "y = 2"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("def f(:\n", "line 1", id="broken"),
        pytest.param("x = " + "(" * 300 + ")" * 300, "nested", id="nested brackets"),
        pytest.param("x = " + "-" * 50_000 + "1", "nested", id="nested signs"),
        pytest.param("x = 'a\0b'\n", "not valid Python", id="NUL"),
        pytest.param("x\n" * 600_000, "too large", id="too large"),
    ],
)
def test_what_the_interpreter_refuses_is_a_problem_with_a_reason(text, reason):
    for _ in range(2):
        with pytest.raises(SyntaxProblem, match=reason):
            source(text).python_tree()


@pytest.mark.parametrize("link", [".b", "()", "[0]", " + b"], ids=["names", "calls", "places", "sums"])
def test_a_chain_without_end_is_refused_or_looked_through_to_its_end(link):
    """Interpreters from 3.14 on take it."""
    some = source("import m\nx = a" + link * 20_000)
    reasons = []
    for look in (some.python_tree, some.imports, some.calls):
        try:
            look()
        except SyntaxProblem as problem:
            reasons.append(str(problem))
    assert all("nested" in reason for reason in reasons)


def test_a_warning_of_the_interpreter_is_none_of_ours():
    assert source('x = "\\d"\nassert (1, 2)\n').python_tree().body


def test_a_file_is_parsed_once():
    some = source("import a\n")
    assert some.python_tree() is some.python_tree()
    assert some.trees() is some.trees()
    assert some.imports() is some.imports()


def test_a_language_without_a_grammar_has_no_tree():
    with pytest.raises(SyntaxProblem, match="no grammar"):
        source("x", "a.sql").trees()
    assert source("x", "a.sql").imports() == ()
    assert source("x", "a.lua").calls() == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [("int f(void);\n", "c"), ("namespace a { class B; }\n", "cpp"), ("#include <x>\nstd::string f();\n", "cpp")],
)
def test_a_header_is_read_as_what_it_holds(text, language):
    assert source(text, "a.h").language == language
