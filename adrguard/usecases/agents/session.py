"""What is known of the session that an event belongs to, from its first event on."""

# Hot: each edit and command of an agent comes through here.

from __future__ import annotations

from adrguard.model.errors import NotARepositoryError
from adrguard.sessions.store import Store
from adrguard.system import repository
from adrguard.usecases import head_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.agents import Event


def ensure(event: Event) -> None:
    """Let a session begin at its first event, before that changes anything, where nothing announced it.

    Raises `AdrguardError` where the repository cannot be read; does nothing outside of any.
    """
    if not event.session:
        return
    try:
        repo = repository.find(event.cwd, event.project)
    except NotARepositoryError:
        return
    if Store(repo.git_dir, event).read() is None:
        from adrguard.usecases.agents import start as agent_start

        agent_start.begin(repo, event, head_commit.head(repo), judged=True)
