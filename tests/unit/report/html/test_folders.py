from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adrguard.report.html.folders import grouped


def names(paths: list[str], most: int) -> list[tuple[str, int]]:
    return [(group.name, len(group.paths)) for group in grouped(paths, most)]


def test_few_files_are_grouped_by_their_own_folder() -> None:
    found = names(["a/x", "a/b/y", "a/b/z", "top"], 10)
    assert found == [(". (directly in it)", 1), ("a/ (directly in it)", 1), ("a/b/", 2)]


def test_without_room_folders_stand_for_all_below_them() -> None:
    paths = [f"a/{part}/x" for part in "bcdefg"] + ["h/x"]
    assert names(paths, 3) == [("a/", 6), ("h/", 1)]


def test_the_fullest_folder_is_taken_apart_first() -> None:
    paths = [f"big/{part}/{number}" for part in "ab" for number in range(5)] + ["small/c/1", "small/d/1"]
    assert names(paths, 3) == [("big/a/", 5), ("big/b/", 5), ("small/", 2)]


def test_the_top_is_always_taken_apart() -> None:
    assert names(["a/x", "b/x", "c/x"], 1) == [("a/", 1), ("b/", 1), ("c/", 1)]


PATHS = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map("/".join), unique=True, max_size=30)


@given(PATHS, st.integers(1, 12))
def test_every_path_is_in_one_group(paths: list[str], most: int) -> None:
    groups = grouped(paths, most)
    assert sorted(path for group in groups for path in group.paths) == sorted(paths)
    tops = len({path.partition("/")[0] for path in paths if "/" in path}) + any("/" not in path for path in paths)
    assert len(groups) <= max(most, tops)
