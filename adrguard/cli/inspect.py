"""`adrguard inspect`: show lines of a log that was put away."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.offload import failure
from adrguard.cli.output import JSON, Paper, answer, check_open, emit, emit_bytes, example, format_option
from adrguard.model.errors import CLEAN, UsageError
from adrguard.report.display import visible
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.memory.logs.inspect_node import Inspected

_MOST_LISTED = 100


@click.command(
    epilog=example(
        "adrguard inspect node_3f9a12c4",
        "adrguard inspect node_3f9a12c4 --lines 200:260",
        "adrguard inspect node_3f9a12c4 --grep 'undefined reference'",
        "adrguard inspect node_3f9a12c4 --tail 40",
        "adrguard inspect node_3f9a12c4 --errors",
        "adrguard inspect node_3f9a12c4 --raw > build.log",
    )
)
@click.argument("node")
@click.option(
    "--lines", default="", metavar="A:B", help="These lines of the log, counted from 1 (A:, :B and A as well)."
)
@click.option("--grep", default="", metavar="RE", help="Only lines that this pattern (RE2) matches.")
@click.option("--tail", type=click.IntRange(1), default=None, metavar="N", help="The last N lines.")
@click.option("--errors", is_flag=True, help="The errors: each kind with its first place and its line in the log.")
@click.option("--raw", "whole", is_flag=True, help="All of the log, byte for byte.")
@format_option
def command(  # noqa: PLR0913 -- one parameter for each option
    *, node: str, lines: str, grep: str, tail: int | None, errors: bool, whole: bool, style: str
) -> int:
    """Show lines of a log that `adrguard offload` put away, by the id of its node.

    They come exactly as they are, at most 200 lines and 64 KB at a time; what comes next is said on standard error. A
    node of a failing phase shows that phase's lines, numbered as in the whole log.
    """
    from adrguard.usecases.memory.logs.inspect_node import Wanted, inspect, raw

    check_open(sys.stdout)
    chosen = [bool(lines or grep), tail is not None, errors, whole]
    if sum(chosen) > 1:
        raise UsageError("--tail, --errors and --raw each stand alone", "`--lines` and `--grep` go together")
    if whole:
        if style == JSON:
            raise UsageError("--raw gives the bytes of the log, which JSON cannot hold", "leave --format out")
        for piece in raw(current_folder(), node):
            emit_bytes(piece)
        return CLEAN
    found = inspect(current_folder(), node, Wanted(lines, grep, tail or 0, errors))
    if style == JSON:
        return answer("inspect", CLEAN, body(found))
    if found.trace:
        _list(found)
    else:
        _show(found)
    return CLEAN


def _show(found: Inspected) -> None:
    data = b"".join(line + b"\n" for _, line in found.lines)
    emit_bytes(data)
    paper = Paper(sys.stderr)
    shown = f"lines {found.lines[0][0]} to {found.lines[-1][0]}" if found.lines else "no line"
    paper.add(f"{found.node}: {shown} of {found.facts.lines or 'an unknown number'}")
    if found.cut:
        paper.add(f"  the last line goes on for {found.cut} bytes: adrguard inspect {found.node} --raw")
    if found.more:
        grep = f" --grep {shlex.quote(found.grep)}" if found.grep else ""
        paper.add(f"  more: adrguard inspect {found.node} --lines {found.more}{visible(grep, paper.encoding)}")
    paper.write()


def _list(found: Inspected) -> None:
    trace = found.trace
    assert trace is not None  # noqa: S101 -- the caller looked
    paper = Paper()
    here = [one for one in trace.failures if found.first <= one.at <= found.last]
    paper.add(f"{found.node}: {trace.errors} errors, {trace.warned} warnings in {trace.lines} lines")
    for one in here[:_MOST_LISTED]:
        times = f" (x{one.count})" if one.count > 1 else ""
        words = " ".join(part for part in (one.code, one.place, one.message) if part)
        paper.add(f"{one.at}: {visible(words, paper.encoding)}{times}")
    if len(here) > _MOST_LISTED or trace.unlisted:
        paper.add(f"and {len(here[_MOST_LISTED:])} more kinds; {trace.unlisted} errors are of kinds beyond those")
    if here:
        first = max(here[0].at - 2, 1)
        paper.add(f"around the first: adrguard inspect {found.node} --lines {first}:{first + 20}")
    emit("".join(line + "\n" for line in paper.lines))


def body(found: Inspected) -> dict[str, object]:
    """Return the answer for programs."""
    from adrguard.report.json import text

    return {
        "node": found.node,
        "within": found.within,
        "task": text(found.facts.task),
        "lines": [{"number": number, "text": line.decode("utf-8", "backslashreplace")} for number, line in found.lines],
        "cut": found.cut,
        "more": found.more,
        "first": found.first,
        "last": found.last,
        "total": found.facts.lines,
        "size": found.facts.size,
        "encoding": found.facts.encoding,
        "redacted": found.facts.redacted,
        "errors": None if found.trace is None else found.trace.errors,
        "failures": [failure(one) for one in found.trace.failures] if found.trace else [],
    }
