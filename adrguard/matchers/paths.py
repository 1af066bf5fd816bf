"""`path`: files that must not come to be (or be touched) in a place, and files that must exist.

Every entry of the repository counts as a file here: links and submodules too. What git calls a modification is one,
a change of mode alone included, but only rules with `on: modify` ask for it.
"""

from __future__ import annotations

from adrguard.matchers.registry import ChangeMatch
from adrguard.matchers.scope import in_scope
from adrguard.model.changes import NEW, OLD
from adrguard.model.globs import matches
from adrguard.model.rules import REQUIRE, PathTarget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.matchers.context import Context
    from adrguard.model.changes import FileChange
    from adrguard.model.rules import Rule


def judge(target: PathTarget, rule: Rule, context: Context) -> list[ChangeMatch]:
    """Return the files that the change adds (or what else `on` says) where the target forbids it.

    For `require`: what the change takes away so that nothing is left there; with no older state, what is not there.
    """
    if rule.verb == REQUIRE:
        return _missing(target, rule, context)
    found = []
    for change in context.changes.files:
        for path, event, detail in _events(change, target, rule, context):
            if event in target.on:
                found.append(ChangeMatch(path, path, detail))
                break
    return found


def _hits(target: PathTarget, rule: Rule, path: str) -> bool:
    return bool(path) and matches(target.globs, path) and in_scope(rule, path)


def _events(change: FileChange, target: PathTarget, rule: Rule, context: Context) -> list[tuple[str, str, str]]:
    """Return what happens in the forbidden place: (path, one of `on`'s words, what to tell)."""
    here = _hits(target, rule, change.path)
    if change.status == "R":
        return _rename(change, _hits(target, rule, change.old_path), here, context)
    if not here:
        return []
    event, detail = {
        "A": ("add", "is added"),
        "C": ("add", f"is copied from {change.old_path}"),
        "=": ("add", "is there"),
        "D": ("delete", "is deleted"),
    }.get(change.status, ("modify", "is modified"))
    return [(change.path, event, detail)]


def _rename(change: FileChange, was_here: bool, here: bool, context: Context) -> list[tuple[str, str, str]]:  # noqa: FBT001 - two like facts, named at the only call
    moved = f"is renamed from {change.old_path}" if here else f"is renamed to {change.path}"
    path = change.path if here else change.old_path
    events = []
    if here and not was_here:
        events.append((path, "add", moved))
    if was_here and not here:
        events.append((path, "delete", moved))
    if here or was_here:
        events.append((path, "rename", moved))
    if here and was_here and not _same_text(change, context):
        events.append((path, "modify", f"is modified and renamed from {change.old_path}"))
    return events


def _same_text(change: FileChange, context: Context) -> bool:
    new, old = context.tree.read(change.path, NEW), context.tree.read(change.old_path, OLD)
    return new is not None and old is not None and new.text == old.text and new.problem == old.problem


def _missing(target: PathTarget, rule: Rule, context: Context) -> list[ChangeMatch]:
    changes = context.changes
    if changes.whole:
        # Named files say nothing about those that were not named.
        if changes.source != "all" or _is_present(target, rule, context):
            return []
        return [ChangeMatch(target.raw, target.raw, "is missing")]
    taken = [change for change in changes.files if _takes_away(change, target, rule)]
    if not taken or _is_present(target, rule, context):
        return []
    first = taken[0]
    if first.status == "R":
        return [ChangeMatch(first.old_path, target.raw, f"is renamed to {first.path}")]
    return [ChangeMatch(first.path, target.raw, "is deleted")]


def _takes_away(change: FileChange, target: PathTarget, rule: Rule) -> bool:
    if change.status == "R":
        return _hits(target, rule, change.old_path) and not _hits(target, rule, change.path)
    return change.deleted and _hits(target, rule, change.path)


def _is_present(target: PathTarget, rule: Rule, context: Context) -> bool:
    return any(_hits(target, rule, path) for path in context.tree.paths(NEW))
