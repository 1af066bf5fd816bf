"""Put an example before its rules, through the engine that judges changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.engine.check import Question, evaluate
from adrguard.engine.scope import Exclusions, applies
from adrguard.model.decisions import DecisionSet
from adrguard.model.record import Record
from adrguard.model.rules import CHANGE_KINDS, REQUIRE
from adrguard.system import clock
from adrguard.usecases.proving.readings import HOW, NO_LANGUAGE, readings
from adrguard.usecases.proving.scenes import scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.changes import ChangeSet
    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule
    from adrguard.usecases.proving.samples import Sample
    from adrguard.usecases.proving.scenes import ExampleTree, Scene

_MOST_TOLD = 3


class Found(Record):
    """What a rule finds in an example: in which of its fences, in which row of that (0: the file as a whole)."""

    part: int
    row: int
    column: int
    rule: str
    path: str
    shown: str


class Judged(Record):
    """What came of it. `unread` says why nothing could be judged, `read_as` what an unnamed file was taken for."""

    found: tuple[Found, ...] = ()
    unread: str = ""
    read_as: tuple[str, ...] = ()
    why: str = ""

    @property
    def as_shown(self) -> str:
        """Say as what it was read, where that is worth a word."""
        shown = [name for name in self.read_as if name != NO_LANGUAGE]
        more = ", …" if len(shown) > _MOST_TOLD else ""
        return f" (read as {', '.join(shown[:_MOST_TOLD])}{more})" if shown else ""


def judge_text(rules: Sequence[Rule], text: str, lang: str) -> Judged:
    """Judge an example that names no file: the rules' own scopes and dates do not count."""
    bare = [_timeless(rule).replace(include=(), exclude=(), note="", langs=()) for rule in rules]
    own = {rule.id: rule for rule in rules}
    read: dict[str, list[tuple[str, tuple[Finding, ...]]]] = {}
    unreadable: dict[str, None] = {}
    for name, fit, changes, tree in readings(rules, text, lang):
        ids = {rule.id for rule in fit}
        outcome = _evaluate([rule for rule in bare if rule.id in ids], DecisionSet(), changes, tree)
        for rule in fit:
            found = tuple(one for one in outcome.findings if one.rule.id == rule.id)
            unjudged = [one.reason for one in outcome.unjudged if one.rule in ("", rule.id)]
            if found or not unjudged:
                read.setdefault(rule.id, []).append((name, found))
            else:
                unreadable.setdefault(f"{name}: {unjudged[0]}")
    if not read:
        how = next((HOW[rule.kind] for rule in rules if rule.kind in HOW), "nothing here can be judged")
        return Judged(unread="; ".join(list(unreadable)[:_MOST_TOLD]) or how)
    judged = [_weighed(own[rule], ways) for rule, ways in read.items()]
    hits = tuple(one for each in judged for one in each.found)
    names = dict.fromkeys(name for each in judged if bool(each.found) is bool(hits) for name in each.read_as)
    return Judged(hits, read_as=tuple(names))


def _weighed(rule: Rule, read: Sequence[tuple[str, tuple[Finding, ...]]]) -> Judged:
    """Weigh the readings: what is forbidden must be found in one of them, what is required be lacking in all."""
    found = [(name, findings) for name, findings in read if findings]
    violates = len(found) == len(read) if rule.verb == REQUIRE else bool(found)
    if not violates:
        return Judged(read_as=tuple(name for name, _ in read))
    name, findings = found[0]
    placed = rule.kind not in HOW
    return Judged(tuple(_found(one, 0, one.line if placed else 0) for one in findings), read_as=(name,))


def judge_sample(sample: Sample, rules: Sequence[Rule], decisions: DecisionSet) -> Judged:
    """Judge an example of a note by the rules that it tests."""
    info = sample.parts[0].info
    if not info.path and not info.is_diff:
        return _judge_unnamed(sample, rules)
    shown = scene(sample)
    if shown.fault:
        return Judged(unread=f"line {shown.row} of it: {shown.fault}")
    outcome = _evaluate([_timeless(rule) for rule in rules], decisions, shown.changes, shown.tree)
    found = tuple(_placed(one, shown) for one in outcome.findings)
    if not found and outcome.unjudged:
        first = outcome.unjudged[0]
        return Judged(unread=f"{first.path}: {first.reason}")
    return Judged(found, why="" if found else _out_of_scope(rules, shown, decisions))


def _judge_unnamed(sample: Sample, rules: Sequence[Rule]) -> Judged:
    part = sample.parts[0]
    fit = [rule for rule in rules if len(rules) == 1 or _is_about_text(rule, part.info.lang)]
    if not fit:
        return Judged(unread="its rules judge files in their places: name the file, `path=src/a.py`")
    return judge_text(fit, part.text, part.info.lang)


def _is_about_text(rule: Rule, lang: str) -> bool:
    """Say whether a rule can be judged on an unnamed text beside others; what it may lack depends on where it is."""
    if rule.verb == REQUIRE:
        return False
    return rule.kind not in HOW or lang in ("", "text", "txt", "plain")


def _timeless(rule: Rule) -> Rule:
    return rule.replace(since="", until="", project="", shadow=False)


def _evaluate(rules: Sequence[Rule], decisions: DecisionSet, changes: ChangeSet, tree: ExampleTree) -> Outcome:
    settings = decisions.settings.replace(budget_hard_ms=0, strict=False, project="")
    held = decisions.replace(rules=tuple(rules), settings=settings, problems=(), baseline="", examples=())
    return evaluate(Question(held, held, changes, tree, clock.today(), clock.monotonic_ms))


def _placed(one: Finding, shown: Scene) -> Found:
    part, row = shown.rows.get((one.path, one.line)) or shown.rows.get((one.path, 0)) or (0, 0)
    return _found(one, part, row)


def _found(one: Finding, part: int, row: int) -> Found:
    return Found(part, row, one.column if row else 0, one.rule.id, one.path, one.shown)


def _out_of_scope(rules: Iterable[Rule], shown: Scene, decisions: DecisionSet) -> str:
    """Say when no rule under test looks at any file of the change."""
    exclusions = Exclusions(decisions)
    paths = [one.path for one in shown.changes.files if not one.deleted]
    for rule in rules:
        if rule.kind in CHANGE_KINDS or any(applies(rule, path, exclusions) for path in paths):
            return ""
    return f"no rule of it looks at {', '.join(paths[:_MOST_TOLD])}" if paths else ""


def shown_by(found: Sequence[Found]) -> str:
    """Say by what something violates: `` by 'SELECT *'``, "" where there is nothing to show."""
    shown = list(dict.fromkeys(f"'{one.shown}'" for one in found if one.shown))
    more = f" and {len(shown) - _MOST_TOLD} more" if len(shown) > _MOST_TOLD else ""
    return f" by {', '.join(shown[:_MOST_TOLD])}{more}" if shown else ""
