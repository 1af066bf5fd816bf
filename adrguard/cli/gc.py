"""`adrguard gc`: make the old part of an agent's session small."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.output import (
    JSON,
    Paper,
    answer,
    check_open,
    emit_answer,
    emit_bytes,
    example,
    format_option,
    working,
)
from adrguard.model.errors import CLEAN, AdrguardError
from adrguard.report.display import spelled
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.memory.collect_context import Collected

_STDIN = "-"


@click.command(
    epilog=example(
        "adrguard gc session.json > smaller.json",
        "adrguard gc ~/.claude/projects/-work-shop/4f0c….jsonl --output smaller.jsonl",
        "adrguard gc messages.json --hot-window 10 --context-window 200000",
        "adrguard gc --format json < messages.json",
    )
)
@click.argument("file", default=_STDIN, metavar="[FILE|-]")
@click.option(
    "--threshold",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    metavar="N",
    help="Lines up to which the output of a tool stays.",
)
@click.option(
    "--hot-window",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    metavar="N",
    help="How many of the last turns stay untouched.",
)
@click.option(
    "--context-window",
    type=click.IntRange(1),
    default=128_000,
    show_default=True,
    metavar="N",
    help="Tokens of the model's context window.",
)
@click.option("--output", default="", metavar="FILE", help="Write the trajectory here, not to standard output.")
@format_option
def command(  # noqa: PLR0913 -- one parameter for each option
    *, file: str, threshold: int, hot_window: int, context_window: int, output: str, style: str
) -> int:
    """Make the old part of a session's trajectory small, and print one of the same kind.

    It is read from FILE or standard input: a session of turns, a transcript of Claude Code, a rollout of Codex, a
    recording of Gemini CLI, an export of OpenCode, or an array of messages as OpenAI or Anthropic take them. The last
    turns stay byte for byte. Before them, long outputs of tools become a diagram and a node, a dump that came again and
    a file that was read again give way to the latest, and the oldest turns become a digest of decisions, files edited,
    errors and open tasks, until the context takes at most 60 % of the window and the old part a twelfth of what it was.
    `adrguard inspect NODE` shows whatever was put away. FILE itself is never changed; figures go to standard error.
    """
    from adrguard.usecases.memory.collect_context import Wanted, check_output, collect_bytes, read, save

    if not output:
        check_open(sys.stdout)
    else:
        check_output(current_folder(), "" if file == _STDIN else file, output)
    name = "standard input" if file == _STDIN else file
    with working("collecting the context"):
        wanted = Wanted(threshold, hot_window, context_window)
        # Handed over without a name here: whoever collects lets go of it as soon as it is read.
        after, done = collect_bytes(current_folder(), _stdin() if file == _STDIN else read(file), wanted, name)
    if output:
        save(current_folder(), output, after)
    if style == JSON:
        return answer("gc", CLEAN, body(done, output))
    if output:
        emit_answer(done.report)
        return CLEAN
    emit_bytes(after)
    paper = Paper(sys.stderr)
    paper.add(*spelled(done.report, paper.encoding).splitlines())
    paper.write()
    return CLEAN


def _stdin() -> bytes:
    from adrguard.usecases.memory.collect_context import MOST_BYTES

    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise AdrguardError(
            f"standard input: too large (limit {MOST_BYTES >> 20} MB)", "collect a part of the session, or a file of it"
        )
    return data


def body(done: Collected, output: str) -> dict[str, object]:
    """Return the answer for programs: the trajectory is part of it unless it went to a file."""
    from adrguard.report.json import text

    return {
        **done.structured,
        "output": text(output),
        "trajectory": None if output else text(done.trajectory),
        "text": done.report,
    }
