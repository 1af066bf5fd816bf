"""What a log says, as plain values."""

from __future__ import annotations

from adrguard.model.record import Record


class Failure(Record):
    """The first of a kind of error (or warning), and how many of the kind there are.

    tool     whose error it is (``cargo``, ``pytest``, ``log``)
    code     what the tool calls the kind (``E0382``, ``TS2322``, ``KeyError``), "" where it does not
    message  its words, on one line, at most `LONGEST` characters
    path     the file that it names, as the log has it, "" for none; `line` and `column` are 1-based, 0 for unknown
    at       1-based line of the log where it stands
    count    how many there are of the kind
    phase    index in `Trace.phases`
    """

    tool: str
    code: str
    message: str
    path: str
    line: int
    column: int
    at: int
    count: int
    phase: int

    @property
    def place(self) -> str:
        """`file:line`, "" where it names none."""
        return f"{self.path}:{self.line}" if self.path and self.line else self.path


class Phase(Record):
    """A part of what was done: its name, the lines of the log from `first` to `last`, its errors and warnings."""

    name: str
    first: int
    last: int
    errors: int
    warnings: int


class Said(Record):
    """A line of the log that speaks for itself: a command that was run, or a result (``3 failed, 5 passed``)."""

    at: int
    text: str


class Trace(Record):
    """What a log says.

    tools     whose output was recognised, in order of appearance
    phases    in order; at least one
    failures  the first error of each kind, in the log's order, those of tools before those that only a level marks
    warnings  the same for warnings
    errors    how many errors there are in all, `warned` how many warnings
    unlisted  how many errors are of kinds that `failures` has no room for (it holds `MOST_KINDS`)
    results   the last lines that sum something up
    commands  the commands that the log shows
    lines     lines of the log (the last may lack its end), `size` its bytes
    encoding  ``utf-8`` also for what is none; ``utf-16-le`` and the like by the byte order mark
    """

    tools: tuple[str, ...]
    phases: tuple[Phase, ...]
    failures: tuple[Failure, ...]
    warnings: tuple[Failure, ...]
    errors: int
    warned: int
    unlisted: int
    results: tuple[Said, ...]
    commands: tuple[Said, ...]
    lines: int
    size: int
    encoding: str = "utf-8"
