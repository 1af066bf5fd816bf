"""Moves are found by content, within bounds."""

from __future__ import annotations

import pytest

from adrguard.changes import renames

LONG = "".join(f"row {n}\n" for n in range(30))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param({}, {"a": "x\n"}, {}, id="nothing-deleted"),
        pytest.param({"a": "x\n"}, {"b": "x\n"}, {"b": "a"}, id="equal"),
        pytest.param({"a": ""}, {"b": ""}, {}, id="empty-files-match-nothing"),
        pytest.param({"a": LONG}, {"b": LONG + "more\n"}, {"b": "a"}, id="similar"),
        pytest.param({"a": LONG}, {"b": LONG * 3}, {}, id="too-much-added"),
        pytest.param({"a": LONG}, {"b": LONG.upper()}, {}, id="another-text"),
        pytest.param({"x/m.py": LONG, "y/n.py": LONG}, {"z/n.py": LONG, "z/m.py": LONG}, {"z/n.py": "y/n.py", "z/m.py": "x/m.py"}, id="names-decide-among-equals"),
        pytest.param({"a": LONG}, {"b": LONG, "c": LONG}, {"b": "a"}, id="each-is-moved-once"),
        pytest.param({"a": LONG}, {"b": LONG + "1\n2\n3\n", "c": LONG + "1\n"}, {"c": "a"}, id="the-most-similar-wins"),
    ],
)  # fmt: skip
def test_moves_are_found_by_content(old, new, expected):
    assert renames.moved(old, new, old.__getitem__, new.__getitem__) == expected


def test_with_too_many_files_only_kept_names_are_compared(monkeypatch):
    monkeypatch.setattr(renames, "_MOST_COMPARED", 1)
    old = {"a/x.py": LONG, "a/y.py": LONG.replace("row", "raw")}
    new = {"b/x.py": LONG + "x\n", "b/z.py": LONG.replace("row", "raw") + "z\n"}

    assert renames.moved(old, new, old.__getitem__, new.__getitem__) == {"b/x.py": "a/x.py"}


def test_without_deletions_nothing_is_read():
    def refuse(path):
        raise AssertionError(path)

    assert renames.moved([], ["a"], refuse, refuse) == {}
