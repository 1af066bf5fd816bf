from __future__ import annotations

import pytest

from adrguard.model.errors import AdrguardError
from adrguard.usecases.setup.demonstrate import demonstrate


def test_the_session_blocks_the_violation_and_lets_the_repaired_commit_through(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("ADRGUARD_SKIP", "1")
    steps = list(demonstrate())
    assert [step.command for step in steps if not step.expected] == []
    blocked = [step for step in steps if step.code]
    assert len(blocked) == 1
    assert "'SELECT * FROM' violates invariant" in blocked[0].output
    assert "Specify explicit columns" in blocked[0].output
    assert steps[-1].output.splitlines() == ["List the users", "Decide that queries name their columns"]
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_kept(tmp_path):
    list(demonstrate(str(tmp_path / "kept")))
    assert (tmp_path / "kept/.git/hooks/pre-commit").exists()


def test_a_folder_with_something_in_it_is_refused(tmp_path):
    (tmp_path / "mine").write_text("x")
    with pytest.raises(AdrguardError, match="not an empty folder"):
        list(demonstrate(str(tmp_path)))
