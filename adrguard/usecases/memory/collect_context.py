"""Collect the old part of a session's context: a trajectory comes in, a smaller one of the same kind comes out."""

from __future__ import annotations

import codecs
import os

from adrguard.memory.gc import shapes
from adrguard.memory.gc.collecting import BY_COMMAND, BY_TOOL, Wanted, collect
from adrguard.memory.gc.digest import asked
from adrguard.memory.gc.framing import TrajectoryError, parsed
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.model.record import Record
from adrguard.report.identity import written
from adrguard.system import files, pipes
from adrguard.usecases.memory.logs.log_store import log_store
from adrguard.usecases.memory.logs.node_shelf import NodeShelf
from adrguard.usecases.reports.report_files import write_bytes
from adrguard.usecases.shell.edited import edited

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adrguard.memory.gc.closing import Collection
    from adrguard.memory.gc.document import Document

MOST_BYTES = 512 * 1024 * 1024
"""Bytes of a trajectory that are read at most."""

_PATIENCE_S = 10.0
_OTHERWISE = "name a file that holds a trajectory, or - for standard input"
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8"),
)

_ENDS_EARLY = ("unexpected end of data", "truncated data")
"""What the codecs say of bytes that are the beginning of a character."""

_AS_TOOL = Wanted(how=BY_TOOL)


class Collected(Record):
    """What came of collecting: the trajectory, and `report`, which tells people of it."""

    trajectory: str
    report: str
    collection: Collection

    @property
    def answer(self) -> str:
        """The report and the trajectory after it, for who gets only one text."""
        return f"{self.report}\n{self.trajectory}"

    @property
    def structured(self) -> dict[str, Any]:
        """The figures and names for programs, without the trajectory."""
        return _structured(self.collection)


def collect_text(start: str, text: str, wanted: Wanted = _AS_TOOL, name: str = "trajectory_json") -> Collected:
    """Collect a trajectory that is at hand as text; what is put away lies in the store for the folder `start`.

    Raises `TrajectoryError` (a message with `name`, line and column), `UsageError` and `WriteError`; the store is all
    that is written to.
    """
    _check(wanted)
    return _collected(start, parsed(text, name), wanted, name)


def _collected(start: str, document: Document, wanted: Wanted, name: str) -> Collected:
    shape = shapes.shape_of(document, name)
    place = log_store(start)
    collection = collect(document, shape, wanted, NodeShelf(place), edited)
    if collection.nodes:
        place.store.prune(place.settings.logs_keep_days, place.settings.logs_keep_bytes, collection.nodes)
    return Collected(collection.text, _report(collection), collection)


def collect_bytes(start: str, data: bytes, wanted: Wanted, name: str) -> tuple[bytes, Collected]:
    """Collect a trajectory that comes as bytes; it comes out in the encoding that its byte order mark tells."""
    _check(wanted)
    mark, encoding = next((one for one in _MARKS if data.startswith(one[0])), (b"", "utf-8"))
    data = data[len(mark) :]
    try:
        text, rest = data.decode(encoding), b""
    except UnicodeDecodeError as error:
        document, rest = _cut_in_a_character(data, error, name)
    else:
        del data  # it may be large
        document = parsed(text, name)
        del text
    done = _collected(start, document, wanted, name)
    return mark + done.trajectory.encode(encoding) + rest, done


def _cut_in_a_character(data: bytes, error: UnicodeDecodeError, name: str) -> tuple[Document, bytes]:
    """Return a transcript whose writer was stopped within a character, and the bytes of that."""
    if error.end == len(data) and error.reason in _ENDS_EARLY:
        document = parsed(data[: error.start].decode(error.encoding), name)
        if document.tail:
            return document, data[error.start :]
    raise _undecodable(data, error, name) from error


def _undecodable(data: bytes, error: UnicodeDecodeError, name: str) -> TrajectoryError:
    before = data[: error.start].decode(error.encoding, "replace")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    raw = " ".join(f"{byte:02x}" for byte in data[error.start : error.start + 4])
    said = f"{name}:{line}:{column}: bytes that are no {error.encoding.upper()}: {raw}"
    return TrajectoryError(said, "write the trajectory as UTF-8")


def read(path: str) -> bytes:
    """Return the bytes of a file, or of a pipe that stands for one. Raises `AdrguardError`, which names it."""
    try:
        if pipes.is_pipe(path):
            return pipes.read_pipe(path, MOST_BYTES, _PATIENCE_S)
        return files.read_regular(os.path.realpath(path), MOST_BYTES)
    except files.UnreadableError as error:
        raise AdrguardError(f"{path}: {error.reason}", _OTHERWISE) from error
    except FileNotFoundError as error:
        raise AdrguardError(f"{path}: no such file", _OTHERWISE) from error


def check_output(start: str, source: str, output: str) -> None:
    """Refuse to write over the trajectory that is read (`source`, "" for none). Raises `UsageError`."""
    try:
        same = bool(source) and os.path.samefile(os.path.join(start, source), os.path.join(start, output))
    except (OSError, ValueError):
        return
    if same:
        raise UsageError(
            f"{output}: the trajectory itself would be written over",
            "name another file, and move it when you are content",
        )


def save(start: str, path: str, data: bytes) -> None:
    """Write a trajectory to a file, as a whole or not at all. Raises `NotWrittenError`."""
    write_bytes(start, path, data)


def _check(wanted: Wanted) -> None:
    for name, least in (("threshold", 0), ("hot_window", 0), ("context_window", 1)):
        value = getattr(wanted, name)
        if not least <= value <= 1 << 40:
            raise UsageError(f"{name} cannot be {value}", f"give a number from {least} on")


def _report(done: Collection) -> str:
    figures = done.statistics
    lines = [
        (
            f"✓ Context collected: {figures.shape}, {_counted(figures.turns, 'turn')}"
            f" ({figures.hot} hot, {figures.cold} cold)"
        ),
        (
            f"  Tokens: {figures.before:,} -> {figures.after:,}; of the cold part {figures.cold_before:,} ->"
            f" {figures.cold_after:,}, TRR {figures.trr} % (upper estimates)"
        ),
    ]
    if figures.original != figures.cold_before:
        lines.append(
            f"  Of what the cold part once took ({figures.original:,}), {figures.trr_of_original} % are saved."
        )
    lines += [
        f"  Context window: {figures.used} % of {figures.window:,}, {figures.zone} the Smart-Zone (15-60 %)",
        (
            f"  Tiers: {_counted(figures.folded, 'output')} folded, {figures.repeated} repeated,"
            f" {_counted(figures.digested, 'turn')} digested"
        ),
        f"  Cold part: {_named(done)}",
    ]
    if done.node:
        lines.append(f"  Digest: {done.node}")
    if figures.redacted:
        lines.append(f"  {_counted(figures.redacted, 'secret')} redacted.")
    if figures.orphans:
        lines.append(f"  {_counted(figures.orphans, 'result')} in it answered no call; they were left where they are.")
    if figures.cut:
        lines.append(f"  The last line ends in the middle: its {_counted(figures.cut, 'byte')} were left as they are.")
    return "\n".join(lines) + "\n"


def _named(done: Collection) -> str:
    book = done.book
    counts = ((book.decisions, "decision"), (book.edits, "file"), (book.errors, "error"), (book.tasks, "open task"))
    said = [_counted(len(names), what) for names, what in counts]
    said[1] += " edited"
    return ", ".join(said)


def _structured(done: Collection) -> dict[str, Any]:
    figures, book = done.statistics, done.book
    fields = {name: value for name, value in figures.as_dict().items() if name not in ("shape", "before", "after")}
    return {
        "shape": figures.shape,
        "tokens_before": figures.before,
        "tokens_after": figures.after,
        **fields,
        "trr": figures.trr,
        "trr_of_original": figures.trr_of_original,
        "used": figures.used,
        "zone": figures.zone,
        "digest": {"node": done.node, "text": written(done.digest)},
        "asked": list(map(written, asked(book))),
        "decisions": list(map(written, book.decisions)),
        "records": list(map(written, book.records)),
        "edits": list(map(written, book.edits)),
        "errors": list(map(written, book.errors)),
        "tasks": [*map(written, book.tasks.listed), *map(written, book.tasks.said)],
        "nodes": list(done.nodes),
    }


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


__all__ = [
    "BY_COMMAND",
    "BY_TOOL",
    "Collected",
    "Wanted",
    "check_output",
    "collect_bytes",
    "collect_text",
    "read",
    "save",
]
