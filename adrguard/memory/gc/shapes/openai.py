"""Messages as OpenAI's chat API takes them: ``tool_calls``, and messages of the role ``tool`` that answer them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.parts import ASIDE, ASSISTANT, SYSTEM, USER, Call, Entry, Result
from adrguard.memory.gc.shapes import blocks
from adrguard.memory.gc.shapes.blocks import string
from adrguard.memory.gc.shapes.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adrguard.memory.gc.document import Document

_TOOLS = frozenset(("tool", "function"))
_SPEAKERS = {"user": USER, "assistant": ASSISTANT, "system": SYSTEM, "developer": SYSTEM}


class OpenAI(Shape):
    """Messages of a chat."""

    name = "openai"
    alternates = True

    def fits(self, document: Document) -> bool:
        """Say whether every item is a message of a chat."""
        roles = {*_SPEAKERS, *_TOOLS}
        return bool(document.items) and all(
            isinstance(one, dict) and string(one.get("role")) in roles for one in document.values
        )

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each message says."""
        return [entry(value) for value in values]

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return a tool's message with another text."""
        return {**value, "content": blocks.swapped(value.get("content"), texts[0])}

    def digest(self, text: str, gone: Any) -> Any:  # noqa: ARG002 -- a message needs nothing of another
        """Return a message of the user."""
        return {"role": "user", "content": text}


def entry(value: Any) -> Entry:
    """Return what a message says."""
    role = string(value.get("role")) if isinstance(value, dict) else ""
    if role in _TOOLS:
        result = Result(
            string(value.get("tool_call_id")) or (_unnumbered(value) if role == "function" else ""),
            0,
            blocks.words(value.get("content")),
            name=string(value.get("name")),
        )
        content = value.get("content")
        tokens = blocks.tokens_of_result(content)
        return Entry(ASIDE, results=(result,), tokens=tokens + measure.MESSAGE)
    speaker = _SPEAKERS.get(role, "")
    if not speaker:
        return Entry(ASIDE, tokens=measure.tokens_of(value), kept=True)
    said = blocks.read(value.get("content"))
    calls = tuple(calls_of(value))
    tokens = said.tokens + sum(measure.tokens_of(one.name) + measure.tokens_of(one.arguments) for one in calls)
    asks = speaker == USER and bool(said.text.strip())
    return Entry(
        speaker,
        said.text,
        (*said.calls, *calls),
        said.results,
        tokens + measure.MESSAGE,
        kept=speaker == SYSTEM,
        asks=asks,
    )


def calls_of(value: Mapping[str, Any]) -> Iterator[Call]:
    """Yield the tools that a message calls."""
    listed = value.get("tool_calls")
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, dict):
            called: Mapping[str, Any] = next(
                (one[key] for key in ("function", "custom") if isinstance(one.get(key), dict)), {}
            )
            given = called.get("arguments", called.get("input"))
            yield Call(string(one.get("id")), string(called.get("name")), decoded(given))
    if isinstance(value.get("function_call"), dict):
        called = value["function_call"]
        yield Call(_unnumbered(called), string(called.get("name")), decoded(called.get("arguments")))


def decoded(given: Any) -> Mapping[str, Any]:
    """Return arguments that come as JSON in a text; a text that is none is the argument ``input``."""
    if not isinstance(given, str):
        return blocks.arguments(given)
    try:
        return blocks.arguments(json.loads(given, strict=False))
    except (ValueError, RecursionError):
        return {"input": given}


def _unnumbered(value: Mapping[str, Any]) -> str:
    """Return what stands for the id of a function's call, which had none."""
    return f"function {string(value.get('name'))}"
