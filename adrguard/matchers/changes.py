"""`change`: when files of one kind change, one of another kind must change with them.

An entry of the change counts by either of its paths. A deletion asks like any change, but answers deletions only: who
deletes a module deletes its test, and who edits one does not. Renaming away is deleting. A change of mode alone does
not count: it neither asks for the other file nor stands in for it.
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

    A target that is only deleted does not change, unless all that asks is deleted as well. The rule's own scope narrows
    `when`. Without an older state nothing changes, so nothing is lacking.
    """
    if context.changes.whole:
        return []
    changes = context.changes

    def asks(path: str) -> bool:
        return in_scope(rule, path) and matches(target.when, path)

    asking = [one for one in changes.files if any(map(asks, _paths(one))) and _alters(one, context)]
    if not asking:
        return []
    answers = [one for one in changes.everything if _touches(target.globs, _paths(one)) and _alters(one, context)]
    staying = [one for one in asking if not _goes(one) and asks(one.path)]
    if any(not staying or (not _goes(one) and matches(target.globs, one.path)) for one in answers):
        return []
    named = staying if answers else asking
    first = min(one.path for one in named)
    others = f" (and {len(named) - 1} more)" if len(named) > 1 else ""
    if not answers:
        return [ChangeMatch(first, target.raw, f"does not change, but {first}{others} does")]
    lost = min(one.old_path or one.path for one in answers)
    return [ChangeMatch(first, target.raw, f"only loses {lost}, but {first}{others} stays")]


def _paths(change: FileChange) -> list[str]:
    return [path for path in (change.path, change.old_path) if path]


def _touches(globs: Sequence[Glob], paths: Sequence[str]) -> bool:
    return any(matches(globs, path) for path in paths)


def _goes(change: FileChange) -> bool:
    return change.status == "D"


def _alters(change: FileChange, context: Context) -> bool:
    if change.status != "M" or change.mode == change.old_mode:
        return True
    new, old = context.tree.read(change.path, NEW), context.tree.read(change.path, OLD)
    return new is None or old is None or bool(new.problem) or new.text != old.text
