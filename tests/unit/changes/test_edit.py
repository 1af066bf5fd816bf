"""An edit that is not made yet: what it would leave, and that nothing else is looked at."""

from __future__ import annotations

import difflib
import json
import os
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.changes.apply_patch import PatchError, parse, update
from adrguard.changes.edit import GIT, lines, named, path_in, read, rewrites
from adrguard.model.agents import NOTEBOOK, PATCH, REPLACE, UNKNOWN, WRITE, Edit, Replacement
from adrguard.model.changes import NEW, OLD
from adrguard.system import repository


def everything(_: str) -> bool:
    return True


def made(repo, *edits: Edit, cwd: str = ""):
    return rewrites(edits, cwd or str(repo.root), everything)


def result(repo, *edits: Edit) -> bytes | None:
    """Return what the only file is after the edits."""
    (one,) = made(repo, *edits)
    return one.new


def write(path, text: str) -> Edit:
    return Edit(WRITE, str(path), text)


def replace(path, *pairs: tuple[str, str], every: bool = False) -> Edit:
    return Edit(REPLACE, str(path), replacements=tuple([Replacement(old, new, every) for old, new in pairs]))


def patch(*parts: str) -> Edit:
    return Edit(PATCH, "", "\n".join(["*** Begin Patch", *parts, "*** End Patch", ""]))


def change(repo, *edits: Edit):
    found = repository.find(str(repo.root))
    return read(found, made(repo, *edits))


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        pytest.param(b"a\nb\na\n", replace("f", ("a", "c")), b"c\nb\na\n", id="first"),
        pytest.param(b"a\nb\na\n", replace("f", ("a", "c"), every=True), b"c\nb\nc\n", id="every"),
        pytest.param(b"a\nb\n", replace("f", ("a", "x"), ("x\nb", "y")), b"y\n", id="one after the other"),
        pytest.param(b"a\nb\n", replace("f", ("a\n", "")), b"b\n", id="deletion"),
        pytest.param(b"a\r\nb\r\n", replace("f", ("a\nb", "c\nd")), b"c\r\nd\r\n", id="CRLF stays"),
        pytest.param(b"\xef\xbb\xbfa\n", replace("f", ("a", "b")), b"\xef\xbb\xbfb\n", id="mark stays"),
        pytest.param(b"a\xff\nb\n", replace("f", ("b", "c")), b"a\xff\nc\n", id="other bytes stay"),
        pytest.param(b"  a\n  b\n", replace("f", ("a\nb", "c")), b"c\n", id="other white space"),
        pytest.param(b"say \xe2\x80\x9chi\xe2\x80\x9d\n", replace("f", ('say "hi"', "x")), b"x\n", id="other quotes"),
        pytest.param(b"", replace("f", ("", "new\n")), b"new\n", id="empty file"),
        pytest.param(None, replace("f", ("", "new\n")), b"new\n", id="no file"),
        pytest.param(b"a\r\n", write("f", "b\n"), b"b\n", id="written whole, as it is"),
        pytest.param(b"a\n", write("f", "\ufeffb \ud800\n"), b"\xef\xbb\xbfb ?\n", id="half of a pair"),
        pytest.param(b"a\0b\n", replace("f", ("b", "c")), b"a\0c\n", id="binary"),
        pytest.param("a\nb\n".encode("utf-16"), replace("f", ("b", "c")), b"a\nc\n", id="UTF-16"),
    ],
)
def test_the_new_file_is_what_the_agents_tool_would_leave(repo, before, edit, after) -> None:
    if before is not None:
        repo.write("f", before)
    assert result(repo, edit) == after


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(replace("f", ("x", "y")), id="not there"),
        pytest.param(replace("f", ("", "y")), id="nothing, in a file with text"),
        pytest.param(replace("f", ("a", "b"), ("a", "b")), id="the second is not there"),
        pytest.param(replace("none", ("a", "b")), id="no file"),
        pytest.param(write("f", "a\n"), id="the same again"),
        pytest.param(write("folder", "a\n"), id="a folder"),
        pytest.param(write("f/g", "a\n"), id="below a file"),
        pytest.param(write("a\0b", "a\n"), id="NUL"),
        pytest.param(write("", "a\n"), id="no name"),
        pytest.param(Edit(UNKNOWN, "f"), id="unknown"),
        pytest.param(Edit("whatever", "f", "x"), id="no such kind"),
        pytest.param(Edit(NOTEBOOK, "f", "x", cell="a"), id="no notebook"),
        pytest.param(Edit(PATCH, "", "x"), id="no patch"),
        pytest.param(patch("*** Update File: f", "@@", "-x", "+y"), id="a hunk that does not apply"),
        pytest.param(patch("*** Update File: f", "@@ x", "-a", "+y"), id="nothing to look below of"),
        pytest.param(patch("*** Update File: f", "what"), id="no hunk"),
        pytest.param(patch("*** Update File: none", "@@", "-a", "+y"), id="a patch of no file"),
        pytest.param(patch("*** Delete File: none"), id="a deletion of no file"),
        pytest.param(patch("*** Add File: g", "+x", "*** Delete File: none"), id="all or nothing"),
    ],
)
def test_what_the_agents_tool_refuses_changes_nothing(repo, edit) -> None:
    repo.write("f", "a\n")
    (repo.root / "folder").mkdir()
    assert made(repo, edit) == ()


def test_a_patch_adds_deletes_updates_and_moves(repo) -> None:
    repo.write("gone", "x\n")
    repo.write("old", "def a():\n    one\n\ndef b():\n    one\n")
    found = made(
        repo,
        patch(
            *("*** Add File: d/new", "+a", "+b", "*** Delete File: gone", "*** Update File: old", "*** Move to: moved"),
            *("@@ def b():", "-    one", "+    two"),
        ),
    )
    root = str(repo.root)
    assert {one.path.removeprefix(root): (one.new, one.source.removeprefix(root)) for one in found} == {
        "/d/new": (b"a\nb\n", ""),
        "/gone": (None, ""),
        "/moved": (b"def a():\n    one\n\ndef b():\n    two\n", "/old"),
    }
    tree = change(repo, patch("*** Update File: old", "*** Move to: moved", "@@", "-    one", "+    two"))
    (moved,) = tree.set.files
    assert (moved.path, moved.old_path, moved.status) == ("moved", "old", "R")
    assert tree.tree.read("old", NEW) is None
    assert tree.tree.read("moved", OLD) is None
    assert tree.tree.read("moved", NEW).text.startswith("def a():\n    two\n")
    assert {"moved"} == tree.tree.paths(NEW) - tree.tree.paths(OLD)
    assert {"old"} == tree.tree.paths(OLD) - tree.tree.paths(NEW)


def moved(source: str, target: str, before: str, after: str) -> list[str]:
    return [f"*** Update File: {source}", f"*** Move to: {target}", f"-{before}", f"+{after}"]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param(
            [*moved("a", "b", "1", "2"), "*** Add File: a", "+new"],
            {"b": (None, b"2\n", ""), "a": (b"1\n", b"new\n", "")},
            id="another file comes to the place",
        ),
        pytest.param(
            [*moved("a", "b", "1", "2"), *moved("b", "c", "2", "3")],
            {"c": (b"1\n", b"3\n", "a")},
            id="moved on",
        ),
        pytest.param([*moved("a", "b", "1", "2"), *moved("b", "a", "2", "3")], {"a": (b"1\n", b"3\n", "")}, id="moved back"),
        pytest.param([*moved("a", "b", "1", "2"), "*** Delete File: b"], {"a": (b"1\n", None, "")}, id="moved and deleted"),
        pytest.param(
            [*moved("a", "t", "1", "1"), *moved("z", "a", "9", "9"), *moved("t", "z", "1", "1")],
            {"a": (b"1\n", b"9\n", ""), "z": (b"9\n", b"1\n", "")},
            id="two change places",
        ),
    ],
)  # fmt: skip
def test_no_file_is_lost_among_those_that_are_moved(repo, parts: list[str], expected: dict[str, object]) -> None:
    repo.write("a", "1\n")
    repo.write("z", "9\n")
    root = os.path.join(str(repo.root), "")
    assert {
        one.path.removeprefix(root): (one.old, one.new, one.source.removeprefix(root))
        for one in made(repo, patch(*parts))
    } == expected


def test_lines_that_are_put_at_the_end_one_after_the_other_stay_in_their_order(repo) -> None:
    repo.write("a", "1\n")
    assert result(repo, patch("*** Update File: a", "@@", "+2", "@@", "+3")) == b"1\n2\n3\n"


def test_half_a_character_in_a_patch_is_written_as_in_any_text(repo) -> None:
    repo.write("a", "1\n")
    assert result(repo, patch("*** Update File: a", "-1", "+\ud800")) == result(repo, write("a", "\ud800\n")) == b"?\n"


def test_edits_of_one_file_follow_each_other(repo) -> None:
    assert result(repo, write("f", "a\n"), replace("f", ("a", "b"))) == b"b\n"
    assert made(repo, write("f", "a\n"), patch("*** Delete File: f")) == ()


@given(
    st.lists(st.sampled_from("abcde\u2014 "), max_size=12),
    st.lists(st.sampled_from("abcdef "), min_size=1, max_size=12),
)
@settings(max_examples=300, deadline=None)
def test_a_patch_made_of_two_texts_makes_the_second_of_the_first(before: list[str], after: list[str]) -> None:
    """As long as its hunks hold the whole text around them, no line stands where another one is meant."""
    body = [f"{sign}{line}" for sign, line in _differences(before, after)]
    (one,) = parse("\n".join(["*** Begin Patch", "*** Update File: f", "@@", *body, "*** End Patch"]))
    assert update("".join(f"{line}\n" for line in before), one.hunks) == "".join(f"{line}\n" for line in after)


def _differences(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    found = []
    for tag, start, end, first, last in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [(" ", line) for line in before[start:end]]
        else:
            found += [("-", line) for line in before[start:end]] + [("+", line) for line in after[first:last]]
    return found


@given(st.text(alphabet="*@+- abUpdateFile:\n", max_size=80))
def test_any_patch_is_read_or_refused(text: str) -> None:
    try:
        parse(f"*** Begin Patch\n{text}")
    except PatchError:
        return


def test_a_notebooks_cell_is_replaced_inserted_and_deleted(repo) -> None:
    cells = [{"cell_type": "code", "id": name, "source": [f"{name} = 1"], "outputs": [1]} for name in ("a", "b")]
    repo.write("n.ipynb", json.dumps({"cells": cells, "nbformat": 4}))

    def sources(**options: str) -> list[str]:
        book = json.loads(result(repo, Edit(NOTEBOOK, "n.ipynb", "x\ny", **options)))
        return ["".join(cell["source"]) for cell in book["cells"]]

    assert sources(cell="b") == sources(cell="cell-1") == ["a = 1", "x\ny"]
    assert sources(cell="a", mode="insert") == ["a = 1", "x\ny", "b = 1"]
    assert sources() == ["x\ny", "a = 1", "b = 1"]
    assert sources(cell="a", mode="delete") == ["b = 1"]
    (one,) = made(repo, Edit(NOTEBOOK, "n.ipynb", "x", cell="b"))
    assert {line.strip() for line in set(one.new.split(b"\n")) - set(one.old.split(b"\n"))} == {
        *(b'"x"', b'"outputs": [],', b'"execution_count": null'),
    }


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"cells": 1}', '{"cells": [1]}', "[" * 100_000, "\xff"],
    ids=["empty", "broken", "list", "no cells", "cells of another kind", "a cell of another kind", "deep", "bytes"],
)
def test_what_is_no_notebook_is_left_alone(repo, text: str) -> None:
    repo.write("n.ipynb", text.encode("latin-1"))
    assert made(repo, Edit(NOTEBOOK, "n.ipynb", "x", cell="0")) == ()


def test_links_are_followed_as_the_tool_follows_them(repo, tmp_path) -> None:
    repo.write("src/a.py", "a\n")
    os.symlink("src/a.py", repo.root / "link.py")
    os.symlink(tmp_path, repo.root / "out")
    os.symlink("loop", repo.root / "loop")
    (one,) = made(repo, replace("link.py", ("a", "b")))
    assert one.path == str(repo.root / "src/a.py")
    (one,) = made(repo, write("out/x", "b\n"))
    assert path_in(repository.find(str(repo.root)), one.path) == ""
    assert made(repo, write("loop", "x\n")) == ()


def test_what_is_no_file_of_ours_is_not_even_read(repo, tmp_path) -> None:
    secret = tmp_path / "secret"
    os.mkfifo(secret)
    asked: list[str] = []

    def only_inside(path: str) -> bool:
        asked.append(path)
        return path.startswith(f"{repo.root}/")

    edits = (write("../secret", "x"), write(secret, "x"), patch(f"*** Delete File: {secret}"), write("in", "x"))
    assert [one.path for one in rewrites(edits, str(repo.root), only_inside)] == [str(repo.root / "in")]
    assert str(secret) in asked


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_a_fifo_is_never_opened(repo) -> None:
    os.mkfifo(repo.root / "fifo")
    assert made(repo, write("fifo", "x\n")) == ()


def test_much_is_bounded(repo) -> None:
    repo.write("big", b"a\n" * 9_000_000)
    assert made(repo, replace("big", ("a", "b"))) == ()
    found = change(repo, write("new", "x" * 10_000_000))
    assert found.tree.read("new", NEW).problem.startswith("too large")
    same = "a\n" * 4000
    repo.write("same", same)
    assert made(repo, replace("same", (" a\n" * 3000 + "b", "c"))) == ()


def test_a_file_that_a_patch_deletes_is_gone_from_the_new_side_alone(repo) -> None:
    repo.write("a.py", "1\n")
    repo.commit()
    made = change(repo, patch("*** Delete File: a.py"))
    assert [(one.path, one.status, one.old_path, one.mode) for one in made.set.files] == [("a.py", "D", "a.py", 0)]
    assert made.tree.read("a.py") is None
    assert made.tree.read("a.py", OLD).text == "1\n"
    assert (made.tree.paths(), made.tree.paths(OLD)) == (frozenset(), {"a.py"})


def test_what_git_ignores_and_gits_own_files_are_beside(repo) -> None:
    repo.write(".gitignore", "*.log\n")
    repo.write("kept.log", "x\n")
    repo.git("add", "-f", "kept.log")
    repo.commit()
    found = change(repo, *[write(path, "new\n") for path in ("a.py", "b.log", "kept.log", ".git/config")])
    assert [one.path for one in found.set.files] == ["a.py", "kept.log"]
    assert [one.path for one in found.set.beside] == ["b.log", f"{GIT}config"]
    assert found.overlay.ignored == {"b.log", f"{GIT}config"}
    assert found.tree.paths(NEW) - found.tree.paths(OLD) == {"a.py"}
    assert [one.status for one in found.set.files] == ["A", "M"]


def test_the_mode_of_a_file_stays(repo) -> None:
    repo.write("run", "x\n").chmod(0o755)
    (one,) = change(repo, write("run", "y\n")).set.files
    assert stat.S_IMODE(one.mode) == stat.S_IMODE(one.old_mode) == 0o755


def test_files_and_lines_of_an_edit_are_told(repo) -> None:
    edits = (write("a", "x  y\n"), replace("b", ("o", "n")), patch("*** Update File: c", "*** Move to: d", "@@", "+p"))
    root = str(repo.root)
    assert named(edits, root) == tuple([f"{root}/{name}" for name in "abcd"])
    assert lines(edits) == {"", "x y", "n", "p"}
    assert lines((Edit(UNKNOWN, "a"),)) is None
    assert named((Edit(PATCH, "", "x"), Edit(WRITE, "\0")), root) == ()
