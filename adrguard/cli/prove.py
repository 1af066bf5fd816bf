"""`adrguard test`: every rule's own examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option, say_interrupted
from adrguard.model.decisions import INTERRUPTED
from adrguard.model.errors import ERROR
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.prove_rules import Proof, Proofs


@click.command("test", epilog=example("adrguard test", "adrguard test ADR-008"))
@click.argument("rule", default="")
@format_option
def command(*, rule: str, style: str) -> int:
    """Run the `bad` and `good` examples of every rule, or of those whose id starts with RULE.

    A bad example must violate its rule, a good one must not. Exit code 1 when one fails.
    """
    from adrguard.usecases.prove_rules import prove

    found = prove(current_folder(), rule)
    if style == JSON:
        return answer("test", found.exit_code, _body(found))
    say_interrupted([one for one in found.problems if one.code == INTERRUPTED and one.severity != ERROR])
    _write(found)
    return found.exit_code


def _body(found: Proofs) -> dict[str, object]:
    from adrguard.report.json import plain, problem

    return {
        "examples": [
            {**plain(one.example), "passed": one.passed, "message": plain(one, "example", "passed")["message"]}
            for one in found.proofs
        ],
        "rules_without": found.unproven,
        "problems": [problem(one) for one in found.problems],
    }


def _write(found: Proofs) -> None:
    from adrguard.report import problems

    paper = Paper()
    for one in found.proofs:
        if not one.passed:
            paper.add(*_failure(paper, one))
    errors = [one for one in found.problems if one.severity == ERROR]
    paper.add(*problems.lines(errors, colour=paper.colour, encoding=paper.encoding))
    failed = sum(not one.passed for one in found.proofs)
    passed = len(found.proofs) - failed
    mark = paper.mark(good=found.exit_code == 0)
    without = f"; {count(found.unproven, 'rule')} without" if found.unproven else ""
    paper.add(f"{mark} {count(passed, 'example')} passed, {failed} failed{without}")
    paper.write()


def _failure(paper: Paper, one: Proof) -> list[str]:
    wanted = "must violate" if one.example.expect == "bad" else "must not violate"
    shown = one.example.text.strip().split("\n")
    more = f" (and {count(len(shown) - 1, 'line')} more)" if len(shown) > 1 else ""
    place = f"{paper.path(one.example.note)}:{one.example.line}"
    rule, came = paper.show(one.example.rule), paper.show(one.message)
    return [
        f"- {place}: this {one.example.expect} example {wanted} {rule}, but it {came}",
        f"    {paper.show(shown[0])}{more}",
    ]
