"""A change with some of its files rewritten."""

from __future__ import annotations

from fakes.tree import MemoryTree

from adrguard.changes.mended import MendedTree
from adrguard.model.changes import NEW, OLD, Content


def test_only_the_new_side_of_the_rewritten_files_is_another() -> None:
    files = {"a.py": "before\n", "b.py": "kept\n"}
    texts = {"a.py": "after é\n"}
    tree = MendedTree(MemoryTree(**{NEW: files, OLD: files}), texts)
    texts["b.py"] = "written later"

    assert tree.read("a.py") == Content("after é\n")
    assert tree.read("a.py", OLD) == Content("before\n")
    assert tree.read("b.py") == Content("kept\n")
    assert tree.read("c.py") is None
    assert tree.haystack("a.py") == "after é\n".encode()
    assert tree.haystack("b.py") == b"kept\n"
    assert tree.paths() == tree.paths(OLD) == {"a.py", "b.py"}


def test_a_file_may_be_made_empty() -> None:
    tree = MendedTree(MemoryTree(**{NEW: {"a.py": "before\n"}}), {"a.py": ""})
    assert tree.read("a.py") == Content("")
    assert tree.haystack("a.py") == b""
