"""Put a long log away and return what matters of it; a short one passes as it is."""

from __future__ import annotations

from adrguard.memory.nodes import Facts
from adrguard.memory.secrets.redaction import Redactor, redact
from adrguard.memory.tokens import upper_estimate
from adrguard.memory.traces.drawing import Drawing, Section, sections
from adrguard.memory.traces.portions import portions
from adrguard.memory.traces.reading import Reading, source_of
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.usecases.memory.logs.log_store import log_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adrguard.memory.nodes import Node, Store, Writer
    from adrguard.memory.traces.portions import Portion, Source
    from adrguard.memory.traces.trace import Failure, Phase, Said, Trace
    from adrguard.usecases.memory.logs.log_store import LogStore

BYTES_OF_A_LINE = 512
"""A log is short if it has no more lines than the threshold, and for each of them no more bytes than this."""

BY_COMMAND = "Use 'adrguard inspect {node}' to view raw stack frames."
BY_TOOL = "Use 'inspect_log_node' to view raw stack frames."

_MEASURED = 256 * 1024
_WORDS = (100, 72, 48, 32, 20, 0)
_SHARE = 40
_LEAST_ROOM = 400
_PIECE = 1 << 16


class Part(Record):
    """The node of one failing phase: its name, and the lines of the log from `first` to `last`."""

    phase: str
    node: str
    first: int
    last: int


class Offloaded(Record):
    """What became of a log.

    passed    the log itself where it was short; then there is nothing else
    text      the answer: a Mermaid diagram, the reduction, and how to see more
    node      id of the node that holds the log; `parts` are those of its failing phases where there are several
    task      what it was offloaded for
    trace     what the log says
    redacted  how many secrets were taken out before it was kept
    tokens_before, tokens_after  upper estimates for the log and for the answer
    """

    passed: bytes
    text: str = ""
    node: str = ""
    parts: tuple[Part, ...] = ()
    task: str = ""
    trace: Trace | None = None
    redacted: int = 0
    tokens_before: int = 0
    tokens_after: int = 0

    @property
    def reduction(self) -> float:
        """How many of the tokens are saved, in per cent, rounded down to one decimal."""
        saved = self.tokens_before - self.tokens_after
        return max(saved * 1000 // self.tokens_before, 0) / 10 if self.tokens_before else 0.0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases that the log shows."""
        return self.trace.phases if self.trace else ()

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The first error of each kind."""
        return self.trace.failures if self.trace else ()

    @property
    def warnings(self) -> tuple[Failure, ...]:
        """The first warning of each kind."""
        return self.trace.warnings if self.trace else ()

    @property
    def results(self) -> tuple[Said, ...]:
        """The lines that sum something up."""
        return self.trace.results if self.trace else ()


class NotKeptError(AdrguardError):
    """The log cannot be kept; `log` yields all of it that was taken from the source, which goes on from there."""

    def __init__(self, error: AdrguardError, log: Iterator[bytes]) -> None:
        super().__init__(error.message, error.hint)
        self.log = log


class Wanted(Record):
    """How a log is to be offloaded.

    `threshold` is the number of lines up to which it passes (-1: as configured), `ending` what came of the program that
    wrote it (``exit code 101``), and `how` the line that says how to see more.
    """

    task: str = ""
    threshold: int = -1
    ending: str = ""
    how: str = BY_COMMAND


def offload_text(start: str, text: str, task: str = "", threshold: int = -1, how: str = BY_TOOL) -> Offloaded:
    """Offload a log that is at hand as text; see `offload`."""
    return offload(start, source_of(text.encode("utf-8", "surrogatepass")), Wanted(task, threshold, how=how))


def offload(start: str, source: Source, wanted: Wanted = Wanted()) -> Offloaded:  # noqa: B008 -- immutable
    """Take a log from a source, up to its end, and put it away unless it is short; in constant memory.

    `source(n)` returns up to n bytes, b"" at the end. Raises `NotKeptError`.
    """
    place = log_store(start)
    threshold = place.settings.logs_threshold if wanted.threshold < 0 else wanted.threshold
    begun = beginning(source, threshold)
    if is_short(begun, threshold):
        return Offloaded(begun)
    return put_away(place, begun, source, lambda: wanted)


def put_away(place: LogStore, begun: bytes, source: Source, wanted: Callable[[], Wanted]) -> Offloaded:
    """Put a log away of which the beginning was read already; `wanted` is asked once all of it is."""
    try:
        store = place.make()
        writer = store.writer()
    except AdrguardError as error:
        raise NotKeptError(error, iter((begun,))) from error
    with writer:
        reading, redactor, meter = Reading(), Redactor(), _Meter()
        tap = _Tap(begun, source)
        for portion in portions(tap.take):
            clean = _redacted(portion, redactor)
            try:
                writer.write(clean.raw)
            except AdrguardError as error:
                raise NotKeptError(error, _rest(writer, tap.rest())) from error
            tap.written(portion)
            reading.feed(clean)
            meter.add(clean.text)
        trace = reading.end()
        done = wanted()
        try:
            facts = Facts(trace.lines, writer.size, trace.encoding, done.task, redactor.count)
            node = writer.keep(facts)
            parts = _parts(store, node, trace)
        except AdrguardError as error:
            raise NotKeptError(error, _rest(writer, b"")) from error
    settings = place.settings
    store.prune(settings.logs_keep_days, settings.logs_keep_bytes, (node.id, *(one.node for one in parts)))
    made = Offloaded(b"", "", node.id, parts, done.task, trace, redactor.count, meter.tokens)
    return _told(made, done)


def beginning(source: Source, threshold: int) -> bytes:
    """Return the beginning of a log: all of it, or enough to tell that it is not short."""
    begun = b""
    while is_short(begun, threshold) and (part := source(_PIECE)):
        begun += part
    return begun


def is_short(begun: bytes, threshold: int) -> bool:
    """Say whether a log that has this beginning is short so far."""
    if len(begun) > threshold * BYTES_OF_A_LINE:
        return False
    text = b"".join([portion.text for portion in portions(source_of(begun))])
    return text.count(b"\n") + (text[-1:] not in (b"", b"\n")) <= threshold


class _Tap:
    """A source of which is known what was taken from it and is not written yet."""

    def __init__(self, begun: bytes, source: Source) -> None:
        self._first = source_of(begun)
        self._source = source
        self.taken = b""

    def take(self, size: int) -> bytes:
        part = self._first(size) or self._source(size)
        self.taken += part
        return part

    def written(self, portion: Portion) -> None:
        self.taken = self.taken[len(portion.raw) :]

    def rest(self) -> bytes:
        """Return what was taken and not written, and what the beginning still holds."""
        return self.taken + b"".join(iter(lambda: self._first(_PIECE), b""))


def _rest(writer: Writer, last: bytes) -> Iterator[bytes]:
    """Return what was written, and what could not be; it is opened now, as it is about to be deleted."""
    try:
        written = writer.written()
    except (AdrguardError, FileNotFoundError):
        written = iter(())
    return _joined(written, last)


def _joined(written: Iterator[bytes], last: bytes) -> Iterator[bytes]:
    yield from written
    yield last


def _redacted(portion: Portion, redactor: Redactor) -> Portion:
    text = redactor.redacted(portion.text)
    if text is portion.text:
        return portion
    if portion.encoding == "utf-8":
        mark = portion.raw[: len(portion.raw) - len(portion.text)]
        return portion.replace(raw=mark + text, text=text)
    sign = "\ufeff" if portion.raw.startswith("\ufeff".encode(portion.encoding)) else ""
    raw = (sign + text.decode("utf-8", "replace")).encode(portion.encoding, "replace")
    return portion.replace(raw=raw, text=text)


def _parts(store: Store, node: Node, trace: Trace) -> tuple[Part, ...]:
    failing = sections(trace)
    if len(failing) <= 1:
        return ()
    return tuple(
        Part(trace.phases[index].name, store.section(node, first, last).id, first, last)
        for index, first, last in failing
    )


class _Meter:
    """Measures the tokens of a log: its beginning closely, the rest by its bytes, which is less."""

    def __init__(self) -> None:
        self.tokens = 0
        self._left = _MEASURED

    def add(self, text: bytes) -> None:
        close, rest = text[: self._left], text[self._left :]
        self._left -= len(close)
        if close:
            self.tokens += upper_estimate(close.decode("utf-8", "replace"))
        self.tokens += -(-len(rest) // 2)


def _told(made: Offloaded, wanted: Wanted) -> Offloaded:
    """Return it with its answer: messages are cut for it to take a fortieth of the log, or a little for a short log."""
    assert made.trace is not None  # noqa: S101 -- it was read just now
    indices = [index for index, _, _ in sections(made.trace)] if made.parts else []
    marks = [Section(index, one.node, one.first, one.last) for index, one in zip(indices, made.parts, strict=True)]
    drawing = Drawing(made.trace, made.node, marks, made.task, wanted.ending)
    room = max(made.tokens_before // _SHARE, _LEAST_ROOM)
    told = made
    for words in _WORDS:
        text = _answer(told, drawing.text(words), wanted.how)
        told = told.replace(text=text, tokens_after=upper_estimate(text))
        # The percentage is part of the text that it is about.
        text = _answer(told, drawing.text(words), wanted.how)
        told = told.replace(text=text, tokens_after=upper_estimate(text))
        if told.tokens_after <= room:
            break
    return told


def _answer(made: Offloaded, diagram: str, how: str) -> str:
    assert made.trace is not None  # noqa: S101 -- it was read just now
    lines = [
        "```mermaid",
        *diagram.splitlines(),
        "```",
        "",
        f"✓ Log offloaded ({_counted(made.trace.lines, 'line')}, {made.reduction}% token reduction)",
        f"  Reference ID: {made.node}",
        f"  {how.format(node=made.node)}",
    ]
    if made.redacted:
        lines.append(f"  {_counted(made.redacted, 'secret')} redacted.")
    # Nothing of a secret that colours had split in the log.
    return redact("\n".join(lines) + "\n")[0]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


__all__ = [
    "NotKeptError",
    "Offloaded",
    "Part",
    "Wanted",
    "beginning",
    "is_short",
    "offload",
    "offload_text",
    "put_away",
]
