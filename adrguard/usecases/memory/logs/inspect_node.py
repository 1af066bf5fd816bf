"""Show lines of an offloaded log: exactly as they are, page by page."""

from __future__ import annotations

from collections import deque

from adrguard.memory.traces.portions import portions
from adrguard.memory.traces.reading import read
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.usecases.memory.logs.log_store import log_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    import re2

    from adrguard.memory.nodes import Facts, Node, Store
    from adrguard.memory.traces.portions import Source
    from adrguard.memory.traces.trace import Trace

MOST_LINES = 200
MOST_BYTES = 64 * 1024
_MOST_TAIL = 10_000
_PATTERN_MEMORY = 32 << 20


class Wanted(Record):
    """Which lines are wanted: a range (``A:B``, ``A:``, ``:B``, ``A``), those that match, the last, or the errors.

    A page has at most `most_bytes`.
    """

    lines: str = ""
    grep: str = ""
    tail: int = 0
    errors: bool = False
    most_bytes: int = MOST_BYTES


class Inspected(Record):
    """A page of a log.

    node    its id, and `within` that of the log where it is a section of one
    lines   (number, bytes) of each line without its end, as UTF-8 where the log is UTF-16 or UTF-32; a line that is
            longer than a page is cut
    cut     how many bytes of the last line are left out
    more    the range of lines (``A:B``) that comes next, "" where this was all; `grep` what they had to match
    first, last  the lines of the log that the node is about
    total   lines of the log
    facts   what is known of it
    trace   what the log says, where its errors were asked for
    """

    node: str
    within: str
    lines: tuple[tuple[int, bytes], ...]
    cut: int
    more: str
    first: int
    last: int
    facts: Facts
    trace: Trace | None = None
    grep: str = ""

    @property
    def text(self) -> str:
        """The lines as text."""
        return "".join(f"{line.decode('utf-8', 'replace')}\n" for _, line in self.lines)


def inspect(start: str, node: str, wanted: Wanted = Wanted()) -> Inspected:  # noqa: B008 -- immutable
    """Return a page of a node's lines, at most `MOST_LINES` of them and `wanted.most_bytes` bytes.

    Raises `UsageError` for what is no id, range or pattern, and `UnknownNodeError` for a node that is not there.
    """
    store = log_store(start).store
    found = store.find(node)
    first, last = found.facts.first or 1, found.facts.last or found.facts.lines
    if wanted.errors:
        trace = read(_source(store, found))
        return _page(found, [], 0, "", (first, last or trace.lines)).replace(trace=trace)
    asked = _range(wanted.lines) if wanted.lines else (first, last)
    if wanted.tail:
        return _tail(store, found, wanted, (first, last))
    matches = _pattern(wanted.grep) if wanted.grep else None
    return _shown(store, found, asked, (matches, wanted.most_bytes)).replace(grep=wanted.grep)


def raw(start: str, node: str) -> Iterator[bytes]:
    """Yield the bytes of the log that a node is, or is a section of. Raises as `inspect`."""
    store = log_store(start).store
    return store.pieces(store.find(node))


def _source(store: Store, node: Node) -> Source:
    pieces = store.pieces(node)
    return lambda _size: next(pieces, b"")


def _lines(store: Store, node: Node, begin: int, room: int) -> Iterator[tuple[int, bytes, int]]:
    """Yield (number, text, bytes left out) of each line from `begin` on; of a very long line, only the beginning."""
    number = 1
    line = _Line(room)
    for portion in portions(_source(store, node)):
        *ended, rest = portion.text.split(b"\n") if number + portion.text.count(b"\n") >= begin else (portion.text,)
        if not ended and number < begin:
            number += rest.count(b"\n")
            continue
        for piece in ended:
            line.add(piece)
            if number >= begin:
                yield number, line.begun, line.left_out
            number, line = number + 1, _Line(room)
        line.add(rest)
    if line.begun and number >= begin:
        yield number, line.begun, line.left_out


class _Line:
    """A line that may come in pieces."""

    __slots__ = ("begun", "left_out", "most")

    def __init__(self, most: int) -> None:
        self.begun, self.left_out, self.most = b"", 0, most

    def add(self, piece: bytes) -> None:
        room = self.most - len(self.begun)
        self.begun += piece[:room]
        self.left_out += max(len(piece) - room, 0)


def _shown(
    store: Store, node: Node, asked: tuple[int, int], limits: tuple[re2._Regexp[bytes] | None, int]
) -> Inspected:
    first, last = asked
    matches, room = limits
    page: list[tuple[int, bytes]] = []
    size = cut = number = 0
    more = ""
    for number, line, left_out in _lines(store, node, first, room):
        if last and number > last:
            break
        if matches and not matches.search(line):
            continue
        if len(page) >= MOST_LINES or (page and size + len(line) > room):
            more = f"{number}:{last or ''}"
            break
        page.append((number, line))
        size += len(line) + 1
        cut = left_out
        if left_out:
            more = f"{number + 1}:{last or ''}" if not last or number < last else ""
            break
    if not number and first > 1:
        raise UsageError(f"{node.id} has {node.facts.lines} lines, none from {first} on", "ask for a range within them")
    return _page(node, page, cut, more, (node.facts.first or 1, node.facts.last or node.facts.lines))


def _tail(store: Store, node: Node, wanted: Wanted, span: tuple[int, int]) -> Inspected:
    count, room = wanted.tail, wanted.most_bytes
    kept: deque[tuple[int, bytes, int]] = deque(maxlen=min(count, _MOST_TAIL))
    begin = max(span[0], span[1] - count + 1) if span[1] else span[0]
    for number, line, left_out in _lines(store, node, begin, room):
        if span[1] and number > span[1]:
            break
        kept.append((number, line, left_out))
    page: list[tuple[int, bytes]] = []
    size = cut = 0
    for number, line, left_out in reversed(kept):
        if len(page) >= MOST_LINES or (page and size + len(line) > room):
            break
        page.insert(0, (number, line))
        size += len(line) + 1
        cut = cut or left_out
    earlier = begin if span[1] else (kept[0][0] if kept else 1)
    more = f"{earlier}:{page[0][0] - 1}" if page and page[0][0] > earlier else ""
    return _page(node, page, cut, more, span)


def _page(node: Node, lines: list[tuple[int, bytes]], cut: int, more: str, span: tuple[int, int]) -> Inspected:
    within = node.log if node.log != node.id else ""
    return Inspected(node.id, within, tuple(lines), cut, more, *span, node.facts)


def _range(asked: str) -> tuple[int, int]:
    first, colon, last = asked.partition(":")
    numbers = [one.strip() for one in (first, last)]
    if any(one and not (one.isascii() and one.isdigit() and len(one) <= 12) for one in numbers) or not any(numbers):  # noqa: PLR2004 - digits of a line's number
        raise UsageError(f"'{asked[:80]}' is no range of lines", "write A:B, A: or :B, counted from 1")
    begin = max(int(numbers[0] or 1), 1)
    end = int(numbers[1] or 0) if colon else begin
    if end and end < begin:
        raise UsageError(f"'{asked[:80]}' ends before it begins", "write A:B, counted from 1")
    return begin, end


def _pattern(source: str) -> re2._Regexp[bytes]:
    import re2

    options = re2.Options()
    options.log_errors = False
    options.max_mem = _PATTERN_MEMORY
    try:
        return re2.compile(source.encode("utf-8", "surrogateescape"), options)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if error.args and isinstance(error.args[0], bytes) else error
        raise UsageError(
            f"'{source[:80]}' is no pattern: {reason}", "write it as RE2 has it, without look-around"
        ) from error
