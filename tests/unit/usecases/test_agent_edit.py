"""What an agent may edit, and what it is told before and after."""

from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, adr, decide

from adrguard.model.agents import BEFORE_EDIT, PATCH, REPLACE, SILENT, WRITE, Answer, Edit, Event, Replacement
from adrguard.usecases.agent_edit import before

BAD = 'q = "SELECT * FROM t"\n'


def ask(repo, *edits: Edit, cwd: str = "") -> Answer:
    return before(Event("claude", BEFORE_EDIT, "PreToolUse", cwd or str(repo.root), edits=edits))


def write(path, text: str) -> Edit:
    return Edit(WRITE, str(path), text)


def replace(path, old: str, new: str, *, every: bool = False) -> Edit:
    return Edit(REPLACE, str(path), replacements=(Replacement(old, new, every),))


def test_a_new_file_that_violates_a_decision_is_not_written(repo) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    answer = ask(repo, write(repo.root / "src/a.py", BAD))
    assert answer.block
    assert "src/a.py:1" in answer.reason
    assert "ADR-001" in answer.reason
    assert len(answer.reason) <= 8000


def test_what_stood_there_before_is_not_the_edits_doing(repo) -> None:
    decide(repo, NO_STAR)
    repo.write("a.py", BAD)
    repo.commit()
    assert ask(repo, write("a.py", BAD + "x = 1\n")) == SILENT
    assert ask(repo, replace("a.py", "q =", "p =")).block is True
    assert ask(repo, replace("a.py", "SELECT * FROM", "SELECT a FROM")) == SILENT


def test_an_invariant_is_not_taken_out(repo) -> None:
    path = decide(repo, NO_STAR)
    repo.commit()
    assert ask(repo, replace(path, NO_STAR, "- nothing")).block
    assert ask(repo, Edit(PATCH, "", f"*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n")).block


def test_a_proper_supersession_is_told_and_not_held_up(repo) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    answer = ask(repo, write("docs/adr/0002-new.md", adr(2, "- deny: `DROP`", extra="supersedes: ADR-001\n")))
    assert (answer.block, answer.ask) == (False, False)
    assert "no longer in force" in answer.note
