"""What is put away of a session lies with the offloaded logs, its secrets taken out."""

from __future__ import annotations

from adrguard.memory.gc.parts import Kept, Settled
from adrguard.memory.nodes import Facts, UnknownNodeError
from adrguard.memory.redaction import Redactor
from adrguard.model.errors import UsageError
from adrguard.system.files import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.usecases.memory.log_store import LogStore


_LARGEST = 256 << 20
"""Bytes of a node that are read back: the log of another program may have any size."""


class NodeShelf:
    """Keeps texts as nodes. Nothing is made, and nothing written, before it is settled which of them are needed."""

    def __init__(self, place: LogStore) -> None:
        self._place = place
        self._promised: dict[str, tuple[bytes, Facts]] = {}

    def keep(self, text: str, task: str) -> Kept:
        """Take a text, without its secrets, and promise it a node."""
        redactor = Redactor()
        data = redactor.redacted(text.encode("utf-8", "surrogatepass"))
        lines = data.count(b"\n") + (not data.endswith(b"\n"))
        node = self._place.store.promised(data, _Taken(self._promised, data))
        self._promised[node] = data, Facts(lines, len(data), task=task, redacted=redactor.count)
        return Kept(node, _text(data), lines)

    def settle(self, nodes: Iterable[str]) -> Settled:
        """Put away what was promised these nodes, and drop all else. Raises `WriteError`."""
        due = [(node, *self._promised[node]) for node in nodes if node in self._promised]
        self._promised = {}
        others: dict[str, str] = {}
        if due:
            self._place.make()
        for promised, data, facts in due:
            with self._place.store.writer() as writer:
                writer.write(data)
                node = writer.keep(facts).id
            if node != promised:
                others[promised] = node
        return Settled(others, sum(facts.redacted for _, _, facts in due))

    def read(self, node: str) -> str | None:
        """Return the text of a node, None where it is gone."""
        if node in self._promised:
            return _text(self._promised[node][0])
        store = self._place.store
        try:
            found = store.find(node)
            return _text(b"".join(store.pieces(found))) if found.facts.size <= _LARGEST else None
        except (UnknownNodeError, UsageError, UnreadableError):
            return None


class _Taken:
    """The nodes that other bytes were promised."""

    def __init__(self, promised: dict[str, tuple[bytes, Facts]], data: bytes) -> None:
        self._promised = promised
        self._data = data

    def __contains__(self, node: object) -> bool:
        """Say whether a node is one."""
        return isinstance(node, str) and node in self._promised and self._promised[node][0] != self._data


def _text(data: bytes) -> str:
    """Return what was put away as text; a log of another program may hold any bytes."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
