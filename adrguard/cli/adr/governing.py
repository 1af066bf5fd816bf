"""`adrguard adr for`: which decisions govern a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.adr.shown import at_option, stood_at
from adrguard.cli.output import JSON, Paper, answer, example, format_option, say_interrupted
from adrguard.model.errors import CLEAN
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.decisions.govern_path import Governed


@click.command(
    epilog=example(
        "adrguard adr for src/db.py",
        "adrguard adr for src/billing/",
        "adrguard adr for src/db.py --at v1.0",
        "adrguard adr for src/new.py --format json",
    )
)
@click.argument("path")
@at_option
@format_option
def command(*, path: str, at: str, style: str) -> int:
    """Say which decisions govern PATH: those that bind and whose rules reach it.

    PATH is a file, which need not exist yet, or a folder: then any file in it counts. `adrguard explain` says more of
    each rule, and why the others do not apply.
    """
    from adrguard.usecases.decisions.govern_path import governing

    found = governing(current_folder(), path, at)
    say_interrupted(found.all.found.interrupted)
    if style == JSON:
        return answer("adr for", CLEAN, _body(found))
    _write(found)
    return CLEAN


def _body(found: Governed) -> dict[str, object]:
    from adrguard.cli.adr.shown import named
    from adrguard.report.json import file_path, plain, rule, text

    return {
        "at": found.all.at,
        **file_path(found.path),
        "kind": found.kind,
        "exists": found.exists,
        "files": found.files,
        "language": found.language,
        "excluded": found.excluded,
        "decisions": [
            {
                **plain(one.decision),
                "standing": text(one.standing),
                "rules": [{"rule": rule(reach.rule), "example": text(reach.example)} for reach in one.reaches],
            }
            for one in found.decisions
        ],
        "unenforced": [named(one) for one in found.unenforced],
        "errors": found.all.errors,
    }


def _write(found: Governed) -> None:
    paper = Paper()
    stood_at(paper, found.all)
    shown = f"{found.path}/" if found.kind == "folder" and found.path else found.path or "."
    paper.add(f"{paper.path(shown)}: {', '.join(_facts(found))}")
    for one in found.decisions:
        title = paper.bold(paper.show(f"{one.decision.id} {one.decision.title}"))
        paper.add("", f"{title} ({paper.show(one.standing)})")
        rows = []
        for reach in one.reaches:
            like = f"  (such as {paper.path(reach.example)})" if reach.example else ""
            level = "shadow" if reach.rule.shadow else reach.rule.level
            rows.append([paper.show(reach.rule.id), level, paper.show(reach.rule.invariant) + like])
        paper.table(rows)
    if not found.decisions:
        what = "any file in it" if found.kind == "folder" else "it"
        paper.add(f"no decision governs {what}: no rule that binds reaches there")
    _beside(paper, found)
    paper.write()


def _facts(found: Governed) -> list[str]:
    if found.kind == "folder":
        return [count(found.files, "file") if found.exists else "does not exist yet"]
    facts = [found.language or "no known language"]
    facts += [] if found.exists else ["does not exist yet"]
    return facts + (["left out of text rules"] if found.excluded else [])


def _beside(paper: Paper, found: Governed) -> None:
    if found.unenforced:
        names = ", ".join(paper.show(one.id) for one in found.unenforced)
        paper.add("", f"In force without any rule, so that only a reader can tell: {names}")
    if found.all.errors:
        paper.add("", f"{count(found.all.errors, 'error')} may hide decisions or rules: `adrguard lint` says where")
