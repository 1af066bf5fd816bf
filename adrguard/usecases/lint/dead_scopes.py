"""Rules that reach nothing: a glob that fits no file, or a scope of files that the kind cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.engine.scope import Exclusions, applies
from adrguard.matchers.registry import KINDS
from adrguard.model.errors import WARNING, Problem
from adrguard.model.globs import matches
from adrguard.model.rules import ChangeTarget, EdgeTarget, LayersTarget
from adrguard.usecases.governing import spelled_globs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule


def reaching_nothing(decisions: DecisionSet, paths: Collection[str]) -> Iterator[Problem]:
    """Yield a warning for every rule that can speak of none of these files."""
    exclusions = Exclusions(decisions)
    ordered = sorted(paths)
    for rule in decisions.rules:
        named = next((what for what, globs in _named(rule) if not any(matches(globs, path) for path in ordered)), "")
        if named:
            message = f"no file of the repository matches {named}, so '{rule.invariant}' can match nothing"
            yield _rule_warning(rule, message, "mend the glob, or remove the invariant", "matches-no-file")
        elif rule.include and not _reaches(rule, ordered, exclusions):
            message = f"'{rule.invariant}' can read none of the files in its scope"
            yield _rule_warning(rule, message, _readable(rule), "reads-no-file")


def _named(rule: Rule) -> Iterator[tuple[str, tuple[Glob, ...]]]:
    """Yield each set of globs that must fit some file for the rule ever to speak."""
    if rule.include:
        yield f"its 'in' ({spelled_globs(rule.include)})", rule.include
    for target in rule.targets:
        if isinstance(target, EdgeTarget):
            yield f"the left side of `{target.raw}`", target.source
            yield f"the right side of `{target.raw}`", target.target
        elif isinstance(target, LayersTarget):
            for name, globs in target.layers:
                yield f"the layer `{name}`", globs
        elif isinstance(target, ChangeTarget):
            yield f"its 'when' ({spelled_globs(target.when)})", target.when


def _reaches(rule: Rule, paths: list[str], exclusions: Exclusions) -> bool:
    if KINDS[rule.kind].per != "file":
        return True
    return any(applies(rule, path, exclusions) for path in paths)


def _readable(rule: Rule) -> str:
    kind = KINDS[rule.kind]
    if rule.kind == "dependency":
        return "'in' must name manifests, such as pyproject.toml or package.json"
    if kind.languages:
        return f"{rule.kind} reads files in {', '.join(sorted(rule.langs or kind.languages))}"
    return "the files are generated, vendored, locked or decisions: `in` must name them, not only match them"


def _rule_warning(rule: Rule, message: str, hint: str, code: str) -> Problem:
    return Problem(rule.note, rule.line, rule.column, message, hint, code, WARNING)
