"""`adrguard rules`: what the decisions declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.model.decisions import Decision
    from adrguard.model.rules import Rule
    from adrguard.usecases.list_rules import Declared


@click.command(epilog=example("adrguard rules", "adrguard rules --format json"))
@format_option
def command(*, style: str) -> int:
    """List every rule in force (and those of proposed decisions, which only advise), decision by decision."""
    from adrguard.usecases.list_rules import rules

    found = rules(current_folder())
    if style == JSON:
        return answer("rules", found.exit_code, _body(found))
    _write(found)
    return found.exit_code


def _body(found: Declared) -> dict[str, object]:
    from adrguard.report.json import plain, problem, rule

    return {
        "decisions": [plain(one) for one in found.decisions],
        "rules": [rule(one) for one in found.rules],
        "problems": [problem(one) for one in found.problems],
    }


def _write(found: Declared) -> None:
    from adrguard.report import problems

    paper = Paper()
    for decision in found.decisions:
        own = [rule for rule in found.rules if rule.note == decision.path]
        paper.add(f"{paper.bold(paper.show(f'{decision.id} {decision.title}'))} ({paper.show(_status(decision))})")
        paper.add(f"  {paper.path(decision.path)}")
        if own:
            paper.table([[paper.show(rule.id), _level(rule), paper.show(rule.invariant)] for rule in own], "  ")
        if decision.prose:
            paper.add(f"  {count(len(decision.prose), 'invariant')} in prose, not enforced")
        paper.add("")
    if found.problems:
        paper.add(*problems.lines(found.problems, colour=paper.colour, encoding=paper.encoding), "")
    paper.add(f"{count(len(found.rules), 'rule')} of {count(len(found.decisions), 'decision')}")
    paper.write()


def _status(decision: Decision) -> str:
    return f"{decision.status or 'no status'}: {decision.force}" + (f", {decision.why}" if decision.why else "")


def _level(rule: Rule) -> str:
    return "shadow" if rule.shadow else rule.level
