"""Whether an agent may hand its work back: everything that it leaves behind is judged.

That is all that is uncommitted, and what its session committed. What was there when the session began, or came from a
remote since, is not the agent's: nobody is held back for yesterday's faults.
"""

# Hot: an agent that has changed nothing waits for this; what judges is imported only when there is something to judge.

from __future__ import annotations

from adrguard.changes import pending
from adrguard.model.agents import SILENT, Answer
from adrguard.model.errors import NotARepositoryError
from adrguard.sessions.store import Store
from adrguard.system import repository
from adrguard.usecases import head_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.agents import Event
    from adrguard.sessions.store import Session


def stop(event: Event) -> Answer:
    """Judge what an agent leaves behind, and hold it back where that breaks a decision.

    Silent outside of any repository, and where all is well. Raises `AdrguardError` where no verdict can be given.
    """
    try:
        repo = repository.find(event.cwd, event.project)
    except NotARepositoryError:
        return SILENT
    commit = head_commit.head(repo)
    store = Store(repo.git_dir, event)
    session = store.read()
    if session is None:
        from adrguard.usecases.agents import start as agent_start

        session = agent_start.begin(repo, event, commit)
    if commit == session.commit and _decides_the_same(session) and pending.is_clean(repo, commit):
        if session.turns:
            from adrguard.usecases.agents import turn as agent_turn

            agent_turn.mended(store, event, session)
        return SILENT
    from adrguard.usecases.agents import verdict as agent_verdict

    return agent_verdict.answer(repo, event, commit, session)


def _decides_the_same(session: Session) -> bool:
    """Say whether the decisions of which git knows nothing are surely what they were when the session began."""
    if session.loose:
        return False
    if not session.stamps:
        return True
    from adrguard.system import folders

    return all(folders.stamp(path) == stamp for path, stamp in session.stamps)
