"""Where the readers of the kinds write down what they find; it groups errors by kind and never grows without bound."""

from __future__ import annotations

import re

from adrguard.memory.traces.trace import Failure, Phase, Said, Trace

MOST_KINDS = 400
MOST_PHASES = 24
MOST_COMMANDS = 200
MOST_RESULTS = 6
LONGEST = 200
PLAIN = "log"

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\u2018[^\u2019]*\u2019")
_VARIABLE = re.compile(r"0x[0-9a-fA-F]+|\b[0-9a-f]{8,}\b|\d+")


def skeleton(message: str) -> str:
    """Return a message without what differs from one case to the next: numbers, ids, what is quoted."""
    plain = message[:LONGEST]
    if "'" in plain or '"' in plain or "`" in plain or "\u2018" in plain:
        plain = _QUOTED.sub("'…'", plain)
    return _VARIABLE.sub("#", plain)


class Found:
    """One error or warning that was written down; its place and words may become known later."""

    __slots__ = ("_kind", "first")

    def __init__(self, kind: _Kind, *, first: bool) -> None:
        self._kind = kind
        self.first = first
        """Whether it is the first of its kind, and there is room for it: then its place and words are kept."""

    def place(self, path: str, line: int = 0, column: int = 0) -> None:
        """Say where it is, if that is not known already."""
        if self.first and not self._kind.path:
            self._kind.path, self._kind.line, self._kind.column = path, line, column

    def say(self, message: str) -> None:
        """Give it its words, if it has none yet."""
        if self.first and not self._kind.message:
            self._kind.message = _shown(message)


class _Kind:
    __slots__ = ("at", "code", "column", "count", "line", "message", "path", "phase", "tool")

    def __init__(self, tool: str, code: str, message: str, at: int, phase: int) -> None:
        self.tool, self.code, self.message, self.at, self.phase = tool, code, message, at, phase
        self.path, self.line, self.column, self.count = "", 0, 0, 0

    def plain(self) -> Failure:
        return Failure(
            self.tool,
            self.code,
            self.message,
            self.path,
            self.line,
            self.column,
            self.at,
            self.count,
            self.phase,
        )


class _Phase:
    __slots__ = ("errors", "first", "last", "name", "warnings")

    def __init__(self, name: str, first: int) -> None:
        self.name, self.first, self.last, self.errors, self.warnings = name, first, first, 0, 0


_UNLISTED = Found(_Kind("", "", "", 0, 0), first=False)
Last = tuple[_Kind, int]


class Book:
    """What was found so far."""

    def __init__(self) -> None:
        self._phases: list[_Phase] = []
        self._current = -1
        self._tables: tuple[dict[tuple[str, str], _Kind], dict[tuple[str, str], _Kind]] = ({}, {})
        self._totals = [0, 0]
        self._unlisted = 0
        self._tools: dict[str, None] = {}
        self._results: list[Said] = []
        self._commands: list[Said] = []
        self._otherwise: tuple[str, int, str, str, int] | None = None
        self.written = 0
        """How many errors and warnings were written down one by one."""
        self.last: Last | None = None
        """The last of them, for `again`; None where there was no room for its kind."""

    @property
    def errors(self) -> int:
        """How many errors there were so far, whoever's they are."""
        return self._totals[0]

    def phase(self, tool: str, name: str, at: int) -> None:
        """Say that from here on the log is about this."""
        self._tools[tool] = None
        if self._current >= 0 and self._phases[self._current].name == name:
            self._phases[self._current].last = max(self._phases[self._current].last, at)
            return
        index = next((index for index, one in enumerate(self._phases) if one.name == name), -1)
        if index < 0:
            if len(self._phases) >= MOST_PHASES:
                return
            self._close(at)
            self._phases.append(_Phase(name, at))
            index = len(self._phases) - 1
        else:
            self._close(at)
        self._current = index

    def _close(self, at: int) -> None:
        if self._current >= 0:
            now = self._phases[self._current]
            now.last = max(now.last, at - 1)

    def error(self, tool: str, at: int, code: str, message: str, key: str = "") -> Found:
        """Write an error down. `key` tells kinds apart where the code does not; else its code, or its words, do."""
        return self._found(0, tool, at, code, message, key)

    def warning(self, tool: str, at: int, code: str, message: str, key: str = "") -> Found:
        """Write a warning down, as `error` does."""
        return self._found(1, tool, at, code, message, key)

    def _found(self, which: int, tool: str, at: int, code: str, message: str, key: str) -> Found:
        if tool != PLAIN:
            self._tools[tool] = None
        if self._current < 0:
            self.phase(tool, "Log" if tool == PLAIN else "Run", min(at, 1))
        self._count(which, at)
        self.written += 1
        self.last = None
        table = self._tables[which]
        name = (tool, key or code or skeleton(message))
        kind = table.get(name)
        first = kind is None
        if kind is None:
            if len(table) >= MOST_KINDS:  # it is counted, and nobody asks what it says
                self._unlisted += 1 - which
                return _UNLISTED
            kind = table[name] = _Kind(tool, code, _shown(message), at, self._current)
        kind.count += 1
        self.last = (kind, which)
        return Found(kind, first=first)

    def _count(self, which: int, at: int) -> None:
        phase = self._phases[self._current]
        phase.last = max(phase.last, at)
        if which:
            phase.warnings += 1
        else:
            phase.errors += 1
        self._totals[which] += 1

    def again(self, last: Last, at: int) -> None:
        """Count one more of what was written down before."""
        kind, which = last
        kind.count += 1
        self._count(which, at)

    def disown(self, tool: str, other: str = PLAIN) -> None:
        """Say that what was written down for a tool is another's, or may be anybody's."""
        if tool not in self._tools:
            return
        tools = (other if one == tool else one for one in self._tools)
        self._tools = dict.fromkeys(one for one in tools if one != PLAIN or other != PLAIN)
        for table in self._tables:
            for kind in table.values():
                kind.tool = other if kind.tool == tool else kind.tool

    def result(self, at: int, text: str) -> None:
        """Keep a line that sums something up."""
        self._results = [*self._results[1 - MOST_RESULTS :], Said(at, _shown(text))]

    def otherwise(self, tool: str, at: int, message: str, place: tuple[str, int] = ("", 0)) -> None:
        """Take what is the error if the whole log tells of no other; the first counts."""
        self._otherwise = self._otherwise or (tool, at, message, *place)

    def command(self, at: int, text: str) -> None:
        """Keep a command that the log shows."""
        if len(self._commands) < MOST_COMMANDS:
            self._commands.append(Said(at, _shown(text)))

    def trace(self, lines: int, size: int, encoding: str) -> Trace:
        """Return all that was found."""
        if self._otherwise and not self.errors:
            tool, at, message, path, line = self._otherwise
            self.error(tool, at, "", message).place(path, line)
        if self._current < 0:
            self.phase(PLAIN, "Log", 1)
        self._phases[self._current].last = max(lines, 1)
        failures, warnings = (
            tuple(sorted((one.plain() for one in table.values()), key=lambda one: (one.tool == PLAIN, one.at)))
            for table in self._tables
        )
        return Trace(
            tuple(self._tools),
            tuple(Phase(one.name, one.first, one.last, one.errors, one.warnings) for one in self._phases),
            failures,
            warnings,
            self._totals[0],
            self._totals[1],
            self._unlisted,
            tuple(self._results),
            tuple(self._commands),
            lines,
            size,
            encoding,
        )


def _shown(text: str) -> str:
    return " ".join(text[: 2 * LONGEST].split())[:LONGEST]
