"""`adrguard distill`: make a skill of a trace of something that failed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, check_open, example, format_option, working
from adrguard.model.errors import UsageError
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.memory.skills.distill_skill import Distilled
    from adrguard.usecases.memory.skills.trace_at_hand import Origin

_TARGETS = ("default", "hermes", "omp")


@click.command(
    epilog=example(
        "adrguard distill build.log",
        "cargo build 2>&1 | adrguard distill --dry-run",
        "adrguard distill --node node_3f9a12c4 --hint 'the lock file was of another branch' --related ci",
        "adrguard distill session.log --target hermes --category devops",
    )
)
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--trace", metavar="TEXT", help="The trace itself.")
@click.option("--node", metavar="ID", help="The node of a log that was put away.")
@click.option("--title", default="", metavar="T", help="What to call the skill.  [tool, code and words of the failure]")
@click.option("--hint", default="", metavar="H", help="What happened, in your words; it is quoted.")
@click.option("--category", default="", metavar="C", help="Kind of note; with hermes the skills' folder.  [skill]")
@click.option("--tag", "tags", multiple=True, metavar="T", help="A tag. Repeatable.")
@click.option("--related", multiple=True, metavar="R", help="A note to link to: name, path or id. Repeatable.")
@click.option("--target", type=click.Choice(_TARGETS), default="default", show_default=True, help="Whom it is for.")
@click.option("--vault", default="", metavar="PATH", help="The vault, when not the one that is bound here.")
@click.option("--dry-run", is_flag=True, help="Only show what would be written.")
@format_option
def command(  # noqa: PLR0913 -- one parameter for each option
    *,
    file: str | None,
    trace: str | None,
    node: str | None,
    title: str,
    hint: str,
    category: str,
    tags: tuple[str, ...],
    related: tuple[str, ...],
    target: str,
    vault: str,
    dry_run: bool,
    style: str,
) -> int:
    """Make a skill of a trace: what failed, why, and what helped.

    Only what the trace shows is written, each statement with its line; secrets are left out. The skill is a card of the
    vault, or a SKILL.md among the user's own skills of Hermes Agent or Oh My Pi. One that says the same already is not
    written again, and none is written over.
    """
    from adrguard.usecases.memory.skills.distill_skill import Asked, distill

    check_open(sys.stdout)
    asked = Asked(title, hint, category, tags, related, target, vault, dry_run)
    origin = _origin(file, trace, node)
    with working("reading the trace"):
        done = distill(current_folder(), origin, asked)
    if style == JSON:
        return answer("distill", done.exit_code, body(done))
    _write(done)
    return done.exit_code


def _origin(file: str | None, trace: str | None, node: str | None) -> Origin:
    from adrguard.usecases.memory.skills.distill_skill import from_file, from_node, from_pipe, from_text

    given = [name for name, one in (("FILE", file), ("--trace", trace), ("--node", node)) if one is not None]
    if len(given) > 1:
        raise UsageError(f"the trace is given twice: by {' and '.join(given)}", "give one of them")
    if trace is not None:
        return from_text(trace)
    if node is not None:
        return from_node(current_folder(), node)
    if file is None and sys.stdin.isatty():
        raise UsageError("there is no trace", "name a file, pipe it in, or give --trace or --node")
    if file is None or file == "-":
        descriptor = sys.stdin.fileno()
        return from_pipe(lambda size: os.read(descriptor, size))
    return from_file(current_folder(), file)


def body(done: Distilled) -> dict[str, object]:
    """Return the answer for programs."""
    from adrguard.report.json import problem, text
    from adrguard.usecases.memory.skills.distill_answer import structured

    told = structured(done)
    told["path"] = text(str(told["path"]))
    return {**told, "problems": [problem(one) for one in done.problems]}


def _write(done: Distilled) -> None:
    from adrguard.report import problems
    from adrguard.report.display import visible
    from adrguard.usecases.memory.skills.distill_answer import lines

    paper = Paper()
    if done.kept and done.kept.recovered:
        paper.add(paper.show(done.kept.recovered))
    paper.add(*problems.lines(done.problems, colour=paper.colour, encoding=paper.encoding))
    first, *rest = lines(done)
    mark = "" if done.playbook is None or done.dry_run else f"{paper.mark(good=not done.exit_code)} "
    paper.add(f"{mark}{visible(first, paper.encoding)}", *[visible(one, paper.encoding) for one in rest])
    paper.add(*[f"Note: {paper.show(one)}" for one in done.remarks])
    if done.dry_run and done.kept and done.kept.text:
        paper.add("", *[f"    {visible(one, paper.encoding)}".rstrip() for one in done.kept.text.splitlines()])
    paper.write()
