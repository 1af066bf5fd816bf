"""The new text of a file, out of the old one and what a tool is told to do to it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.changes.apply_patch import Hunk
from adrguard.changes.rewriting import notebook, patched, plain, replaced, written
from adrguard.model.agents import NOTEBOOK, Edit, Replacement

MARK = b"\xef\xbb\xbf"


def replace(old: str, new: str, *, every: bool = False) -> Replacement:
    return Replacement(old, new, every)


@pytest.mark.parametrize(
    ("before", "one", "after"),
    [
        pytest.param(b"a a\n", replace("a", "b"), b"b a\n", id="the first"),
        pytest.param(b"a a\n", replace("a", "b", every=True), b"b b\n", id="every one"),
        pytest.param(b"a\r\nb\r\n", replace("a\nb", "c\nd\ne"), b"c\r\nd\r\ne\r\n", id="line ends of Windows stay"),
        pytest.param(b"a\r\nb\nc\n", replace("a\nb", "d"), b"d\nc\n", id="most of the lines decide about ends"),
        pytest.param(MARK + b"a\n", replace("a", "b"), MARK + b"b\n", id="a mark stays"),
        pytest.param(b"\xffa\n", replace("a", "b"), b"\xffb\n", id="bytes that are no text stay"),
        pytest.param("\ufeffa\n".encode("utf-16-le"), replace("a", "é"), "é\n".encode(), id="what is judged of UTF-16"),
        pytest.param(b"  a  b\n", replace("a  b \n", "c"), b"c\n", id="white space at the ends of lines differs"),
        pytest.param(None, replace("", "new\n"), b"new\n", id="a new file"),
        pytest.param(b"", replace("", "new\n"), b"new\n", id="an empty file"),
        pytest.param(b"a\n", replace("", "new"), None, id="nothing, in a file that is not empty"),
        pytest.param(b"a\n", replace("b", "c"), None, id="what is not there"),
        pytest.param(b"a\n", replace(" \n", "c"), None, id="blanks that are not there"),
    ],
)  # fmt: skip
def test_a_replacement_is_made_as_the_tool_makes_it(
    before: bytes | None, one: Replacement, after: bytes | None
) -> None:
    assert replaced(before, [one]) == after


def test_replacements_follow_each_other_and_fail_together() -> None:
    assert replaced(b"a\n", [replace("a", "b"), replace("b", "c")]) == b"c\n"
    assert replaced(b"a\n", [replace("x", "b"), replace("a", "c")]) is None


def test_hunks_that_do_not_apply_leave_nothing() -> None:
    assert patched(b"a\r\nb\r\n", [Hunk((), ("b",), ("c",))]) == b"a\r\nc\r\n"
    assert patched(b"a\n", [Hunk((), ("b",), ("c",))]) is None


@given(st.text(st.characters(), max_size=30))
def test_a_text_is_plain_once_it_was_written(text: str) -> None:
    assert plain(text).encode() == written(text).replace(b"\r\n", b"\n")


BOOK = {
    "cells": [
        {"id": "a", "cell_type": "markdown", "source": ["# A\n"]},
        {"cell_type": "code", "source": ["b = 1"], "outputs": [1], "execution_count": 3},
        "no cell",
    ],
    "nbformat": 4,
}


def cells(text: str, cell: str = "", mode: str = "", book: object = BOOK) -> list[object] | None:
    made = notebook(json.dumps(book).encode(), Edit(NOTEBOOK, "n.ipynb", text, cell=cell, mode=mode))
    if made is None:
        return None
    before, after = map(json.loads, made)
    assert before == book
    return [one["source"] if isinstance(one, dict) else one for one in after["cells"]]


@pytest.mark.parametrize(
    ("cell", "mode", "expected"),
    [
        pytest.param("a", "", [["x\n", "y"], ["b = 1"], "no cell"], id="by its id"),
        pytest.param("cell-1", "replace", [["# A\n"], ["x\n", "y"], "no cell"], id="by its number"),
        pytest.param("1", "delete", [["# A\n"], "no cell"], id="deleted"),
        pytest.param("a", "insert", [["# A\n"], ["x\n", "y"], ["b = 1"], "no cell"], id="below another"),
        pytest.param("", "insert", [["x\n", "y"], ["# A\n"], ["b = 1"], "no cell"], id="at the top"),
        pytest.param("none", "insert", None, id="below none that is there"),
        pytest.param("none", "", None, id="none that is there"),
        pytest.param("3", "", None, id="a number past the last"),
        pytest.param("1000000", "", None, id="a number of no notebook"),
        pytest.param("2", "", None, id="one that is no cell"),
    ],
)
def test_one_cell_of_a_notebook_is_edited(cell: str, mode: str, expected: list[object] | None) -> None:
    assert cells("x\ny", cell, mode) == expected


def test_a_cell_that_is_written_anew_has_no_outputs_any_more() -> None:
    made = notebook(json.dumps(BOOK).encode(), Edit(NOTEBOOK, "n.ipynb", "x", cell="1"))
    assert made is not None
    assert json.loads(made[1])["cells"][1] == {
        "cell_type": "code", "source": ["x"], "outputs": [], "execution_count": None
    }  # fmt: skip
    assert "outputs" not in json.loads(made[1])["cells"][0]


@pytest.mark.parametrize("book", [[], {}, {"cells": {}}, "cells", None], ids=str)
def test_what_is_no_notebook_is_not_edited(book: object) -> None:
    assert cells("x", "0", book=book) is None


def test_what_is_no_json_or_too_deep_is_not_edited() -> None:
    edit = Edit(NOTEBOOK, "n.ipynb", "x")
    assert notebook(b"{", edit) is None
    assert notebook(b"[" * 200_000, edit) is None
