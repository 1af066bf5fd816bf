"""What a change does to the rules themselves: what it removes, narrows or switches off, and whether properly so.

Whatever it does, it is judged by what stood before as well: by the base's rules, and by the stricter of both settings.
"""

from __future__ import annotations

from adrguard.engine.baseline import Baseline
from adrguard.model.decisions import NOT_IN_FORCE
from adrguard.model.findings import Weakened
from adrguard.model.rules import BLOCK, ImportTarget, PathTarget, TextTarget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.decisions import Decision, DecisionSet, Settings
    from adrguard.model.rules import Rule


def _essence(rule: Rule) -> Rule:
    """Return the rule without what does not matter to its verdict."""
    return rule.replace(line=0, column=0, note="", because="", remediation="", rewrite="", needles=())


_MILDEST_FIRST = ("allow", "warn", "block")


def stricter(after: Settings, before: Settings) -> Settings:
    """Return the settings by which a change of settings is itself judged: of each limit the one that spares less.

    `project` stays the change's own: each side's rules are bound by the project of their side.
    """
    return after.replace(
        strict=after.strict or before.strict,
        budget_hard_ms=_longer(after.budget_hard_ms, before.budget_hard_ms),
        on_budget=max(after.on_budget, before.on_budget, key=_MILDEST_FIRST.index),
        max_file_size=max(after.max_file_size, before.max_file_size),
        weakening=max(after.weakening, before.weakening, key=_MILDEST_FIRST.index),
    )


def _longer(one: int, other: int) -> int:
    # 0 is no limit at all.
    return max(one, other) if one and other else 0


def _left(decision: str, decisions: DecisionSet) -> Decision | None:
    """Return the decision of that id; where several claim it, one that still binds speaks for all."""
    same = [one for one in decisions.decisions if one.id == decision]
    return next((one for one in same if one.force != NOT_IN_FORCE), same[0] if same else None)


def _is_proper(decision: str, decisions: DecisionSet, base: DecisionSet) -> bool:
    """Say whether a decision no longer binds by a status of its own or a successor, and was not talked away.

    A word that the same change makes mean `not in force` is no such status, nor is a dependency that it adds.
    """
    now, before = _left(decision, decisions), _left(decision, base)
    if now is None or now.force != NOT_IN_FORCE:
        return False
    if now.why:
        superseded = now.why.startswith("superseded by")
        return superseded or (before is not None and bool(now.depends_on) and now.depends_on == before.depends_on)
    word = now.status.lower()
    return dict(decisions.settings.statuses).get(word) == dict(base.settings.statuses).get(word)


def disarmed(decisions: DecisionSet, base: DecisionSet, own: Iterable[Rule]) -> Iterator[Rule]:
    """Yield the base's rules that neither stand unchanged in the change nor left by a proper change of status."""
    standing = {_essence(rule) for rule in own}
    for rule in base.rules:
        if _essence(rule) not in standing and not _is_proper(rule.decision, decisions, base):
            yield rule


def compare(decisions: DecisionSet, base: DecisionSet) -> Iterator[Weakened]:
    """Yield every way in which the change's decisions let more through than the base's, before and after."""
    by_id = {rule.id: rule for rule in decisions.rules}
    standing = {_essence(rule): rule for rule in decisions.rules}
    for rule in base.rules:
        if _essence(rule) in standing:
            continue
        now = by_id.get(rule.id) or _successor(rule, decisions)
        left = _left(rule.decision, decisions)
        if _is_proper(rule.decision, decisions, base):
            after = f"{rule.decision} is {left.why or left.status or 'no longer in force'}" if left else ""
            yield Weakened("status", rule.note, rule.line, rule.id, rule.invariant, after, sanctioned=True)
        elif left is not None and left.force == NOT_IN_FORCE:
            after = f"{rule.decision} is not in force: {left.why or f'{left.status!r} is made to mean that'}"
            yield Weakened("status", rule.note, rule.line, rule.id, rule.invariant, after)
        elif now is None:
            yield Weakened("removed", rule.note, rule.line, rule.id, rule.invariant, "")
        elif now.shadow and not rule.shadow:
            yield Weakened("status", now.note, now.line, rule.id, rule.invariant, f"{now.decision} only advises")
        else:
            yield Weakened("changed", now.note, now.line, rule.id, _spelled(rule), _spelled(now))
    yield from _configuration(decisions, base)


def _successor(rule: Rule, decisions: DecisionSet) -> Rule | None:
    """Find what the invariant became: the rule of its decision at its place or, failing that, of its kind."""
    own = [one for one in decisions.rules if one.decision == rule.decision and one.kind == rule.kind]
    return next((one for one in own if one.line == rule.line), own[0] if len(own) == 1 else None)


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


_GRADED = ("on_budget", "max_file_size", "budget_hard_ms", "weakening", "strict")
_UNGRADED = ("exclude", "adr_dirs", "vault", "project", "baseline", "statuses")
"""Settings of which nobody can tell whether another value lets more through."""


def _configuration(decisions: DecisionSet, base: DecisionSet) -> Iterator[Weakened]:
    before, after = base.settings.as_dict(), decisions.settings.as_dict()
    judged = stricter(decisions.settings, base.settings).as_dict()
    for key in (*_GRADED, *_UNGRADED):
        if before[key] != after[key] and (key in _UNGRADED or judged[key] != after[key]):
            yield Weakened("configuration", "", 0, "", f"{key} = {before[key]}", f"{key} = {after[key]}")
    added = Baseline(decisions.baseline).entries - Baseline(base.baseline).entries
    if added:
        path = decisions.settings.baseline
        yield Weakened("baseline", path, 0, "", "", f"findings declared known: {len(added)} more")
    if decisions.generated != base.generated:
        yield Weakened("configuration", ".gitattributes", 0, "", "", "other files count as generated or vendored")
