"""`change`: when files of one kind change, one of another kind must change with them.

An entry of the change counts by either of its paths, and a deletion counts as a change: who deletes a module deletes
its test. A change of mode alone does not: it neither asks for the other file nor stands in for it.
"""

from __future__ import annotations

from adrguard.matchers.registry import ChangeMatch
from adrguard.matchers.scope import in_scope
from adrguard.model.changes import NEW, OLD
from adrguard.model.globs import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.matchers.context import Context
    from adrguard.model.changes import FileChange
    from adrguard.model.globs import Glob
    from adrguard.model.rules import ChangeTarget, Rule


def judge(target: ChangeTarget, rule: Rule, context: Context) -> list[ChangeMatch]:
    """Return one match, at the first file under `when`, if files there change and none of the targets does.

    The rule's own scope narrows `when`. Without an older state nothing changes, so nothing is lacking.
    """
    if context.changes.whole:
        return []
    changes = context.changes
    asking = [
        change
        for change in changes.files
        if _touches(target.when, [path for path in _paths(change) if in_scope(rule, path)]) and _alters(change, context)
    ]
    answers = (change for change in changes.everything if _touches(target.globs, _paths(change)))
    if not asking or any(_alters(change, context) for change in answers):
        return []
    first = min(change.path for change in asking)
    others = f" (and {len(asking) - 1} more)" if len(asking) > 1 else ""
    return [ChangeMatch(first, target.raw, f"does not change, but {first}{others} does")]


def _paths(change: FileChange) -> list[str]:
    return [path for path in (change.path, change.old_path) if path]


def _touches(globs: Sequence[Glob], paths: Sequence[str]) -> bool:
    return any(matches(globs, path) for path in paths)


def _alters(change: FileChange, context: Context) -> bool:
    if change.status != "M" or change.mode == change.old_mode:
        return True
    new, old = context.tree.read(change.path, NEW), context.tree.read(change.path, OLD)
    return new is None or old is None or bool(new.problem) or new.text != old.text
