"""A tree held in memory, for code that reads files only through the `Tree` protocol."""

from __future__ import annotations

from adrguard.model.changes import NEW, OLD, ChangeSet, Content, FileChange


class MemoryTree:
    """Files by side: ``MemoryTree(new={"a.py": "x"}, old={})``; a value may be a `Content` to say why it is unreadable."""

    def __init__(self, **sides: dict[str, str | Content]) -> None:
        self._sides = sides
        self.reads: list[tuple[str, str]] = []

    def read(self, path: str, side: str = NEW) -> Content | None:
        self.reads.append((path, side))
        found = self._sides.get(side, {}).get(path)
        return Content(found) if isinstance(found, str) else found

    def haystack(self, path: str) -> bytes:
        found = self._sides.get(NEW, {}).get(path)
        text = found.text if isinstance(found, Content) else found or ""
        return text.encode()

    def paths(self, side: str = NEW) -> frozenset[str]:
        return frozenset(self._sides.get(side, {}))


def change(
    new: dict[str, str | Content], old: dict[str, str | Content] | None = None, **renamed: str
) -> tuple[ChangeSet, MemoryTree]:
    """Return the change from `old` to `new`; ``renamed={"new.py": "old.py"}`` gives old names."""
    before = old or {}
    names = renamed.get("renamed", {})
    files = []
    for path, content in new.items():
        source = names.get(path, path)  # type: ignore[union-attr]
        if source not in before:
            files.append(FileChange(path, "A", old_mode=0))
        elif source != path:
            files.append(FileChange(path, "R", source))
        elif before[source] != content:
            files.append(FileChange(path, "M", path))
    gone = set(before) - set(new) - set(names.values())  # type: ignore[union-attr]
    files += [FileChange(path, "D", path, mode=0) for path in sorted(gone)]
    return ChangeSet("staged", tuple(files)), MemoryTree(**{NEW: new, OLD: before})
