"""Git's index read as the file that it is: what it holds of each file, for asking the disk without starting git.

Only what is plain is read. Whatever asks for git's own understanding (an unmerged path, a submodule, a sparse, split or
announced entry, a format that is not known) makes the whole index one that only git can tell about.
"""

from __future__ import annotations

import os
import struct
from struct import Struct

from adrguard.model.record import Record
from adrguard.system import digests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_ENTRIES = 4_000
"""Entries up to which looking at each file is cheaper than starting git."""

_HEADER = Struct(">4sII")
_STAT = Struct(">10I")
_FLAGS = Struct(">H")
_VERSIONS = (2, 3, 4)
_PREFIXED = 4
_NAME = 0x0FFF
_KINDS = (0o100000, 0o120000)
_LARGEST = 64 * 1024 * 1024
_UPPER_CASE = range(ord("A"), ord("Z") + 1)


class Entry(Record):
    """A file as the index has it. `stat` is what the disk said of it then, as `Stats` has it; `mode` is git's."""

    mode: int
    oid: str
    stat: tuple[int, ...]


class Index(Record):
    """The index: what identifies its content, when it was written (in whole seconds), its entries by path."""

    checksum: bytes
    written: int
    entries: Mapping[str, Entry]


def stat_of(status: os.stat_result) -> tuple[int, ...]:
    """Return what the index keeps of a file: times of change and of writing (s, ns), inode, owner, group, size."""
    changed, wrote = divmod(status.st_ctime_ns, 1_000_000_000), divmod(status.st_mtime_ns, 1_000_000_000)
    rest = (status.st_ino, status.st_uid, status.st_gid, status.st_size)
    return tuple([value & 0xFFFFFFFF for value in (*changed, *wrote, *rest)])


def read(path: str, known: Index | None = None, *, sha256: bool = False) -> Index | None:
    """Read an index of at most `MOST_ENTRIES` files; `known` is returned where it is still what is there.

    None where there is none, and where only git can tell what it means.
    """
    length = 32 if sha256 else 20
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if status.st_size > _LARGEST or status.st_size < _HEADER.size + length:
                return None
            magic, version, count = _HEADER.unpack(file.read(_HEADER.size))
            if magic != b"DIRC" or version not in _VERSIONS or count > MOST_ENTRIES:
                return None
            file.seek(-length, os.SEEK_END)
            checksum = file.read()
            if known is not None and known.checksum == checksum:
                return known
            file.seek(0)
            data = file.read()
        return _parsed(data, length, int(status.st_mtime))
    except (OSError, struct.error, ValueError, IndexError):
        return None


def _parsed(data: bytes, length: int, written: int) -> Index | None:
    checksum = data[-length:]
    digest = digests.sha256 if length > 20 else digests.sha1  # noqa: PLR2004 - bytes of a SHA-1
    if digest(data[:-length]) != checksum:
        return None  # damaged, or written without a checksum
    _, version, count = _HEADER.unpack_from(data)
    entries: dict[str, Entry] = {}
    at = _HEADER.size
    for path, entry, flags, end in _entries(data, length, version, count):
        # Any flag (its content is to be taken for granted, an extension of the flags, a side of a merge) is git's.
        if flags & ~_NAME or entry.mode & 0o170000 not in _KINDS:
            return None
        entries[path] = entry
        at = end
    return Index(checksum, written, entries) if _is_plain(data, at, len(data) - length) else None


def _entries(data: bytes, length: int, version: int, count: int) -> Iterator[tuple[str, Entry, int, int]]:
    at, name = _HEADER.size, b""
    for _ in range(count):
        start = at
        ctime, ctime_ns, mtime, mtime_ns, _, inode, mode, uid, gid, size = _STAT.unpack_from(data, at)
        oid = data[at + _STAT.size : at + _STAT.size + length].hex()
        (flags,) = _FLAGS.unpack_from(data, at + _STAT.size + length)
        at += _STAT.size + length + _FLAGS.size
        if version == _PREFIXED:
            cut, at = _varint(data, at)
            name = name[: len(name) - cut]
        else:
            name = b""
        end = data.index(b"\0", at)
        name += data[at:end]
        # Without prefixes an entry is filled up with one to eight NULs to a multiple of eight bytes.
        at = end + 1 if version == _PREFIXED else start + ((end - start + 8) & ~7)
        stat = (ctime, ctime_ns, mtime, mtime_ns, inode, uid, gid, size)
        yield name.decode("utf-8", "surrogateescape"), Entry(mode, oid, stat), flags, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number in git's variable width, and where it ends."""
    byte = data[at]
    value = byte & 0x7F
    while byte & 0x80:
        at += 1
        byte = data[at]
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, at + 1


def _is_plain(data: bytes, at: int, end: int) -> bool:
    """Say whether every extension is one that may be passed over: by its name, that is what a capital says."""
    while at < end:
        if data[at] not in _UPPER_CASE:
            return False
        at += 8 + int.from_bytes(data[at + 4 : at + 8], "big")
    return at == end
