"""One line on its way from the note to the grammar: parts are taken off, yet every character knows its column."""

from __future__ import annotations

from adrguard.model.record import Record

LONGEST = 4000
"""Characters of an invariant or clause; a longer one is no sentence but an accident."""


class Line(Record):
    """Text and where each of its characters stands.

    `at` holds, for each character of `text` and for its end, the offset in `raw`, which is the line as written from
    `column` (1-based) of line `number` of the note on. `literal` says that no Markdown is to be undone in it. `marker`
    is what stands before it in the note, as far as that is known: ``- ``, or "".
    """

    text: str
    at: tuple[int, ...]
    raw: str
    number: int
    column: int
    literal: bool = False
    marker: str = ""

    @classmethod
    def read(cls, raw: str, number: int, column: int, *, literal: bool = False, marker: str = "") -> Line:
        """Make one from the source: the first row only, blanks at its ends left out."""
        row = raw.split("\n", 1)[0].rstrip()
        start = len(row) - len(row.lstrip())
        return cls(row[start:], tuple(range(start, len(row) + 1)), row, number, column, literal, marker)

    def place(self, index: int) -> int:
        """Return the 1-based column in the note of the character at `index` (or of the end)."""
        return self.column + self.at[min(index, len(self.text))]

    def cut(self, start: int, end: int | None = None) -> Line:
        """Return a part of it, blanks at its ends left out."""
        end = len(self.text) if end is None else end
        part = self.text[start:end]
        start += len(part) - len(part.lstrip())
        end = max(start, end - len(part) + len(part.rstrip()))
        return self.replace(text=self.text[start:end], at=self.at[start : end + 1])

    def without(self, start: int, end: int) -> Line:
        """Return it with a part taken out."""
        return self.replace(text=self.text[:start] + self.text[end:], at=self.at[:start] + self.at[end:])

    def with_head(self, head: str, end: int) -> Line:
        """Return it with everything before `end` written as `head`, whose characters all stand at the beginning."""
        return self.replace(text=head + self.text[end:], at=(self.at[0],) * len(head) + self.at[end:])

    @property
    def excerpt(self) -> str:
        """The source line, what stands before it filled up so that columns hold."""
        return self.marker.rjust(self.column - 1)[-(self.column - 1) :] + self.raw if self.column > 1 else self.raw
