"""C and C++: an include is looked for beside the file, then in the places where headers lie."""

from __future__ import annotations

from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    external,
    folder_of,
    joined,
    nearest,
    resolved,
    unresolved,
)

_HEADER_FOLDERS = ("include", "inc", "headers", "src", "public", "api")


class CFamily:
    """Resolves the includes of C and C++ files."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def resolve(self, source: str, header: str, *, angled: bool = False) -> Resolution:
        """Resolve a header in quotes, or in angle brackets (`angled`): those are mostly the system's."""
        if not angled:
            beside = joined(folder_of(source), header)
            if beside in self._repository.files:
                return resolved(str(beside))
        tail = "/".join(part for part in header.split("/") if part not in ("", ".", ".."))
        found = nearest(self._repository.ending(tail) if tail else [], source)
        if angled:
            found = [path for path in found if _is_public(path, tail)]
        # Where a header lies in an include folder of the repository, that is the one a compiler is told of.
        found.sort(key=lambda path: not _is_public(path, tail))
        if found:
            return resolved(found[0])
        if angled or "/" not in header:
            known = external("no header of that name is in this repository")
            return known if angled else unresolved(known.why, joined(folder_of(source), header) or "")
        return unresolved("no header of that name is in this repository", joined(folder_of(source), header) or "")


def _is_public(path: str, tail: str) -> bool:
    """Say whether the header's name starts where an include folder ends, so that it can be found under it."""
    above = path[: len(path) - len(tail)].rstrip("/")
    return above.rpartition("/")[2] in _HEADER_FOLDERS
