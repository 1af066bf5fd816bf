"""`adrguard adr show`: one decision with everything that is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.adr.shown import at_option, hit_body, hit_words, named, stood_at
from adrguard.cli.output import JSON, Paper, answer, emit_bytes, example, format_option, say_interrupted
from adrguard.model.decisions import NOT_IN_FORCE, SHADOW
from adrguard.model.errors import CLEAN
from adrguard.report.display import visible_line
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.model.decisions import Decision
    from adrguard.usecases.decisions.show_decision import Shown


@click.command(
    epilog=example(
        "adrguard adr show ADR-008",
        "adrguard adr show 8 --at v1.0",
        "adrguard adr show docs/adr/0008-queue.md",
        "adrguard adr show 8 --text > note.md",
        "adrguard adr show '[[0008-queue]]' --format json",
    )
)
@click.argument("name", metavar="DECISION")
@at_option
@click.option("--text", "only_text", is_flag=True, help="Only the note, byte for byte.")
@format_option
def command(*, name: str, at: str, only_text: bool, style: str) -> int:
    """Show a decision: status, links both ways, rules, prose, last hit; then its note.

    DECISION is an id or the unique beginning of one, a number, a file or its name, or a WikiLink.
    """
    from adrguard.usecases.decisions import show_decision

    if only_text:
        if style == JSON:
            raise click.UsageError("--text is the note itself, and --format json holds it already: choose one.")
        note = show_decision.text(current_folder(), name, at)
        say_interrupted(note.interrupted)
        emit_bytes(note.data)
        return CLEAN
    found = show_decision.show(current_folder(), name, at)
    say_interrupted(found.all.found.interrupted)
    if style == JSON:
        return answer("adr show", CLEAN, _body(found))
    _write(found)
    return CLEAN


def _body(found: Shown) -> dict[str, object]:
    from adrguard.report.json import plain, rule, text

    links = found.linked
    return {
        "at": found.all.at,
        "decision": plain(found.decision),
        "standing": text(found.standing),
        "links": {
            "supersedes": [named(one) for one in links.supersedes],
            "superseded_by": [named(one) for one in links.superseded_by],
            "depends_on": [named(one) for one in links.depends_on],
            "needed_by": [named(one) for one in links.needed_by],
            "unresolved": [
                {"kind": one.kind, "name": text(one.name), "several": [named(each) for each in one.several]}
                for one in links.unresolved
            ],
        },
        "rules": [rule(one) for one in found.rules],
        "last_hit": hit_body(found.hit),
        "text": text(found.note.decode("utf-8", "surrogateescape")),
        "unreadable": text(found.unreadable),
    }


def _write(found: Shown) -> None:
    paper = Paper()
    one = found.decision
    stood_at(paper, found.all)
    paper.add(paper.bold(paper.show(f"{one.id} {one.title}")))
    links = found.linked
    rows = [
        ["status", paper.show(found.standing)],
        ["date", paper.show(one.date)],
        ["project", paper.show(one.project)],
        ["review after", paper.show(one.review_after)],
        *_links(paper, "supersedes", links.supersedes),
        *_links(paper, "superseded by", links.superseded_by),
        *_links(paper, "depends on", links.depends_on),
        *_links(paper, "needed by", links.needed_by),
        *[[lost.kind, f"{paper.show(lost.name)}: {_why_lost(paper, lost.several)}"] for lost in links.unresolved],
        ["last hit", hit_words(paper, found.hit)],
        ["path", paper.path(one.path)],
    ]
    paper.table([row for row in rows if row[1]])
    _invariants(paper, found)
    paper.add("")
    if found.unreadable:
        paper.add(f"the note cannot be read: {paper.show(found.unreadable)}")
    else:
        paper.add(*[visible_line(line, paper.encoding) for line in found.body])
    paper.write()


def _links(paper: Paper, what: str, others: tuple[Decision, ...]) -> list[list[str]]:
    return [
        [what, f"{paper.show(f'{other.id} {other.title}')} ({paper.path(other.path)}){_only(other)}"]
        for other in others
    ]


def _only(other: Decision) -> str:
    return ", which is only proposed" if other.force == SHADOW else ""


def _why_lost(paper: Paper, several: tuple[Decision, ...]) -> str:
    if several:
        return f"can mean {', '.join(paper.path(other.path) for other in several)}"
    return "no such decision"


def _invariants(paper: Paper, found: Shown) -> None:
    one = found.decision
    if found.rules:
        paper.add("", "Rules:")
        paper.table(
            [
                [paper.show(rule.id), "shadow" if rule.shadow else rule.level, paper.show(rule.invariant)]
                for rule in found.rules
            ]
        )
    if one.prose:
        paper.add("", "Invariants in prose, which no machine enforces:")
        paper.add(*[f"  - {paper.show(text)}" for text in one.prose])
    if one.force == NOT_IN_FORCE:
        paper.add("", "It is not in force: none of its invariants binds.")
