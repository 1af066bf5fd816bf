"""`adrguard sync`: bring the index of the notes up to date, and tell what could not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.indexing import indexing
from adrguard.cli.output import JSON, Paper, advancing, answer, example, format_option
from adrguard.model.errors import CLEAN
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.memory.search.meaning import Vectors
    from adrguard.usecases.memory.search.sync_index import Synced

_MOST_SHOWN = 20


@click.command(
    epilog=example(
        "adrguard sync",
        "adrguard sync --vector",
        "adrguard sync --force",
        "adrguard sync --vault ~/notes",
        "adrguard sync --format json",
    )
)
@click.option("--vector", is_flag=True, help="Also give notes vectors, by which recall finds what means the same.")
@click.option("--force", is_flag=True, help="Make the index anew, whatever it holds.")
@click.option("--vault", default="", metavar="PATH", help="The vault, when not the one that is bound here.")
@format_option
def command(*, vector: bool, force: bool, vault: str, style: str) -> int:
    """Bring the index of the notes up to date.

    Nobody has to: `adrguard recall` looks at the notes before every answer. It tells which files could not be read, and
    takes the time that a large vault takes at first when you have it. Notes are only read, never written. The index is
    a file in the repository's git directory (without git: in the vault's `.adrguard`); it may be deleted at any time.

    Vectors are made once, a few dozen notes in a second, and only for notes that changed from then on. They need
    `pip install 'adrguard[vector]'`; with `recall.model = "multilingual"` in the configuration they are those of a
    larger model for many languages, and need `pip install 'adrguard[multilingual]'`. To stop it loses nothing: the next
    time goes on from there.
    """
    from adrguard.usecases.memory.search.sync_index import give_vectors, sync

    with indexing() as progress:
        done = sync(current_folder(), vault, force=force, progress=progress)
    if vector:
        with advancing("Making vectors") as progress:
            done = give_vectors(current_folder(), done, vault, progress)
    if style == JSON:
        return answer("sync", CLEAN, _body(done))
    _write(done)
    return CLEAN


def _body(done: Synced) -> dict[str, object]:
    from adrguard.report.json import file_path, text

    counts = done.counts
    return {
        "added": counts.added,
        "changed": counts.changed,
        "removed": counts.removed,
        "unchanged": counts.unchanged,
        "skipped": [
            {**file_path(one.path), "reason": text(one.reason), "indexed": one.is_indexed} for one in counts.skipped
        ],
        "totals": done.totals,
        **({"vectors": _vectors(done.vectors)} if done.vectors else {}),
        "folders": [text(one) for one in done.folders],
        "index": text(done.kept_at),
        "remarks": [text(one) for one in done.remarks],
    }


def _vectors(done: Vectors) -> dict[str, object]:
    counts = {"made": done.made, "have": done.have, "without": done.without, "missing": done.missing}
    return {"model": done.model, **counts}


def _write(done: Synced) -> None:
    paper = Paper()
    counts, totals = done.counts, done.totals
    parts = [("added", counts.added), ("changed", counts.changed), ("removed", counts.removed)]
    told = ", ".join(f"{number} {what}" for what, number in parts if number) or "nothing changed"
    number = totals["notes"]
    paper.add(
        f"{paper.mark(good=True)} {number} note{'' if number == 1 else 's'} in the index: {told}"
        f" ({totals['links']} links, {totals['unresolved']} to no note, {totals['ambiguous']} to one of several)"
    )
    if done.vectors:
        made = done.vectors
        without = f"; {made.without} of another script or without words have none" if made.without else ""
        paper.add(
            f"{paper.mark(good=not made.missing)} {made.have} of {number} have a vector: {made.made} made just now, "
            f"by {made.model}{without}"
        )
    for one in counts.skipped[:_MOST_SHOWN]:
        paper.add(f"- {paper.path(one.path)}: {paper.show(one.reason)}")
    if len(counts.skipped) > _MOST_SHOWN:
        paper.add(f"- and {len(counts.skipped) - _MOST_SHOWN} more: --format json lists them all")
    paper.add(*[f"Note: {paper.show(one)}" for one in done.remarks])
    paper.write()
