"""`adrguard adr supersede`: one decision takes the place of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.adr.moves import effect_body, write_effect
from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.errors import CLEAN, UsageError
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.decisions.supersede import Superseded


@click.command(
    epilog=example(
        "adrguard adr supersede ADR-0001 --by ADR-0012",
        'adrguard adr supersede 1 4 --title "Payments keep their lock in the database"',
    )
)
@click.argument("old", nargs=-1, required=True)
@click.option("--by", metavar="NEW", help="The decision in force that takes their place.")
@click.option("--title", help="Write a new, accepted decision of this title that takes their place.")
@format_option
def command(*, old: tuple[str, ...], by: str | None, title: str | None, style: str) -> int:
    """Let one decision take the place of others.

    The old notes say that they are superseded, and by what; the new one what it supersedes; all of them change or none
    does. A decision is named by its id, its number, its file or a WikiLink. `adrguard undo` takes it back.
    """
    if (by is None) == (title is None):
        msg = "say what takes their place: --by NEW, a decision that exists, or --title TITLE, for a new one"
        raise UsageError(msg)
    if by is None:
        return _by_new(old, title or "", style)
    from adrguard.usecases.decisions.supersede import supersede

    done = supersede(current_folder(), old, by)
    if style == JSON:
        return answer("adr supersede", CLEAN, _body(done))
    _write(done)
    return CLEAN


def _by_new(old: tuple[str, ...], title: str, style: str) -> int:
    from adrguard.cli.adr.new import created_body, write_created
    from adrguard.usecases.decisions.new_decision import new

    made = new(current_folder(), title, status="accepted", supersedes=old)
    if style == JSON:
        return answer("adr supersede", CLEAN, created_body(made))
    write_created(made)
    return CLEAN


def _body(done: Superseded) -> dict[str, object]:
    from adrguard.report.json import plain

    return {"by": plain(done.by), "olds": [plain(one) for one in done.olds], **effect_body(done.effect)}


def _write(done: Superseded) -> None:
    paper = Paper()
    olds = ", ".join(one.id for one in done.olds)
    if not done.effect.written:
        paper.add(f"{paper.show(done.by.id)} supersedes {paper.show(olds)} already: nothing to do")
    else:
        paper.add(f"{paper.mark(good=True)} {paper.bold(paper.show(f'{done.by.id} supersedes {olds}'))}")
        write_effect(paper, done.effect)
    paper.write()
