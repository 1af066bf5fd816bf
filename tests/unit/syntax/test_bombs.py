"""Texts made to hang, abort or fill the memory of the parser, each tried in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.bombs import abridged, danger, depth, repetitions
from adrguard.syntax.languages import GRAMMARS
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.trees import tree

PARSE = """
import sys
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.trees import tree
language, *units = sys.argv[1:]
for unit in units:
    for count in (200, 100_000):
        try:
            tree(unit * count, language)
        except SyntaxProblem:
            pass
print("done")
"""

NONSENSE = ["(", "[", "{", '"${', "- ", "<div>", "<!--", "--%\n", "f<", "'a'! ", "/* ", "if a: "]


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_a_hundred_thousand_times_anything_ends_with_a_verdict(language):
    done = subprocess.run(
        [sys.executable, "-c", PARSE, language, *NONSENSE], capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stdout.strip()) == (0, "done"), done.stderr


@pytest.mark.parametrize(
    ("language", "text"),
    [
        pytest.param("kotlin", '"${' * 600, id="kotlin: strings in strings"),
        pytest.param("yaml", "".join(" " * n + "a:\n" for n in range(600)), id="yaml: indentation"),
        pytest.param("yaml", "- " * 600, id="yaml: lists in one line"),
        pytest.param("yaml", "- ? : " * 300, id="yaml: keys in one line"),
        pytest.param("ruby", "x = <<" + "A" * 300 + "\n", id="ruby: a long heredoc word"),
        pytest.param("python", "(" * 5000, id="brackets"),
        pytest.param("php", "<?php " + "/* " * 5000, id="php: comments without end"),
    ],
)
def test_what_aborts_the_process_never_reaches_the_parser(language, text):
    assert danger(text, language)
    with pytest.raises(SyntaxProblem):
        tree(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        pytest.param("c", "char t[] = {\n" + "0x00, " * 20_000 + "};\n", id="a table of zeros in one line"),
        pytest.param("go", "var t = []byte{\n" + "0x00,\n" * 20_000 + "}\n", id="one zero a line"),
        pytest.param("javascript", "const t = [" + "0," * 20_000 + "];\n", id="no white space"),
        pytest.param("python", "x = 1\n" * 20_000, id="the same line again and again"),
        pytest.param("json", '[{"a": 1}' + ',\n {"a": 1}' * 5_000 + "]", id="equal records"),
        pytest.param("css", "a { color: red }\n" * 900, id="equal rules"),
        pytest.param(
            "kotlin", "fun f() {\n" + '  g("${h("x")}")\n' * 400 + "}\n", id="strings in strings, side by side"
        ),
    ],
)
def test_what_people_generate_is_parsed(language, text):
    assert tree(text, language).find(kind="ERROR") is None


@pytest.mark.parametrize(
    ("text", "deepest"),
    [
        ("", 0),
        ("()", 2),
        ("f(a[b{c}])" * 300, 3),
        (")))(" * 400, 1),
        ("(" * 300, 300),
        ("((" * 200 + "))" * 300 + "(", 400),
    ],
)
def test_depth_is_the_most_open_brackets(text, deepest):
    # A short text is not counted out: its brackets are a bound that is good enough.
    assert depth(text) == deepest or (len(text) < 250 and depth(text) <= len(text))


@given(st.text(alphabet="ab(\n;é", max_size=30), st.integers(0, 400), st.text(max_size=600))
def test_a_stretch_of_the_same_is_found_and_shortened(unit, count, rest):
    text = rest + unit * count
    stretches = repetitions(text)
    short, kept = abridged(text, stretches)
    assert all(0 <= start < end <= len(text) for start, end in stretches)
    assert [short[start:end] for start, end in kept] == [
        text[start : start + length] for (start, _), length in zip(stretches, [e - s for s, e in kept], strict=True)
    ]
    assert len(short) <= len(text)


def test_source_code_has_no_such_stretch():
    from pathlib import Path

    import adrguard.model

    files = list(Path(adrguard.model.__file__).parent.glob("*.py"))
    assert files
    assert not any(repetitions(file.read_text(encoding="utf-8")) for file in files)
