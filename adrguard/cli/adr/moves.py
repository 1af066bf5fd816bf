"""What `adrguard adr accept`, `reject` and `deprecate` share: one argument, one change of status, what followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.errors import CLEAN
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.decisions.move_status import Moved
    from adrguard.usecases.decisions.supersede import Effect


def move_command(verb: str, summary: str) -> click.Command:
    """Return the command of one move."""

    @click.command(help=summary, epilog=example(f"adrguard adr {verb} ADR-0012", f"adrguard adr {verb} 12"))
    @click.argument("decision")
    @format_option
    def command(decision: str, style: str) -> int:
        from adrguard.usecases.decisions.move_status import move

        moved = move(current_folder(), verb, decision)
        if style == JSON:
            return answer(f"adr {verb}", CLEAN, _body(moved))
        _write(moved)
        return CLEAN

    return command


def _body(moved: Moved) -> dict[str, object]:
    from adrguard.report.json import plain

    return {"decision": plain(moved.decision), "before": moved.before, **effect_body(moved.effect)}


def _write(moved: Moved) -> None:
    paper = Paper()
    one = moved.decision
    if not moved.effect.written:
        force = f" ({one.force}: {one.why})" if one.why else ""
        paper.add(f"{paper.show(one.id)} is {paper.show(one.status)} already{paper.show(force)}: nothing to do")
    else:
        now = f"{moved.before or 'no status'} -> {one.status}"
        paper.add(f"{paper.mark(good=True)} {paper.bold(paper.show(f'{one.id} {one.title}'))}: {paper.show(now)}")
        write_effect(paper, moved.effect)
    paper.write()


def effect_body(effect: Effect) -> dict[str, object]:
    """Return what a change did, for a program."""
    from adrguard.report.json import plain, rule, text

    return {
        "written": [text(path) for path in effect.written],
        "ended": [plain(one) for one in effect.ended],
        "begun": [plain(one) for one in effect.begun],
        "rules_ended": [rule(one) for one in effect.rules_ended],
        "rules_begun": [rule(one) for one in effect.rules_begun],
        "recovered": text(effect.recovered),
    }


def write_effect(paper: Paper, effect: Effect) -> None:
    """Say what a change did to what binds, and which notes it wrote."""
    if effect.recovered:
        paper.add(paper.show(effect.recovered))
    for path in effect.written:
        paper.add(f"  {paper.path(path)}")
    for one in effect.ended:
        paper.add(f"  no longer in force: {paper.show(f'{one.id} {one.title}')} ({paper.show(one.why or one.status)})")
    for one in effect.begun:
        paper.add(f"  now in force: {paper.show(f'{one.id} {one.title}')}")
    for sign, rules, what in (("-", effect.rules_ended, "ended"), ("+", effect.rules_begun, "begun")):
        if rules:
            paper.add(f"  {count(len(rules), 'rule')} {what}:")
            paper.add(*[f"    {sign} {paper.show(rule.id)}  {paper.show(rule.invariant)}" for rule in rules])
