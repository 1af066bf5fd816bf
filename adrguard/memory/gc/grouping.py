"""Which items make a turn: an answer with the results of its calls, wherever they come, or what a person says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc.parts import ASIDE, ASSISTANT, USER, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.memory.gc.parts import Call, Entry


def turns_of(entries: Sequence[Entry]) -> list[Turn]:
    """Return the turns, by where they end; items that stay anyway are turns of their own."""
    return _Grouping(entries).turns()


class _Grouping:
    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._groups: list[list[int]] = []
        self._calls: dict[str, int] = {}
        self._responses: dict[str, int] = {}
        self._current = -1

    def turns(self) -> list[Turn]:
        for index, entry in enumerate(self._entries):
            if entry.kept:
                continue
            group = self._group_of(entry)
            if group < 0:
                self._groups.append([])
                group = len(self._groups) - 1
            self._groups[group].append(index)
            if not entry.side:
                self._current = group
            self._calls.update((call.id, group) for call in entry.calls if call.id)
            if entry.response:
                self._responses[entry.response] = group
        found = [Turn(tuple(group), self._speaker(group)) for group in self._groups]
        found += [Turn((index,), entry.speaker, kept=True) for index, entry in enumerate(self._entries) if entry.kept]
        return sorted(found, key=lambda turn: turn.items[-1])

    def _group_of(self, entry: Entry) -> int:
        """Return the turn that an item belongs to, -1 for a new one."""
        own = {call.id for call in entry.calls}
        answered = [self._calls[one.call] for one in entry.results if one.call in self._calls and one.call not in own]
        if answered:
            return max(answered)
        if entry.response in self._responses:
            return self._responses[entry.response]
        if entry.side or (entry.speaker == ASIDE and not self._opens(entry)):
            return self._current
        return -1

    def _opens(self, entry: Entry) -> bool:
        """Say whether a result that names no call is a turn of its own: in a session of turns it is."""
        return bool(entry.results) and not any(one.call for one in entry.results)

    def _speaker(self, group: Sequence[int]) -> str:
        spoken = (self._entries[index].speaker for index in group)
        return next((speaker for speaker in spoken if speaker in (USER, ASSISTANT)), ASIDE)


def calls_by_result(entries: Sequence[Entry]) -> dict[tuple[int, int], Call]:
    """Return the call that each result answers, by item and slot: by id, else the oldest one that nothing answered."""
    found: dict[tuple[int, int], Call] = {}
    by_id: dict[str, Call] = {}
    waiting: list[Call] = []
    for index, entry in enumerate(entries):
        by_id.update((call.id, call) for call in entry.calls if call.id)
        waiting += entry.calls
        for result in entry.results:
            call = by_id.get(result.call) if result.call else _next(waiting, result.name)
            if call:
                found[index, result.slot] = call
                waiting = [one for one in waiting if one is not call]
    return found


def _next(waiting: Sequence[Call], name: str) -> Call | None:
    return next((one for one in waiting if not name or not one.name or one.name == name), None)
