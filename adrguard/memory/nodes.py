"""The store of offloaded logs: each is a file under a short id, and a section of one is a note of which lines it is.

    store = Store(folder)
    with store.writer() as writer: writer.write(…); node = writer.keep(Facts(…))
    found = store.find("node_3f9a12c4"); for piece in store.pieces(found): …

An id is made of the content, so that the same log has the same id however often it comes. A file holds exactly the
bytes that were given (its secrets had been taken out of them), is never changed, and only its owner may read it.
`prune` lets go what is older or more than the configuration wants.
"""

from __future__ import annotations

import contextlib
import json
import re
import time
from hashlib import blake2b
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError, UsageError
from adrguard.model.record import Record
from adrguard.system.closed_folders import refuse_closed
from adrguard.system.files import UnreadableError
from adrguard.system.slices import Slices
from adrguard.system.write_errors import from_system

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from typing import Self

    from adrguard.system.slices import Spool

ID = re.compile(r"node_[0-9a-f]{8}")
DAY_S = 86_400
_LOG, _FACTS = ".log", ".json"
_MOST_TRIES = 64
_LARGEST_FACTS = 1 << 16


class Facts(Record):
    """What is known of a node.

    lines     lines of the log, `size` its bytes, `encoding` its codec by the byte order mark
    task      what it was offloaded for, "" for nothing said
    redacted  how many secrets were taken out of it
    within    id of the log that this is a section of, "" for a log; `first` and `last` are the lines of the section
    """

    lines: int
    size: int
    encoding: str = "utf-8"
    task: str = ""
    redacted: int = 0
    within: str = ""
    first: int = 0
    last: int = 0


class Node(Record):
    """A node that is there: its id, that of the log which holds its bytes (itself, for a log), and what is known."""

    id: str
    log: str
    facts: Facts


class UnknownNodeError(AdrguardError):
    """There is no such node (any more)."""


class Store:
    """The nodes in a folder. Nothing is made before something is kept."""

    def __init__(self, folder: str) -> None:
        self._slices = Slices(folder)

    @property
    def folder(self) -> str:
        """The folder's path."""
        return self._slices.path

    def writer(self) -> Writer:
        """Begin a log. Raises `WriteError`."""
        return Writer(self._slices)

    def promised(self, digest: bytes, size: int, taken: Container[str] = ()) -> str:
        """Return the id that a log has or is to have, which may be taken before; not one of `taken`.

        `digest` is that of its bytes, as `digest_of` makes it, and `size` how many they are.
        """
        for name in _names(digest):
            held = self._slices.size(name + _LOG)
            if name in taken or (held < 0 and self._slices.size(name + _FACTS) >= 0):
                continue
            if held < 0 or (held == size and digest_of(self._slices.pieces(name + _LOG)) == digest):
                return name
        raise _crowded(self.folder)

    def section(self, node: Node, first: int, last: int) -> Node:
        """Keep which lines of a log a section is. Raises OSError and `WriteError`."""
        facts = node.facts.replace(within=node.log, first=first, last=last)
        data = _encoded(facts)
        for name in _names(data):
            if self._slices.size(name + _LOG) < 0 and self._slices.write_new(name + _FACTS, data):
                return Node(name, node.log, facts)
            if self._same_facts(name, data):
                return Node(name, node.log, facts)
        raise _crowded(self.folder)

    def _same_facts(self, name: str, data: bytes) -> bool:
        try:
            same = self._slices.read(name + _FACTS, _LARGEST_FACTS) == data
        except (FileNotFoundError, UnreadableError):
            return False
        if same:
            self._slices.touch(name + _FACTS)
        return same

    def find(self, node: str, *, whole: bool = True) -> Node:
        """Return the node of that id.

        Raises `UsageError` for what is no id, and `UnknownNodeError`; also where its log is not `whole` any more,
        unless whoever asks looks at that. Raises `ClosedFolderError` where nobody can tell.
        """
        if not ID.fullmatch(node):
            raise UsageError(f"'{node[:80]}' is no node", "a node is named exactly: node_ and eight of 0-9a-f")
        facts = self._facts(node)
        log = (facts.within if facts else "") or node
        size = self._slices.size(log + _LOG)
        if size < 0:
            refuse_closed(self.folder)
            raise UnknownNodeError(f"there is no {node} here", "it may be past its time: offload the log again")
        if whole and facts and facts.size != size:
            raise UnknownNodeError(
                f"the log of {node} is damaged: it has {size} bytes and had {facts.size}",
                f"offload it again; what is left is in {self.folder}, in {log}{_LOG}",
            )
        return Node(node, log, (facts or Facts(0, size)).replace(size=size))

    def _facts(self, node: str) -> Facts | None:
        try:
            return _decoded(self._slices.read(node + _FACTS, _LARGEST_FACTS))
        except (FileNotFoundError, UnreadableError):
            return None

    def pieces(self, node: Node) -> Iterator[bytes]:
        """Yield the bytes of the log of a node, piece by piece. Raises `UnknownNodeError` and `UnreadableError`."""
        self._slices.touch(node.log + _LOG)
        try:
            return self._slices.pieces(node.log + _LOG)
        except FileNotFoundError as error:
            raise UnknownNodeError(f"the log of {node.id} is gone", "offload it again") from error

    def prune(self, days: int, size: int, but: Iterable[str] = ()) -> int:
        """Let go what was not wanted for so many days, then the oldest beyond so many bytes; return how many logs.

        0 means no limit. The nodes of `but` stay.
        """
        kept = set(but)
        now = time.time()
        total, gone = 0, 0
        for one in sorted(self._slices.all(), key=lambda one: (one.when, one.name), reverse=True):
            name = one.name.partition(".")[0]
            if not ID.fullmatch(name):
                continue
            total += one.size
            old = days and now - one.when > days * DAY_S
            if name not in kept and (old or (size and total > size)):
                self._slices.remove(one.name)
                total -= one.size
                gone += one.name.endswith(_LOG)
        return gone


class Writer:
    """A log that is being kept: `write` it all, then `keep` it; without that nothing is left of it."""

    def __init__(self, slices: Slices) -> None:
        self._slices = slices
        self._spool: Spool = slices.spool()
        self._digest = blake2b(digest_size=32)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing behind but what was kept."""
        self._spool.drop()

    @property
    def size(self) -> int:
        """How many bytes were written."""
        return self._spool.size

    def write(self, data: bytes) -> None:
        """Write on. Raises `WriteError`; what was written so far can still be had by `written`."""
        try:
            self._spool.write(data)
        except OSError as error:
            raise from_system(error, self._slices.path) from error
        self._digest.update(data)

    def written(self) -> Iterator[bytes]:
        """Yield what was written so far: not what a write that failed left of itself."""
        name = self._spool.path[len(self._slices.path) + 1 :]
        return _first(self._slices.pieces(name), self.size)

    def keep(self, facts: Facts) -> Node:
        """Give the log its id, and return the node. Raises `WriteError`."""
        try:
            self._spool.sync()
            return self._kept(facts.replace(size=self.size, within="", first=0, last=0))
        except OSError as error:
            raise from_system(error, self._slices.path) from error

    def _kept(self, facts: Facts) -> Node:
        for name in _names(self._digest.digest()):
            taken = self._slices.size(name + _LOG) >= 0
            if not taken and self._slices.size(name + _FACTS) >= 0:
                continue  # a section has this id
            if (not taken and self._slices.publish(self._spool, name + _LOG)) or self._is_same(name):
                self._slices.touch(name + _LOG)
                with contextlib.suppress(OSError):  # the log can be read without
                    self._slices.write_new(name + _FACTS, _encoded(facts))
                self._slices.touch(name + _FACTS)
                return Node(name, name, facts)
        raise _crowded(self._slices.path)

    def _is_same(self, name: str) -> bool:
        if self._slices.size(name + _LOG) != self.size:
            return False
        try:
            return digest_of(self._slices.pieces(name + _LOG)) == self._digest.digest()
        except (FileNotFoundError, UnreadableError):
            return False


def digest_of(pieces: Iterable[bytes]) -> bytes:
    """Return the digest of bytes that come in pieces."""
    digest = blake2b(digest_size=32)
    for piece in pieces:
        digest.update(piece)
    return digest.digest()


def _first(pieces: Iterator[bytes], size: int) -> Iterator[bytes]:
    for piece in pieces:
        yield piece[:size]
        size -= min(size, len(piece))


def _names(content: bytes) -> Iterator[str]:
    for number in range(_MOST_TRIES):
        yield "node_" + blake2b(content, digest_size=4, salt=number.to_bytes(2, "big")).hexdigest()


def _crowded(folder: str) -> AdrguardError:
    return AdrguardError(f"{folder}: no free id was found", "delete old nodes there")


def _encoded(facts: Facts) -> bytes:
    return json.dumps({"format": 1, **facts.as_dict()}, sort_keys=True).encode() + b"\n"


def _decoded(data: bytes) -> Facts | None:
    """Return the facts, None for what is none of ours: the log can be read without."""
    try:
        raw = json.loads(data)
        facts = Facts(**{name: raw[name] for name in Facts.FIELDS})
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    right = [type(value) for value in facts.plain()] == [int, int, str, str, int, str, int, int]
    return facts if right and (not facts.within or ID.fullmatch(facts.within)) else None
