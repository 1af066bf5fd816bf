"""A trace cut at the commands that it shows: what each of them brought, and the first failure of each kind."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from adrguard.memory.distill import prompts
from adrguard.memory.distill.quotes import Quote, fit
from adrguard.memory.traces.book import LONGEST, MOST_KINDS, PLAIN, skeleton
from adrguard.memory.traces.portions import Portion
from adrguard.memory.traces.reading import Reading
from adrguard.memory.traces.trace import Failure
from adrguard.model.record import Record

if TYPE_CHECKING:
    from adrguard.memory.traces.trace import Trace

MOST_BEFORE = 20
"""Commands before the first failure that are kept: the last ones."""
MOST_AFTER = 400
_FAILED = re.compile(r"\*\*\* |BUILD FAIL|build stopped|\bFAILED\b|\b[1-9]\d* (?:failed|failing)\b")
_LONGEST_LINE = 4000


class Step(Record):
    """A command (None for what stands before the first), the lines from `first` to `last`, and how many errors."""

    command: Quote | None
    first: int
    last: int
    errors: int

    @property
    def is_silent(self) -> bool:
        """Whether nothing stands below the command."""
        return self.last <= self.first


class Course(Record):
    """How it went.

    steps     in order: of those before the first failure the last `MOST_BEFORE`, of those after it the first
    failures  the first failure of each kind; `at` counts from the trace's first line
    errors    how many errors there are in all, `warned` how many warnings
    tools     whose output was recognised
    lines     number of the last line
    """

    steps: tuple[Step, ...]
    failures: tuple[Failure, ...]
    errors: int
    warned: int
    tools: tuple[str, ...]
    lines: int


class Stepping:
    """Reads a trace that comes in pieces, each ending where a line does; the first line has the number `first`."""

    def __init__(self, first: int = 1) -> None:
        self._line = self._begun = first
        self._command: Quote | None = None
        self._reading = Reading()
        self._inside = False
        self._hunk = [0, 0]
        self._before: deque[Step] = deque(maxlen=MOST_BEFORE)
        self._after: list[Step] = []
        self._kinds: dict[tuple[str, str, str], Failure] = {}
        self._errors = self._warned = 0
        self._tools: dict[str, None] = {}

    def feed(self, text: bytes) -> None:
        """Take the next piece."""
        start = 0
        at = text.find(b"\n") + 1 if self._inside else 0
        if self._inside and not at:
            self._give(text)
            return
        at = self._past_hunk(text, at)
        search = prompts.triggers()
        while at < len(text) and (found := search.search(text, at)):
            begun = found.start()
            stop = text.find(b"\n", begun)
            stop = len(text) if stop < 0 else stop
            line = text[begun : min(stop, begun + _LONGEST_LINE)]
            at = stop + 1
            self._hunk = list(prompts.hunk(line) or (0, 0))
            command = fit(prompts.command(line))
            if command and not command.startswith("#"):  # a comment is no command
                self._give(text[start:begun])
                self._end()
                self._begun, self._command, start = self._line, Quote(self._line, (command,)), begun
            at = self._past_hunk(text, at)
        self._give(text[start:])

    def _past_hunk(self, text: bytes, at: int) -> int:
        """Return where a hunk of a diff ends: its lines are no commands, though `+ x` looks like one."""
        while any(one > 0 for one in self._hunk) and at < len(text) and text[at : at + 1] in (b" ", b"+", b"-", b"\\"):
            sign = text[at : at + 1]
            self._hunk[0] -= sign in (b" ", b"-")
            self._hunk[1] -= sign in (b" ", b"+")
            stop = text.find(b"\n", at)
            at = len(text) if stop < 0 else stop + 1
        return at

    def _give(self, piece: bytes) -> None:
        if piece:
            self._reading.feed(Portion(b"", piece))
            self._line += piece.count(b"\n")
            self._inside = not piece.endswith(b"\n")

    def _end(self) -> None:
        last = self._line - (not self._inside)
        trace = self._reading.end()
        self._reading = Reading()
        if last < self._begun:
            return
        failures = trace.failures or tuple(_by_result(trace, self._command))
        errors = trace.errors or len(failures)
        step = Step(self._command, self._begun, last, errors)
        self._errors += errors
        self._warned += trace.warned
        self._tools.update(dict.fromkeys(one for one in trace.tools if one != PLAIN))
        for one in failures:
            self._add(one.replace(at=one.at + self._begun - 1))
        if self._after or errors:
            if len(self._after) < MOST_AFTER:
                self._after.append(step)
        else:
            self._before.append(step)

    def _add(self, failure: Failure) -> None:
        kind = (failure.tool, failure.code, skeleton(failure.message))
        known = self._kinds.get(kind)
        if known is not None:
            self._kinds[kind] = known.replace(count=known.count + failure.count)
        elif len(self._kinds) < MOST_KINDS:
            self._kinds[kind] = failure

    def end(self) -> Course:
        """Return how it went."""
        self._end()
        failures = sorted(self._kinds.values(), key=lambda one: (one.tool == PLAIN, one.at))
        last = self._line - (not self._inside)
        steps = (*self._before, *self._after)
        return Course(steps, tuple(failures), self._errors, self._warned, tuple(self._tools), last)


def _by_result(trace: Trace, command: Quote | None) -> list[Failure]:
    """Return the failure of a log in which nothing is marked as an error but what came of it all."""
    tool = program(command.text) if command else ""
    for one in trace.results:
        if _FAILED.search(one.text):
            name = tool or next((name for name in trace.tools if name != PLAIN), PLAIN)
            return [Failure(name, "", one.text[:LONGEST], "", 0, 0, one.at, 1, 0)]
    return []


_LEAD = frozenset(("sudo", "time", "env", "exec", "nice", "command"))
_PARTS = re.compile(r"&&|;|\|\|")
_ASSIGNED = re.compile(r"^\w+=")
_MANY = frozenset(
    (
        *("apt", "apt-get", "bash", "bun", "bundle", "cargo", "composer", "deno", "docker", "dotnet", "git", "go"),
        *("gradle", "helm", "java", "kubectl", "make", "mix", "mvn", "node", "npm", "npx", "pip", "pip3", "pnpm"),
        *("poetry", "python", "python3", "ruby", "rustup", "sh", "swift", "terraform", "uv", "yarn"),
    )
)


def program(command: str) -> str:
    """Return the program that a command runs, "" where that cannot be told."""
    found = kind_of(command)
    return found[0] if found else ""


def kind_of(command: str) -> tuple[str, ...]:
    """Return what makes two commands the same task: the program, and what it is to do where it can do many things."""
    parts = [one for one in _PARTS.split(command) if one.strip()]
    words = [one for one in (parts[-1].split() if parts else []) if not _ASSIGNED.match(one)]
    while words and words[0] in _LEAD:
        words = words[1:]
    if not words:
        return ()
    name = re.split(r"[\\/]", words[0])[-1].removesuffix(".exe")
    if not re.fullmatch(r"\w[\w.+-]*", name):
        return ()
    if name not in _MANY:
        return (name,)
    rest = [one for one in words[1:] if not one.startswith("-")]
    return (name, *rest[: 2 if rest[:1] == ["run"] else 1])
