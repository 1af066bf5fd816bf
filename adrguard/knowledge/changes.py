"""What changed among the notes since they were indexed: by stamp, and by content where a stamp cannot tell."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from adrguard.knowledge.facts import File
from adrguard.knowledge.writing import Row, Writer
from adrguard.model.record import Record
from adrguard.system import note_tree
from adrguard.system.files import UnreadableError, megabytes

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from adrguard.knowledge.facts import Facts, Reader
    from adrguard.knowledge.writing import Relate
    from adrguard.system.note_tree import Stamp

    Progress = Callable[[int, int], None]
    """Told how many of how many notes are read."""

    Kept = tuple[int, bytes, str]
    """Number, hash, trouble."""

LARGEST = 1 << 20
"""Bytes of a note that are looked at: what is longer is found by its beginning."""

_HASH = 16


def hash_of(data: bytes, size: int) -> bytes:
    """Return the hash of a note of `size` bytes, of which `data` are the first."""
    hashed = hashlib.blake2b(data, digest_size=_HASH)
    if len(data) == LARGEST:
        hashed.update(b"%d" % size)
    return hashed.digest()


class Folder(Record):
    """A folder of notes: its absolute path, and how paths in it begin where they are shown ("" or ending in a slash).

    Notes below one of the `closed` (relative, ending in a slash) belong to another folder. `stands_for` is the
    folder of a vault that this one is like, ending in a slash ("" for a vault itself).
    """

    path: str
    shown: str = ""
    closed: tuple[str, ...] = ()
    stands_for: str = ""


class Source(Record):
    """What an index is made of: folders, how a note in them is read, and how notes replace each other.

    `purpose` changes when either would come to something else.
    """

    folders: tuple[Folder, ...]
    read: Reader
    relate: Relate
    purpose: str


class Skipped(Record):
    """A file or folder that was not read (or `is_indexed`, but not all of it), and why."""

    path: str
    reason: str
    is_indexed: bool = False


class Counts(Record):
    """What a refresh did. `total` is the number of notes in the index now."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    skipped: tuple[Skipped, ...] = ()

    @property
    def total(self) -> int:
        """How many notes the index holds."""
        return self.added + self.changed + self.unchanged


class Known(Record):
    """The notes that the index holds by shown path, their stamps, and those whose stamp does not tell all."""

    notes: dict[str, Kept]
    stamps: dict[str, Stamp]
    unsettled: tuple[str, ...] = ()


class Found(Record):
    """The notes that there are: stamps by shown path, where each lies, what was passed over, when that was."""

    stamps: dict[str, Stamp]
    places: dict[str, Folder]
    skipped: tuple[Skipped, ...]
    looked_ns: int


def listed(source: Source) -> Found:
    """List the notes of all folders."""
    now = note_tree.now_ns()
    stamps: dict[str, Stamp] = {}
    places: dict[str, Folder] = {}
    skipped: list[Skipped] = []
    for folder in source.folders:
        listing = note_tree.listed(folder.path)
        shown = folder.shown
        mine = listing.stamps
        if folder.closed:
            mine = {path: stamp for path, stamp in mine.items() if not path.startswith(folder.closed)}
        if shown:
            mine = {shown + path: stamp for path, stamp in mine.items()}
        if stamps:
            places.update(dict.fromkeys(mine, folder))
        stamps.update(mine)
        skipped += [Skipped(shown + path, reason) for path, reason in listing.passed_over]
    return Found(stamps, places, tuple(skipped), now)


class Changes:
    """The difference between the notes that there are and those that are known."""

    def __init__(self, source: Source, found: Found, known: Known) -> None:
        self._source = source
        self._found = found
        self._known = known.notes
        self._skipped = list(found.skipped)
        self.to_read: list[str] = []
        self._removed: list[str] = []
        if found.stamps != known.stamps:
            stamp_of = known.stamps.get
            self.to_read = [path for path, stamp in found.stamps.items() if stamp_of(path) != stamp]
            self._removed = [path for path in known.stamps if path not in found.stamps]
        self._touched: dict[str, Row] = {}
        self._settle(known.unsettled)

    def _settle(self, unsure: Sequence[str]) -> None:
        """Read again what was read so soon after it was written that its stamp does not tell."""
        changed = set(self.to_read) if unsure else set()
        for path in unsure:
            if path in changed or path not in self._found.stamps:
                continue
            data = self._data(path)
            if data is None or data[1].hash != self._known[path][1]:
                self.to_read.append(path)
            elif data[1].settled:
                self._touched[path] = data[1]

    def is_nothing(self) -> bool:
        """Say whether all is as it is known, but for files that were unreadable and still are."""
        if self._removed or self._touched:
            return False
        refused: list[Skipped] = []
        for path in self.to_read:
            if path in self._known or self._data(path, refused) is not None:
                return False
        self._skipped += refused
        return True

    def counts(self) -> Counts:
        """Return the counts of having nothing to do."""
        return Counts(unchanged=len(self._known), skipped=self._all_skipped(self._known))

    def _all_skipped(self, same: dict[str, Kept]) -> tuple[Skipped, ...]:
        return (*self._skipped, *(Skipped(path, kept[2], is_indexed=True) for path, kept in same.items() if kept[2]))

    def write(self, connection: sqlite3.Connection, progress: Progress | None = None) -> Counts:
        """Write the difference, within a transaction of the caller, and return what was done."""
        writer = Writer(connection, self._source.relate)
        same = dict(self._known)
        for path in self._removed:
            writer.remove(same.pop(path)[0])
        done: list[bool] = []
        for number, path in enumerate(self.to_read):
            if progress:
                progress(number, len(self.to_read))
            self._write(writer, path, same, done)
        for path, row in self._touched.items():
            writer.touch(same[path][0], row)
        writer.finish()
        if progress:
            progress(len(self.to_read), len(self.to_read))
        changed = sum(done)
        removed = len(self._known) - len(same) - changed
        return Counts(len(done) - changed, changed, removed, len(same), self._all_skipped(same))

    def _write(self, writer: Writer, path: str, same: dict[str, Kept], done: list[bool]) -> None:
        """Write one note, take it out of `same` unless it is, and tell whether it took the place of another."""
        kept = same.get(path)
        data = self._data(path, self._skipped)
        if kept is not None and data is not None and kept[1] == data[1].hash:
            writer.touch(kept[0], data[1])
            return
        if kept is not None:
            writer.remove(same.pop(path)[0])
        if data is not None:
            facts = self._facts(path, *data)
            if facts.trouble:
                self._skipped.append(Skipped(path, facts.trouble, is_indexed=True))
            writer.add(data[1], facts, kept[0] if kept is not None else 0)
            done.append(kept is not None)

    def _facts(self, path: str, content: bytes, row: Row) -> Facts:
        folder = self._place(path)
        is_cut = row.stamp[0] > len(content)
        whole_lines = content[: content.rfind(b"\n") + 1] or content if is_cut else content
        facts = self._source.read(File(path, folder.stands_for + path[len(folder.shown) :]), whole_lines)
        if not is_cut:
            return facts
        said = f"only its first {megabytes(len(content))} of {megabytes(row.stamp[0])} are searched"
        return facts.replace(trouble=facts.trouble or said)

    def _place(self, path: str) -> Folder:
        return self._found.places.get(path, self._source.folders[0])

    def _data(self, path: str, refused: list[Skipped] | None = None) -> tuple[bytes, Row] | None:
        """Return a note's content, None where there is none to be had; `refused` is told why."""
        folder = self._place(path)
        try:
            data, stamp = note_tree.read(f"{folder.path}/{path[len(folder.shown) :]}", LARGEST)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except UnreadableError as error:
            if refused is not None:
                refused.append(Skipped(path, error.reason))
            return None
        return data, Row(path, stamp, note_tree.is_settled(stamp, self._found.looked_ns), hash_of(data, stamp[0]))
