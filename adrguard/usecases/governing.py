"""Whether a rule governs a path, as far as the path alone can tell, and why not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.decisions.barriers import NESTED
from adrguard.engine.scope import applies
from adrguard.matchers.registry import KINDS
from adrguard.model.errors import UsageError
from adrguard.model.globs import literal_prefix, matches
from adrguard.model.rules import ChangeTarget, EdgeTarget, LayersTarget, PathTarget
from adrguard.syntax.languages import language_of
from adrguard.system import clock
from adrguard.system.git import from_native, native
from adrguard.system.repository import nested

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.decisions.states import State
    from adrguard.engine.scope import Exclusions
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule

_PROBE = "adrguard-probe"


def path_in(root: str, start: str, name: str) -> str | None:
    """Return what a person calls a path, in the folder `start`, relative to the root; None when it lies outside.

    It need not exist; "" is the root itself.
    """
    absolute = os.path.normpath(os.path.join(os.path.realpath(start), name))
    try:
        relative = os.path.relpath(absolute, root)
    except ValueError:  # on Windows, another drive
        return None
    if relative == os.pardir or relative.startswith(os.pardir + os.sep) or os.path.isabs(relative):
        return None
    return "" if relative == os.curdir else from_native(relative)


def check_ours(root: str, path: str, state: State) -> None:
    """Raise `UsageError` for a submodule, fetched or not, another repository below, or what lies in one of these."""
    inner = _other_repository(root, path, state)
    if inner:
        where = "is another repository" if inner == path else f"is in another repository, {inner}"
        message = f"'{path}' {where}: what binds it is decided there"
        raise UsageError(message, "run adrguard inside of that")


def _other_repository(root: str, path: str, state: State) -> str:
    """Return the repository below the root that holds a path, or is it; "" for what is tracked here."""
    parts = path.split("/")
    above = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)] if path else []
    submodule = next((one for one in above if state.kind(one) == NESTED), "")
    if path in state.paths() and submodule != path:
        return ""
    return from_native(nested(root, native(path))) or submodule


def why_not(rule: Rule, decisions: DecisionSet) -> str:
    """Say why a rule does not bind today, "" when it does."""
    today, project = clock.today(), decisions.settings.project
    if rule.since and today < rule.since:
        return f"it binds from {rule.since} on"
    if rule.until and rule.until < today:
        return f"it bound until {rule.until}"
    if rule.project and project and rule.project != project:
        return f"it binds project {rule.project}, and this is {project}"
    return ""


def reaches(rule: Rule, path: str, exclusions: Exclusions) -> bool:
    """Say whether a rule has anything to do with a file of this name."""
    if KINDS[rule.kind].per != "file":
        return matches(tuple(_spoken_of(rule)), path)
    return applies(rule, path, exclusions)


def out_of_scope(rule: Rule, path: str, exclusions: Exclusions) -> str:
    """Say why a rule has nothing to do with a file of this name, "" when it has."""
    if reaches(rule, path, exclusions):
        return ""
    if KINDS[rule.kind].per != "file":
        return "it judges which files change, not their content"
    return _apart(rule, path, exclusions)


def has_own_scope(rule: Rule) -> bool:
    """Say whether a rule names the files that it is about, by `in` or by what it says itself."""
    return bool(rule.include or _importing(rule) or next(_spoken_of(rule), None))


def scope_of(rule: Rule) -> str:
    """Return where a rule looks, in the words of K-DSL; "" where nothing narrows it."""
    parts = [f"in {spelled_globs(rule.include)}"] if rule.include else []
    parts += [f"except {spelled_globs(rule.exclude)}"] if rule.exclude else []
    parts += [f"lang: {', '.join(rule.langs)}"] if rule.langs else []
    return "; ".join([*parts, *_own_words(rule)])


def _own_words(rule: Rule) -> Iterator[str]:
    for target in rule.targets:
        if isinstance(target, (ChangeTarget, EdgeTarget, LayersTarget, PathTarget)):
            yield target.raw


def spelled_globs(globs: tuple[Glob, ...]) -> str:
    """Return globs as their author wrote them: a compiled `a/**` ends in one segment more."""
    return ", ".join(
        ("/" if anchored and len(parts) == 1 else "") + "/".join(parts).removesuffix("/*" * (parts[-2:] == ("**", "*")))
        for anchored, parts, _ in globs
    )


def _spoken_of(rule: Rule) -> Iterator[Glob]:
    """Yield the globs of the files that a rule about changes speaks of."""
    for target in rule.targets:
        for name, value in target.as_dict().items():
            if name in ("globs", "when"):
                yield from value


def _apart(rule: Rule, path: str, exclusions: Exclusions) -> str:
    kind = KINDS[rule.kind]
    language = language_of(path)
    if rule.include and not matches(rule.include, path):
        return "its 'in' does not cover the path"
    if rule.exclude and matches(rule.exclude, path):
        return "its 'except' leaves the path out"
    if rule.langs and language not in rule.langs:
        return f"it is about {', '.join(rule.langs)}, and the file is {language or 'of no known language'}"
    if not kind.reads(path):
        readable = "manifests" if rule.kind == "dependency" else ", ".join(sorted(kind.languages))
        return f"'{rule.kind}' reads {readable}"
    if exclusions.excluded(path):
        return (
            "the file is generated, vendored, a lock file, a decision or excluded; only `in` with its name includes it"
        )
    return "it is out of scope"


def may_reach_below(rule: Rule, folder: str) -> bool:
    """Say whether a rule could govern a file in a folder of which nothing but the name is known ("" : the root)."""
    if not folder:
        return True
    if rule.exclude and matches(rule.exclude, f"{folder}/{_PROBE}"):
        return False
    conditions = [tuple(_spoken_of(rule))] if KINDS[rule.kind].per != "file" else [rule.include, _importing(rule)]
    return all(not globs or any(_meet(literal_prefix(glob), folder) for glob in globs) for globs in conditions)


def _importing(rule: Rule) -> tuple[Glob, ...]:
    """Return globs of the files whose imports a rule is about, none for a rule about something else."""
    found: list[Glob] = []
    for target in rule.targets:
        if isinstance(target, EdgeTarget):
            found += target.source
        elif isinstance(target, LayersTarget):
            found += [glob for _, globs in target.layers for glob in globs]
    return tuple(found)


def _meet(prefix: str, folder: str) -> bool:
    """Say whether one of two paths is, or lies below, the other; "" is everything."""
    return not prefix or f"{prefix}/".startswith(f"{folder}/") or f"{folder}/".startswith(f"{prefix}/")
