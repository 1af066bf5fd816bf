"""Taking back: byte for byte, the last first, and never over somebody's edit."""

from __future__ import annotations

import pytest
from fakes.guarding import adr, decide

from adrguard.model.errors import AdrguardError
from adrguard.usecases.decisions.move_status import move
from adrguard.usecases.decisions.new_decision import new
from adrguard.usecases.decisions.supersede import supersede
from adrguard.usecases.undo import undo


def texts(root) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.md")}


def test_a_supersession_is_taken_back_byte_for_byte(repo) -> None:
    decide(repo, "- deny: `eval(`", number=1)
    decide(repo, number=2)
    before = texts(repo.root)
    supersede(str(repo.root), ["1"], "2")
    done = undo(str(repo.root))
    assert texts(repo.root) == before
    assert done.what == "ADR-002 supersedes ADR-001"
    assert [rule.invariant for rule in done.effect.rules_begun] == ["deny: eval("]


def test_the_note_of_a_new_decision_goes_with_what_it_ended(repo) -> None:
    decide(repo, number=1)
    before = texts(repo.root)
    made = new(str(repo.root), "Another way", status="accepted", supersedes=["1"])
    assert (repo.root / made.path).exists()
    undo(str(repo.root))
    assert texts(repo.root) == before


def test_changes_are_taken_back_one_by_one_the_last_first(repo) -> None:
    decide(repo, number=1, status="proposed")
    move(str(repo.root), "accept", "1")
    move(str(repo.root), "deprecate", "1")
    assert [undo(str(repo.root)).what for _ in range(2)] == ["deprecate ADR-001", "accept ADR-001"]
    with pytest.raises(AdrguardError, match="nothing to take back"):
        undo(str(repo.root))


def test_a_dry_run_names_the_notes_and_touches_none(repo) -> None:
    path = decide(repo, number=1)
    move(str(repo.root), "deprecate", "1")
    before = texts(repo.root)
    done = undo(str(repo.root), dry_run=True)
    assert (done.what, done.effect.written) == ("deprecate ADR-001", (path,))
    assert texts(repo.root) == before


def test_what_was_edited_since_is_kept_and_named(repo) -> None:
    decide(repo, number=1)
    path = decide(repo, number=2)
    supersede(str(repo.root), ["1"], "2")
    repo.write(path, (repo.root / path).read_text() + "\nA word more.\n")
    before = texts(repo.root)
    with pytest.raises(AdrguardError, match=r"0002-decision\.md"):
        undo(str(repo.root))
    assert texts(repo.root) == before


def test_of_repository_and_vault_the_later_change_is_taken_back(repo, tmp_path_factory) -> None:
    vault = tmp_path_factory.mktemp("vault")
    (vault / "0001-x.md").write_text(adr(1))
    decide(repo, number=2)
    repo.write(".adrguard.toml", f'vault = "{vault}"\n')
    move(str(repo.root), "deprecate", "2")
    move(str(repo.root), "deprecate", "1")
    assert [undo(str(repo.root)).what for _ in range(2)] == ["deprecate ADR-001", "deprecate ADR-002"]
    assert "status: accepted" in (vault / "0001-x.md").read_text()
