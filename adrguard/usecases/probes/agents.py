"""What runs the guard when a coding agent works: what is registered, and whether it is there and answers."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING

from adrguard.install import agents as known
from adrguard.install.agents import installed, programs
from adrguard.install.agents.wanted import Where
from adrguard.model.errors import AdrguardError
from adrguard.system import process
from adrguard.usecases.probes import sample_event
from adrguard.usecases.probes.scene import FAILURE, OK, WARNING, Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.install.agents.installed import Registered
    from adrguard.install.agents.programs import Programs
    from adrguard.usecases.probes.scene import Scene

SECONDS = 20.0
"""How long a hook may take to answer when it is asked of an empty folder: agents wait longer, but not much."""


def agents(scene: Scene) -> Iterator[Check]:
    """Say for each agent what is registered with it, and whether that works. Of those without, nothing is said."""
    try:
        ours = programs.here()
    except AdrguardError as error:
        yield Check("agents", WARNING, error.message, error.hint)
        return
    sample = _Sample(ours)
    try:
        for where in _scopes(scene):
            for name in known.TITLES:
                for one in installed.find(known.agent(name), where, ours):
                    yield _check(one, where, ours, sample)
    finally:
        sample.clear()
    yield from _around(scene)


def _scopes(scene: Scene) -> tuple[Where, ...]:
    home, windows = os.path.expanduser("~"), os.name == "nt"
    person = Where(home, home, os.environ, user=True, windows=windows)
    if scene.repo is None or not scene.repo.git_dir:
        return (person,)
    project = Where(scene.repo.root, home, os.environ, windows=windows, git_dir=scene.repo.git_dir)
    return (project, person) if scene.repo.root != home else (project,)


def _check(one: Registered, where: Where, ours: Programs, sample: _Sample) -> Check:
    name = f"agent {one.title}"
    again = f"`adrguard install {one.agent}{' --user' if where.user else ''}` writes it anew"
    if one.trouble is not None:
        return Check(name, WARNING, one.trouble.message, one.trouble.hint)
    for line in dict.fromkeys(line for _, line in one.lines):
        wrong = _wrong(line)
        if wrong:
            return Check(name, FAILURE, f"{one.path}: {wrong}", again)
    if one.lines and not any(programs.called(line) == ours.hook for _, line in one.lines):
        other = programs.called(one.lines[0][1])[0]
        what = f"{one.path}: its hooks are those of another installation, which was not run: {other}"
        return Check(name, WARNING, what, f"`adrguard install {one.agent}` takes this one, should it be meant")
    if one.lines and (fault := sample.fault(one.agent)):
        return Check(name, FAILURE, f"{one.path}: {fault}", "run the line by hand to see what is wrong with it")
    if one.server and not programs.can_serve():
        what = f"{one.path}: the MCP server cannot start without the extra 'mcp'"
        return Check(name, WARNING, what, "pip install 'adrguard[mcp]'")
    if not one.current:
        return Check(name, WARNING, f"{one.path}: not as this version registers it", again)
    events = dict.fromkeys(event for event, _ in one.lines)
    parts = [f"hooks {', '.join(events)}"] if events else []
    return Check(name, OK, f"{one.path}: {'; '.join([*parts, *(['MCP server'] if one.server else [])])}")


def _wrong(line: str) -> str:
    """Say what keeps a registered line from running, "" when nothing does."""
    words = programs.called(line)
    if not words:
        return f"this line cannot be understood: {line}"
    if not os.path.isabs(words[0]):
        return f"'{words[0]}' is no absolute path, and agents start with another PATH than yours"
    if not os.path.isfile(words[0]):
        return f"the program that its hooks start is gone: {words[0]}"
    return "" if os.access(words[0], os.X_OK) else f"the program that its hooks start cannot be run: {words[0]}"


class _Sample:
    """A sample repository in which our program is asked as each agent would, once; made when it is needed first."""

    def __init__(self, ours: Programs) -> None:
        self._hook = ours.hook
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._faults: dict[str, str] = {}

    def fault(self, agent: str) -> str:
        """Say what is wrong with the answer that an agent gets, "" when nothing is."""
        spoken = "copilot" if agent == "vscode" else agent
        if spoken not in self._faults:
            try:
                self._faults[spoken] = self._ask(spoken)
            except AdrguardError as error:
                self._faults[spoken] = error.message
        return self._faults[spoken]

    def _ask(self, agent: str) -> str:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="adrguard-")
            sample_event.lay_out(self._folder.name)
        folder, event = self._folder.name, ["preToolUse"] if agent == "copilot" else []
        argv = [*self._hook, "agent", agent, *event]
        done = process.run(argv, folder, sample_event.edit(agent, folder), _environment(), SECONDS)
        if sample_event.is_refusal(agent, done):
            return ""
        return f"in a sample repository its hook lets a forbidden edit pass (exit code {done.code})"

    def clear(self) -> None:
        """Delete the repository."""
        if self._folder is not None:
            self._folder.cleanup()


def _environment() -> dict[str, str]:
    # Neither variables of git's or ours nor an agent that doctor is run by decide what is answered.
    return {key: one for key, one in os.environ.items() if not key.startswith(("GIT_", "ADRGUARD_", "CLAUDE_"))}


def _around(scene: Scene) -> Iterator[Check]:
    """Say what else decides whether hooks run, and whether they run twice."""
    for where in _scopes(scene)[:1]:
        claude = [path for path in installed.claude_files(where) if installed.hooks_in(path, os.path.dirname(path))]
        plugins = list(installed.plugins(where))
        if claude or plugins:
            for path in installed.switched_off(where):
                what = f"{path} switches all hooks off, ours too"
                yield Check("agent Claude Code", FAILURE, what, "set disableAllHooks to false there")
        if claude and plugins:
            what = f"the plugin ({plugins[0]}) and {claude[0]} both register the guard; the plugin's hooks keep silent"
            yield Check("agent Claude Code", WARNING, what, "`adrguard uninstall claude` leaves it to the plugin")
        if len(claude) > 1:
            what = f"{claude[0]} and {claude[1]} both register the guard: it is asked twice"
            yield Check("agent Claude Code", WARNING, what, "`adrguard uninstall claude` takes the first away")
        for path in installed.gemini_switched_off(where):
            what = f"{path} switches its hooks off (hooksConfig)"
            yield Check("agent Gemini CLI", WARNING, what, "enable them there, should the guard be asked")
