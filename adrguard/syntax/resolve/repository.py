"""The files of one side of a change, indexed for the questions that resolving imports asks. Built once per side."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

RESOLVED = "resolved"
EXTERNAL = "external"
UNRESOLVED = "unresolved"


class Resolution(Record):
    """What an import means.

    `kind` is `RESOLVED` (then `files` are the repository's files it may mean, nearest first), `EXTERNAL` (something
    that is not of this repository) or `UNRESOLVED` (it should be of this repository, but no file was found). `why` says
    how that was concluded. `wanted` is the path that was looked for, without its extension, where one can be named.
    """

    kind: str
    files: tuple[str, ...] = ()
    why: str = ""
    wanted: str = ""


def resolved(*files: str, why: str = "") -> Resolution:
    """Return a resolution to these files."""
    return Resolution(RESOLVED, files, why)


def external(why: str) -> Resolution:
    """Return the resolution of an import that leaves the repository."""
    return Resolution(EXTERNAL, (), why)


def unresolved(why: str, wanted: str = "") -> Resolution:
    """Return the resolution of an import that should have led to a file."""
    return Resolution(UNRESOLVED, (), why, wanted)


class Repository:
    """Paths and texts of one side. `read` returns a file's text, None when there is none that can be read."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], str | None]) -> None:
        self.files = frozenset(paths)
        self.read = read
        self._by_name: dict[str, list[str]] = {}
        self._by_folder: dict[str, list[str]] = {"": []}
        self._folders_by_name: dict[str, list[str]] = {}
        for path in sorted(self.files):
            folder, _, name = path.rpartition("/")
            self._by_name.setdefault(name, []).append(path)
            self._add_folder(folder)
            self._by_folder[folder].append(path)

    def _add_folder(self, folder: str) -> None:
        while folder not in self._by_folder:
            self._by_folder[folder] = []
            parent, _, name = folder.rpartition("/")
            self._folders_by_name.setdefault(name, []).append(folder)
            folder = parent

    def is_folder(self, path: str) -> bool:
        """Say whether some file lies below the path ("" is the root)."""
        return path in self._by_folder

    def in_folder(self, folder: str, *suffixes: str) -> list[str]:
        """Return the files directly in a folder, those that end in one of the suffixes."""
        return [path for path in self._by_folder.get(folder, ()) if not suffixes or path.endswith(suffixes)]

    def named(self, name: str) -> list[str]:
        """Return all files of that name, sorted."""
        return self._by_name.get(name, [])

    def with_suffix(self, *suffixes: str) -> Iterator[str]:
        """Yield all files whose name ends in one of the suffixes."""
        for name, paths in self._by_name.items():
            if name.endswith(suffixes):
                yield from paths

    def ending(self, tail: str) -> list[str]:
        """Return the files whose path ends in these whole components."""
        return [path for path in self.named(tail.rpartition("/")[2]) if path == tail or path.endswith("/" + tail)]

    def folders_ending(self, tail: str) -> list[str]:
        """Return the folders whose path ends in these whole components."""
        found = self._folders_by_name.get(tail.rpartition("/")[2], [])
        return [path for path in found if path == tail or path.endswith("/" + tail)]


def folder_of(path: str) -> str:
    """Return the folder of a file, "" for the root, without a closing slash."""
    return path.rpartition("/")[0]


def ancestors(folder: str) -> Iterator[str]:
    """Yield the folder and all above it, the root ("") last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def joined(folder: str, relative: str) -> str | None:
    """Return the path that `relative` names from a folder; None when it leaves the repository."""
    parts = [part for part in folder.split("/") if part]
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def below(folder: str, name: str) -> str:
    """Return the path of `name` in a folder ("" is the root)."""
    return f"{folder}/{name}" if folder and name else folder or name


def nearest(paths: Iterable[str], source: str) -> list[str]:
    """Sort paths by how much of the way from the root they share with the source, then by name."""
    mine = source.split("/")

    def distance(path: str) -> tuple[int, int, str]:
        theirs = path.split("/")
        pairs = zip(mine, theirs, strict=False)
        shared = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(mine), len(theirs)))
        return (-shared, len(theirs), path)

    return sorted(paths, key=distance)
