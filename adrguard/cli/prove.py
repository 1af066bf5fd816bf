"""`adrguard test`: every rule's own examples, and those of the notes beside the decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option, say_interrupted
from adrguard.model.decisions import INTERRUPTED
from adrguard.model.errors import ERROR
from adrguard.report.display import GREEN, RED, paint, visible_line
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.model.rules import Rule
    from adrguard.usecases.prove_rules import Proof, Proofs, Spot

MOST_SHOWN = 20
_ROOM = 160


@click.command(
    "test",
    epilog=example(
        "adrguard test",
        "adrguard test ADR-008",
        "adrguard test docs/adr/tests/queries.md --update",
        "adrguard test --require-examples      (in CI)",
    ),
)
@click.argument("subjects", metavar="[RULE|PATH]...", nargs=-1)
@click.option("--update", is_flag=True, help="Make the marks of bad examples say what is found; nothing else changes.")
@click.option("--require-examples", is_flag=True, help="Fail when a rule has no example.")
@format_option
def command(*, subjects: tuple[str, ...], update: bool, require_examples: bool, style: str) -> int:
    """Run the `bad` and `good` examples of every rule, or of the rules, decisions and notes that are named.

    A bad example must violate its rule, at its marked lines if it has any; a good one must not. Examples stand beneath
    an invariant, and in notes beside the decisions: in folders `tests` and in files `*.test.md`. Exit code 1 when one
    fails, 2 when a decision or an example cannot be understood.
    """
    from adrguard.usecases.prove_rules import prove

    found = prove(current_folder(), subjects, update=update, must_have=require_examples)
    if style == JSON:
        return answer("test", found.exit_code, _body(found))
    say_interrupted([one for one in found.problems if one.code == INTERRUPTED and one.severity != ERROR])
    _write(found)
    return found.exit_code


def _body(found: Proofs) -> dict[str, object]:
    from adrguard.report.json import problem

    return {
        "examples": [_example(one) for one in found.proofs],
        "rules_without": found.unproven,
        "without": [{"rule": one.id, "note": one.note, "line": one.line} for one in found.without],
        "notes": found.notes,
        "not_in_force": found.asleep,
        "problems": [problem(one) for one in found.problems],
    }


def _example(one: Proof) -> dict[str, object]:
    from adrguard.report.json import plain, text

    return {
        **plain(one.example),
        "passed": one.passed,
        "message": text(one.message),
        "rules": [*(one.rules or (one.example.rule,))],
        "expected": [_spot(spot) for spot in one.expected],
        "found": [_spot(spot) for spot in one.found],
        "differences": [plain(each) for each in one.differs],
        "updated": one.updated,
        "not_updated": text(one.stuck),
    }


def _spot(spot: Spot) -> dict[str, object]:
    from adrguard.report.json import file_path

    return {**file_path(spot.path), "line": spot.line, "column": spot.column, "rule": spot.rule}


def _write(found: Proofs) -> None:
    from adrguard.report import problems

    paper = Paper()
    for one in found.proofs:
        if not one.passed:
            paper.add(*_failure(paper, one))
    updated = [one for one in found.proofs if one.updated]
    paper.add(*[f"{paper.path(one.example.note)}:{one.example.line}: marks updated" for one in updated])
    if found.must_have:
        paper.add(*_without(paper, found.without))
    errors = [one for one in found.problems if one.severity == ERROR]
    paper.add(*problems.lines(errors, colour=paper.colour, encoding=paper.encoding))
    failed = sum(not one.passed for one in found.proofs)
    counts = [f"{count(len(found.proofs) - failed, 'example')} passed, {failed} failed"]
    counts += [f"{count(found.unproven, 'rule')} without"] if found.unproven else []
    counts += [f"{count(found.asleep, 'example')} of decisions not in force not run"] if found.asleep else []
    paper.add(f"{paper.mark(good=found.exit_code == 0)} {'; '.join(counts)}")
    paper.write()


def _without(paper: Paper, rules: tuple[Rule, ...]) -> list[str]:
    shown = [
        f"- {paper.path(one.note)}:{one.line}: {paper.show(one.id)} has no example: {paper.show(one.invariant[:_ROOM])}"
        for one in rules[:MOST_SHOWN]
    ]
    more = len(rules) - MOST_SHOWN
    return [*shown, f"  and {more} more (all of them with --format json)"] if more > 0 else shown


def _failure(paper: Paper, one: Proof) -> list[str]:
    wanted = "must violate" if one.example.expect == "bad" else "must not violate"
    place = f"{paper.path(one.example.note)}:{one.example.line}"
    where = " where it is marked" if one.marked else ""
    rule, came = paper.show(one.example.rule), paper.show(one.message)
    lines = [f"- {place}: this {one.example.expect} example {wanted} {rule}{where}, but it {came}"]
    lines += _difference(paper, one) if one.differs else _beginning(paper, one)
    if one.stuck and one.differs and one.marked:
        lines.append(f"    `--update` leaves it: {paper.show(one.stuck)}")
    return lines


def _beginning(paper: Paper, one: Proof) -> list[str]:
    shown = one.example.text.strip().split("\n")
    more = f" (and {count(len(shown) - 1, 'line')} more)" if len(shown) > 1 else ""
    return [f"    {paper.show(shown[0])}{more}"]


def _difference(paper: Paper, one: Proof) -> list[str]:
    """Return the lines of the note as expected and as found, as a diff."""
    width = len(str(one.differs[-1].line))
    lines = []
    for each in one.differs[:MOST_SHOWN]:
        for sign, colour, text in (("-", RED, each.before), ("+", GREEN, each.after)):
            shown = visible_line(text, paper.encoding)
            lines.append(paint(f"    {sign} {each.line:>{width}} | {shown}".rstrip(), colour, on=paper.colour))
    more = len(one.differs) - MOST_SHOWN
    return [*lines, f"      and {more} more"] if more > 0 else lines
