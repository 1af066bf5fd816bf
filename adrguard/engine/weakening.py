"""What a change does to the rules themselves: what it removes, narrows or switches off, and whether properly so.

Whatever it does, it is judged by what stood before as well: by the base's rules, and by the stricter of both settings
(`engine.configured`).
"""

from __future__ import annotations

from adrguard.engine.breadth import is_covered
from adrguard.engine.configured import configuration
from adrguard.engine.ends import Ends
from adrguard.engine.scope import Exclusions, applies
from adrguard.engine.strictness import demands_as_much, is_lapsed, is_over
from adrguard.matchers.registry import KINDS
from adrguard.model.decisions import NOT_IN_FORCE
from adrguard.model.findings import Weakened
from adrguard.model.record import Record
from adrguard.model.rules import BLOCK, CodeTarget, ImportTarget, PathTarget, TextTarget
from adrguard.syntax.languages import speaks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.rules import Rule, Target


def _essence(rule: Rule) -> Rule:
    """Return the rule without what does not matter to its verdict."""
    return rule.replace(line=0, column=0, note="", because="", remediation="", rewrite="", needles=())


def disarmed(decisions: DecisionSet, base: DecisionSet, own: Iterable[Rule]) -> Iterator[Rule]:
    """Yield the base's rules that neither stand unchanged in the change nor left by a proper change of status."""
    standing = {_essence(rule) for rule in own}
    ends = Ends(decisions, base)
    for rule in base.rules:
        if _essence(rule) not in standing and not ends.is_proper(rule.decision):
            yield rule


class Scene(Record):
    """What a comparison of two sets depends on beside them: the ISO date, and the files of the change's tree."""

    today: str = ""
    paths: Callable[[], Collection[str]] | None = None


_NO_SCENE = Scene()


def compare(decisions: DecisionSet, base: DecisionSet, scene: Scene = _NO_SCENE) -> Iterator[Weakened]:
    """Yield every way in which the change's decisions let more through than the base's, before and after."""
    found = list(_Comparison(decisions, base, scene).rules())
    yield from found
    yield from _replaced(decisions, base, found)
    for now, before in Ends(decisions, base).conditional():
        said = [f"{now.id} depends on {', '.join(ids) or 'no other'}" for ids in (before, now.depends_on)]
        yield Weakened("status", now.path, 0, "", said[0], f"{said[1]}: it binds no longer than that does")
    moved = decisions.policy_paths != base.policy_paths
    yield from configuration(decisions, base, scene.paths() if scene.paths and moved else ())


def _replaced(decisions: DecisionSet, base: DecisionSet, told: Iterable[Weakened]) -> Iterator[Weakened]:
    """Yield each decision that ended properly though nothing of it did: others demand all that its rules demanded."""
    ends = Ends(decisions, base)
    known = {one.rule for one in told}
    by_decision: dict[str, list[str]] = {}
    for rule in base.rules:
        if not rule.shadow:
            by_decision.setdefault(rule.decision, []).append(rule.id)
    for decision, rules in by_decision.items():
        left = ends.now(decision)
        if left is not None and known.isdisjoint(rules) and ends.is_proper(decision):
            after = f"{decision} is {ends.said(left)}; its rules bind on by another decision"
            yield Weakened("status", left.path, 0, "", f"{decision} is in force", after, sanctioned=True)


def dropped(decisions: DecisionSet, theirs: DecisionSet, parted: DecisionSet, scene: Scene) -> Iterator[Weakened]:
    """Yield the rules that the other side of a merge made since the two `parted`, and that its result lacks."""
    known = {_essence(rule) for rule in parted.rules}
    made = theirs.replace(rules=tuple([rule for rule in theirs.rules if _essence(rule) not in known]))
    for one in _Comparison(decisions, made, scene).rules():
        if not one.sanctioned:
            after = "comes from the other side of the merge"
            yield one.replace(how="removed", after=f"{after}; here: {one.after}" if one.after else after)


class _Comparison:
    """Holds the base's rules against those of the change."""

    def __init__(self, decisions: DecisionSet, base: DecisionSet, scene: Scene) -> None:
        self._decisions = decisions
        self._base = base
        self._ends = Ends(decisions, base)
        self._today = scene.today
        self._list = scene.paths
        self._paths: Collection[str] | None = None
        self._exclusions = Exclusions(decisions, base)
        self._by_id = {rule.id: rule for rule in decisions.rules}
        known = {rule.id for rule in base.rules}
        self._new: dict[tuple[str, str], list[Rule]] = {}
        for rule in decisions.rules:
            if rule.id not in known:
                self._new.setdefault((rule.decision, rule.kind), []).append(rule)
        self._comparisons = _MOST_COMPARED
        self._by_target: dict[str, list[Rule]] = {}
        for rule in decisions.rules:
            for target in rule.targets:
                self._by_target.setdefault(target.raw.casefold(), []).append(rule)

    def rules(self) -> Iterator[Weakened]:
        """Yield what became of each rule that does not stand as it was."""
        standing = {_essence(rule) for rule in self._decisions.rules}
        for rule in self._base.rules:
            # What only advises as a proposal, or has had its time, holds nobody up that could be let through.
            if not rule.shadow and not is_over(rule, self._today) and _essence(rule) not in standing:
                yield from self._fate(rule)

    def _fate(self, rule: Rule) -> Iterator[Weakened]:
        now = self._by_id.get(rule.id) or self._became(rule)
        # Also where its decision gave way: what a successor demands as well binds on.
        if self._is_upheld(rule, now):
            return
        left = self._ends.now(rule.decision)
        if left is not None and left.force == NOT_IN_FORCE:
            proper, said = self._ends.is_proper(rule.decision), self._ends.said(left)
            after = f"{left.id} is {said}" if proper else f"{left.id} is not in force: {said}"
            yield Weakened("status", rule.note, rule.line, rule.id, rule.invariant, after, sanctioned=proper)
        elif now is None:
            yield Weakened("removed", rule.note, rule.line, rule.id, rule.invariant, "")
        elif now.shadow and not rule.shadow:
            yield Weakened("status", now.note, now.line, rule.id, rule.invariant, f"{now.decision} only advises")
        else:
            how, more = self._how(rule, now)
            yield Weakened(how, now.note, now.line, rule.id, _spelled(rule), _spelled(now) + more)

    def _became(self, rule: Rule) -> Rule | None:
        """Find what is plainly the same invariant in other words, None when it is gone.

        That is a new one of its decision and kind: with its target, in its place, or of much the same text. Of very
        many whose text is another one nobody looks for what they became: they are told as gone.
        """
        new = self._new.get((rule.decision, rule.kind), [])
        by_target = [one for one in new if one.targets[0].raw == rule.targets[0].raw]
        in_place = [one for one in new if (one.line, one.verb) == (rule.line, rule.verb)]
        return next(iter(by_target or in_place), None) or self._alike(rule, new)

    def _alike(self, rule: Rule, new: Sequence[Rule]) -> Rule | None:
        self._comparisons -= len(new)
        if self._comparisons < 0:
            return None
        return next((one for one in new if _is_alike(one.invariant, rule.invariant)), None)

    def _how(self, rule: Rule, now: Rule) -> tuple[str, str]:
        """Return the word for what was done to a rule that still stands, and what its new text does not say itself."""
        if is_lapsed(now, self._today) and not is_lapsed(rule, self._today):
            return "lapsed", f" (it does not bind on {self._today})"
        if not demands_as_much(now, rule, self._today):
            return "changed", ""
        lost = self._lost(rule, [now])
        if not lost and self._list is None:
            return "narrowed", " (its scope is not surely as wide)"
        if not lost:
            return "narrowed", " (no file of the tree left its scope: it concerns files to come)"
        files = f"{len(lost)} files" if lost[1:] else "1 file"
        return "narrowed", f" ({files} left its scope: {lost[0]}{', …' if lost[1:] else ''})"

    def _is_upheld(self, rule: Rule, now: Rule | None) -> bool:
        """Say whether what became of a rule, or others, demand all that it did of every file it spoke of."""
        scope = _with_languages(rule)
        for target in rule.targets:
            part = rule.replace(targets=(target,))
            # Of all others only those that speak of the very thing: each rule is not held against each.
            near = ([now] if now else []) + self._by_target.get(target.raw.casefold(), [])
            able = [one for one in near if demands_as_much(one, part, self._today)]
            if not is_covered(scope, able) or (self._is_named_apart(rule, able) and self._lost(rule, able)):
                return False
        return True

    def _is_named_apart(self, rule: Rule, others: Iterable[Rule]) -> bool:
        """Say whether only this rule's own scope names files that rules on text pass over by themselves."""
        named = set(rule.include)
        return KINDS[rule.kind].literal and bool(named) and not any(named <= set(one.include) for one in others)

    def _lost(self, rule: Rule, rules: Sequence[Rule]) -> list[str]:
        """Return the files of the tree that were in scope and are in that of none of these rules."""
        if self._paths is None:
            self._paths = self._list() if self._list else ()
        # The note of a rule is never judged by it, wherever it moves.
        before = rule.replace(note="")
        after = [before.replace(include=one.include, exclude=one.exclude, langs=one.langs) for one in rules]
        return sorted(
            path
            for path in self._paths
            if self._judges(before, path) and not any(self._judges(one, path) for one in after)
        )

    def _judges(self, rule: Rule, path: str) -> bool:
        if rule.kind == "code" and not any(speaks(path, _languages(target)) for target in rule.targets):
            return False
        return applies(rule, path, self._exclusions)


_ALIKE = 0.6
_MOST_COMPARED = 3_000
_LONGEST_COMPARED = 300


def _is_alike(one: str, other: str) -> bool:
    from difflib import SequenceMatcher

    # The verb, and a scope that many share, make no two invariants alike.
    (head, text), (other_head, other_text) = _parted(one), _parted(other)
    return head == other_head and SequenceMatcher(None, text, other_text).ratio() >= _ALIKE


def _parted(invariant: str) -> tuple[str, str]:
    head, _, text = invariant.partition(":")
    return head, text.partition(" in ")[0][:_LONGEST_COMPARED]


def _with_languages(rule: Rule) -> Rule:
    """Return the rule with the languages to which its patterns confine it, where it names none."""
    if rule.kind != "code" or rule.langs:
        return rule
    return rule.replace(langs=tuple(sorted({one for target in rule.targets for one in _languages(target)})))


def _languages(target: Target) -> list[str]:
    return [language for language, _ in target.rules] if isinstance(target, CodeTarget) else []


def _spelled(rule: Rule) -> str:
    """Return the invariant with all the clauses in which two versions of it may differ."""
    said = (
        ("until", rule.until),
        ("since", rule.since),
        ("where", ", ".join(rule.where)),
        ("lang", ", ".join(rule.langs)),
        *_of_targets(rule),
        ("severity", rule.level if rule.level != BLOCK else ""),
        ("project", rule.project),
    )
    return "; ".join([rule.invariant, *[f"{clause} {value}" for clause, value in said if value]])


def _of_targets(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield the clauses that compiled targets hold, which are the same for all targets of a rule."""
    target = rule.targets[0]
    if isinstance(target, ImportTarget):
        yield "exact", "yes" if target.exact else ""
        yield "types", "ignore" if target.ignore_types else ""
    elif isinstance(target, PathTarget):
        yield "on", ", ".join(target.on)
    elif isinstance(target, TextTarget):
        yield "case", "insensitive" if target.pattern.startswith("(?i") else ""
