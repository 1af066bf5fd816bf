"""When each rule last found something: kept beside the cache, bounded, and worth nothing but to be shown.

It is written only by a check that finds something, so a clean commit pays nothing for it.
"""

from __future__ import annotations

from adrguard.decisions.cache import Cache
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from adrguard.model.decisions import Decision
    from adrguard.model.findings import Finding
    from adrguard.system.repository import Repository

NAME = "hits"
MOST_RULES = 1000
LONGEST = 500
"""Characters of a rule's id or a path that are kept."""

_FORMAT = "1"


class Hit(Record):
    """The last check in which a rule found something: the day, the first file, and how many findings there were."""

    rule: str
    decision: str
    note: str
    day: str
    path: str
    count: int


def record(repo: Repository, findings: Sequence[Finding], day: str) -> None:
    """Keep what a check found. Never raises: where nothing can be written, nothing is kept."""
    if not repo.git_dir:
        return
    cache = _cache(repo)
    kept = _read(cache)
    for rule, own in _by_rule(findings).items():
        first = own[0]
        kept.pop(rule, None)
        # The last is the latest: an order that days alone do not give.
        kept[rule] = Hit(rule, first.rule.decision[:LONGEST], first.rule.note, day, first.path[:LONGEST], len(own))
    cache.put(NAME, tuple([hit.plain() for hit in list(kept.values())[-MOST_RULES:]]))


def _by_rule(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.rule.id[:LONGEST], []).append(finding)
    return found


def _cache(repo: Repository) -> Cache:
    return Cache(repo, _FORMAT)


def _read(cache: Cache) -> dict[str, Hit]:
    raw = cache.get(NAME)
    if not isinstance(raw, tuple):
        return {}
    return {one[0]: Hit.of(one) for one in raw[-MOST_RULES:] if _is_hit(one)}


def _is_hit(raw: Any) -> bool:
    return (
        isinstance(raw, tuple)
        and len(raw) == len(Hit.FIELDS)
        and all(isinstance(value, str) for value in raw[:-1])
        and isinstance(raw[-1], int)
    )


class Hits:
    """What is known of the hits in a repository; nothing without a git directory."""

    def __init__(self, repo: Repository) -> None:
        self._by_rule = _read(_cache(repo)) if repo.git_dir else {}

    def of_rule(self, rule: str) -> Hit | None:
        """Return the last hit of a rule."""
        return self._by_rule.get(rule[:LONGEST])

    def of(self, decision: Decision) -> Hit | None:
        """Return the last hit of any rule that a decision declares or declared."""
        own = [hit for hit in self._by_rule.values() if hit.note == decision.path or hit.decision == decision.id]
        # Where another note has the same id, the path tells whose it was; where a note was moved, only the id does.
        own = [hit for hit in own if hit.note == decision.path] or own
        # Of one day, the last that was kept.
        return max(reversed(own), key=lambda hit: hit.day, default=None)
