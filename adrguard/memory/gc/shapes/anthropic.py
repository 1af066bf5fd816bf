"""Messages as Anthropic's API takes them: an array, the ``messages`` of a request, or one message a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.parts import ASIDE, ASSISTANT, SYSTEM, USER, Entry
from adrguard.memory.gc.shapes import blocks
from adrguard.memory.gc.shapes.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.memory.gc.document import Document

SPEAKERS = {"user": USER, "assistant": ASSISTANT, "system": SYSTEM}
_OURS = frozenset(("tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "server_tool_use"))


class Anthropic(Shape):
    """Messages of user and assistant by turns, with blocks of content."""

    name = "anthropic"
    alternates = True

    def fits(self, document: Document) -> bool:
        """Say whether there are blocks that only these messages have, or a system prompt beside them."""
        if "system" in document.rest:
            return True
        return any(
            isinstance(block, dict) and blocks.string(block.get("type")) in _OURS
            for value in document.values
            if isinstance(value, dict) and isinstance(value.get("content"), list)
            if blocks.string(value.get("role")) in SPEAKERS
            for block in value["content"]
        )

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each message says."""
        return [_entry(value) for value in values]

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return a message with other results."""
        return {**value, "content": blocks.replaced(value["content"], texts)}

    def digest(self, text: str, gone: Any) -> Any:  # noqa: ARG002 -- a message needs nothing of another
        """Return a message of the user."""
        return {"role": "user", "content": text}


def _entry(value: Any) -> Entry:
    speaker = SPEAKERS.get(blocks.string(value.get("role")), "") if isinstance(value, dict) else ""
    if not speaker:
        return Entry(ASIDE, tokens=measure.tokens_of(value), kept=True)
    said = blocks.read(value.get("content"))
    asks = speaker == USER and bool(said.text.strip()) and not said.results
    tokens = said.tokens + measure.MESSAGE
    return Entry(speaker, said.text, said.calls, said.results, tokens, kept=speaker == SYSTEM, asks=asks)
