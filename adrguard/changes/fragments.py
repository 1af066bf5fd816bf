"""One side of a file of which a diff shows only parts."""

from __future__ import annotations

from adrguard.model.changes import BINARY, Content

_GAP = "\n\0\n"
_MARK = "\ufeff"


class Side:
    """Collects the lines of one side, each with its number in the file, up to `limit` bytes (0: no limit)."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self.count = 0
        self._blocks: list[list[bytes]] = []
        self._numbers: list[int] = []
        self._apart = True
        self._ended = True

    def add(self, number: int, line: bytes) -> None:
        """Add a line, without its line feed."""
        self.size += len(line) + 1
        self.count += 1
        self._ended = True
        if self.limit and self.size > self.limit:
            self._blocks.clear()
            self._numbers.clear()
            return
        if self._apart:
            if self._blocks:
                self._numbers.append(0)
            self._blocks.append([])
            self._apart = False
        self._blocks[-1].append(line)
        self._numbers.append(number)

    def part(self) -> None:
        """Keep what follows from being read as one with what came so far."""
        self._apart = True

    def unended(self) -> None:
        """Note that the last line has no line feed."""
        self._ended = False

    def extend(self, other: Side) -> None:
        """Add what another side of the same file collected."""
        self.part()
        numbers = iter(other._numbers)  # noqa: SLF001 -- of the same class
        for block in other._blocks:  # noqa: SLF001 -- of the same class
            self.part()
            for line in block:
                self.add(next(number for number in numbers if number), line)
        if other.limit and other.size > other.limit:
            self.size = max(self.size, other.size)

    def content(self, *, whole: bool = False) -> Content:
        """Return what was collected; `whole` says that it is all of the file."""
        if self.limit and self.size > self.limit:
            from adrguard.changes.change import too_large

            return too_large(self.size, self.limit)
        joined = [b"\n".join(block) for block in self._blocks]
        for block in joined:
            if b"\0" in block:
                return Content("", problem=BINARY)
        text = _GAP.join([block.decode("utf-8", "replace") for block in joined])
        if self._numbers[:1] == [1]:
            text = text.removeprefix(_MARK)
        if joined and self._ended:
            text += "\n"
        return Content(text) if whole else Content(text, fragment=True, lines=tuple(self._numbers))
