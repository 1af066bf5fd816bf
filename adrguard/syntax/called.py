"""A call as a source file says it, with the names that its own imports and aliases give the callee."""

from __future__ import annotations

from adrguard.model.record import Record


class Call(Record):
    """One call.

    `start` and `end` are where the callee is written, in characters. `names` are the qualified names it goes by, parts
    told by dots whatever the language's spelling, except in paths: ``requests.get``, ``lodash/fp.map``,
    ``net/http.Get``, ``std.fs.read``, ``Net.HTTP.get``; more than one where an import has alternatives. What is
    relative starts with a slash, as in `Import.absolute`. `maybe` are names that a wildcard import makes possible.
    A call whose callee is something local has neither, and is left out.
    """

    start: int
    end: int
    names: tuple[str, ...]
    maybe: tuple[str, ...] = ()

    def moved(self, offset: int) -> Call:
        """Return it as it is in a text that holds its own from `offset` on."""
        return self.replace(start=self.start + offset, end=self.end + offset) if offset else self
