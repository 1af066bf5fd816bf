"""What the commands share: choice of format, writing that survives a closed pipe and a narrow encoding, progress."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from adrguard.model.errors import AdrguardError
from adrguard.report import display, logs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from adrguard.model.errors import Problem

JSON = "json"
TEXT = "text"

format_option = click.option(
    "--format",
    "style",
    type=click.Choice([TEXT, JSON]),
    default=TEXT,
    show_default=True,
    help="Text for people, or one JSON document for programs.",
)


def example(*lines: str) -> str:
    """Return the examples of a command's help, kept as they are laid out."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class Paper:
    """The lines of a text answer, written for one stream: in its encoding, and coloured where it wants that."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.encoding = display.encoding_of(self.stream.encoding)
        self.colour = display.wants_colour(os.environ, terminal=self.stream.isatty())
        self.lines: list[str] = []

    def add(self, *lines: str) -> None:
        """Add lines that are fit to be shown."""
        self.lines += lines

    def show(self, text: str) -> str:
        """Return text from a repository as it may be shown, on one line."""
        return display.folded(text, self.encoding)

    def path(self, path: str) -> str:
        """Return a path as it may be shown, in the colour of places."""
        return display.paint(display.visible(path, self.encoding), display.CYAN, on=self.colour)

    def bold(self, text: str) -> str:
        """Return shown text in bold."""
        return display.paint(text, display.BOLD, on=self.colour)

    def mark(self, *, good: bool) -> str:
        """Return the sign for right or wrong, as far as the stream can show it."""
        text = display.sign("✅" if good else "❌", self.encoding)
        return display.paint(text, display.GREEN if good else display.RED, on=self.colour)

    def table(self, rows: Sequence[Sequence[str]], indent: str = "  ") -> None:
        """Add rows with their columns aligned; the last one is left ragged."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
            self.lines.append((indent + "  ".join([*cells, row[-1]])).rstrip())

    def write(self) -> None:
        """Write all lines."""
        emit("".join(line + "\n" for line in self.lines), self.stream)


def emit(text: str, stream: TextIO | None = None, *, commands: bool = False) -> None:
    """Write text to stdout (or the stream). A reader that went away is no error: the exit code still tells.

    In a log that a CI service reads, nothing of it is a command, unless it is meant to hold `commands`.
    """
    stream = stream or sys.stdout
    if not commands and logs.is_read(os.environ):
        text = logs.harmless(text)
    encoding = stream.encoding or "ascii"
    fit = text.encode(encoding, "backslashreplace").decode(encoding)
    try:
        stream.write(fit)
        stream.flush()
    except OSError as error:
        silence(stream)
        if not isinstance(error, BrokenPipeError):
            raise unwritten(error) from error


def emit_answer(text: str) -> None:
    """Write a text answer that was composed for any reader: its signs as far as stdout can say them."""
    emit(display.spelled(text, display.encoding_of(sys.stdout.encoding)))


def emit_bytes(data: bytes) -> None:
    """Write a file to stdout byte for byte; to a terminal only what that can show without obeying it."""
    if sys.stdout.isatty():
        text = data.decode("utf-8", "surrogateescape")
        encoding = display.encoding_of(sys.stdout.encoding)
        emit("".join(display.visible_line(line, encoding) + "\n" for line in text.splitlines()))
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        silence(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise unwritten(error) from error


def check_open(stream: TextIO) -> None:
    """Refuse to answer where standard output is closed: for commands whose answer is all that they are run for."""
    from adrguard.usecases import surroundings

    if stream is sys.stdout and surroundings.goes_nowhere(stream):
        raise AdrguardError(
            "the answer could not be written: standard output is closed",
            "leave it open, or send it to a file or to /dev/null",
        )


def unwritten(error: OSError) -> AdrguardError:
    """Return what to say where standard output takes no answer, for another reason than a reader that went away."""
    return AdrguardError(
        f"the answer could not be written: {error.strerror}", "make room where standard output goes, and ask again"
    )


def silence(stream: TextIO) -> None:
    """Let a stream that takes nothing more swallow the rest, so that flushing it at exit raises no second error."""
    from adrguard.usecases import surroundings

    surroundings.silence(stream)


def say_interrupted(problems: Sequence[Problem]) -> None:
    """Say on stderr what became of changes of notes that were interrupted, one line each, as it is said only once."""
    if problems:
        from adrguard.usecases.interrupted import lines

        paper = Paper(sys.stderr)
        paper.add(*[f"adrguard: {paper.show(line)}" for line in lines(problems)])
        paper.write()


def answer(command: str, exit_code: int, body: dict[str, Any]) -> int:
    """Write a command's answer as JSON and return its exit code."""
    from adrguard.report import json

    emit(json.document(command, exit_code, body))
    return exit_code


@contextlib.contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal's stderr that something long is going on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


@contextlib.contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yield what is told how many of `total` are done; a terminal's stderr shows it when there is anything to count."""
    if not total or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


_PATIENCE_S = 0.5


@contextlib.contextmanager
def advancing(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Yield what is told how many are done, and of how many; a terminal's stderr shows it when that takes a while.

    None where nobody would see it.
    """
    if not sys.stderr.isatty():
        yield None
        return
    with contextlib.ExitStack() as stack:
        yield _Bar(what, stack).advance


class _Bar:
    """A bar that appears when there is something to wait for: most runs are over before one could be drawn."""

    def __init__(self, what: str, stack: contextlib.ExitStack) -> None:
        self._what = what
        self._stack = stack
        self._start = time.monotonic()
        self._update: Callable[[int, int], None] | None = None

    def advance(self, done: int, total: int) -> None:
        """Show how far it is."""
        if self._update is None and time.monotonic() - self._start > _PATIENCE_S:
            self._update = self._begin()
        if self._update:
            self._update(done, total)

    def _begin(self) -> Callable[[int, int], None]:
        from rich.console import Console
        from rich.progress import Progress

        bar = self._stack.enter_context(Progress(console=Console(stderr=True), transient=True))
        task = bar.add_task(self._what)
        return lambda done, total: bar.update(task, completed=done, total=total)
