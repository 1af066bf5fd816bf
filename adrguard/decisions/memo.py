"""What was made of single notes before, so that one changed note among hundreds costs one note."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.decisions.reading import thaw_reading
from adrguard.model.errors import Problem
from adrguard.model.record import Record
from adrguard.model.rules import Example, Rule, thaw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.decisions.cache import Cache
    from adrguard.decisions.discover import Folders
    from adrguard.decisions.reading import Reading

NAME = "notes"


class Enforced(Record):
    """What became of a note's invariants: rules, prose that no machine enforces, mistakes, the rules' own tests."""

    rules: tuple[Rule, ...]
    prose: tuple[str, ...]
    problems: tuple[Problem, ...]
    examples: tuple[Example, ...]


class Memo:
    """Readings and compiled rules by path, each with the content id that it was made from."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        kept = cache.get(NAME)
        self._kept: dict[str, list[Any]] = kept if isinstance(kept, dict) else {}
        self._ids: Mapping[str, str] = {}
        self._context = ""
        self._new: dict[str, list[Any]] = {}
        self._changed = False

    def begin(self, ids: Mapping[str, str], context: str) -> list[str]:
        """Say which notes there are, and under what settings; return those that have to be read."""
        self._ids, self._context = ids, context
        return [path for path in sorted(ids) if not self._is_known(path)]

    def _is_known(self, path: str) -> bool:
        kept = self._kept.get(path)
        return kept is not None and kept[0] == self._ids[path] and kept[1] == self._context

    def reading(
        self, path: str, data: bytes | None, where: Folders, table: Mapping[str, str]
    ) -> tuple[Reading | None, tuple[Problem, ...]]:
        """Return what a note tells, and what is to be said when it is no decision; `data` is None when it is known."""
        if data is None:
            if not self._is_known(path):
                return None, ()
            entry = self._new[path] = self._kept[path]
            return thaw_reading(entry[2]) if entry[2] else None, tuple(map(Problem.of, entry[3]))
        from adrguard.decisions.examine import examine

        reading, problems = examine(path, data, where, table)
        self._changed = True
        plain = reading.plain() if reading else None
        self._new[path] = [self._ids[path], self._context, plain, tuple([one.plain() for one in problems]), None, None]
        return reading, problems

    def compiled(self, reading: Reading, *, shadow: bool) -> Enforced:
        """Return what the invariants of a note make."""
        entry = self._new[reading.path]
        facts = (reading.id, reading.path, shadow, reading.project)
        if entry[4] == facts:
            rules, prose, problems, examples = entry[5]
            return Enforced(
                tuple([thaw(rule) for rule in rules]),
                prose,
                tuple([Problem.of(one) for one in problems]),
                tuple([Example.of(one) for one in examples]),
            )
        from adrguard.kdsl.compile import NoteFacts, compile_note

        compiled = compile_note(reading.items, NoteFacts(*facts))
        enforced = Enforced(compiled.rules, compiled.prose, compiled.problems, compiled.examples)
        entry[4], entry[5] = facts, enforced.plain()
        self._changed = True
        return enforced

    def save(self) -> None:
        """Keep what was made for the next time."""
        if self._changed or len(self._new) != len(self._kept):
            self._cache.put(NAME, self._new)
