"""What is registered with a coding agent, and where: plain values that the files of the agents are written in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from adrguard.install.agents.programs import Programs

JSON, JSON5, TOML, YAML, OWN = "json", "json5", "toml", "yaml", "own"

STOP_SECONDS, EDIT_SECONDS, START_SECONDS = 60, 10, 15
"""How long an agent waits for a hook: before a stop, around an edit or a shell call, at a start."""

SERVER = "adrguard"
"""The name under which the MCP server is registered."""


class Hooks(Record):
    """Hooks in a settings file: below the keys `at`, for each event a list of entries.

    `grouped`: an entry is ``{matcher?, hooks: [handler, …]}``, else a handler itself. `beside`: keys at the top that
    the agent wants to see in such a file, added where they are missing.
    """

    at: tuple[str, ...]
    events: tuple[tuple[str, tuple[dict[str, Any], ...]], ...]
    grouped: bool = True
    beside: tuple[tuple[str, Any], ...] = ()


class Server(Record):
    """The MCP server in a settings file: its value at the end of these keys."""

    keys: tuple[str, ...]
    value: dict[str, Any]


class Target(Record):
    """One settings file. `inside`: the folder that no link of its path may lead out of.

    `form` says how it is written; with `OWN` the whole file is ours and has this `text`.
    """

    path: str
    inside: str
    form: str = JSON
    hooks: Hooks | None = None
    server: Server | None = None
    text: str = ""
    executable: bool = False


class Where(Record):
    """For what is installed: the repository `root`, or with `user` everything that this person does.

    `environ` is the environment, `home` the person's folder, `git_dir` where this repository's state is kept;
    `linked`: `root` is a linked working tree.
    """

    root: str
    home: str
    environ: Mapping[str, str]
    user: bool = False
    windows: bool = False
    git_dir: str = ""
    linked: bool = False


class Agent(Record):
    """A coding agent.

    targets      what is registered where; nothing for a scope that the agent does not know
    programs     names of its program on PATH
    marks        paths below the repository that show that it is used there
    home_marks   paths below the person's folder that show that it is installed
    afterwards   what the person has to do once hooks are registered, and `served` once the MCP server is
    """

    name: str
    title: str
    targets: Callable[[Where, Programs], tuple[Target, ...]]
    programs: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    home_marks: tuple[str, ...] = ()
    afterwards: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
