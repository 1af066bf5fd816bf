"""`adrguard baseline`: the list of findings that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option, working
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.keep_baseline import Known

_LOOKING = "Judging every file …"


@click.group(epilog=example("adrguard baseline write", "adrguard baseline show", "adrguard baseline prune"))
def command() -> None:
    """Keep the list of known findings, one a line, so that `adrguard check --all` shows what is new.

    It covers those very findings: another violation of the same rule, even in the same file, is reported.
    """


@command.command(short_help="Declare everything known that is violated now.", epilog=example("adrguard baseline write"))
@format_option
def write(*, style: str) -> int:
    """Declare known all that the whole tree violates now; entries of what has been mended go."""
    from adrguard.usecases.keep_baseline import write as verb

    with working(_LOOKING):
        known = verb(current_folder())
    return _tell("baseline write", style, known)


@command.command(short_help="Take out entries of what has been mended.", epilog=example("adrguard baseline prune"))
@format_option
def prune(*, style: str) -> int:
    """Take out the entries of what has been mended; nothing becomes known that was not."""
    from adrguard.usecases.keep_baseline import prune as verb

    with working(_LOOKING):
        known = verb(current_folder())
    return _tell("baseline prune", style, known)


@command.command(short_help="Compare the list with the tree.", epilog=example("adrguard baseline show --format json"))
@format_option
def show(*, style: str) -> int:
    """Compare the list with the tree and change nothing: what is known, new, or stale (mended, but still listed)."""
    from adrguard.usecases.keep_baseline import show as verb

    with working(_LOOKING):
        known = verb(current_folder())
    return _tell("baseline show", style, known)


def _tell(name: str, style: str, known: Known) -> int:
    if style == JSON:
        return answer(name, 0, _body(known))
    paper = Paper()
    shown = known.same if name == "baseline show" else ()
    gone = "stale" if name == "baseline show" else "removed"
    for label, entries in (("known", shown), ("new", known.new), (gone, known.removed)):
        paper.add(*[f"{label}: {_entry(paper, entry)}" for entry in entries])
    paper.add(f"{len(known.new)} new, {len(known.same)} same, {len(known.removed)} {gone}")
    if name == "baseline show" and known.removed:
        paper.add("`adrguard baseline prune` takes the stale ones out.")
    elif known.written:
        paper.add(f"{paper.path(known.path)} written; commit it.")
    paper.write()
    return 0


def _entry(paper: Paper, entry: str) -> str:
    rule, path, occurrence, line = (entry.split("\t") + [""] * 4)[:4]
    nth = f" (occurrence {occurrence})" if occurrence not in ("", "1") else ""
    return f"[{paper.show(rule)}] {paper.path(path)}{nth}: {paper.show(line[:200])}"


def _body(known: Known) -> dict[str, object]:
    from adrguard.report.json import text

    groups = (("new", known.new), ("same", known.same), ("removed", known.removed))
    lists = {
        name: [dict(zip(_FIELDS, map(text, one.split("\t")), strict=False)) for one in ones] for name, ones in groups
    }
    return {"path": known.path, "written": known.written, **lists}


_FIELDS = ("rule", "path", "occurrence", "line")
