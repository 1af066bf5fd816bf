"""`adrguard explain`: why a rule fired or not, for a file or for the rule itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.rules import spelled
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.explain import ExplainedPath, ExplainedRule, ExplainedRules

MOST_SHOWN = 20


@click.command(
    epilog=example("adrguard explain src/db.py", "adrguard explain ADR-008", "adrguard explain ADR-008#a1b2c3")
)
@click.argument("subject", metavar="RULE|PATH")
@format_option
def command(*, subject: str, style: str) -> int:
    """Say which decisions govern a file and why each rule fired or not; or what a rule looks at and finds now.

    RULE is an id, the start of one, or a decision; PATH need not exist yet.
    """
    from adrguard.usecases.explain import ExplainedPath, explain

    found = explain(current_folder(), subject)
    if style == JSON:
        return answer("explain", 0, _path_body(found) if isinstance(found, ExplainedPath) else _rules_body(found))
    paper = Paper()
    if isinstance(found, ExplainedPath):
        _write_path(paper, found)
    else:
        for one in found.rules:
            _write_rule(paper, one)
    paper.write()
    return 0


def _path_body(found: ExplainedPath) -> dict[str, object]:
    from adrguard.report.json import file_path, finding, plain, rule

    return {
        **file_path(found.path),
        "exists": found.exists,
        "language": found.language,
        "excluded": found.excluded,
        "rules": [
            {
                "rule": rule(one.rule),
                "state": one.state,
                "why": one.why,
                "findings": [finding(each) for each in one.findings],
            }
            for one in found.verdicts
        ],
        "not_in_force": [plain(one) for one in found.asleep],
        "not_judged": [plain(one) for one in found.unjudged],
        "imports": [plain(one) for one in found.imports],
    }


def _rules_body(found: ExplainedRules) -> dict[str, object]:
    return {"rules": [_rule_body(one) for one in found.rules]}


def _rule_body(found: ExplainedRule) -> dict[str, object]:
    from adrguard.report.json import finding, plain, rule

    return {
        "rule": rule(found.rule),
        "decision": plain(found.decision) if found.decision else None,
        "why_not": found.why_not,
        "files_in_scope": found.files,
        "findings": [finding(one) for one in found.findings],
        "known": [finding(one) for one in found.known],
        "suppressed": [
            {"finding": finding(one.finding), "reason": one.reason, "line": one.line} for one in found.suppressed
        ],
        "not_judged": [plain(one) for one in found.unjudged],
    }


def _write_path(paper: Paper, found: ExplainedPath) -> None:
    facts = [found.language or "no known language"]
    facts += ["does not exist yet"] if not found.exists else []
    facts += ["left out of text rules"] if found.excluded else []
    paper.add(f"{paper.path(found.path)}: {', '.join(facts)}")
    paper.add(*[f"  not judged: {paper.show(one.reason)}" for one in found.unjudged])
    for one in found.verdicts:
        why = f": {paper.show(one.why)}" if one.why else ""
        paper.add("", f"{paper.bold(paper.show(one.rule.id))} {one.state}{why}", f"  {paper.show(one.rule.invariant)}")
        for each in one.findings[:MOST_SHOWN]:
            place = f"line {each.line}: " if each.line else ""
            paper.add(
                f"  - {place}'{paper.show(each.shown[:160])}'{f' ({paper.show(each.detail)})' if each.detail else ''}"
            )
        if len(one.findings) > MOST_SHOWN:
            paper.add(f"    and {len(one.findings) - MOST_SHOWN} more (all of them with --format json)")
    if not found.verdicts:
        paper.add("  no rule is in force")
    if found.imports:
        paper.add("", paper.bold("Imports, for the rules about edges and layers:"))
    for one_import in found.imports:
        leads = (
            f"leads to {', '.join(one_import.files)}" if one_import.files else f"{one_import.kind}: {one_import.why}"
        )
        paper.add(f"  - line {one_import.line}: '{paper.show(one_import.written)}' {paper.show(leads)}")
    for decision in found.asleep:
        why = decision.why or decision.status
        paper.add("", f"{paper.bold(paper.show(decision.id))} is not in force: {paper.show(why)}")


def _write_rule(paper: Paper, found: ExplainedRule) -> None:
    rule = found.rule
    paper.add(paper.bold(paper.show(rule.id)), f"  {paper.show(rule.invariant)}")
    status = f"{found.decision.title} ({found.decision.status or 'no status'})" if found.decision else ""
    binds = found.why_not or ("advises only, the decision is proposed" if rule.shadow else f"binds: {rule.level}")
    rows = [
        ["decision", paper.show(f"{rule.decision} {status}")],
        ["declared at", f"{paper.path(rule.note)}:{rule.line}:{rule.column}"],
        ["effect", paper.show(binds)],
        ["kind", rule.kind],
        ["languages", ", ".join(rule.langs)],
        ["where", ", ".join(rule.where)],
        ["because", paper.show(rule.because)],
        ["remediation", paper.show(rule.remediation)],
        [
            "must occur",
            paper.show(spelled(rule.needles[:5])),
        ],
        ["in scope", count(found.files, "file")],
        [
            "finds now",
            f"{len(found.findings)} new, {len(found.known)} in the baseline, {len(found.suppressed)} suppressed",
        ],
    ]
    paper.table([row for row in rows if row[1]])
    for one in found.findings[:MOST_SHOWN]:
        place = ":".join([paper.path(one.path), *[str(number) for number in (one.line, one.column) if number]])
        paper.add(f"  - {place}: '{paper.show(one.shown[:160])}'")
    if len(found.findings) > MOST_SHOWN:
        paper.add(f"    and {len(found.findings) - MOST_SHOWN} more (`adrguard check --all`)")
    if found.unjudged:
        paper.add(
            f"  not judged: {count(len(found.unjudged), 'file')}, the first: {paper.show(found.unjudged[0].path)}, "
            f"{paper.show(found.unjudged[0].reason)}"
        )
    paper.add("")
