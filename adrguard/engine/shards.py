"""A share of a whole tree: the files that it judges, so that several jobs of CI judge all of them once.

Which share a file is in depends on its path alone, so it stays there whatever else the tree gains or loses. What is
about the tree as a whole is judged by the first share.
"""

from __future__ import annotations

from zlib import crc32

from adrguard.engine.baseline import escaped, path_of, rule_of
from adrguard.model.rules import CHANGE_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.changes import ChangeSet
    from adrguard.model.rules import Rule

    Shard = tuple[int, int]


def part(changes: ChangeSet, shard: Shard) -> ChangeSet:
    """Return the files of one share; ``(0, 0)`` is all of them."""
    number, count = shard
    if not count:
        return changes
    return changes.replace(
        files=tuple([one for one in changes.files if _owner(escaped(one.path), count) == number]),
        unread=tuple([one for one in changes.unread if _owner(escaped(one[0]), count) == number]),
    )


def is_first(shard: Shard) -> bool:
    """Say whether this share also judges what is about the tree as a whole."""
    return shard[0] <= 1


def owned(entries: Iterable[str], shard: Shard, rules: Iterable[Rule]) -> list[str]:
    """Return the entries of the baseline that this share can tell of whether they are stale, given all rules."""
    number, count = shard
    if not count:
        return list(entries)
    about_all = {rule.id for rule in rules if rule.kind in CHANGE_KINDS}
    return [
        one
        for one in entries
        if (is_first(shard) if rule_of(one) in about_all else _owner(path_of(one), count) == number)
    ]


def _owner(path: str, count: int) -> int:
    return crc32(path.encode()) % count + 1
