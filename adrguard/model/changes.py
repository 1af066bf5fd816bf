"""A change: which files differ between two states of a repository, and how to read either state."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

NEW = "new"
OLD = "old"
"""Sides of a change. A merge has further parents: ``other1``, ``other2``, … (`ChangeSet.others` names them)."""

SYMLINK = 0o120000
GITLINK = 0o160000
REGULAR = 0o100000

BINARY = "binary"


class Content(Record):
    """One file as text, or the reason why it cannot be judged.

    `text` has no byte-order mark; line ends are as in the file; bytes that are not UTF-8 became U+FFFD. If `fragment`,
    only parts of the file are known, and `lines[i]` is the number in the file of the i-th line of `text` (0 for
    the NUL line that keeps two parts from being read as one). `problem` is "" or the reason, for a person:
    ``binary``, ``too large (2.1 MB, limit 1.0 MB)``, ``unreadable: …``; then `text` is "".
    """

    text: str
    fragment: bool = False
    lines: tuple[int, ...] = ()
    problem: str = ""


class FileChange(Record):
    """One file that differs.

    `status` is one letter of git: A added, M modified, D deleted, R renamed, C copied, T type changed, and ``=`` for a
    file given to be judged as it stands (``--all``, explicit files). `path` is the path after the change (before it for
    D), relative to the root, with forward slashes; bytes that are not UTF-8 are surrogate escapes. `old_path` is ""
    when the file is new. Modes are git's (0 = absent).
    """

    path: str
    status: str
    old_path: str = ""
    mode: int = REGULAR | 0o644
    old_mode: int = REGULAR | 0o644

    @property
    def deleted(self) -> bool:
        """True when nothing is left at `path`."""
        return self.status == "D"

    @property
    def is_text_file(self) -> bool:
        """True for a regular file: links and submodules hold no code of their own."""
        return self.mode & 0o170000 == REGULAR


class ChangeSet(Record):
    """All that differs, and where it came from.

    `source` is ``staged``, ``worktree``, ``range``, ``merge``, ``diff``, ``edit``, ``files`` or ``all``. `whole` means
    that there is no older state to compare with (``all``, ``files``): every finding counts. `others` are the sides of
    a merge's other parents. `unread` lists what the source itself could not read: ``(path, reason)``. `beside` is what
    changes as well and is not to be judged, as the user asked about other files.
    """

    source: str
    files: tuple[FileChange, ...]
    whole: bool = False
    others: tuple[str, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    beside: tuple[FileChange, ...] = ()

    @property
    def everything(self) -> tuple[FileChange, ...]:
        """All that changes, whether it is to be judged or not."""
        return self.files + self.beside


class Place(Record):
    """A state of the repository from which decisions can be read: the index, the working tree, a commit, or nothing.

    `kind` is ``index``, ``worktree``, ``commit`` or ``none`` (before the first commit); `oid` is the commit's full id.
    `since` is the commit that a change up to here starts from, "" where no change is looked at.
    """

    kind: str
    oid: str = ""
    since: str = ""


if TYPE_CHECKING:

    class Tree(Protocol):
        """The files of a repository on each side of a change, as pure code sees them. Reads are cached by the maker."""

        def read(self, path: str, side: str = NEW) -> Content | None:
            """Return the file, None when there is none at that path on that side."""

        def haystack(self, path: str) -> bytes:
            """Return bytes in which each line of the new file occurs: a cheap superset to look for literals in."""

        def paths(self, side: str = NEW) -> frozenset[str]:
            """Return every tracked path (and, in the working tree, every untracked one that git does not ignore)."""
