"""What a change does to the rules themselves: what it removes, narrows or switches off, and whether properly so.

Whatever it does, it is judged by what stood before as well: by the base's rules, and by the stricter of both settings.
"""

from __future__ import annotations

from adrguard.engine.baseline import Baseline
from adrguard.engine.scope import Exclusions, applies
from adrguard.engine.strictness import demands_as_much, is_as_wide, is_lapsed, is_over
from adrguard.model.decisions import NOT_IN_FORCE
from adrguard.model.findings import Weakened
from adrguard.model.record import Record
from adrguard.model.rules import BLOCK, CHANGE_KINDS, CodeTarget, ImportTarget, PathTarget, TextTarget
from adrguard.syntax.languages import speaks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from adrguard.model.decisions import Decision, DecisionSet, Settings
    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule, Target


def _essence(rule: Rule) -> Rule:
    """Return the rule without what does not matter to its verdict."""
    return rule.replace(line=0, column=0, note="", because="", remediation="", rewrite="", needles=())


_MILDEST_FIRST = ("allow", "warn", "tell", "ask", "block", "deny")


def stricter(after: Settings, before: Settings) -> Settings:
    """Return the settings by which a change of settings is itself judged: of each limit the one that spares less.

    `project` stays the change's own: each side's rules are bound by the project of their side.
    """
    return after.replace(
        strict=after.strict or before.strict,
        budget_hard_ms=_longer(after.budget_hard_ms, before.budget_hard_ms),
        on_budget=max(after.on_budget, before.on_budget, key=_MILDEST_FIRST.index),
        max_file_size=max(after.max_file_size, before.max_file_size),
        weakening=tuple(
            [
                (door, max(word, dict(before.weakening)[door], key=_MILDEST_FIRST.index))
                for door, word in after.weakening
            ]
        ),
        agent_supersession=max(after.agent_supersession, before.agent_supersession, key=_MILDEST_FIRST.index),
        agent_max_blocks=max(after.agent_max_blocks, before.agent_max_blocks),
        agent_on_error=max(after.agent_on_error, before.agent_on_error, key=_MILDEST_FIRST.index),
        agent_shell=max(after.agent_shell, before.agent_shell, key=_MILDEST_FIRST.index),
        agent_before_edit=after.agent_before_edit or before.agent_before_edit,
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


class Scene(Record):
    """What a comparison of two sets depends on beside them: the ISO date, and the files of the change's tree.

    Without `paths`, only the globs themselves can prove that a scope is as wide as it was.
    """

    today: str = ""
    paths: Callable[[], Collection[str]] | None = None


_NO_SCENE = Scene()


def compare(decisions: DecisionSet, base: DecisionSet, scene: Scene = _NO_SCENE) -> Iterator[Weakened]:
    """Yield every way in which the change's decisions let more through than the base's, before and after."""
    yield from _Comparison(decisions, base, scene).rules()
    yield from _configuration(decisions, base)


class _Comparison:
    """Holds the base's rules against those of the change."""

    def __init__(self, decisions: DecisionSet, base: DecisionSet, scene: Scene) -> None:
        self._decisions = decisions
        self._base = base
        self._today = scene.today
        self._list = scene.paths
        self._paths: Collection[str] | None = None
        self._exclusions = Exclusions(decisions, base)
        self._by_id = {rule.id: rule for rule in decisions.rules}
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
        left = _left(rule.decision, self._decisions)
        if _is_proper(rule.decision, self._decisions, self._base):
            after = f"{rule.decision} is {left.why or left.status or 'no longer in force'}" if left else ""
            yield Weakened("status", rule.note, rule.line, rule.id, rule.invariant, after, sanctioned=True)
            return
        now = self._by_id.get(rule.id) or self._successor(rule)
        if self._is_upheld(rule, now):
            return
        if left is not None and left.force == NOT_IN_FORCE:
            after = f"{rule.decision} is not in force: {left.why or f'{left.status!r} is made to mean that'}"
            yield Weakened("status", rule.note, rule.line, rule.id, rule.invariant, after)
        elif now is None:
            yield Weakened("removed", rule.note, rule.line, rule.id, rule.invariant, "")
        elif now.shadow and not rule.shadow:
            yield Weakened("status", now.note, now.line, rule.id, rule.invariant, f"{now.decision} only advises")
        else:
            how, more = self._how(rule, now)
            yield Weakened(how, now.note, now.line, rule.id, _spelled(rule), _spelled(now) + more)

    def _successor(self, rule: Rule) -> Rule | None:
        """Find what an invariant became: its decision's rule of its kind and target, at its place, or its only one."""
        own = [one for one in self._decisions.rules if (one.decision, one.kind) == (rule.decision, rule.kind)]
        by_target = [one for one in own if one.targets[0].raw == rule.targets[0].raw]
        candidates = by_target or [one for one in own if one.line == rule.line] or (own if len(own) == 1 else [])
        return candidates[0] if candidates else None

    def _how(self, rule: Rule, now: Rule) -> tuple[str, str]:
        """Return the word for what was done to a rule that still stands, and what its new text does not say itself."""
        if is_lapsed(now, self._today) and not is_lapsed(rule, self._today):
            return "lapsed", f" (it does not bind on {self._today})"
        lost = self._lost(rule, now) if demands_as_much(now, rule, self._today) else None
        if lost:
            files = f"{len(lost)} files" if lost[1:] else "1 file"
            return "narrowed", f" ({files} left its scope: {lost[0]}{', …' if lost[1:] else ''})"
        return "changed", ""

    def _is_upheld(self, rule: Rule, now: Rule | None) -> bool:
        """Say whether what became of a rule, or any other one, demands all that it did of every file it spoke of."""
        # Of all others only those that speak of the very thing: each rule is not held against each.
        for one in ([now] if now else []) + self._by_target.get(rule.targets[0].raw.casefold(), []):
            if demands_as_much(one, rule, self._today) and self._lost(rule, one) == []:
                return True
        return False

    def _lost(self, rule: Rule, now: Rule) -> list[str] | None:
        """Return the files that were in scope and are no more, None when that cannot be told."""
        if is_as_wide(now, rule) and (now.include or not rule.include):
            return []
        if rule.kind in CHANGE_KINDS or self._list is None:
            return [] if is_as_wide(now, rule) else None
        if self._paths is None:
            self._paths = self._list()
        # The note of a rule is never judged by it, wherever it moves.
        before, after = (
            rule.replace(note=""),
            rule.replace(note="", include=now.include, exclude=now.exclude, langs=now.langs),
        )
        return sorted(path for path in self._paths if self._judges(before, path) and not self._judges(after, path))

    def _judges(self, rule: Rule, path: str) -> bool:
        if rule.kind == "code" and not any(speaks(path, _languages(target)) for target in rule.targets):
            return False
        return applies(rule, path, self._exclusions)


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


_GRADED = (
    "on_budget", "max_file_size", "budget_hard_ms", "weakening", "strict", "agent_supersession", "agent_max_blocks",
    "agent_on_error", "agent_shell", "agent_before_edit",
)  # fmt: skip
_UNGRADED = ("adr_dirs", "vault", "project", "baseline", "statuses")
"""Settings of which nobody can tell whether another value lets more through."""


def _configuration(decisions: DecisionSet, base: DecisionSet) -> Iterator[Weakened]:
    before, after = base.settings.as_dict(), decisions.settings.as_dict()
    judged = stricter(decisions.settings, base.settings).as_dict()
    for key in (*_GRADED, *_UNGRADED):
        if before[key] != after[key] and (key in _UNGRADED or judged[key] != after[key]):
            name = key.replace("agent_", "agent.").replace("_", "-")
            said = [f"{name} = {_toml(side[key])}" for side in (before, after)]
            yield Weakened("configuration", "", 0, "", said[0], said[1])
    excluded = [glob for glob in _excluded(decisions) if glob not in base.settings.exclude]
    if excluded:
        globs = ", ".join([f'"{_glob(glob)}"' for glob in excluded])
        yield Weakened("configuration", "", 0, "", "", f"exclude = […, {globs}]")
    yield from _declared_known(decisions, base)
    if decisions.generated != base.generated:
        yield Weakened("configuration", ".gitattributes", 0, "", "", "other files count as generated or vendored")


def _excluded(decisions: DecisionSet) -> Iterator[Glob]:
    """Yield the globs that the configuration excludes; single notes of decisions are left out of text in any case."""
    notes = {one.path.replace("\\", "") for one in decisions.decisions}
    for glob in decisions.settings.exclude:
        if _glob(glob).replace("\\", "").removeprefix("/") not in notes:
            yield glob


def _declared_known(decisions: DecisionSet, base: DecisionSet) -> Iterator[Weakened]:
    added = sorted(Baseline(decisions.baseline).entries - Baseline(base.baseline).entries)
    if added:
        rule, path, *_ = (*added[0].split("\t"), "")
        example = f", such as [{rule}] {path}" if path else ""
        after = f"findings declared known: {len(added)} more{example}"
        yield Weakened("baseline", decisions.settings.baseline, 0, "", "", after)


def _toml(value: object) -> str:
    """Return a setting as its owner would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{ " + ", ".join([f'{key} = "{word}"' for key, word in value]) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join([_toml(one) for one in value]) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _glob(glob: Glob) -> str:
    anchored, segments, folder_only = glob
    path = "/".join(segments) + ("/" if folder_only else "")
    return f"/{path}" if anchored and not segments[1:] else path
