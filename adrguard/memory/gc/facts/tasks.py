"""Which tasks are open: the agent's own list as it stood last, and what was said to be left.

Said is ``- [ ] …`` (until ``- [x]`` follows with the same words), and what follows one of the usual marks of unfinished
work at the beginning of a line: those that code has, ``Open: …``, ``Remaining: …``, ``Next: …``, ``Follow-up: …`` and
their like; `_MARKED` has them all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adrguard.memory.gc.facts.names import Names, shown
from adrguard.memory.gc.facts.said import bare, lines
from adrguard.memory.gc.facts.tools import plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.memory.gc.parts import Call

_BOX = re.compile(r"(?:[-*+]|\d{1,3}[.)])\s{1,3}\[([ xX~-])\]\s(.+)")
_MARKED = re.compile(
    r"(?:todo|fixme|open(?:\s(?:task|question|point|issue|item)s?)?|remaining(?:\swork)?|still\sto\sdo|left\sto\sdo"
    r"|next(?:\sstep)?s?|follow[- ]up)(?:\s?\([^()]{1,40}\))?\s?:\s{0,3}(.+)",
    re.IGNORECASE,
)
_LISTS = ("todos", "plan", "todolist", "tasks", "items", "steps")
_TEXTS = ("content", "step", "title", "description", "subject", "task", "text", "name", "activeForm")
_DONE = frozenset(("completed", "complete", "done", "cancelled", "canceled", "deleted", "removed", "skipped", "closed"))
_NUMBER = re.compile(r"#(\d{1,9})\b")
_NUMBERED = re.compile(r"#(\d{1,9}) ")


class Tasks:
    """The open tasks: those that the agent `listed`, and those that were `said`."""

    def __init__(self) -> None:
        self.listed = Names()
        self.said = Names()

    def __len__(self) -> int:
        return len(self.listed) + len(self.said)

    def say(self, text: str) -> None:
        """Take what somebody says."""
        for line in lines(text):
            box = _BOX.fullmatch(line)
            marked = None if box else _MARKED.match(bare(line))
            if box and box[1] in "xX":
                self._close(box[2])
            elif box:
                self._open(self.said, box[2])
            elif marked:
                self._open(self.said, marked[1])

    def call(self, call: Call, result: str) -> None:
        """Take a call that may be one of the agent's list; `result` is what it gave back."""
        name = plain_name(call.name)
        if name == "taskcreate":
            self._created(call.arguments, result)
        elif name == "taskupdate":
            self._updated(call.arguments)
        else:
            listed = _list_of(call.arguments)
            if listed is not None:
                self._replaced(listed, merge=call.arguments.get("merge") is True)

    def _open(self, names: Names, words: str) -> None:
        if self.listed.find(shown(words)) is None and self.said.find(shown(words)) is None:
            names.add(words)

    def _close(self, words: str) -> None:
        self.listed.drop(words)
        self.said.drop(words)

    def _replaced(self, listed: Sequence[Mapping[str, Any]], *, merge: bool) -> None:
        if not merge:
            self.listed = Names()
        for one in listed:
            words = _words(one)
            if str(one.get("status", "")).lower().replace(" ", "_") in _DONE or one.get("done") is True:
                self._close(words)
            else:
                self._open(self.listed, words)

    def _created(self, given: Mapping[str, Any], result: str) -> None:
        words = _words(given)
        number = _NUMBER.search(result[:400])
        if words:
            self._open(self.listed, f"#{number[1]} {words}" if number else words)

    def _updated(self, given: Mapping[str, Any]) -> None:
        number = str(given.get("taskId", given.get("id", ""))).lstrip("#")
        if str(given.get("status", "")).lower() in _DONE:
            for name in [one for one in self.listed if (at := _NUMBERED.match(one)) and at[1] == number]:
                self.listed.drop(name)


def _list_of(given: Mapping[str, Any]) -> Sequence[Mapping[str, Any]] | None:
    """Return the list of tasks among a call's arguments: each with a status, or a mark that it is done."""
    for key, value in given.items():
        if plain_name(key) in _LISTS and isinstance(value, list):
            listed = [
                one for one in value if isinstance(one, dict) and _words(one) and ("status" in one or "done" in one)
            ]
            if listed or (not value and plain_name(key) == "todos"):
                return listed
    return None


def _words(one: Mapping[str, Any]) -> str:
    found = next((one[key] for key in _TEXTS if isinstance(one.get(key), str) and one[key].strip()), "")
    return " ".join(found.split())
