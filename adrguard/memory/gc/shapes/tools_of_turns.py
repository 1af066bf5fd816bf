"""Where a turn of such a session has the tools that were called, and what they gave back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc.framing import dumped
from adrguard.memory.gc.parts import Call
from adrguard.memory.gc.shapes import blocks
from adrguard.memory.gc.shapes.blocks import string
from adrguard.memory.gc.shapes.openai import decoded
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_CALLS = ("tool_calls", "tools", "tool_uses", "toolCalls", "actions", "steps", "calls", "tool_call", "action")
_RESULTS = ("tool_results", "tool_outputs", "toolResults", "results", "outputs", "observations")
_OUTPUTS = (
    "output",
    "result",
    "tool_output",
    "tool_result",
    "observation",
    "content",
    "stdout",
    "stderr",
    "response",
    "error",
)
_BARE = ("tool_output", "tool_result", "observation", "stdout", "stderr", "output", "result")
_CERTAIN = frozenset(_BARE[:5])
_NAMES = ("name", "tool_name", "toolName", "tool")
_GIVEN = ("arguments", "input", "args", "parameters", "params", "tool_input", "command", "path", "file_path")
_IDS = ("tool_call_id", "call_id", "tool_use_id", "toolCallId", "id")
_CODES = ("exit_code", "exitCode", "returncode", "return_code", "exit_status")
_FAILED = frozenset(("error", "failed", "failure"))

Path = tuple[str | int, ...]


class Place(Record):
    """Where the text of a result stands in a turn, and what is said of it."""

    slot: int
    path: Path
    call: str
    name: str
    failed: bool
    code: int | None


def places(turn: Any, *, is_tool: bool = False) -> list[Place]:
    """Return where a turn has results, in a fixed order; `is_tool`: the turn itself is one."""
    return [place.replace(slot=slot) for slot, place in enumerate(_places(turn, is_tool=is_tool))]


def _places(turn: Mapping[str, Any], *, is_tool: bool) -> Iterator[Place]:
    if is_tool:
        yield from _in(turn, turn, (), string(_first(turn, _IDS)))
        return
    content = turn.get("content")
    for at, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, dict) and string(block.get("type")).endswith("tool_result") and "content" in block:
            yield from _in(block, block, ("content", at), string(_first(block, _IDS)), ("content",))
    for key, at, one in _listed(turn, _CALLS):
        if isinstance(one, dict):
            yield from _in(one, one, _path(turn, key, at), _identity(one, key, at))
    for key, at, one in _listed(turn, _RESULTS):
        whole = one if isinstance(one, dict) else {}
        identity = string(_first(whole, _IDS))
        yield from _in(one, whole, _path(turn, key, at), identity)
    bare = [key for key in _BARE if key in turn and (key in _CERTAIN or _is_named(turn))]
    for key in bare:
        yield from _in(turn[key], turn, (key,), _identity(turn, "turn", 0) if _is_named(turn) else "")


def _in(
    held: Any, about: Mapping[str, Any], path: Path, call: str, keys: tuple[str, ...] = _OUTPUTS
) -> Iterator[Place]:
    """Yield where a result has its texts: it is one, or holds them under the usual names."""
    name = _name(about)
    code = next((about[key] for key in _CODES if isinstance(about.get(key), int)), None)
    failed = about.get("is_error") is True or about.get("success") is False or string(about.get("status")) in _FAILED
    if isinstance(held, str) or not isinstance(held, dict):
        yield Place(0, path, call, name, failed, code)
        return
    for key in keys:
        if isinstance(held.get(key), dict):
            inner = held[key]
            yield from _in(inner, {**about, **inner, "name": name}, (*path, key), call)
        elif held.get(key) not in (None, ""):
            wrong = key == "error" and isinstance(held[key], str)
            yield Place(0, (*path, key), call, name, failed or wrong, code)


def text_at(turn: Any, place: Place) -> str:
    """Return the text of a result."""
    held = turn
    for key in place.path:
        held = held[key]
    return blocks.words(held) or ("" if held in (None, "", []) else held if isinstance(held, str) else dumped(held))


def with_text(turn: Any, place: Place, text: str) -> Any:
    """Return a turn with another text of a result."""
    return _put(turn, place.path, text)


def _put(held: Any, path: Path, text: str) -> Any:
    if not path:
        return blocks.swapped(held, text) if isinstance(held, list) and blocks.words(held) else text
    key, *rest = path
    if isinstance(held, list):
        return [_put(one, tuple(rest), text) if at == key else one for at, one in enumerate(held)]
    return {**held, key: _put(held[key], tuple(rest), text)}


def calls_of(turn: Mapping[str, Any]) -> tuple[Call, ...]:
    """Return the tools that a turn calls, beside those in its blocks of content."""
    found = [
        Call(_identity(one, key, at), _name(one), _given(one))
        for key, at, one in _listed(turn, _CALLS)
        if isinstance(one, dict)
    ]
    if _is_named(turn):
        found.append(Call(_identity(turn, "turn", 0), _name(turn), _given(turn)))
    return tuple(found)


def _is_named(turn: Mapping[str, Any]) -> bool:
    return any(isinstance(turn.get(key), str) for key in _NAMES[1:])


def _listed(turn: Mapping[str, Any], keys: tuple[str, ...]) -> Iterator[tuple[str, int, Any]]:
    for key in keys:
        held = turn.get(key)
        if isinstance(held, list):
            yield from ((key, at, one) for at, one in enumerate(held))
        elif isinstance(held, dict):
            yield key, 0, held


def _path(turn: Mapping[str, Any], key: str, at: int) -> Path:
    return (key, at) if isinstance(turn[key], list) else (key,)


def _identity(one: Mapping[str, Any], key: str, at: int) -> str:
    """Return a call's id; one that has none is named by its place in the turn."""
    return string(_first(one, _IDS)) or f"{key} {at}"


def _name(one: Mapping[str, Any]) -> str:
    called = one.get("function")
    inner = string(called.get("name")) if isinstance(called, dict) else string(called)
    return inner or string(_first(one, _NAMES))


def _given(one: Mapping[str, Any]) -> Mapping[str, Any]:
    called = one.get("function")
    if isinstance(called, dict):
        return decoded(called.get("arguments"))
    given = {key: one[key] for key in _GIVEN if one.get(key) is not None}
    if len(given) == 1 or "command" not in given:
        first = next(iter(given.items()), ("", None))
        return {first[0]: first[1]} if first[0] in ("command", "path", "file_path") else decoded(first[1])
    return given


def _first(one: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((one[key] for key in keys if one.get(key) not in (None, "")), None)
