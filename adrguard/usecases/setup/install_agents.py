"""Register the guard with coding agents, or take it away again: first what would change, then the change itself."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install import agents
from adrguard.install.agents import programs
from adrguard.install.agents.wanted import OWN, Where
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import process, repository
from adrguard.usecases.agents.names import ALL
from adrguard.usecases.setup import settings_work
from adrguard.usecases.setup.settings_work import ABSENT, REFUSED, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.install.agents.programs import Programs
    from adrguard.install.agents.wanted import Agent, Target
    from adrguard.usecases.setup.settings_work import FileChange

NAMES = tuple(agents.TITLES)


class Plan(Record):
    """All changes of one call.

    `named` are the agents that they are for, `top` is the folder that their files lie below; `notes` is what else there
    is to know, `afterwards` what a person has to do.
    """

    named: tuple[str, ...]
    top: str
    changes: tuple[FileChange, ...]
    work: Work
    notes: tuple[str, ...] = ()
    afterwards: tuple[str, ...] = ()

    @property
    def does_something(self) -> bool:
        """Say whether anything would be written."""
        return any(change.does_something for change in self.changes)

    @property
    def refused(self) -> tuple[FileChange, ...]:
        """The files that cannot be changed."""
        return tuple(change for change in self.changes if change.action == REFUSED)


def carry_out(plan: Plan) -> Plan:
    """Write what is planned, and return what came of it: what could not be written counts as refused then."""
    return plan.replace(changes=settings_work.carry_out(plan.changes, plan.work))


class Asked(Record):
    """What was asked for: one agent or `ALL`, for the `user` or the repository.

    `mcp`: True and False say whether the MCP server is registered, None that it is where it can be started. With
    `set_aside`, a settings file that cannot be read makes room for a new one.
    """

    name: str
    user: bool = False
    mcp: bool | None = None
    set_aside: bool = False


def plan_install(start: str, asked: Asked) -> Plan:
    """Say what registering would change. Writes nothing. Raises `AdrguardError`."""
    where, ours = _where(start, asked), programs.here()
    named = _named(where, asked.name)
    serves = _serves(asked)
    work = Work(where, set_aside=asked.set_aside)
    changes, notes, afterwards = [], [], []
    for agent in named:
        wanted = [one for target in agent.targets(where, ours) if (one := _fitting(target, serves=serves))]
        shared = _shared(where, agent.name, ours)
        changes += [work.add(agent.name, target, shared=target.path in shared) for target in wanted]
        notes += _notes(agent, where, wanted, asked)
        afterwards += [f"{agent.title}: {line}" for line in _afterwards(agent, wanted)]
    if changes and not where.user:
        notes.append("These settings name this machine's program: who shares them with you installs it for themselves.")
    return Plan(tuple(agent.name for agent in named), where.root, tuple(changes), work, tuple(notes), tuple(afterwards))


def plan_found(start: str) -> Plan:
    """As `plan_install` for all agents that are found, of which there may be none."""
    asked = Asked(ALL)
    where = _where(start, asked)
    if not any(is_found(agents.agent(name), where) for name in NAMES):
        return Plan((), where.root, (), Work(where))
    return plan_install(start, asked)


def plan_uninstall(start: str, asked: Asked) -> Plan:
    """Say what taking everything of ours away would change. Writes nothing. Raises `AdrguardError`."""
    where, ours = _where(start, asked), _ours()
    named = [agents.agent(name) for name in (NAMES if asked.name == ALL else (asked.name,))]
    work = Work(where, set_aside=asked.set_aside)
    shared = set() if asked.name == ALL else _shared(where, asked.name, ours)
    changes, notes = [], []
    for agent in named:
        for target in agent.targets(where, ours):
            if target.path in shared and work.is_needed(target, agent.name):
                notes.append(f"{target.path} stays as it is: another agent that is set up here reads it too")
            else:
                changes.append(work.take(agent.name, target))
    changes = [change for change in changes if change.action != ABSENT or asked.name != ALL]
    if not changes and not notes:
        notes.append("Nothing of adrguard was there to take away.")
    return Plan(tuple(agent.name for agent in named), where.root, tuple(changes), work, tuple(notes))


def _where(start: str, asked: Asked) -> Where:
    home = os.path.expanduser("~")
    if asked.user:
        return Where(home, home, os.environ, user=True, windows=os.name == "nt")
    repo = repository.find(start)
    linked = repo.git_dir != repo.common_dir
    return Where(repo.root, home, os.environ, windows=os.name == "nt", git_dir=repo.git_dir, linked=linked)


def _ours() -> Programs:
    """Return our programs as far as they are known: to take an entry away, its program need not be there."""
    try:
        return programs.here()
    except AdrguardError:
        return programs.Programs((programs.HOOK,), (programs.COMMAND,), os.name == "nt")


def _named(where: Where, name: str) -> list[Agent]:
    if name != ALL:
        return [agents.agent(name)]
    found = [agent for agent in map(agents.agent, NAMES) if is_found(agent, where)]
    if not found:
        message = "no coding agent was found: none of their folders, and none of their programs on PATH"
        raise AdrguardError(message, f"name the one that you use: {', '.join(NAMES)}")
    return found


def is_found(agent: Agent, where: Where) -> bool:
    """Say whether an agent is in use here: its folder is in the repository or the home, or its program on PATH."""
    marks = [os.path.join(where.home, mark) for mark in agent.home_marks]
    if not where.user:
        marks += [os.path.join(where.root, mark) for mark in agent.marks]
    return any(map(os.path.lexists, marks)) or any(map(_is_on_path, agent.programs))


def _is_on_path(name: str) -> bool:
    try:
        process.find_program(name)
    except AdrguardError:
        return False
    return True


def _serves(asked: Asked) -> bool:
    return programs.can_serve() if asked.mcp is None else asked.mcp


def _fitting(target: Target, *, serves: bool) -> Target | None:
    """Return what is registered of a target, None when that is nothing."""
    target = target if serves else target.replace(server=None)
    return target if target.hooks or target.server or target.form == OWN else None


def _notes(agent: Agent, where: Where, wanted: Sequence[Target], asked: Asked) -> list[str]:
    only_server, serves = agent.name in agents.ONLY_SERVER, _serves(asked)
    notes = []
    if not wanted and (serves or not only_server):
        notes.append(f"{agent.title} has such settings for the whole user only: --user writes them")
    elif not serves:
        what = "nothing to register" if only_server else "only hooks are registered"
        why = "--no-mcp leaves the MCP server out"
        if asked.mcp is None:
            why = "the MCP server needs the extra 'mcp': pip install 'adrguard[mcp]'"
        notes.append(f"{agent.title}: {what}, as {why}")
    if agent.name == "codex" and where.linked:
        notes.append("Codex CLI reads the .codex of the main working tree, and this is a linked one: install it there")
    return notes


def _afterwards(agent: Agent, wanted: Sequence[Target]) -> list[str]:
    hooks = any(target.hooks or target.form == OWN for target in wanted)
    server = any(target.server for target in wanted)
    return [*(agent.afterwards if hooks else ()), *(agent.served if server else ())]


def _shared(where: Where, name: str, ours: Programs) -> set[str]:
    """Return the paths of an agent's settings files that other agents have as well."""
    own = {target.path for target in agents.agent(name).targets(where, ours)}
    others = [agents.agent(other).targets(where, ours) for other in NAMES if other != name]
    return {target.path for targets in others for target in targets if target.path in own}
