"""Whether an agent may hand its work back: everything that it leaves behind is judged."""

from __future__ import annotations

from adrguard.model.agents import SILENT, Answer
from adrguard.model.decisions import AGENT
from adrguard.model.errors import NotARepositoryError
from adrguard.usecases.check_changes import CheckRequest, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.agents import Event


def stop(event: Event) -> Answer:
    """Judge what an agent leaves behind, and hold it back where that breaks a decision.

    Silent outside of any repository. Raises `AdrguardError` where no verdict can be given.
    """
    try:
        outcome = check(CheckRequest(event.cwd, "worktree", door=AGENT))
    except NotARepositoryError:
        return SILENT
    from adrguard.report import agent

    if agent.holds(outcome):
        return Answer(block=True, reason=agent.reason(outcome))
    return Answer(note=agent.note(outcome))
