"""Sessions as `opencode export` writes them: what describes the session, and messages, each with its parts.

A tool's part has what it gave back. An answer names the message of the user that it answers (``parentID``). Of a
session that OpenCode compacted the model reads what follows the last compaction, and what that says it kept of the end
before it: all that stands before it stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.document import ARRAY
from adrguard.memory.gc.parts import ASIDE, ASSISTANT, USER, Call, Entry, Result
from adrguard.memory.gc.shapes.blocks import arguments, string
from adrguard.memory.gc.shapes.shape import Shape
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from adrguard.memory.gc.document import Document

_SPEAKERS = {"user": USER, "assistant": ASSISTANT}
_OF_USER = ("id", "sessionID", "time", "agent", "model", "system", "tools", "variant")
_REPEATS = ("output", "preview")
"""What of a result the program keeps once more, for people."""
_SHORT = 400


class _Place(Record):
    """Where a result stands in a message, and what is said of it."""

    path: tuple[str | int, ...]
    part: Mapping[str, Any]
    text: str
    shadow: bool = False
    cleared: bool = False


class OpenCode(Shape):
    """An exported session."""

    name = "opencode"

    def fits(self, document: Document) -> bool:
        """Say whether all messages have what describes them and their parts apart, as the session has."""
        if document.frame != ARRAY or document.key != "messages" or not isinstance(document.rest.get("info"), dict):
            return False
        return all(isinstance(one.get("info"), dict) and isinstance(one.get("parts"), list) for one in document.values)

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each message says."""
        border = max((at for at, one in enumerate(values) if _compaction(one)), default=-1)
        tail = string(_compaction(values[border]).get("tail_start_id")) if border >= 0 else ""
        begun = next((at for at, one in enumerate(values) if tail and _id(one) == tail), border)
        found = []
        for at, value in enumerate(values):
            entry = _entry(value)
            stays = at <= border or value["info"].get("summary") is True
            found.append(entry.replace(kept=entry.kept or stays, tokens=entry.tokens if at >= begun else 0))
        return found

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return a message with other results."""
        for slot, place in enumerate(list(_places(value))):
            if slot in texts:
                value = _put(value, place.path, texts[slot])
        return value

    def digest(self, text: str, gone: Any) -> Any:
        """Return a message of the user with the id and the time of the one whose place it takes."""
        info = gone["info"]
        like = {key: info[key] for key in _OF_USER if key in info}
        if "model" not in like and "modelID" in info:
            like["model"] = {"providerID": info.get("providerID"), "modelID": info["modelID"]}
        if isinstance(like.get("time"), dict):
            like["time"] = {"created": like["time"].get("created")}
        name = next((one["id"] for one in _parts(gone) if isinstance(one.get("id"), str)), f"prt{_id(gone)[3:]}")
        part = {"id": name, "sessionID": info.get("sessionID"), "messageID": _id(gone), "type": "text", "text": text}
        return {"info": {**like, "role": "user"}, "parts": [part]}

    def anchors(self, values: Sequence[Any], gone: Collection[int], hot: Collection[int]) -> set[int]:
        """Return the messages that hot ones answer, but for the last: its place is the digest's."""
        return set(_held(values, gone, hot)[:-1])

    def successor(self, values: Sequence[Any], gone: Sequence[int], hot: Collection[int]) -> int:
        """Return the message that hot ones answer."""
        return (_held(values, gone, hot) or gone)[-1]

    def linked(
        self,
        values: Mapping[int, Any],
        hot: Collection[int],
        digest: int,
        gone: Mapping[int, Any],
    ) -> dict[int, Any]:
        """Return the answers to messages that are gone: they answer the digest."""
        lost = {_id(value) for value in gone.values()} - {_id(values[digest]), ""}
        return {
            at: {**value, "info": {**value["info"], "parentID": _id(values[digest])}}
            for at, value in values.items()
            if at not in hot and string(value["info"].get("parentID")) in lost
        }


def _id(value: Any) -> str:
    return string(value["info"].get("id"))


def _held(values: Sequence[Any], gone: Collection[int], hot: Collection[int]) -> list[int]:
    """Return those of the messages that go which hot ones answer."""
    answered = {string(values[at]["info"].get("parentID")) for at in hot} - {""}
    return sorted(at for at in gone if _id(values[at]) in answered)


def _parts(value: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in value["parts"] if isinstance(one, dict)]


def _compaction(value: Mapping[str, Any]) -> Mapping[str, Any]:
    return next((one for one in _parts(value) if one.get("type") == "compaction"), {})


def _state(part: Mapping[str, Any]) -> Mapping[str, Any]:
    state = part.get("state")
    return state if isinstance(state, dict) else {}


def _places(value: Mapping[str, Any]) -> Iterator[_Place]:
    """Yield the results of a message, in a fixed order."""
    for at, part in enumerate(value["parts"]):
        if not isinstance(part, dict) or part.get("type") != "tool":
            continue
        state = _state(part)
        key = next((key for key in ("output", "error") if isinstance(state.get(key), str)), "")
        if not key:
            continue
        moments = state.get("time")
        cleared = isinstance(moments, dict) and bool(moments.get("compacted"))
        yield _Place(("parts", at, "state", key), part, state[key], cleared=cleared)
        metadata = state.get("metadata")
        known = metadata if isinstance(metadata, dict) else {}
        for again in _REPEATS:
            if isinstance(known.get(again), str) and len(known[again]) > _SHORT:
                yield _Place(("parts", at, "state", "metadata", again), part, known[again], shadow=True)


def _entry(value: Mapping[str, Any]) -> Entry:
    info = value["info"]
    speaker = _SPEAKERS.get(string(info.get("role")), "")
    if not speaker:
        return Entry(ASIDE, tokens=measure.tokens_of(value), kept=True)
    parts = _parts(value)
    texts = [one for one in parts if one.get("type") == "text" and one.get("ignored") is not True]
    said = "\n".join(string(one.get("text")) for one in texts)
    results = tuple(_result(slot, one) for slot, one in enumerate(_places(value)))
    read = sum(measure.tokens(one.text) for one in _places(value) if not one.shadow and not one.cleared)
    tokens = sum(map(_tokens, parts)) + read + measure.MESSAGE
    asks = speaker == USER and any(string(one.get("text")).strip() and not one.get("synthetic") for one in texts)
    return Entry(speaker, said, tuple(_calls(parts)), results, tokens, asks=asks, failure=_failure(info))


def _result(slot: int, place: _Place) -> Result:
    state = _state(place.part)
    known = state.get("metadata")
    code = known.get("exit") if isinstance(known, dict) else None
    return Result(
        string(place.part.get("callID")),
        slot,
        place.text,
        state.get("status") == "error",
        code if isinstance(code, int) else None,
        string(place.part.get("tool")),
        fixed=place.cleared,
        shadow=place.shadow,
    )


def _calls(parts: Sequence[Mapping[str, Any]]) -> Iterator[Call]:
    for part in parts:
        if part.get("type") == "tool":
            yield Call(string(part.get("callID")), string(part.get("tool")), arguments(_state(part).get("input")))


def _tokens(part: Mapping[str, Any]) -> int:
    """Return the tokens of what a model reads of a part, without a result."""
    kind = part.get("type")
    if kind in ("text", "reasoning"):
        return 0 if part.get("ignored") is True else measure.tokens(string(part.get("text")))
    if kind == "tool":
        return measure.tokens_of(part.get("tool")) + measure.tokens_of(_state(part).get("input"))
    return measure.IMAGE if kind == "file" else 0


def _failure(info: Mapping[str, Any]) -> str:
    """Return what went wrong with an answer."""
    error = info.get("error")
    data = error.get("data") if isinstance(error, dict) else None
    return string(data.get("message")) if isinstance(data, dict) else ""


def _put(held: Any, path: tuple[str | int, ...], text: str) -> Any:
    if not path:
        return text
    key, *rest = path
    if isinstance(held, list):
        return [_put(one, tuple(rest), text) if at == key else one for at, one in enumerate(held)]
    return {**held, key: _put(held[key], tuple(rest), text)}
