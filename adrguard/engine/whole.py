"""The verdict on a tree as it stands: the facts of its files, what they come to, and what is about all of it."""

from __future__ import annotations

from adrguard.engine.baseline import MENDED, Baseline
from adrguard.engine.evaluate import Limits, Run
from adrguard.engine.facts import Work, gather, settle
from adrguard.engine.merging import in_order, in_order_of_files, total_costs
from adrguard.engine.plan import Plan
from adrguard.engine.scope import Exclusions
from adrguard.engine.shards import is_first, owned
from adrguard.model.rules import CHANGE_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.engine.check import Question
    from adrguard.engine.evaluate import Verdict
    from adrguard.model.changes import ChangeSet
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule


def judge_tree(question: Question, rules: list[Rule], changes: ChangeSet, outcome: Outcome) -> Outcome:
    """Return the outcome with the verdict of the rules on these files, which may be a share of all that there are."""
    readable = tuple([one for one in changes.files if one.is_text_file and not one.deleted])
    work = Work(tuple(rules), changes.replace(files=readable), question.tree, tuple(_sets(question)))
    facts, costs = (question.gather or gather)(work, question.clock)
    of_files = settle(facts, rules, question.today, strict=outcome.strict)
    of_all = _about_all(question, rules, outcome)
    findings = in_order([*of_all.findings, *of_files.findings])
    new, known = Baseline(question.base.baseline).split(findings)
    outcome = outcome.replace(
        findings=tuple(new),
        known=len(known),
        baselined=tuple(known) if question.account else (),
        suppressed=of_files.suppressed,
        unjudged=in_order_of_files((*outcome.unjudged, *of_files.unjudged, *of_all.unjudged)),
        problems=outcome.problems + of_files.problems,
        costs=total_costs([*costs.items(), *[(one.rule, one.ms) for one in of_all.costs]]),
    )
    return outcome.replace(notes=tuple(_stale(question, rules, outcome, findings)))


def _about_all(question: Question, rules: list[Rule], outcome: Outcome) -> Verdict:
    about_all = [rule for rule in rules if rule.kind in CHANGE_KINDS] if is_first(question.shard) else []
    limits = Limits(question.clock, 0.0, question.today, outcome.strict)
    run = Run(rules, question.changes, question.tree, Exclusions(*_sets(question)), limits)
    return run.carry_out(Plan(change_rules=tuple(about_all)))


def _stale(question: Question, rules: list[Rule], outcome: Outcome, findings: Iterable[Finding]) -> list[str]:
    """Return what there is to say of entries of the baseline that are mended."""
    # Named files say nothing about those that were not named.
    if question.changes.source != "all" or not question.base.baseline:
        return []
    baseline = Baseline(question.base.baseline)
    # What could not be judged may still be there: nothing is called mended that was not looked at.
    undecided = baseline.undecided(outcome.unjudged)
    return [MENDED + one for one in owned(baseline.stale(findings), question.shard, rules) if one not in undecided]


def _sets(question: Question) -> list[DecisionSet]:
    return [question.decisions] if question.decisions is question.base else [question.decisions, question.base]
