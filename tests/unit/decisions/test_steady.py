from __future__ import annotations

import subprocess
import sys

import pytest

from adrguard.decisions import load
from adrguard.decisions.steady import moment, stillness
from adrguard.model.changes import Place
from adrguard.model.decisions import IN_FORCE
from adrguard.system import repository
from adrguard.system.writing.journal import Edit, Journal
from adrguard.system.writing.state_folder import StateFolder
from adrguard.system.writing.transaction import exclusive
from adrguard.usecases.check_changes import CheckRequest, check

NOTE = "---\nid: ADR-{}\nstatus: {}\n---\n# A decision\n\n## Invariants\n\n- deny: `{}`\n"
OLD, NEW = ("accepted", "deprecated"), ("proposed", "accepted")
WORKTREE = Place("worktree")


def edits(folder: str = "docs/adr") -> tuple[Edit, ...]:
    """Let the second decision take the place of the first."""
    return tuple(
        Edit(f"{folder}/000{number}-x.md", NOTE.format(number, OLD[0] if number == 1 else NEW[0], f"needle{number}").encode(),
             NOTE.format(number, OLD[1] if number == 1 else NEW[1], f"needle{number}").encode())
        for number in (1, 2)
    )  # fmt: skip


def lay(root, folder: str = "docs/adr") -> None:
    for edit in edits(folder):
        path = root / edit.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(edit.before or b"")


def interrupt(top, changed: tuple[Edit, ...], done: int = 1) -> None:
    """Leave what a change leaves that was killed after its first notes were in place."""
    state = StateFolder(str(top))
    state.make()
    state.begin(Journal("a supersession", "2026-01-02T03:04:05Z", changed))
    for edit in changed[:done]:
        (top / edit.path).write_bytes(edit.after or b"")


def in_force(found) -> list[str]:
    return [one.path.rpartition("/")[2][:4] for one in found.decisions if one.force == IN_FORCE]


@pytest.fixture
def decided(repo):
    lay(repo.root)
    repo.write("code.py", "x = 1\n")
    repo.commit()
    return repo


def test_who_reads_notes_first_brings_an_interrupted_change_to_its_end_and_tells(decided) -> None:
    interrupt(decided.root, edits())
    found = load.load(repository.find(str(decided.root)), WORKTREE)
    assert in_force(found) == ["0002"]
    assert [one.message for one in found.interrupted] == [
        "an interrupted change was brought to its end: a supersession (docs/adr/0001-x.md, docs/adr/0002-x.md)"
    ]
    again = load.load(repository.find(str(decided.root)), WORKTREE)
    assert again.interrupted == ()
    assert again.rules == found.rules


def test_a_warm_check_does_so_too_and_its_report_says_it(decided) -> None:
    request = CheckRequest(str(decided.root), "staged")
    check(request)
    interrupt(decided.root, edits())
    outcome = check(request)
    assert [note.partition(":")[0] for note in outcome.notes] == ["an interrupted change was brought to its end"]
    assert (decided.root / "docs/adr/0002-x.md").read_bytes() == edits()[1].after
    assert check(request).notes == ()


def test_a_vault_outside_is_read_after_its_interrupted_change(repo, tmp_path) -> None:
    vault = tmp_path / "vault"
    lay(vault, "02_Architecture")
    repo.write(".adrguard.toml", f'vault = "{vault.as_posix()}"\n')
    repo.write("code.py", "needle1\n")
    repo.commit()
    request = CheckRequest(str(repo.root), "all")
    assert [one.rule.decision for one in check(request).findings] == ["ADR-1"]
    interrupt(vault, edits("02_Architecture"))
    outcome = check(request)
    assert outcome.findings == ()
    assert outcome.problems == ()
    assert "02_Architecture/0001-x.md" in outcome.notes[0]


def test_a_change_that_cannot_be_brought_to_its_end_is_an_error(decided) -> None:
    interrupt(decided.root, edits())
    (decided.root / "docs/adr/0001-x.md").write_bytes(edits()[0].before or b"")
    (decided.root / ".adrguard/state/lock").mkdir()
    found = load.load(repository.find(str(decided.root)), WORKTREE)
    assert [one.severity for one in found.interrupted] == ["error"]


def test_a_journal_that_came_with_the_repository_does_no_harm(decided, tmp_path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("mine")
    interrupt(decided.root, (Edit("../outside.md", b"mine", b"theirs"),), done=0)
    found = load.load(repository.find(str(decided.root)), WORKTREE)
    assert outside.read_text() == "mine"
    assert "journal.bad" in found.interrupted[0].message
    assert in_force(found) == ["0001"]


def test_a_moment_ends_with_the_next_change(decided) -> None:
    root = str(decided.root)
    before = moment(root, root)
    assert before.holds()
    with exclusive(root) as held:
        held.commit("a supersession", edits())
    assert not before.holds()
    with stillness([before], root) as news:
        assert news == ()
        assert moment(root, root).holds()


WRITER = """
import ast, sys, time
from adrguard.system.writing.transaction import Edit, exclusive
forth = [Edit(*one) for one in ast.literal_eval(sys.argv[2])]
back = [edit.replace(before=edit.after, after=edit.before) for edit in forth]
print("ready", flush=True)
while True:
    for way in (forth, back):
        with exclusive(sys.argv[1]) as held:
            held.commit("a change", way, undoable=False)
        time.sleep(0.002)
"""


@pytest.mark.slow
def test_no_reader_ever_sees_half_a_change(decided) -> None:
    told = repr([tuple(edit) for edit in edits()])
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(decided.root), told], stdout=subprocess.PIPE, text=True
    )
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        seen = [in_force(load.load(repository.find(str(decided.root)), WORKTREE)) for _ in range(30)]
        assert writer.poll() is None
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()
    assert {tuple(one) for one in seen} <= {("0001",), ("0002",)}
