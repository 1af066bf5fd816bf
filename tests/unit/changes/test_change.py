"""What all trees share: each file is loaded once, within bounds."""

from __future__ import annotations

import pytest

from adrguard.changes import change
from adrguard.changes.change import CachedTree, other_sides, place_of, too_large
from adrguard.model.changes import NEW, OLD, Content, Place


class Loading(CachedTree):
    """A tree whose every file holds as many letters as its name says, and that counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.loaded: list[tuple[str, str]] = []

    def _load(self, path: str, side: str) -> Content | None:
        self.loaded.append((path, side))
        return Content("x" * int(path)) if path.isdigit() else None


def test_each_side_of_a_file_is_loaded_once_also_where_there_is_none() -> None:
    tree = Loading()
    for _ in range(2):
        assert tree.read("3") == tree.read("3", OLD) == Content("xxx")
        assert tree.read("none") is None
        assert (tree.haystack("3"), tree.haystack("none")) == (b"xxx", b"")
    assert tree.loaded == [("3", NEW), ("3", OLD), ("none", NEW)]


def test_past_the_bound_all_that_was_kept_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change, "_MOST_HELD", 10)
    tree = Loading()
    for path in ("6", "4", "6", "1", "6", "1"):
        assert tree.read(path) == Content("x" * int(path))
    # The 1 was one too many: it is kept, and what came before it read anew; both fit.
    assert [path for path, _ in tree.loaded] == ["6", "4", "1", "6"]


def test_a_file_larger_than_the_bound_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change, "_MOST_HELD", 10)
    tree = Loading()
    assert tree.read("30") == tree.read("30") == Content("x" * 30)


def test_a_commit_has_a_place_and_no_commit_has_none() -> None:
    assert place_of("1" * 40) == Place("commit", "1" * 40)
    assert place_of("") == Place("none")


def test_other_parents_are_sides_counted_from_one() -> None:
    assert other_sides(()) == ()
    assert other_sides(("a", "b")) == ("other1", "other2")


def test_what_is_too_large_says_how_large() -> None:
    assert too_large(3_000_000, 1_000_000) == Content("", problem="too large (3.0 MB, limit 1.0 MB)")
