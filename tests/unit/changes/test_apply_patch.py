from __future__ import annotations

import pytest

from adrguard.changes import apply_patch
from adrguard.changes.apply_patch import ADD, DELETE, UPDATE, FilePatch, Hunk, PatchError, parse, seek, update

PATCH = """\
*** Begin Patch
*** Add File: src/new.py
+first
+second
*** Delete File: src/gone.py
*** Update File: src/old.py
*** Move to: src/moved.py
@@ def here():
 kept
-before
+after
*** End Patch
"""


def test_a_patch_tells_what_becomes_of_each_of_its_files() -> None:
    assert parse(PATCH) == (
        FilePatch(ADD, "src/new.py", text="first\nsecond\n"),
        FilePatch(DELETE, "src/gone.py"),
        FilePatch(
            UPDATE, "src/old.py", "src/moved.py", hunks=(Hunk(("def here():",), ("kept", "before"), ("kept", "after")),)
        ),
    )


def test_a_hunk_at_the_end_of_the_file_is_looked_for_there_alone() -> None:
    patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End of File\n@@\n+z\n*** End Patch\n"
    hunks = parse(patch)[0].hunks
    assert hunks == (Hunk((), ("x",), ("y",), last=True), Hunk((), (), ("z",)))
    assert update("x\nx\n", hunks) == "x\ny\nz\n"
    with pytest.raises(PatchError, match="not in the file"):
        update("x\nw\n", hunks)


def test_hunks_are_looked_for_below_the_lines_that_name_their_place() -> None:
    text = "def a():\n    x\ndef b():\n    x\n    x\n"
    assert update(text, (Hunk(("def b():",), ("    x",), ("    y",)),)) == "def a():\n    x\ndef b():\n    y\n    x\n"
    with pytest.raises(PatchError, match="'def c\\(\\):' is not in the file"):
        update(text, (Hunk(("def c():",), ("    x",), ("    y",)),))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(("a", ""), ("b", ""), "b\n", id="of the old lines and the new ones"),
        pytest.param(("a", ""), ("b",), "b\n", id="of the old lines alone"),
        pytest.param(("a ",), ("b",), "b\n", id="blanks at its end"),
        pytest.param(("\u201ca\u201d",), ("b",), None, id="what is not there"),
    ],
)
def test_an_empty_line_may_stand_for_the_end_of_the_files_last_one(old, new, expected) -> None:
    if expected is None:
        with pytest.raises(PatchError):
            update("a\n", (Hunk((), old, new),))
    else:
        assert update("a\n", (Hunk((), old, new),)) == expected


def test_a_text_made_to_be_slow_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, wanted = ["a"] * 100, ["a"] * 50 + ["b"]
    assert seek([*lines, "b"], wanted) == 50
    monkeypatch.setattr(apply_patch, "_MOST_COMPARED", 1000)
    assert seek([*lines, "b"], wanted) is None


@pytest.mark.parametrize(
    "patch",
    [
        pytest.param("no patch", id="no beginning"),
        pytest.param("*** Begin Patch\n*** Update File: a\nwhat\n*** End Patch", id="no line of a hunk"),
    ],
)
def test_what_is_no_patch_is_refused(patch: str) -> None:
    with pytest.raises(PatchError):
        parse(patch)
