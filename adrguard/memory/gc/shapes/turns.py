"""A session of turns: an object with ``session_id`` and ``turns``.

A turn is a message (``role`` and ``content``, with ``tool_calls`` and results as OpenAI or Anthropic have them), or an
exchange: what was asked and answered under any of the usual names, and the tools called with what they gave back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.document import ARRAY
from adrguard.memory.gc.parts import ASIDE, ASSISTANT, SYSTEM, USER, Entry, Result
from adrguard.memory.gc.shapes import blocks
from adrguard.memory.gc.shapes.blocks import string
from adrguard.memory.gc.shapes.shape import Shape
from adrguard.memory.gc.shapes.tools_of_turns import calls_of, places, text_at, with_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.memory.gc.document import Document
    from adrguard.memory.gc.shapes.tools_of_turns import Place

_SPEAKERS = {
    **dict.fromkeys(("user", "human"), USER),
    **dict.fromkeys(("assistant", "model", "agent", "ai"), ASSISTANT),
    **dict.fromkeys(("system", "developer"), SYSTEM),
}
_TOOLS = frozenset(("tool", "function", "observation", "environment", "tool_result", "tool_output"))
_ASKED = ("user", "user_message", "user_input", "prompt", "query", "question", "request", "instruction")
_SAID = ("assistant", "assistant_message", "response", "answer", "reply", "message", "content", "text", "thought")
_NUMBERED = ("turn", "turn_id", "turn_number", "index", "id")


class Turns(Shape):
    """A session of turns."""

    name = "turns"

    def fits(self, document: Document) -> bool:
        """Say whether the document holds turns."""
        return document.frame == ARRAY and document.key == "turns"

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each turn says."""
        return [_entry(value) for value in values]

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return a turn with other results."""
        for place in places(value, is_tool=_role(value) in _TOOLS):
            if place.slot in texts:
                value = with_text(value, place, texts[place.slot])
        return value

    def digest(self, text: str, gone: Any) -> Any:
        """Return a turn of the user, numbered as the one that it takes the place of."""
        numbered = {key: gone[key] for key in _NUMBERED if isinstance(gone, dict) and key in gone}
        return {**numbered, "role": "user", "content": text}


def _entry(value: Any) -> Entry:
    if not isinstance(value, dict):
        return Entry(ASIDE, tokens=measure.tokens_of(value), kept=True)
    role = _role(value)
    found = places(value, is_tool=role in _TOOLS)
    results = tuple(Result(one.call, one.slot, text_at(value, one), one.failed, one.code, one.name) for one in found)
    tokens = _tokens(value, found)
    if role in _TOOLS:
        return Entry(ASIDE, results=results, tokens=tokens)
    said = blocks.read(value.get("content"))
    calls = (*said.calls, *calls_of(value))
    asked = "\n".join(string(value.get(key)) for key in _ASKED if string(value.get(key)))
    speaker = _SPEAKERS.get(role, USER if asked else ASSISTANT)
    own = "\n".join(text for key in _SAID if (text := blocks.words(value.get(key))))
    text = "\n".join(part for part in (asked, own) if part)
    asks = bool(asked or (speaker == USER and own.strip() and not results))
    return Entry(speaker, text, calls, results, tokens, kept=speaker == SYSTEM, asks=asks)


def _tokens(value: Any, found: Sequence[Place]) -> int:
    """Return the tokens of a turn: of its results' texts, and of what is left without these."""
    rest = value
    for place in found:
        rest = with_text(rest, place, "")
    return measure.tokens_of(rest) + sum(measure.tokens(text_at(value, one)) for one in found) + measure.MESSAGE


def _role(value: Any) -> str:
    return string(value.get("role") or value.get("speaker") or value.get("type")).lower()
