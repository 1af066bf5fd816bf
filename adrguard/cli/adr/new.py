"""`adrguard adr new`: write a new decision."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.adr.moves import effect_body, write_effect
from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.errors import CLEAN
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.decisions.new_decision import Created


@click.command(
    epilog=example(
        "adrguard adr new Use events between services",
        'adrguard adr new "Keep the lock in the database" --supersedes ADR-0001 --edit',
        "adrguard adr new Pin every action --status accepted",
    )
)
@click.argument("title", nargs=-1, required=True)
@click.option("--status", default="", help="Its status; 'proposed' unless given: then its rules only advise.")
@click.option("--supersedes", multiple=True, metavar="REF", help="A decision that it takes the place of. Repeatable.")
@click.option("--folder", default="", metavar="PATH", help="Where it goes, when not beside the others.")
@click.option("--edit", is_flag=True, help="Open it in $VISUAL or $EDITOR.")
@format_option
def command(  # noqa: PLR0913 -- one parameter for each option
    *, title: tuple[str, ...], status: str, supersedes: tuple[str, ...], folder: str, edit: bool, style: str
) -> int:
    """Write a new decision.

    It goes where the decisions are, named, numbered and written as they are, by the folder's own template if it has
    one. With a status in force what it supersedes ends at once, otherwise when it is accepted. `adrguard undo` takes it
    back.
    """
    from adrguard.usecases.decisions.new_decision import new

    made = new(current_folder(), " ".join(title), status=status, supersedes=supersedes, folder=folder)
    if style == JSON:
        return answer("adr new", CLEAN, created_body(made))
    write_created(made)
    if edit and sys.stdin.isatty():
        click.edit(filename=made.file)
    return CLEAN


def created_body(made: Created) -> dict[str, object]:
    """Return a new decision for a program."""
    from adrguard.report.json import plain, text

    return {
        "path": text(made.path),
        "file": text(made.file),
        "id": text(made.id),
        "number": made.number,
        "title": text(made.title),
        "status": made.status,
        "date": made.date,
        "template": text(made.template),
        "supersedes": [plain(one) for one in made.supersedes],
        **effect_body(made.effect),
    }


def write_created(made: Created) -> None:
    """Say what was written, and what takes its leave now or later."""
    paper = Paper()
    status = made.status or "no status"
    paper.add(f"{paper.mark(good=True)} {paper.bold(paper.show(f'{made.id} {made.title}'))} ({paper.show(status)})")
    if made.template:
        paper.add(f"  by the template {paper.path(made.template)}")
    write_effect(paper, made.effect)
    waiting = made.supersedes if made.effect.written == (made.path,) else ()
    if waiting:
        ids = ", ".join(one.id for one in waiting)
        paper.add(f"  {paper.show(ids)} stays until this is accepted: adrguard adr accept {paper.show(made.id)}")
    paper.write()
