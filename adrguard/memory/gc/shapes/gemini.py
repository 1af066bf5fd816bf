"""Sessions that Gemini CLI records (``chats/session-*.jsonl``, before that ``.json``): messages, each with an id.

A message of the type ``gemini`` has the tools that it called with what they gave back, as parts of a message of the
user; a message of the user may repeat these. What the program only shows (``info``, ``warning``, ``error``, and words
that begin as its own commands do) is not read by the model when the session goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.document import ARRAY
from adrguard.memory.gc.framing import dumped
from adrguard.memory.gc.parts import ASIDE, ASSISTANT, USER, Call, Entry, Result
from adrguard.memory.gc.shapes.blocks import arguments, string
from adrguard.memory.gc.shapes.gemini_log import is_head, settled
from adrguard.memory.gc.shapes.shape import Shape
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adrguard.memory.gc.document import Document

_SHOWN = frozenset(("info", "warning", "error"))
_OURS = frozenset(("user", "gemini", *_SHOWN))
_UNREAD = ("/", "?", "<session_context>", "<hook_context>")
_TEXTS = ("output", "error", "content", "result")
_SHORT = 400
"""Characters of what the program shows of a result that are not worth putting away."""


class _Place(Record):
    """Where a result stands in a message: the keys that lead to it, and what is said of it."""

    path: tuple[str | int, ...]
    call: str
    name: str
    text: str
    failed: bool = False
    shadow: bool = False


class Gemini(Shape):
    """A recorded session."""

    name = "gemini-cli"
    alternates = True

    def fits(self, document: Document) -> bool:
        """Say whether the session is described as Gemini CLI does."""
        if document.frame == ARRAY:
            return document.key == "messages" and is_head(document.rest)
        return any(is_head(one) for one in document.values)

    def settled(self, document: Document) -> Document:
        """Return what a journal comes to."""
        return document if document.frame == ARRAY else settled(document)

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each message says."""
        return [_entry(value) for value in values]

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return a message with other results."""
        for slot, place in enumerate(list(_places(value))):
            if slot in texts:
                value = _put(value, place.path, texts[slot])
        return value

    def digest(self, text: str, gone: Any) -> Any:
        """Return a message of the user, with the id and the time of the one whose place it takes."""
        like = {key: gone[key] for key in ("id", "timestamp") if isinstance(gone, dict) and key in gone}
        return {**like, "type": "user", "content": [{"text": text}]}


def _entry(value: Any) -> Entry:
    kind = string(value.get("type")) if isinstance(value, dict) else ""
    if kind not in _OURS or not isinstance(value.get("id"), str):
        return Entry(ASIDE, kept=True)
    text = "\n".join(_texts(value.get("content")))
    if kind in _SHOWN:
        return Entry(ASIDE, failure=text if kind == "error" else "")
    places = list(_places(value))
    results = tuple(
        Result(one.call, slot, one.text, one.failed, name=one.name, shadow=one.shadow)
        for slot, one in enumerate(places)
    )
    tokens = _tokens(value) + sum(measure.tokens(one.text) for one in places if not one.shadow)
    if kind == "gemini":
        return Entry(ASSISTANT, text, tuple(_calls(value)), results, tokens + measure.MESSAGE)
    unread = not results and text.lstrip().startswith(_UNREAD)
    asks = bool(text.strip()) and not results and not unread
    return Entry(USER, text, (), results, 0 if unread else tokens + measure.MESSAGE, asks=asks)


def _parts(content: Any) -> list[Any]:
    return content if isinstance(content, list) else [content]


def _texts(content: Any) -> Iterator[str]:
    """Yield the words of content, without reasoning."""
    for part in _parts(content):
        text = string(part.get("text")) if isinstance(part, dict) and not part.get("thought") else string(part)
        if text:
            yield text


def _called(part: Any) -> Mapping[str, Any]:
    held = part.get("functionCall") if isinstance(part, dict) else None
    return held if isinstance(held, dict) else {}


def _tools(value: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    listed = value.get("toolCalls")
    return [(at, one) for at, one in enumerate(listed if isinstance(listed, list) else []) if isinstance(one, dict)]


def _calls(value: Mapping[str, Any]) -> Iterator[Call]:
    """Yield the tools that a message calls; content has them again where the session is a new one."""
    known = set()
    for _, one in _tools(value):
        known.add(string(one.get("id")))
        yield Call(string(one.get("id")), string(one.get("name")), arguments(one.get("args")))
    for part in _parts(value.get("content")):
        called = _called(part)
        if called and string(called.get("id")) not in known:
            yield Call(string(called.get("id")), string(called.get("name")), arguments(called.get("args")))


def _places(value: Mapping[str, Any]) -> Iterator[_Place]:
    """Yield the results of a message, in a fixed order."""
    content = value.get("content")
    for at, part in enumerate(content) if isinstance(content, list) else ():
        yield from _answers(part, ("content", at), "", "")
    for at, tool in _tools(value):
        call, name, path = string(tool.get("id")), string(tool.get("name")), ("toolCalls", at)
        failed = tool.get("status") == "error"
        result = tool.get("result")
        if isinstance(result, str):
            yield _Place((*path, "result"), call, name, result, failed)
        elif isinstance(result, list):
            for number, part in enumerate(result):
                found = _answers(part, (*path, "result", number), call, name)
                yield from (one.replace(failed=one.failed or failed) for one in found)
        else:
            found = _answers(result, (*path, "result"), call, name)
            yield from (one.replace(failed=one.failed or failed) for one in found)
        shown = tool.get("resultDisplay")
        text = shown if isinstance(shown, str) else dumped(shown) if shown else ""
        if result and len(text) > _SHORT:
            yield _Place((*path, "resultDisplay"), call, name, text, shadow=True)


def _answers(part: Any, path: tuple[str | int, ...], call: str, name: str) -> Iterator[_Place]:
    held = part.get("functionResponse") if isinstance(part, dict) else None
    response = held.get("response") if isinstance(held, dict) else None
    if not isinstance(held, dict) or not isinstance(response, dict):
        return
    key = next((key for key in _TEXTS if isinstance(response.get(key), str)), "")
    inner = ("functionResponse", "response", *((key,) if key else ()))
    text = response[key] if key else dumped(response)
    yield _Place(
        (*path, *inner), string(held.get("id")) or call, string(held.get("name")) or name, text, key == "error"
    )


def _put(held: Any, path: tuple[str | int, ...], text: str) -> Any:
    if not path:
        return {"output": text} if isinstance(held, dict) else text
    key, *rest = path
    if isinstance(held, list):
        return [_put(one, tuple(rest), text) if at == key else one for at, one in enumerate(held)]
    return {**held, key: text if key == "resultDisplay" else _put(held[key], tuple(rest), text)}


def _tokens(value: Mapping[str, Any]) -> int:
    """Return the tokens of a message without its results; calls and reasoning stand in the content, or beside it."""
    parts = _parts(value.get("content"))
    total = sum(map(_tokens_of, parts))
    if not any(_called(part) or (isinstance(part, dict) and part.get("thought")) for part in parts):
        total += sum(
            measure.tokens_of(one.get("name")) + measure.tokens_of(one.get("args")) for _, one in _tools(value)
        )
        total += measure.tokens_of(value.get("thoughts") or None)
    for _, one in _tools(value):
        result = one.get("result")
        siblings = result if isinstance(result, list) else []
        total += sum(map(_tokens_of, siblings))
    return total


def _tokens_of(part: Any) -> int:
    if not isinstance(part, dict):
        return measure.tokens_of(part)
    if "inlineData" in part or "fileData" in part:
        return measure.IMAGE
    if "functionResponse" in part:
        return 0
    called = _called(part)
    if called:
        return measure.tokens_of(called.get("name")) + measure.tokens_of(called.get("args"))
    return measure.tokens_of(string(part.get("text")) or part)
