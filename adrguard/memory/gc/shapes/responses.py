"""Items as OpenAI's Responses API takes them: ``function_call`` and ``function_call_output`` beside messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.parts import ASIDE, ASSISTANT, SYSTEM, USER, Call, Entry, Result
from adrguard.memory.gc.shapes import blocks
from adrguard.memory.gc.shapes.blocks import string
from adrguard.memory.gc.shapes.openai import decoded
from adrguard.memory.gc.shapes.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.memory.gc.document import Document

_SPEAKERS = {"user": USER, "assistant": ASSISTANT, "system": SYSTEM, "developer": SYSTEM}
_OUTPUTS = frozenset(
    ("function_call_output", "custom_tool_call_output", "local_shell_call_output", "shell_call_output")
)
_FIXED = frozenset(("computer_call_output", "apply_patch_call_output", "mcp_approval_response"))
_OURS = frozenset(("function_call", "custom_tool_call", "local_shell_call", "reasoning", "mcp_call", *_OUTPUTS))


class Responses(Shape):
    """Items of a response and of what it was given."""

    name = "openai-responses"

    def fits(self, document: Document) -> bool:
        """Say whether there are items that only this API has."""
        if document.key == "input":
            return True
        return any(
            isinstance(one, dict) and "role" not in one and string(one.get("type")) in _OURS for one in document.values
        )

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each item says; the model's items in a row are one answer."""
        found: list[Entry] = []
        response = 0
        for value in values:
            entry = _entry(value)
            if not found or found[-1].speaker != ASSISTANT:
                response += 1
            found.append(entry.replace(response=str(response)) if entry.speaker == ASSISTANT else entry)
        return found

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return an output with another text."""
        return {**value, "output": blocks.swapped(value.get("output"), texts[0])}

    def digest(self, text: str, gone: Any) -> Any:  # noqa: ARG002 -- a message needs nothing of another
        """Return a message of the user."""
        return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def _entry(value: Any) -> Entry:
    if not isinstance(value, dict):
        return Entry(ASIDE, tokens=measure.tokens_of(value), kept=True)
    kind = string(value.get("type"))
    if kind in _OUTPUTS or kind in _FIXED:
        output = value.get("output")
        tokens = blocks.tokens_of_result(output)
        result = Result(string(value.get("call_id")), 0, blocks.words(output), fixed=kind in _FIXED)
        return Entry(ASIDE, results=(result,), tokens=tokens + measure.MESSAGE)
    if kind in ("", "message"):
        return _message(value)
    if kind == "item_reference":
        return Entry(ASIDE, tokens=measure.MESSAGE, kept=True)
    if kind == "reasoning":
        return Entry(ASSISTANT, tokens=measure.tokens(blocks.words(value.get("summary"))) + measure.MESSAGE)
    return _called(value, kind)


def _message(value: Mapping[str, Any]) -> Entry:
    speaker = _SPEAKERS.get(string(value.get("role")), "")
    if not speaker:
        return Entry(ASIDE, tokens=measure.tokens_of(value), kept=True)
    said = blocks.read(value.get("content"))
    asks = speaker == USER and bool(said.text.strip())
    return Entry(speaker, said.text, tokens=said.tokens + measure.MESSAGE, kept=speaker == SYSTEM, asks=asks)


def _called(value: Mapping[str, Any], kind: str) -> Entry:
    """Return a call; what a tool of the API itself gave back is part of it."""
    given = value.get("arguments", value.get("input", value.get("action", value.get("operation"))))
    name = string(value.get("name")) or kind.removesuffix("_call")
    identity = string(value.get("call_id")) or string(value.get("id"))
    results: tuple[Result, ...] = ()
    if "output" in value or value.get("error"):
        failed = bool(value.get("error"))
        text = string(value.get("output")) or string(value.get("error"))
        results = (Result(identity, 0, text, failed, fixed=True),)
    tokens = (
        measure.tokens_of(name) + measure.tokens_of(given) + measure.tokens_of(value.get("output")) + measure.MESSAGE
    )
    return Entry(ASSISTANT, calls=(Call(identity, name, decoded(given)),), results=results, tokens=tokens)
