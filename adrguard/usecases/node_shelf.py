"""What is put away of a session lies with the offloaded logs, its secrets taken out."""

from __future__ import annotations

from adrguard.memory.gc.parts import Kept
from adrguard.memory.nodes import Facts, UnknownNodeError
from adrguard.memory.redaction import Redactor
from adrguard.model.errors import UsageError
from adrguard.system.files import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.usecases.log_store import LogStore


_LARGEST = 256 << 20
"""Bytes of a node that are read back: the log of another program may have any size."""


class NodeShelf:
    """Keeps texts as nodes. Nothing is made before the first one."""

    def __init__(self, place: LogStore) -> None:
        self._place = place
        self._made = False

    def keep(self, text: str, task: str) -> Kept:
        """Put a text away. Raises `WriteError`."""
        redactor = Redactor()
        data = redactor.redacted(text.encode("utf-8", "surrogatepass"))
        lines = data.count(b"\n") + (not data.endswith(b"\n"))
        if not self._made:
            self._place.make()
            self._made = True
        with self._place.store.writer() as writer:
            writer.write(data)
            node = writer.keep(Facts(lines, len(data), task=task, redacted=redactor.count))
        return Kept(node.id, _text(data), lines, redactor.count)

    def read(self, node: str) -> str | None:
        """Return the text of a node, None where it is gone."""
        store = self._place.store
        try:
            found = store.find(node)
            return _text(b"".join(store.pieces(found))) if found.facts.size <= _LARGEST else None
        except (UnknownNodeError, UsageError, UnreadableError):
            return None


def _text(data: bytes) -> str:
    """Return what was put away as text; a log of another program may hold any bytes."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
