"""What a recording of Gemini CLI comes to: a journal, in which later lines change earlier ones or take them back.

A message that comes again takes the place of the one with its id, ``$rewindTo`` takes back all from a message on,
``$set`` changes what describes the session, and with ``messages`` puts others in the place of all. What is read is the
state after the last line. It is written as Gemini CLI itself writes a recording anew: first what describes the session,
then each message once. A line that changed nothing keeps its bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc.document import LINES, Document, Item
from adrguard.memory.gc.framing import dumped

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOTES = "memoryScratchpad"
"""What is void once a message follows it: it keeps its place at the end."""


def settled(document: Document) -> Document:
    """Return the journal's last state as a document of the same kind."""
    journal = _Journal()
    for at, value in enumerate(document.values):
        journal.take(value, document.slice(at))
    lines = journal.lines()
    text = "".join(f"{line}\n" for line, _ in lines)
    items, begin = [], 0
    for line, value in lines:
        items.append(Item(begin, begin + len(line), value))
        begin += len(line) + 1
    cut = len(text) if document.tail else -1
    return Document(text + document.tail, tuple(items), LINES, cut=cut)


def is_head(value: Mapping[str, Any]) -> bool:
    """Say whether a line describes the session."""
    return isinstance(value.get("sessionId"), str) and isinstance(value.get("projectHash"), str)


class _Journal:
    def __init__(self) -> None:
        self._head: dict[str, Any] = {}
        self._written = ""
        self._others: list[tuple[str, Any]] = []
        self._messages: dict[str, tuple[str, Any]] = {}
        self._notes: tuple[str, Any] | None = None
        self._void = False

    def take(self, value: Mapping[str, Any], line: str) -> None:
        """Apply a line as Gemini CLI does."""
        if isinstance(value.get("$rewindTo"), str):
            self._void = True
            self._rewind(value["$rewindTo"])
        elif isinstance(value.get("id"), str):
            self._void = True
            self._messages[value["id"]] = (line, value)
        elif isinstance(value.get("$set"), dict):
            self._set(value["$set"])
        elif is_head(value):
            self._describe({key: held for key, held in value.items() if key != "messages"}, line, value)
        else:
            self._others.append((line, value))

    def _rewind(self, name: str) -> None:
        known = list(self._messages)
        for one in known[known.index(name) if name in self._messages else 0 :]:
            del self._messages[one]

    def _set(self, changes: Mapping[str, Any]) -> None:
        if isinstance(changes.get("messages"), list):
            self._messages = {}
            self._add(changes["messages"])
        if _NOTES in changes:
            told = {"$set": {_NOTES: changes[_NOTES]}}
            self._notes, self._void = (dumped(told), told), False
        rest = {key: value for key, value in changes.items() if key not in ("messages", _NOTES)}
        if any(key not in self._head or self._head[key] != value for key, value in rest.items()):
            self._head, self._written = {**self._head, **rest}, ""

    def _describe(self, head: dict[str, Any], line: str, value: Mapping[str, Any]) -> None:
        alone = not self._head and "messages" not in value
        self._head = {**self._head, **head}
        self._written = line if alone else ""
        if isinstance(value.get("messages"), list):
            self._add(value["messages"])

    def _add(self, messages: list[Any]) -> None:
        for one in messages:
            if isinstance(one, dict) and isinstance(one.get("id"), str):
                self._messages[one["id"]] = (dumped(one), one)

    def lines(self) -> list[tuple[str, Any]]:
        """Return the lines of the last state, each with its value."""
        head = [(self._written or dumped(self._head), self._head)] if self._head else []
        notes = [self._notes] if self._notes else []
        first, last = (notes, []) if self._void else ([], notes)
        return [*head, *self._others, *first, *self._messages.values(), *last]
