"""What a full account says beyond the verdict: which rules judged, what the change mends, what no rule enforces.

What is mended is what the reversed change would introduce. Loads late: nobody pays for it who does not ask.
"""

from __future__ import annotations

from adrguard.engine import plan as planning
from adrguard.engine.evaluate import Limits, Run
from adrguard.engine.introduced import subtract
from adrguard.engine.scope import Exclusions
from adrguard.model.changes import NEW, OLD
from adrguard.model.decisions import IN_FORCE
from adrguard.model.record import Record
from adrguard.model.rules import CHANGE_KINDS, REQUIRE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from adrguard.model.changes import ChangeSet, Content, FileChange, Tree
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule

_CUT_SHORT = "the time budget ended before all of the old state was looked at: the change may mend more than is told"
_REVERSED = {"A": "D", "D": "A"}


class Asked(Record):
    """What an account is about: the rules that judged, the change, both sets of decisions, and how long there is.

    `base` is the same object as `decisions` where the change leaves them alone; `project` is "" for all.
    """

    rules: Sequence[Rule]
    changes: ChangeSet
    tree: Tree
    decisions: DecisionSet
    base: DecisionSet
    clock: Callable[[], float]
    deadline: float
    today: str
    project: str = ""


def account(outcome: Outcome, asked: Asked) -> Outcome:
    """Return the outcome with `judged`, `fixed` and `prose`."""
    outcome = outcome.replace(judged=tuple(_in_order(asked)), prose=_prose(asked.decisions, asked.project))
    return outcome if asked.changes.whole else _with_fixed(outcome, asked)


def _in_order(asked: Asked) -> list[Rule]:
    """Return the rules in the order of their decisions, also those that only the base still holds."""
    known = [*asked.decisions.decisions, *asked.base.decisions]
    place = {decision.id: at for at, decision in reversed(list(enumerate(known)))}
    return sorted(asked.rules, key=lambda rule: place.get(rule.decision, len(known)))


def _prose(decisions: DecisionSet, project: str) -> int:
    return sum(
        len(one.prose)
        for one in decisions.decisions
        if one.force == IN_FORCE and (not project or one.project in ("", project))
    )


def _with_fixed(outcome: Outcome, asked: Asked) -> Outcome:
    changes = asked.changes.replace(
        files=tuple([_turned(one) for one in asked.changes.files if one.status != "C"]), others=(), beside=(), unread=()
    )
    tree = _Turned(asked.tree)
    sets = [asked.decisions] if asked.decisions is asked.base else [asked.decisions, asked.base]
    originals = {one: rule for rule in asked.rules if (one := _about_states(rule)) is not None}
    rules = list(originals)
    plan = planning.make(rules, changes, tree, sets)
    if not (plan.jobs or plan.change_rules):
        return outcome
    limits = Limits(asked.clock, asked.deadline, asked.today, outcome.strict)
    verdict = Run(rules, changes, tree, plan.exclusions or Exclusions(*sets), limits).carry_out(plan)
    found = [one.replace(rule=originals[one.rule]) for one in verdict.findings]
    fixed = {(*one.identity, one.line, one.column): one for one in _surely_gone(found, outcome, asked)}
    cut = any(one.code == "budget" for one in verdict.unjudged)
    return outcome.replace(fixed=tuple(fixed.values()), notes=(*outcome.notes, _CUT_SHORT) if cut else outcome.notes)


def _about_states(rule: Rule) -> Rule | None:
    """Return the rule as far as it speaks of what is there, None when it only speaks of what happens."""
    if rule.kind == "change":
        return None
    if rule.kind != "path" or rule.verb == REQUIRE:
        return rule
    targets = tuple([one.replace(on=("add",)) for one in rule.targets if "add" in one.on])  # type: ignore[union-attr] # by its kind
    return rule.replace(targets=targets) if targets else None


def _surely_gone(findings: Iterable[Finding], outcome: Outcome, asked: Asked) -> Iterator[Finding]:
    """Yield those that are neither only allowed now, nor in what could not be judged as it is now."""
    names = {one.old_path: one.path for one in asked.changes.files if one.old_path and not one.deleted}
    unknown = {(one.path, one.rule) for one in outcome.unjudged}
    allowed = _newly_allowed(outcome)
    by_path: dict[str, list[Finding]] = {}
    for finding in findings:
        path = names.get(finding.path, finding.path)
        if not unknown & {(path, ""), (path, finding.rule.id)}:
            by_path.setdefault(path, []).append(finding)
    for path, group in by_path.items():
        # By what was found: the comment that allows it may stand in its very line.
        standing = subtract([one.replace(key=one.shown) for one in group], allowed.get(path, []))
        places = {(one.rule, one.line, one.column, one.shown) for one in standing}
        for finding in group:
            if (finding.rule, finding.line, finding.column, finding.shown) in places:
                yield _as_it_was(finding)


def _newly_allowed(outcome: Outcome) -> dict[str, list[Finding]]:
    """Return by path what a comment allows that did not allow it before, known by what was found."""
    fresh = {(one.path, one.line, one.rule) for one in outcome.weakened if one.how == "suppressed"}
    allowed: dict[str, list[Finding]] = {}
    for one in outcome.suppressed:
        finding = one.finding
        # Of what only advises nobody tells since when it is allowed.
        if not finding.blocks or (finding.path, one.line, finding.rule.id) in fresh:
            allowed.setdefault(finding.path, []).append(finding.replace(key=finding.shown))
    return allowed


def _as_it_was(finding: Finding) -> Finding:
    if finding.rule.kind not in CHANGE_KINDS:
        return finding
    return finding.replace(detail="is missing" if finding.rule.verb == REQUIRE else "is there")


def _turned(change: FileChange) -> FileChange:
    status = _REVERSED.get(change.status, change.status)
    if status in ("A", "D"):
        old_path = change.path if status == "D" else ""
        return change.replace(status=status, old_path=old_path, mode=change.old_mode, old_mode=change.mode)
    return change.replace(
        path=change.old_path or change.path, old_path=change.path, mode=change.old_mode, old_mode=change.mode
    )


class _Turned:
    """A tree whose sides have changed places."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def read(self, path: str, side: str = NEW) -> Content | None:
        """Return the file, None when there is none at that path on that side."""
        return self._tree.read(path, OLD if side == NEW else NEW)

    def haystack(self, path: str) -> bytes:
        """Return bytes in which each line of the old file occurs."""
        content = self._tree.read(path, OLD)
        return content.text.encode("utf-8", "replace") if content else b""

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every path of a side."""
        return self._tree.paths(OLD if side == NEW else NEW)
