"""The beginning of an agent's session: what it starts from is remembered, and the agent is told what binds."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from adrguard.decisions import load
from adrguard.model.agents import SILENT, Answer
from adrguard.model.errors import AdrguardError, NotARepositoryError
from adrguard.sessions import history
from adrguard.sessions.not_kept import NotKeptError
from adrguard.sessions.store import Session, Store
from adrguard.system import repository
from adrguard.system.git import Git
from adrguard.usecases import head_commit

if TYPE_CHECKING:
    from adrguard.model.agents import Event
    from adrguard.system.repository import Repository

BEGINNINGS = ("startup", "clear")
"""Sources of a start that begin a session: all else goes on with one, if it is known."""

_CLOCK_S = 2.0


def start(event: Event) -> Answer:
    """Remember what a session starts from, and return what binds here as context.

    Silent outside of any repository. Raises `AdrguardError` where the repository cannot be read.
    """
    try:
        repo = repository.find(event.cwd, event.project)
    except NotARepositoryError:
        return SILENT
    if event.source in BEGINNINGS or Store(repo.git_dir, event).read() is None:
        begin(repo, event, head_commit.head(repo), judged=True)
    return _context(event) if load.at_head(repo).settings.agent_context else SILENT


def prompt(event: Event) -> Answer:
    """Return what binds the change at hand as context, where the configuration asks for it at each prompt.

    Silent outside of any repository. Raises `AdrguardError` where the repository cannot be read.
    """
    try:
        repo = repository.find(event.cwd, event.project)
    except NotARepositoryError:
        return SILENT
    return _context(event, diff=True) if load.at_head(repo).settings.agent_prompt else SILENT


def begin(repo: Repository, event: Event, commit: str, *, judged: bool = False) -> Session:
    """Remember that a session begins at a commit, and return what is remembered.

    With `judged`, what is found in the working tree now counts as there already. Where an agent gives no id to its
    sessions there is nothing to remember, nor where the git directory cannot be written.
    """
    session = Session(commit, history.branch(repo), time.time())
    if not event.session:
        return session
    store = Store(repo.git_dir, event)
    known = _of_main_tree(repo, event)
    tips: tuple[str, ...]
    if known is not None:
        session, tips = known
    else:
        tips = history.tips(Git(repo))
    try:
        # At once, before anything is judged: that may take its time, and must not be tried again at each event.
        store.begin(session, tips)
        if judged and known is None:
            from adrguard.usecases.agents import verdict as agent_verdict

            session = agent_verdict.there_already(repo, event, session)
            store.update(lambda _: session, session)
    except NotKeptError:
        return session  # what is not remembered counts as begun now, each time
    return session


def _of_main_tree(repo: Repository, event: Event) -> tuple[Session, tuple[str, ...]] | None:
    """Return what is known of the session in the main working tree, where this one was made for it since."""
    if repo.git_dir == repo.common_dir:
        return None
    store = Store(repo.common_dir, event)
    session = store.read()
    try:
        made = os.stat(os.path.join(repo.git_dir, "commondir")).st_mtime
    except OSError:
        return None
    if session is None or made + _CLOCK_S < session.began:
        return None
    # Nothing lay in this tree before the session, and it has a branch of its own.
    return Session(session.commit, "", session.began), store.tips()


def _context(event: Event, *, diff: bool = False) -> Answer:
    from adrguard.usecases.memory.loadout import loadout

    try:
        told = loadout(event.cwd, diff=diff)
    except AdrguardError as error:
        return Answer(note=f"adrguard: the agent was not told what binds here: {error.message}")
    # Where nothing was ever decided there is nothing to tell.
    return Answer(context=told.text) if told.shown or any(number for _, number in told.left_out) else SILENT
