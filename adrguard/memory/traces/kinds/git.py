"""git: what was refused, and conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME = "git"
_CONFLICT = pattern(r"^CONFLICT \(([^()]+)\): (.+)$")
_REJECTED = pattern(r"^ ! \[((?:remote )?rejected)\] +(.+)$")
_REFUSED = pattern(r"^(?:fatal|error): (.+)$")
_PLACE = pattern(r"Merge conflict in (.+)$")


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book

    def read(self, text: str, at: int) -> bool:
        conflict = _CONFLICT.match(text)
        if conflict:
            one = self._book.error(NAME, at, "CONFLICT", text.removeprefix("CONFLICT "), f"CONFLICT {conflict[1]}")
            place = _PLACE.search(text)
            if place:
                one.place(place[1])
            return True
        rejected = _REJECTED.match(text)
        if rejected:
            self._book.error(NAME, at, rejected[1], rejected[2])
            return True
        refused = _REFUSED.match(text)
        if refused:
            self._book.error(NAME, at, "", refused[1])
        return bool(refused)

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    NAME,
    (
        r"CONFLICT \([^()]+\): ",
        r" ! \[(?:remote )?rejected\] ",
        r"fatal: ",
        (
            r"error: (?:failed to push some refs|pathspec |src refspec |[Yy]our local changes |"
            r"[Tt]he following untracked|"
            r"Pulling is not possible|Committing is not possible|Merging is not possible|could not apply |"
            r"cannot (?:lock ref|pull|rebase|merge)|unable to (?:read|write) |object file |"
            r"[Tt]he branch '.*' is not fully merged|patch failed: |corrupt patch at |remote .* already exists)"
        ),
    ),
    _Reader,
)
