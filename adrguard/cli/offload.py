"""`adrguard offload`: put a long log away, and show what matters of it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.output import (
    JSON,
    Paper,
    answer,
    check_open,
    emit_answer,
    example,
    format_option,
    silence,
    unwritten,
    working,
)
from adrguard.model.errors import CLEAN, AdrguardError
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from adrguard.memory.traces.trace import Failure, Said
    from adrguard.usecases.memory.logs.offload_log import Offloaded


@click.command(
    context_settings={"ignore_unknown_options": False, "allow_interspersed_args": False},
    epilog=example(
        "cargo build 2>&1 | adrguard offload",
        "adrguard offload -- pytest -x",
        "adrguard offload --task 'nightly build' --threshold 100 -- make -j8",
        "adrguard offload --format json < build.log",
    ),
)
@click.argument("argv", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND [ARGS]...]")
@click.option("--task", default="", metavar="NAME", help="What the log is of; shown at the diagram's beginning.")
@click.option(
    "--threshold",
    type=click.IntRange(0),
    default=None,
    metavar="N",
    help="Lines up to which a log passes as it is.  [as configured, or 30]",
)
@format_option
def command(*, argv: tuple[str, ...], task: str, threshold: int | None, style: str) -> int:
    """Put a long log away, and print a diagram of what matters in it.

    The log comes from standard input, or from COMMAND, whose exit code is kept. Up to the threshold it comes out byte
    for byte. A longer one is kept in a file, its secrets taken out, and a Mermaid state diagram comes out
    instead: the phases, the first error of each kind with its place, the reduction, and the node by which `adrguard
    inspect` shows every line.
    """
    least = -1 if threshold is None else threshold
    return _run(argv, task, least, style) if argv else _pipe(task, least, style)


def _pipe(task: str, threshold: int, style: str) -> int:
    from adrguard.usecases.memory.logs.offload_log import NotKeptError, Wanted, offload

    source = _reader()
    try:
        with working("reading the log"):
            done = offload(current_folder(), source, Wanted(task, threshold))
    except NotKeptError as error:
        _complain(error)
        _copy([*error.log])
        _copy(iter(lambda: source(1 << 16), b""))
        return CLEAN
    return _told(done, CLEAN, style)


def _reader() -> Callable[[int], bytes]:
    descriptor = sys.stdin.fileno()
    return lambda size: os.read(descriptor, size)


def _run(argv: tuple[str, ...], task: str, threshold: int, style: str) -> int:
    from adrguard.usecases.memory.logs.offload_log import Offloaded
    from adrguard.usecases.memory.logs.run_logged import ERR, run_logged

    lost: list[AdrguardError] = []

    def hand_on(part: bytes, stream: TextIO | None = None) -> None:
        # Whatever becomes of its output, the program goes on to its end, and its exit code counts.
        try:
            if not lost:
                _copy([part], stream)
        except AdrguardError as error:
            lost.append(error)

    with working(f"running {argv[0]}"):
        done = run_logged(current_folder(), argv, hand_on, task, threshold)
    if done.unkept:
        _complain(done.unkept)
    if done.abandoned:
        _say("processes that it left behind still hold its output; they were not waited for")
    if not done.unkept and (done.offloaded or style == JSON):
        try:
            _told(done.offloaded or Offloaded(b"".join(part for _, part in done.pieces)), done.code, style)
        except AdrguardError as error:
            lost.append(error)
    else:
        for number, part in done.pieces:
            hand_on(part, sys.stderr if number == ERR else sys.stdout)
    for why in lost:
        _say(why.message, why.hint)
    return done.code or (lost[0].exit_code if lost else CLEAN)


def _complain(error: AdrguardError) -> None:
    _say(f"the log was not kept, and comes as it is: {error.message}", error.hint)


def _say(message: str, hint: str = "") -> None:
    paper = Paper(sys.stderr)
    paper.add(f"adrguard: {paper.show(message)}", *([f"  {paper.show(hint)}"] if hint else []))
    paper.write()


def _copy(parts: Iterable[bytes], stream: TextIO | None = None) -> None:
    """Write bytes as they are; a reader that went away is no error."""
    stream = stream or sys.stdout
    check_open(stream)
    try:
        for part in parts:
            stream.buffer.write(part)
        stream.flush()
    except OSError as error:
        silence(stream)
        if not isinstance(error, BrokenPipeError):
            raise unwritten(error) from error


def _told(done: Offloaded, code: int, style: str) -> int:
    try:
        check_open(sys.stdout)
        if style == JSON:
            return answer("offload", code, body(done))
        if done.node:
            emit_answer(done.text)
        else:
            _copy([done.passed])
    except AdrguardError as error:
        if not done.node:
            raise
        raise AdrguardError(error.message, f"the log is kept: `adrguard inspect {done.node}` shows it") from error
    return code


def body(done: Offloaded) -> dict[str, object]:
    """Return the answer for programs."""
    from adrguard.report.json import text

    trace = done.trace
    return {
        "offloaded": bool(done.node),
        "passed": done.passed.decode("utf-8", "backslashreplace"),
        "node": done.node,
        "parts": [
            {"phase": text(one.phase), "node": one.node, "first": one.first, "last": one.last} for one in done.parts
        ],
        "task": text(done.task),
        "lines": trace.lines if trace else 0,
        "size": trace.size if trace else len(done.passed),
        "tools": list(trace.tools) if trace else [],
        "phases": [
            {
                "name": text(one.name),
                "first": one.first,
                "last": one.last,
                "errors": one.errors,
                "warnings": one.warnings,
            }
            for one in done.phases
        ],
        "errors": trace.errors if trace else 0,
        "warned": trace.warned if trace else 0,
        "failures": [failure(one) for one in done.failures],
        "warnings": [failure(one) for one in done.warnings],
        "unlisted": trace.unlisted if trace else 0,
        "results": [_said(one) for one in done.results],
        "redacted": done.redacted,
        "tokens_before": done.tokens_before,
        "tokens_after": done.tokens_after,
        "reduction": done.reduction,
        "text": done.text,
    }


def failure(one: Failure) -> dict[str, object]:
    """Return one kind of error."""
    from adrguard.report.json import text

    return {
        "tool": one.tool,
        "code": text(one.code),
        "message": text(one.message),
        "path": text(one.path),
        "line": one.line,
        "column": one.column,
        "at": one.at,
        "count": one.count,
        "phase": one.phase,
    }


def _said(one: Said) -> dict[str, object]:
    from adrguard.report.json import text

    return {"at": one.at, "text": text(one.text)}
