from __future__ import annotations

import os

import pytest
from fakes.guarding import NO_STAR, decide
from fakes.sessions import event, start, stop

from adrguard.model.agents import BEFORE_SHELL, PROMPT, SILENT, Event
from adrguard.sessions.store import Store
from adrguard.usecases.agents import session as agent_session
from adrguard.usecases.agents.start import prompt

BAD = 'QUERY = "SELECT * FROM users"\n'


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.commit()
    return repo


def remembered(repo, **said):
    return Store(str(repo.root / ".git"), event(repo, **said)).read()


def test_the_agent_is_told_what_binds(ruled) -> None:
    assert "SELECT * FROM" in start(ruled).context


def test_it_is_told_nothing_where_that_is_switched_off(ruled) -> None:
    ruled.write(".adrguard.toml", "[agent]\ncontext = false\n")
    ruled.commit()
    assert start(ruled) == SILENT


def test_where_nothing_was_decided_there_is_nothing_to_tell(repo) -> None:
    repo.write("a.txt", "x\n")
    repo.commit()
    assert start(repo) == SILENT


def test_outside_of_a_repository_nothing_is_remembered(ruled, tmp_path) -> None:
    assert start(ruled, cwd=str(tmp_path)) == SILENT
    assert os.listdir(tmp_path) == ["repo"]


def test_the_commit_the_branch_and_what_is_there_are_remembered(ruled) -> None:
    ruled.write("src/a.py", BAD)
    start(ruled)
    session = remembered(ruled)
    assert session.commit == ruled.git("rev-parse", "HEAD")
    assert session.branch == "main"
    assert [count for _, count in session.findings] == [1]


@pytest.mark.parametrize("source", ["resume", "compact", "fork", ""])
def test_a_session_that_goes_on_keeps_its_beginning(ruled, source: str) -> None:
    start(ruled)
    before = remembered(ruled)
    ruled.write("src/a.py", BAD)
    ruled.commit()
    start(ruled, source)
    assert remembered(ruled) == before


@pytest.mark.parametrize("source", ["resume", "compact", "fork", ""])
def test_one_of_which_nothing_is_known_begins_now(ruled, source: str) -> None:
    start(ruled, source)
    assert remembered(ruled).commit == ruled.git("rev-parse", "HEAD")


def test_the_first_event_begins_a_session_that_was_never_announced(ruled) -> None:
    ruled.write("src/old.py", BAD)
    agent_session.ensure(event(ruled, BEFORE_SHELL))
    before = remembered(ruled)
    ruled.write("src/new.py", BAD)
    agent_session.ensure(event(ruled, BEFORE_SHELL))
    assert remembered(ruled) == before
    reason = stop(ruled).reason
    assert "src/new.py" in reason
    assert "src/old.py" not in reason


def test_it_begins_none_outside_of_a_repository(ruled, tmp_path) -> None:
    agent_session.ensure(event(ruled, BEFORE_SHELL, cwd=str(tmp_path)))
    assert os.listdir(tmp_path) == ["repo"]


def test_sessions_that_begin_at_the_same_place_keep_apart(ruled) -> None:
    start(ruled, session="one")
    ruled.write("src/a.py", BAD)
    start(ruled, session="two")
    assert stop(ruled, session="one").block
    assert not stop(ruled, session="two").block


def test_a_prompt_is_answered_only_where_the_configuration_asks_for_it(repo) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    asked = Event("claude", PROMPT, "UserPromptSubmit", str(repo.root), "s", "p")
    assert prompt(asked) == SILENT
    repo.write(".adrguard.toml", "[agent]\nprompt = true\n")
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    repo.write("src/a.py", "x = 2\n")
    assert "SELECT * FROM" in prompt(asked).context
    assert prompt(asked.replace(cwd="/")) == SILENT
