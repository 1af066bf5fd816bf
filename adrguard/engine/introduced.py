"""Introduced = found in the new state, less what the old state had already, by identity."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from adrguard.model.findings import Finding


def number(findings: Iterable[Finding]) -> list[Finding]:
    """Give each finding its occurrence among those of its rule at equal lines of its file, in order of place."""
    counts: dict[tuple[str, str, str], int] = {}
    numbered = []
    for finding in sorted(findings, key=lambda one: (one.line, one.column)):
        key = finding.identity[:3]
        counts[key] = counts.get(key, 0) + 1
        numbered.append(finding.replace(occurrence=counts[key]) if counts[key] != 1 else finding)
    return numbered


def _nothing() -> Container[int]:
    return ()


def subtract(
    new: Sequence[Finding], old: Sequence[Finding], kept: Callable[[], Container[int]] = _nothing
) -> list[Finding]:
    """Return the new findings that the old state does not explain.

    Where a line occurs more often than before, the surplus is introduced: first the copies on lines that are not among
    `kept` (those that stand there since the old state; asked for only when it matters), then those whose neighbours
    were not there before, so that the finding points at the pasted copy and not at the original below it.
    """
    before: dict[tuple[str, str], list[Finding]] = {}
    for finding in old:
        before.setdefault(_key(finding), []).append(finding)
    introduced: list[Finding] = []
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in new:
        groups.setdefault(_key(finding), []).append(finding)
    for key, group in groups.items():
        introduced += _surplus(group, before.get(key, []), kept)
    introduced.sort(key=lambda one: (one.line, one.column))
    return introduced


def _key(finding: Finding) -> tuple[str, str]:
    # Without the path: old findings of a renamed file stand under its old name.
    return (finding.rule.id, finding.identity[2])


def _surplus(new: list[Finding], old: list[Finding], kept: Callable[[], Container[int]]) -> list[Finding]:
    surplus = len(new) - len(old)
    if surplus <= 0:
        return []
    if not old:
        return new
    known = {one.around for one in old}
    there = kept()

    def rank(one: Finding) -> tuple[bool, bool, int]:
        # Of those with the old neighbours the last ones: what is pasted mostly stands below what was copied.
        familiar = one.around in known
        return one.line in there, familiar, -one.line if familiar else one.line

    return sorted(new, key=rank)[:surplus]
