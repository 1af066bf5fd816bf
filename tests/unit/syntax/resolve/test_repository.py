"""The index of paths, and the arithmetic of paths."""

from __future__ import annotations

import pytest

from adrguard.syntax.resolve.repository import Repository, ancestors, below, joined, nearest


def test_files_are_found_by_name_tail_and_folder():
    repository = Repository(["a/b/c.py", "x/b/c.py", "ab/c.py", "c.py"], {}.get)
    assert repository.ending("b/c.py") == ["a/b/c.py", "x/b/c.py"]
    assert repository.ending("c.py") == ["a/b/c.py", "ab/c.py", "c.py", "x/b/c.py"]
    assert repository.folders_ending("b") == ["a/b", "x/b"]
    assert repository.in_folder("") == ["c.py"]
    assert repository.in_folder("a/b", ".rs") == []
    assert repository.is_folder("a")
    assert not repository.is_folder("b")
    assert sorted(repository.with_suffix(".py")) == ["a/b/c.py", "ab/c.py", "c.py", "x/b/c.py"]


@pytest.mark.parametrize(
    ("folder", "relative", "expected"),
    [
        ("a/b", "../c", "a/c"),
        ("a", "./b", "a/b"),
        ("", "x", "x"),
        ("a", "..", ""),
        ("", "..", None),
        ("a", "../../x", None),
        ("a//b", "c", "a/b/c"),
    ],
)
def test_a_relative_path_never_leaves_the_root(folder, relative, expected):
    assert joined(folder, relative) == expected


def test_small_arithmetic():
    assert list(ancestors("a/b")) == ["a/b", "a", ""]
    assert (below("", "x"), below("a", "x"), below("a", "")) == ("x", "a/x", "a")
    assert nearest(["z/x.h", "a/b/x.h", "a/x.h", "x.h"], "a/b/c.c") == ["a/b/x.h", "a/x.h", "x.h", "z/x.h"]
