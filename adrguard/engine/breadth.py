"""Whether a scope is surely as wide as another one: by what its globs and languages say, not by the files there are.

A file that nobody has written yet is in a scope or not as well, so a tree can only prove that a scope became narrower.
"""

from __future__ import annotations

from adrguard.model.globs import segment_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule

_MOST_STEPS = 10_000
_MAGIC = frozenset("*?[\\")


def is_covered(before: Rule, rules: Sequence[Rule]) -> bool:
    """Say whether the scopes of these rules surely make up that of `before`: each part of it lies in one of them.

    A part may be left out by one of the rules where another one speaks of it.
    """
    parts = [before.replace(include=(glob,)) for glob in before.include] or [before]
    return all(any(_is_in(part, now, rules) for now in rules) for part in parts)


def _is_in(part: Rule, now: Rule, rules: Sequence[Rule]) -> bool:
    if not _holds(part, now.replace(exclude=())):
        return False
    left_out = [glob for glob in now.exclude if not _is_named(glob, part.exclude)]
    return all(any(_holds(part.replace(include=(glob,)), one) for one in rules) for glob in left_out)


def _holds(narrow: Rule, wide: Rule) -> bool:
    """Say whether the one scope surely lies within the other."""
    return (
        (not wide.include or (bool(narrow.include) and all(_is_named(glob, wide.include) for glob in narrow.include)))
        and all(_is_named(glob, narrow.exclude) for glob in wide.exclude)
        and (not wide.langs or (bool(narrow.langs) and set(narrow.langs) <= set(wide.langs)))
    )


def are_within(narrow: Iterable[Glob], wide: Sequence[Glob]) -> bool:
    """Say whether each of the globs surely matches nothing that the others do not."""
    return all(_is_named(glob, wide) for glob in narrow)


def _is_named(glob: Glob, others: Iterable[Glob]) -> bool:
    return any(glob == other or _within(_segments(glob), _segments(other)) for other in others)


def _segments(glob: Glob) -> tuple[str, ...]:
    """Return the segments of an anchored glob that means the same."""
    anchored, segments, folder_only = glob
    if not anchored:
        # One segment, which any folder or file may have for its name.
        segments = ("**", "*" if segments[0] == "**" else segments[0])
    if not folder_only:
        return segments
    # There is a folder above in any case.
    return (*segments, "**", "*") if set(segments) != {"**"} else (*segments, "*", "**", "*")


def _within(narrow: tuple[str, ...], wide: tuple[str, ...]) -> bool:
    """Say whether all that `narrow` matches is surely matched by `wide`, or lies below what is."""
    if len(narrow) * len(wide) > _MOST_STEPS:
        return False
    # From the end: whether a rest of the one is within a rest of the other, for every pair of rests.
    row = [False] * len(wide) + [True]
    for at in range(len(wide) - 1, -1, -1):
        row[at] = wide[at] == "**" and row[at + 1]
    for segment in reversed(narrow):
        row = _row(segment, wide, row)
    return row[0]


def _row(segment: str, wide: tuple[str, ...], after: list[bool]) -> list[bool]:
    """Return for each rest of `wide` whether what starts with `segment` lies in it; `after` is the same without it."""
    row = [False] * len(wide) + [True]
    for at in range(len(wide) - 1, -1, -1):
        if wide[at] == "**":
            row[at] = row[at + 1] or after[at]
        elif segment == "**":
            # No folder at all, and any that comes first.
            row[at] = after[at] and wide[at] == "*" and row[at + 1]
        else:
            row[at] = _takes(wide[at], segment) and after[at + 1]
    return row


def _takes(wide: str, narrow: str) -> bool:
    """Say whether one segment surely matches every name that another one does."""
    if wide in (narrow, "*"):
        return True
    if _MAGIC.isdisjoint(narrow):
        return segment_matches(wide, narrow)
    # A bracket may close a class, of which the ending is then one of several.
    return wide[:1] == "*" and _MAGIC.isdisjoint(wide[1:]) and "]" not in wide and narrow.endswith(wide[1:])
