"""Rules that cannot all be obeyed, as one requires what another denies; and rules that are declared twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.engine.scope import Exclusions, applies
from adrguard.matchers.registry import FILE, KINDS
from adrguard.matchers.scope import in_scope
from adrguard.model.errors import ADVICE, ERROR, Problem
from adrguard.model.rules import (
    DENY,
    REQUIRE,
    CallTarget,
    CodeTarget,
    DependencyTarget,
    ImportTarget,
    PathTarget,
    RegexTarget,
    TextTarget,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.rules import Rule

_FOREVER = "9999-12-31"
_ANY_CASE = "(?i)"
_MODULE_SEPARATOR = re.compile(r"::|[./\\]")


def contradictions(decisions: DecisionSet, paths: Collection[str], today: str) -> Iterator[Problem]:
    """Yield an error for every rule that requires what another one denies in a file that both judge.

    A decision that is only proposed may mean to replace the other: then it is advice.
    """
    ordered = sorted(paths)
    exclusions = Exclusions(decisions)
    alive = [rule for rule in decisions.rules if not rule.until or rule.until >= today]
    for required in alive:
        if required.verb != REQUIRE:
            continue
        for denied in alive:
            if denied.verb == DENY and denied.kind == required.kind and _at_odds(denied, required):
                where = _where_both(denied, required, ordered, exclusions)
                if where is not None:
                    yield _contradiction(denied, required, where)


def _at_odds(denied: Rule, required: Rule) -> bool:
    if denied.project and required.project and denied.project != required.project:
        return False
    first, last = max(denied.since, required.since), min(denied.until or _FOREVER, required.until or _FOREVER)
    if first > last or (denied.where and required.where and not set(denied.where) & set(required.where)):
        return False
    covers = _COVERS[required.kind]
    return any(covers(one, other) for one in denied.targets for other in required.targets)


def _where_both(denied: Rule, required: Rule, paths: list[str], exclusions: Exclusions) -> str | None:
    """Return a file that both rules judge, "" when neither has limits, None when there is no such file."""
    limits = [(rule.include, rule.exclude, rule.langs) for rule in (denied, required)]
    if not any(map(any, limits)):
        return ""
    if KINDS[required.kind].per != FILE:
        return next((path for path in paths if in_scope(denied, path) and in_scope(required, path)), None)
    both = (path for path in paths if applies(denied, path, exclusions) and applies(required, path, exclusions))
    return next(both, None)


def _contradiction(denied: Rule, required: Rule, where: str) -> Problem:
    message = f"'{required.invariant}' ({required.id}) contradicts '{denied.invariant}' ({denied.id}, {_place(denied)})"
    if where:
        message += f": no text of {where} can satisfy both" if KINDS[required.kind].per == FILE else f", as in {where}"
    hint = "narrow one of them with 'in' or 'except', or let one decision supersede the other"
    severity = ADVICE if denied.shadow or required.shadow else ERROR
    return Problem(required.note, required.line, required.column, message, hint, "contradiction", severity)


def _place(rule: Rule) -> str:
    return f"{rule.note}:{rule.line}:{rule.column}"


# What one target denies that another requires


def _text(denied: TextTarget | RegexTarget, required: TextTarget | RegexTarget) -> bool:
    one, other = denied.pattern, required.pattern
    return one == other or one == _ANY_CASE + other


def _import(denied: ImportTarget, required: ImportTarget) -> bool:
    if (denied.ignore_types and not required.ignore_types) or (denied.exact and not required.exact):
        return False
    one, other = _module(denied.raw), _module(required.raw)
    return other == one if denied.exact else other[: len(one)] == one


def _module(name: str) -> list[str]:
    return _MODULE_SEPARATOR.split(name.removeprefix("node:"))


def _call(denied: CallTarget, required: CallTarget) -> bool:
    one, other = _module(denied.name), _module(required.name)
    return other[: len(one)] == one if denied.star else one == other and not required.star


def _code(denied: CodeTarget, required: CodeTarget) -> bool:
    return not set(denied.rules).isdisjoint(required.rules)


def _path(denied: PathTarget, required: PathTarget) -> bool:
    return "add" in denied.on and denied.globs == required.globs


def _dependency(denied: DependencyTarget, required: DependencyTarget) -> bool:
    ranges = ["".join(one.range.split()) for one in (denied, required)]
    return _package(denied.name) == _package(required.name) and ranges[0] in ("", ranges[1])


def _package(name: str) -> str:
    return name.casefold().replace("_", "-")


_COVERS: dict[str, Callable[[Any, Any], bool]] = {
    "text": _text,
    "regex": _text,
    "import": _import,
    "call": _call,
    "code": _code,
    "path": _path,
    "dependency": _dependency,
    "change": lambda _denied, _required: False,
}


# Declared twice


def declared_twice(decisions: DecisionSet) -> Iterator[Problem]:
    """Yield advice for each rule in force that another decision declares in the same words."""
    known: dict[Rule, Rule] = {}
    for rule in decisions.rules:
        if rule.shadow:
            continue
        twin = known.setdefault(_bare(rule), rule)
        if twin.decision != rule.decision:
            message = f"{twin.id} declares the same ({_place(twin)})"
            hint = "keep it in the decision that it follows from, and name that one in 'depends_on' here"
            yield Problem(rule.note, rule.line, rule.column, message, hint, "declared-twice", ADVICE)


def _bare(rule: Rule) -> Rule:
    """Return a rule without what two that say the same may differ in."""
    return rule.replace(
        id="", decision="", note="", line=0, column=0, invariant="", because="", remediation="", rewrite=""
    )
