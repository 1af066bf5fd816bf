"""The marks that stand at the beginning of whatever was put in the place of something."""

from __future__ import annotations

import re

from adrguard.model.record import Record

FOLDED, REPEATED, DIGEST = "folded", "repeated", "digest"
_MARK = re.compile(
    r"\[adrguard gc: (?P<sort>folded|repeated|digest) (?P<node>node_[0-9a-f]{8}),"
    r" (?P<count>\d{1,12}) (?:line|turn)s?, (?P<tokens>\d{1,12}) tokens?\]"
)


class Mark(Record):
    """What was put away: how, in which node, how many lines (turns of a digest), how many tokens it took before."""

    sort: str
    node: str
    count: int
    tokens: int

    @property
    def text(self) -> str:
        """The mark as it is written."""
        unit = "turn" if self.sort == DIGEST else "line"
        return f"[adrguard gc: {self.sort} {self.node}, {_counted(self.count, unit)}, {_counted(self.tokens, 'token')}]"


def mark_of(text: str) -> Mark | None:
    """Return the mark that a text begins with, None where it has none."""
    found = _MARK.match(text)
    if not found:
        return None
    return Mark(found["sort"], found["node"], int(found["count"]), int(found["tokens"]))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
