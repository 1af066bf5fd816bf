"""`adrguard recall`: search the notes, and get lines that cost a reader little, or whole notes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.indexing import indexing
from adrguard.cli.output import JSON, Paper, answer, emit, example, format_option
from adrguard.model.errors import CLEAN
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.memory.search.recall import Recall, Recalled

_MODES = ("hybrid", "bm25", "vector")


@click.command(
    epilog=example(
        'adrguard recall "stripe webhook idempotency"',
        "adrguard recall ADR-012 --full",
        "adrguard recall '\"exact phrase\" and more words' --limit 10",
        "adrguard recall 分布式锁 --format json",
        'adrguard recall "retry storm" --explain',
    )
)
@click.argument("query")
@click.option(
    "--mode",
    type=click.Choice(_MODES),
    default="hybrid",
    show_default=True,
    help="All ways of searching, by words alone, or by meaning alone.",
)
@click.option("--limit", type=int, default=5, show_default=True, metavar="N", help="How many notes, 1 to 200.")
@click.option("--full", is_flag=True, help="Print whole notes.")
@click.option("--explain", is_flag=True, help="Say how each note came to its score.")
@click.option("--vault", default="", metavar="PATH", help="The vault, when not the one that is bound here.")
@format_option
def command(  # noqa: PLR0913 -- one parameter for each option
    *, query: str, mode: str, limit: int, full: bool, explain: bool, vault: str, style: str
) -> int:
    """Search the notes of the vault and the decisions, the best first.

    A note that holds any of the words is found, one that is called exactly QUERY (its file, id, title or an alias)
    comes first; words in quotation marks have to stand there as they are. Each line tells the tier, the note, its
    score, how many notes link here and are linked from here, and what it says. A note that was superseded says so, and
    comes after the one in its place. The notes are looked at before every answer, so that it is never stale.
    """
    from adrguard.usecases.memory.search.recall import Question, recall
    from adrguard.usecases.memory.search.recall_words import told

    with indexing() as progress:
        found = recall(current_folder(), Question(query, mode, limit, full), vault, progress)
    if style == JSON:
        return answer("recall", CLEAN, _body(found, full=full, explain=explain))
    emit(told(found, full=full, explain=explain, encoding=Paper().encoding))
    paper = Paper(sys.stderr)
    paper.add(*[f"Note: {paper.show(one)}" for one in found.remarks])
    paper.write()
    return CLEAN


def _body(found: Recalled, *, full: bool, explain: bool) -> dict[str, object]:
    from adrguard.report.json import text

    return {
        "query": text(found.query),
        "mode": found.mode,
        "found": [_note(one, full=full, explain=explain) for one in found.found],
        "matched": found.matched,
        "more_than_matched": found.is_cut,
        "not_by_meaning": text(found.not_by_meaning),
        "remarks": [text(one) for one in found.remarks],
    }


def _note(one: Recall, *, full: bool, explain: bool) -> dict[str, object]:
    from adrguard.report.json import file_path, text

    return {
        **file_path(one.path),
        "title": text(one.title),
        "id": text(one.called),
        "tier": one.tier,
        "score": round(one.hit.score, 6),
        "linked_from": one.links[0],
        "links_to": one.links[1],
        "status": text(one.status),
        "standing": text(one.standing),
        "successors": [text(path) for path in one.successors],
        "snippet": text(one.snippet),
        "line": text(one.line),
        **({"content": text(one.content), "left_out": one.left_out} if full else {}),
        **({"explained": _explained(one)} if explain else {}),
    }


def _explained(one: Recall) -> dict[str, object]:
    from adrguard.report.json import text

    return {
        "ranks": dict(one.hit.ranks),
        "fused": round(one.hit.fused, 6),
        "linked": one.hit.is_linked,
        "replaces": text(one.replaces),
    }
