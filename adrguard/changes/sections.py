"""One file of a diff while it is read, and what comes of it."""

from __future__ import annotations

from adrguard.changes.change import LINK, SUBMODULE
from adrguard.changes.diff_paths import NOTHING, strip_prefixes
from adrguard.changes.fragments import Side
from adrguard.model.changes import GITLINK, SYMLINK, Content
from adrguard.model.record import Record

_MODE = 0o100644
_KIND = 0o170000


class FileDiff(Record):
    """One file of a diff. Paths are bytes, b"" where there is no file on that side; `line` is where it starts.

    `old` and `new` are what is known of the two sides, None where there is none. `shown` is false when the diff shows
    no text at all, as for a pure rename.
    """

    path: bytes
    old_path: bytes
    status: str
    mode: int
    old_mode: int
    old: Content | None
    new: Content | None
    shown: bool
    line: int


class Section:
    """What was read of one file so far.

    `git` are the names of the ``diff --git`` line, `names` those behind ``---`` and ``+++``, `moved` and `modes` come
    from git's other header lines. `loose` says that lines are taken as they come, since no hunk header counts them;
    `hunk` is the line of the header that counted the last ones, `hunks` how many there were.
    """

    def __init__(self, line: int, limit: int, *, crlf: bool) -> None:
        self.line = line
        self.crlf = crlf
        self.git: tuple[bytes, bytes] = (b"", b"")
        self.names: tuple[bytes, bytes] | None = None
        self.moved: dict[bytes, bytes] = {}
        self.modes: dict[bytes, int] = {}
        self.old, self.new = Side(limit), Side(limit)
        self.binary: dict[str, Content] = {}
        self.loose = True
        self.removed = self.added = 0
        self.hunk = self.hunks = 0
        self.careless = False
        self._before: list[bytes] = []
        self.old_path = self.path = b""

    @property
    def key(self) -> bytes:
        """The path that the file is known by."""
        return self.path or self.old_path

    @property
    def status(self) -> str:
        """Git's letter for what happened to the file."""
        if not self.old_path:
            return "A"
        if not self.path:
            return "D"
        if self.old_path != self.path:
            return "R"
        return "M" if (self.old_mode ^ self.mode) & _KIND == 0 else "T"

    @property
    def old_mode(self) -> int:
        """Git's mode before, 0 for no file."""
        known = self.modes.get(b"old mode") or self.modes.get(b"deleted file mode") or self.modes.get(b"index")
        return (known or _MODE) if self.old_path else 0

    @property
    def mode(self) -> int:
        """Git's mode after, 0 for no file."""
        known = self.modes.get(b"new mode") or self.modes.get(b"new file mode") or self.modes.get(b"index")
        return (known or _MODE) if self.path else 0

    @property
    def contradiction(self) -> str:
        """What the header says that the lines deny, "" for nothing."""
        if self.status == "D" and self.new.size:
            return "the file is deleted, yet has added lines"
        if self.status == "A" and self.old.size and b"copy to" not in self.moved:
            return "the file is new, yet has removed lines"
        return ""

    def settle(self) -> None:
        """Work out the paths, once the header is read."""
        old, new = self.names or self.git
        if b"rename from" in self.moved and b"rename to" in self.moved:
            self.old_path, self.path = self.moved[b"rename from"], self.moved[b"rename to"]
            return
        if b"copy to" in self.moved:
            self.path = self.moved[b"copy to"]
            return
        self.old_path, self.path = strip_prefixes(
            NOTHING if b"new file mode" in self.modes else old,
            NOTHING if b"deleted file mode" in self.modes else new,
            self.git,
        )

    def take_loose(self, line: bytes) -> None:
        """Take a line that no header counts; what is marked as nothing at all is no line of the file."""
        mark = line[:1]
        if mark in (b" ", b"") and not self.careless:
            self._before.append(line)
        elif mark in (b"+", b"-", b" ", b""):
            self.careless = True
            before, self._before = self._before, []
            for one in (*before, line):
                self._take(one[:1], one)
        elif mark != b"\\":
            self.part()

    def _take(self, mark: bytes, line: bytes) -> None:
        # A context line has no number of its own; it stands before the next line that has.
        if mark != b"-":
            self.new.add(self.added + 1, line[1:])
        if mark != b"+":
            self.old.add(self.removed + 1, line[1:])
        self.added += mark == b"+"
        self.removed += mark == b"-"

    def part(self) -> None:
        """Keep what follows from being read as one with what came so far."""
        self.old.part()
        self.new.part()

    def absorb(self, later: Section) -> None:
        """Add what a later section says of the same file: a change of type comes in two, a history in many."""
        if self.status == "D" and later.status == "A":
            self.modes = {b"old mode": self.old_mode, b"new mode": later.mode}
            self.new, self.path = later.new, later.path
            self.binary |= {"new": later.binary["new"]} if "new" in later.binary else {}
            return
        if later.status == "D":
            self.old_path, self.path = self.old_path or self.key, b""
        elif later.status in ("A", "R"):
            self.old_path, self.path = later.old_path, later.path
        self.old.extend(later.old)
        self.new.extend(later.new)
        self.binary = {**later.binary, **self.binary}
        self.hunks += later.hunks
        self.careless = self.careless or later.careless

    def result(self) -> FileDiff:
        """Return what was read."""
        status = self.status
        shown = bool(self.hunks or self.careless or self.binary)
        # An added or deleted file that shows nothing is empty; of any other without text the diff says only the name.
        empty = not shown and status in ("A", "D")
        whole = empty or (self.hunks == 1 and not self.careless)
        old = self._side("old", self.old_mode, whole=whole and status == "D")
        new = self._side("new", self.mode, whole=whole and status == "A")
        modes = (self.mode, self.old_mode)
        return FileDiff(self.key, self.old_path, status, *modes, old, new, shown or empty, self.line)

    def _side(self, side: str, mode: int, *, whole: bool) -> Content | None:
        if not mode:
            return None
        if mode & _KIND in (SYMLINK, GITLINK):
            return LINK if mode & _KIND == SYMLINK else SUBMODULE
        return self.binary.get(side) or (self.old if side == "old" else self.new).content(whole=whole)
