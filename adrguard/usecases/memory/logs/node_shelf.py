"""What is put away of a session lies with the offloaded logs, its secrets taken out."""

from __future__ import annotations

import zlib

from adrguard.memory.gc.parts import Kept, Settled
from adrguard.memory.nodes import Facts, UnknownNodeError, digest_of
from adrguard.memory.secrets.redaction import Redactor
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system.files import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.usecases.memory.logs.log_store import LogStore


_LARGEST = 256 << 20
"""Bytes of a node that are read back: the log of another program may have any size."""
_FAST = 1


class NodeShelf:
    """Keeps texts as nodes. Nothing is made, and nothing written, before it is settled which of them are needed."""

    def __init__(self, place: LogStore) -> None:
        self._place = place
        self._promised: dict[str, _Promise] = {}

    def keep(self, parts: Iterable[str], task: str, redacted: int = -1) -> Kept:
        """Take a text, without its secrets, in parts that end where lines do, and promise it a node."""
        packing = _Packing(redacted)
        digest = digest_of(packing.packed(parts))
        node = self._place.store.promised(digest, packing.size, _Taken(self._promised, digest))
        facts = Facts(packing.lines, packing.size, task=task, redacted=packing.redacted)
        self._promised[node] = _Promise(tuple(packing.pieces), digest, facts)
        return Kept(node, packing.lines)

    def settle(self, nodes: Iterable[str]) -> Settled:
        """Put away what was promised these nodes, and drop all else. Raises `WriteError`."""
        due = [(node, self._promised[node]) for node in nodes if node in self._promised]
        self._promised = {}
        others: dict[str, str] = {}
        if due:
            self._place.make()
        for promised, one in due:
            with self._place.store.writer() as writer:
                for piece in one.data():
                    writer.write(piece)
                node = writer.keep(one.facts).id
            if node != promised:
                others[promised] = node
        return Settled(others, sum(one.facts.redacted for _, one in due))

    def read(self, node: str) -> str | None:
        """Return the text of a node, None where it is gone."""
        if node in self._promised:
            return _text(b"".join(self._promised[node].data()))
        store = self._place.store
        try:
            found = store.find(node)
            return _text(b"".join(store.pieces(found))) if found.facts.size <= _LARGEST else None
        except (UnknownNodeError, UsageError, UnreadableError):
            return None


class _Promise(Record):
    """What is to be put away: packed, its digest, and what is known of it."""

    packed: tuple[bytes, ...]
    digest: bytes
    facts: Facts

    def data(self) -> Iterator[bytes]:
        """Yield its bytes, piece by piece."""
        unpacking = zlib.decompressobj()
        yield from (unpacking.decompress(piece) for piece in self.packed)


class _Packing:
    """A text on its way to the shelf. It is held packed: what a session says twice would be there four times."""

    def __init__(self, redacted: int) -> None:
        self._redactor = Redactor() if redacted < 0 else None
        self._redacted = redacted
        self.pieces: list[bytes] = []
        self.size = 0
        self.lines = 0

    @property
    def redacted(self) -> int:
        """How many secrets were taken out of it."""
        return self._redactor.count if self._redactor else self._redacted

    def packed(self, parts: Iterable[str]) -> Iterator[bytes]:
        """Take the parts, and yield their bytes as they are kept."""
        packing = zlib.compressobj(_FAST)
        ended = False
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            data = self._redactor.redacted(data) if self._redactor else data
            self.pieces.append(packing.compress(data))
            self.size += len(data)
            self.lines += data.count(b"\n")
            ended = data.endswith(b"\n")
            yield data
        self.pieces.append(packing.flush())
        self.lines += not ended


class _Taken:
    """The nodes that other bytes were promised."""

    def __init__(self, promised: dict[str, _Promise], digest: bytes) -> None:
        self._promised = promised
        self._digest = digest

    def __contains__(self, node: object) -> bool:
        """Say whether a node is one."""
        return isinstance(node, str) and node in self._promised and self._promised[node].digest != self._digest


def _text(data: bytes) -> str:
    """Return what was put away as text; a log of another program may hold any bytes."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
