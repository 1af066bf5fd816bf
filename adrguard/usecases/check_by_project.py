"""Judge a change by the decisions of a project that is named as people and models name it."""

from __future__ import annotations

from adrguard.decisions import projects
from adrguard.usecases.check_changes import CheckRequest, UnknownProjectError, check
from adrguard.usecases.project_at_hand import asked, scene

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.findings import Outcome


def check_by_project(request: CheckRequest) -> Outcome:
    """Judge what the request names; its project may be one that the loadout knows, by a part of its name too.

    A project that no decision is bound to is judged by those that bind everywhere. Raises as `check`, and `UsageError`
    for a project that nobody knows.
    """
    try:
        return check(request)
    except UnknownProjectError:
        around = scene(request.start, request.vault)
        meant = asked(around, request.project).name
    bound = projects.spelt(meant, projects.known(around.found.decisions))
    return check(request.replace(project=bound or meant, unbound=not bound))
