from __future__ import annotations

from adrguard.system.writing import leftovers


def test_conflicts_are_found_at_any_depth_and_nothing_else_is(tmp_path):
    for name in ("a.md.conflict", "b/c.md.conflict-12", "b/d.conflicting", ".git/e.conflict", "conflict"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    assert leftovers.conflicts(str(tmp_path)) == [str(tmp_path / "a.md.conflict"), str(tmp_path / "b/c.md.conflict-12")]


def test_a_folder_that_is_not_there_holds_nothing(tmp_path):
    assert leftovers.conflicts(str(tmp_path / "none")) == []
    assert leftovers.set_aside(str(tmp_path)) == []


def test_the_search_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(leftovers, "MOST_FOLDERS", 1)
    (tmp_path / "b").mkdir()
    (tmp_path / "b/c.conflict").write_text("")
    assert leftovers.conflicts(str(tmp_path)) == []
