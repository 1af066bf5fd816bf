"""`adrguard undo`: take the last supersession back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.adr.moves import effect_body, write_effect
from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.errors import CLEAN
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.undo import TakenBack


@click.command(epilog=example("adrguard undo --dry-run", "adrguard undo"))
@click.option("--dry-run", is_flag=True, help="Say what would be taken back, and touch nothing.")
@format_option
def command(*, dry_run: bool, style: str) -> int:
    """Take back the last supersession, or other change of a decision, that adrguard made.

    Every note that it touched becomes byte for byte what it was; a note that it made goes. Where one of them was
    changed since, nothing is touched. Called again, the one before is taken back, up to twenty.
    """
    from adrguard.usecases.undo import undo

    done = undo(current_folder(), dry_run=dry_run)
    if style == JSON:
        return answer(
            "undo", CLEAN, {"what": done.what, "when": done.when, "dry_run": dry_run} | effect_body(done.effect)
        )
    _write(done, dry_run=dry_run)
    return CLEAN


def _write(done: TakenBack, *, dry_run: bool) -> None:
    paper = Paper()
    if dry_run:
        paper.add(
            f"would take back: {paper.show(done.what)} ({done.when}), in {count(len(done.effect.written), 'note')}"
        )
    else:
        paper.add(f"{paper.mark(good=True)} {paper.bold('taken back')}: {paper.show(done.what)} ({done.when})")
    write_effect(paper, done.effect)
    paper.write()
