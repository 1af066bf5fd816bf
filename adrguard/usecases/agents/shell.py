"""A shell command of an agent, before it runs: only what plainly goes round the guard is held up."""

from __future__ import annotations

from adrguard.decisions import load
from adrguard.model.agents import PATCH, SILENT, Answer, Edit
from adrguard.model.errors import NotARepositoryError
from adrguard.report.display import shortened
from adrguard.system import repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.agents import Event
    from adrguard.model.decisions import Settings
    from adrguard.system.repository import Repository
    from adrguard.usecases.shell.bypasses import Bypass

_MOST_SHOWN = 5
_QUOTED = 300
_TAIL = (
    "The decisions are the obstacle, not the command: the same work is judged alike however it is handed in. If a "
    "decision seems wrong, leave it and tell the person why."
)


def before(event: Event) -> Answer:
    """Say whether a command may run. Nothing of it is run here. Raises `AdrguardError` as the settings do."""
    from adrguard.usecases.shell import bypasses

    if not bypasses.may_be_one(event.command):
        return SILENT
    try:
        repo = repository.find(event.cwd, event.project)
    except NotARepositoryError:
        return SILENT
    decisions = load.at_head(repo)
    if not decisions.rules:
        return SILENT
    folder = event.cwd or repo.root
    for patch, where in bypasses.patches(event.command, folder):
        from adrguard.usecases.agents import edit as agent_edit

        answer = agent_edit.before(event.replace(cwd=where, edits=(Edit(PATCH, "", patch),)))
        if answer.block:
            return answer
    return _weighed(repo, decisions.settings, event.command, folder)


def _weighed(repo: Repository, settings: Settings, command: str, folder: str) -> Answer:
    if settings.agent_shell == "allow":
        return SILENT
    from adrguard.usecases.shell.bypasses import Place, bypasses
    from adrguard.usecases.shell.ground import Ground

    place = Place(folder, Ground(repo), settings.agent_supersession == "ask")
    # What is set for all commands of the line shows in each of them.
    found = {one.why: one for one in reversed(list(bypasses(command, place)))}
    if not found:
        return SILENT
    asks = settings.agent_shell == "ask"
    return Answer(block=not asks, ask=asks, reason=_reason(list(reversed(found.values()))))


def _reason(found: list[Bypass]) -> str:
    lines = ["adrguard: This command was not run, as it goes round the guard of this repository's decisions."]
    for one in found[:_MOST_SHOWN]:
        lines += [f"- '{shortened(one.shown, _QUOTED)}' {one.why}", f"  Remediation: {one.instead}"]
    if found[_MOST_SHOWN:]:
        lines.append(f"- and {len(found) - _MOST_SHOWN} more like it")
    return "\n".join([*lines, _TAIL])
