"""`adrguard adr list`: every decision on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.adr.shown import at_option, hit_body, stood_at
from adrguard.cli.output import JSON, Paper, answer, example, format_option, say_interrupted
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.report.display import shortened
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.decisions.list_decisions import Listed, Row

_LONGEST_ID, _LONGEST_STANDING = 40, 48
_HEAD = ("id", "status", "rules", "prose", "last hit", "title")


@click.command(
    epilog=example(
        "adrguard adr list",
        "adrguard adr list --status proposed --status none",
        "adrguard adr list --status in-force",
        "adrguard adr list --at v1.0",
        "adrguard adr list --format json",
    )
)
@click.option(
    "--status",
    "statuses",
    metavar="WORD",
    multiple=True,
    help="Only decisions of this status: accepted, proposed, superseded …, none, or in-force, shadow, not-in-force. "
    "May be repeated.",
)
@at_option
@format_option
def command(*, statuses: tuple[str, ...], at: str, style: str) -> int:
    """List the decisions: status, rules enforced, invariants in prose, when one last found something, title.

    The status says more where the word alone does not tell: 'accepted: superseded by ADR-12', 'no status: in force'.
    """
    from adrguard.usecases.decisions.list_decisions import decisions

    found = decisions(current_folder(), statuses, at)
    if style == JSON:
        return answer("adr list", found.exit_code, _body(found))
    say_interrupted(found.all.found.interrupted)
    _write(found)
    return found.exit_code


def _body(found: Listed) -> dict[str, object]:
    from adrguard.report.json import plain, problem, text

    return {
        "at": found.all.at,
        "decisions": [
            {
                **plain(row.decision),
                "standing": text(row.standing),
                "rules": row.rules,
                "last_hit": hit_body(row.hit),
            }
            for row in found.rows
        ],
        "total": len(found.all.found.decisions),
        "problems": [problem(one) for one in found.all.found.problems],
    }


def _write(found: Listed) -> None:
    paper = Paper()
    stood_at(paper, found.all)
    if found.rows:
        paper.table([_HEAD, *[_cells(paper, row) for row in found.rows]], "")
    paper.add(_tally(found))
    if found.all.errors:
        paper.add(f"{count(found.all.errors, 'error')} may hide decisions or rules: `adrguard lint` says where")
    paper.write()


def _cells(paper: Paper, row: Row) -> list[str]:
    binds = row.decision.force != NOT_IN_FORCE
    return [
        shortened(row.decision.id, _LONGEST_ID, paper.encoding),
        shortened(row.standing, _LONGEST_STANDING, paper.encoding),
        str(row.rules) if binds else "-",
        str(len(row.decision.prose)) if binds else "-",
        row.hit.day if row.hit else "-",
        paper.show(row.decision.title),
    ]


def _tally(found: Listed) -> str:
    total = len(found.all.found.decisions)
    if not total:
        return "no decisions (`adrguard init` sets up a folder for them)"
    shown = f"{len(found.rows)} of " if len(found.rows) != total else ""
    forces = [row.decision.force for row in found.rows]
    parts = [
        f"{forces.count(force)} {words}"
        for force, words in ((IN_FORCE, "in force"), (SHADOW, "advising only"), (NOT_IN_FORCE, "not in force"))
        if force in forces
    ]
    rules = sum(row.rules for row in found.rows)
    prose = sum(len(row.decision.prose) for row in found.rows)
    head = f"{shown}{count(total, 'decision')}" + (f" ({', '.join(parts)})" if parts else "")
    return f"{head}; {count(rules, 'rule')}, {count(prose, 'invariant')} in prose"
