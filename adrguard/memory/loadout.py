"""The loadout: what an agent has to know of a project before it begins, in fewer than 300 tokens.

Tokens are counted as `tokens` says, which is more than they are. Lines go in whole, the most valuable first, with room
kept for the latest log, and what had no room is counted.
"""

from __future__ import annotations

from adrguard.memory.tokens import quarters, size
from adrguard.model.record import Record
from adrguard.report import display

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FEWER_THAN = 300
"""Tokens that a loadout stays below."""

_MOST_BYTES = (FEWER_THAN - 1) * 2
_MOST_QUARTERS = (FEWER_THAN - 1) * 4
_TITLE, _VISION, _STACK, _ROOT = 60, 90, 100, 110
_STATEMENT, _LOG, _LINK = 120, 90, 110
_CUT = "…"
_LEAST_OF_A_CUT = 0.6
INVARIANT, DECISION, LOG = "invariant", "decision", "log"
_SECTIONS = {False: "## L3 Invariants & Decisions:", True: "## Recent L2 Logs:"}


class Head(Record):
    """What stands at the top. `root` is the path of the project's note, `stack` its languages and frameworks."""

    title: str
    root: str = ""
    vision: str = ""
    stack: tuple[str, ...] = ()


class Item(Record):
    """One thing to be said, with the note that says it.

    kind      `INVARIANT`, `DECISION` (one without invariants, by its title) or `LOG`
    link      the note as the loadout names it: a WikiLink
    text      on one line, fit to be shown
    day       of a log, "" where nobody knows
    rule      id of the rule that enforces an invariant, "" for prose
    met       the change that was looked at lies in the invariant's own scope
    """

    kind: str
    note: str
    link: str
    text: str
    day: str = ""
    rule: str = ""
    met: bool = False


class Packed(Record):
    """The loadout as Markdown; `shown` are the items in it, `left_out` counts the others by kind."""

    text: str
    shown: tuple[Item, ...]
    left_out: tuple[tuple[str, int], ...]


def clipped(text: str, most: int) -> str:
    """Return text on one line, in at most `most` bytes: cut after a word if one ends near, and then marked as cut."""
    # Four bytes are the most that a character takes: of something enormous no more is looked at.
    text = display.folded(text[: most * 4])
    data = text.encode("utf-8")
    if len(data) <= most:
        return text
    kept = data[: most - len(_CUT.encode("utf-8"))].decode("utf-8", "ignore")
    word = kept.rfind(" ")
    return kept[: word if word > len(kept) * _LEAST_OF_A_CUT else len(kept)].rstrip() + _CUT


def pack(head: Head, items: Sequence[Item], unseen_logs: int = 0) -> Packed:
    """Pack the items, given in the order of their value; `unseen_logs` are those that nobody has read."""
    fitting = [_shaped(one) for one in items]
    whole = _Pack(head, "")
    whole.fill(fitting)
    left = _counted(items, whole.shown, unseen_logs)
    if not any(number for _, number in left):
        return Packed(whole.text(""), tuple(whole.shown), left)
    # What is left out is never more than everything, so this much room is enough to say it.
    tight = _Pack(head, _told(_counted(items, (), unseen_logs)))
    tight.fill(fitting, keep=_newest_log(fitting))
    left = _counted(items, tight.shown, unseen_logs)
    return Packed(tight.text(_told(left)), tuple(tight.shown), left)


def _newest_log(items: Sequence[Item | None]) -> int:
    """Return where the first log is that can be shown, -1 for none: many invariants must not leave out all of them."""
    return next((index for index, one in enumerate(items) if one is not None and one.kind == LOG), -1)


def _top(head: Head) -> Iterator[str]:
    root = code_span(head.root)
    if head.root and size(root) <= _ROOT:
        yield f"- Root: {root}"
    if head.vision:
        yield f"- Vision: {clipped(head.vision, _VISION)}"
    stack = ""
    for one in head.stack:
        longer = f"{stack}, {display.folded(one)}" if stack else display.folded(one)
        if size(longer) <= _STACK:
            stack = longer
    if stack:
        yield f"- Core Stack: {stack}"


def code_span(text: str) -> str:
    """Return text as a code span of Markdown, whatever it holds."""
    text = display.visible(text)
    fence = "`"
    while fence in text:
        fence += "`"
    inner = f" {text} " if text[:1] == "`" or text[-1:] == "`" else text
    return f"{fence}{inner}{fence}"


def _shaped(item: Item) -> Item | None:
    """Return an item as it can stand on a line, None for one whose note's name alone is too long."""
    if size(item.link) > _LINK:
        return None
    return item.replace(text=clipped(item.text, _LOG if item.kind == LOG else _STATEMENT))


class Room(Record):
    """What is left for more text, in bytes and in quarters of a token."""

    bytes: int
    quarters: int

    def less(self, text: str) -> Room:
        """Return what is left once the text stands there."""
        return Room(self.bytes - size(text), self.quarters - quarters(text))

    def more(self, text: str) -> Room:
        """Return what is left once the text is taken away."""
        return Room(self.bytes + size(text), self.quarters + quarters(text))

    @property
    def is_enough(self) -> bool:
        """Whether all that was put there has room."""
        return self.bytes >= 0 and self.quarters >= 0


class _Pack:
    """A loadout that is being filled. What one note says stands on one line."""

    def __init__(self, head: Head, last: str) -> None:
        self._room = Room(_MOST_BYTES, _MOST_QUARTERS).less(last)
        self._top: list[str] = []
        self._lines: dict[bool, dict[str, str]] = {False: {}, True: {}}
        self.shown: list[Item] = []
        for line in (f"# Context Loadout: {clipped(head.title, _TITLE)}", *_top(head)):
            if self._goes_in(f"{line}\n"):
                self._top.append(line)

    def _goes_in(self, text: str, instead_of: str = "") -> bool:
        room = self._room.more(instead_of).less(text)
        if room.is_enough:
            self._room = room
        return room.is_enough

    def fill(self, items: Sequence[Item | None], keep: int = -1) -> None:
        """Take every item that fits, in order; the one at the index `keep` has its room before all others."""
        order = [*([keep] if keep >= 0 else []), *(index for index in range(len(items)) if index != keep)]
        taken = [index for index in order if self._takes(items[index])]
        self.shown = [one for index in sorted(taken) if (one := items[index]) is not None]

    def _takes(self, item: Item | None) -> bool:
        if item is None:
            return False
        is_log = item.kind == LOG
        lines = self._lines[is_log]
        if is_log:
            day = f"{item.day}: " if item.day else ""
            key, line = f"{len(lines)}", f"- {day}{item.text} {item.link}"
        elif item.link in lines:
            key, line = item.link, f"{lines[item.link]}; {item.text}"
        else:
            key, line = item.link, f"- {item.link}: {item.text}"
        heading = "" if lines else f"\n{_SECTIONS[is_log]}\n"
        goes = self._goes_in(f"{heading}{line}\n", f"{lines[key]}\n" if key in lines else "")
        if goes:
            lines[key] = line
        return goes

    def text(self, last: str) -> str:
        """Return all of it, ended by what `last` says."""
        lines = list(self._top)
        for is_log, heading in _SECTIONS.items():
            if self._lines[is_log]:
                lines += ["", heading, *self._lines[is_log].values()]
        return "".join(f"{line}\n" for line in lines) + last


def _counted(items: Sequence[Item], shown: Sequence[Item], unseen_logs: int) -> tuple[tuple[str, int], ...]:
    found = []
    for kind in (INVARIANT, DECISION, LOG):
        number = sum(one.kind == kind for one in items) - sum(one.kind == kind for one in shown)
        found.append((kind, number + (unseen_logs if kind == LOG else 0)))
    return tuple(found)


def _told(left: Iterable[tuple[str, int]]) -> str:
    parts = [f"{number} {kind}{'' if number == 1 else 's'}" for kind, number in left if number]
    return f"\nLeft out: {', '.join(parts)}\n" if parts else ""
