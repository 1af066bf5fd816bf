"""What the commands that show decisions share: `--at`, the line that says so, the last hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.report.text import count

if TYPE_CHECKING:
    from adrguard.cli.output import Paper
    from adrguard.decisions.hits import Hit
    from adrguard.model.decisions import Decision
    from adrguard.usecases.standing import Standing

_SHORT = 12

at_option = click.option(
    "--at", metavar="REF", default="", help="As of this commit, branch or tag, instead of the working tree."
)


def stood_at(paper: Paper, standing: Standing) -> None:
    """Say of which commit this is, if of one, and what is not as old as that."""
    if standing.at:
        paper.add(f"as of commit {standing.at[:_SHORT]}:")
    if standing.loose:
        first = paper.show(standing.loose[0].path)
        paper.add(f"  {count(len(standing.loose), 'note')} that git does not track as now: {first}")


def hit_body(hit: Hit | None) -> dict[str, object] | None:
    """Return a last hit for a program."""
    from adrguard.report.json import plain, text

    return plain(hit, "note") | {"note": text(hit.note)} if hit else None


def hit_words(paper: Paper, hit: Hit | None) -> str:
    """Return a last hit for a person."""
    if hit is None:
        return "none known"
    return f"{hit.day} {paper.path(hit.path)} ({count(hit.count, 'finding')} of {paper.show(hit.rule)})"


def named(decision: Decision) -> dict[str, str]:
    """Return what names a decision, for a program."""
    from adrguard.report.json import file_path, text

    return {**file_path(decision.path), "id": text(decision.id), "title": text(decision.title)}
