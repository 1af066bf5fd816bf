"""Transcripts of Claude Code: one object a line, linked by ``uuid`` and ``parentUuid``.

An answer of the model is several lines with one message id, a result is a line of the user that repeats for programs
(``toolUseResult``) what it says to the model. Lines without a uuid (titles, snapshots, queues) are no part of the talk
and stay, and so does what the program put before the first answer, and the last summary that it wrote itself.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.document import LINES
from adrguard.memory.gc.framing import dumped
from adrguard.memory.gc.parts import ASIDE, ASSISTANT, USER, Entry, Result
from adrguard.memory.gc.shapes import blocks
from adrguard.memory.gc.shapes.blocks import string
from adrguard.memory.gc.shapes.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from adrguard.memory.gc.document import Document

SHADOW = -1
_TALK = frozenset(("user", "assistant"))
_LIKE = (
    "isSidechain",
    "userType",
    "entrypoint",
    "cwd",
    "sessionId",
    "version",
    "gitBranch",
    "slug",
    "timestamp",
    "agentId",
)
_SHORT = 400
"""Characters of a ``toolUseResult`` that is not worth putting away."""


class ClaudeCode(Shape):
    """A transcript."""

    name = "claude-code"

    def fits(self, document: Document) -> bool:
        """Say whether a line is one of a transcript: with a type, and a message or an id of the session."""
        return document.frame == LINES and any(
            isinstance(one.get("type"), str)
            and not one.keys().isdisjoint(("sessionId", "uuid", "parentUuid", "leafUuid"))
            for one in document.values
        )

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each line says."""
        alone = all(value.get("isSidechain") is True for value in values if "uuid" in value)
        begun = next((at for at, one in enumerate(values) if one.get("type") == "assistant"), len(values))
        summary = max((at for at, one in enumerate(values) if one.get("isCompactSummary") is True), default=-1)
        border = max((at for at, one in enumerate(values[: max(summary, 0)]) if _is_border(one)), default=-1)
        found = []
        for at, value in enumerate(values):
            entry = _entry(value)
            side = "" if alone or value.get("isSidechain") is not True else string(value.get("agentId")) or "side"
            stays = entry.kept or at in (summary, border) or (at < begun and value.get("type") == "attachment")
            found.append(entry.replace(side=side, kept=stays, tokens=0 if side else entry.tokens))
        return found

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return a line with other results."""
        new = dict(value)
        if SHADOW in texts:
            new["toolUseResult"] = texts[SHADOW]
        said = {slot: text for slot, text in texts.items() if slot != SHADOW}
        if said:
            new["message"] = {**value["message"], "content": blocks.replaced(value["message"]["content"], said)}
        return new

    def digest(self, text: str, gone: Any) -> Any:
        """Return a line of the user; it takes the uuid of the line that it comes in the place of."""
        like = {key: gone[key] for key in _LIKE if key in gone}
        name = string(gone.get("uuid")) or str(uuid.uuid5(uuid.NAMESPACE_OID, text))
        said = {"role": "user", "content": text}
        return {"parentUuid": None, **like, "type": "user", "message": said, "uuid": name}

    def anchors(self, values: Sequence[Any], gone: Collection[int], hot: Collection[int]) -> set[int]:
        """Return all lines that hot ones follow, but for the last: its place is the digest's."""
        held = _held(values, gone, hot)
        last = values[held[-1]]["uuid"] if held else None
        return {at for at in held if values[at]["uuid"] != last}

    def successor(self, values: Sequence[Any], gone: Sequence[int], hot: Collection[int]) -> int:
        """Return the line that the hot ones follow."""
        return (_held(values, gone, hot) or gone)[-1]

    def linked(
        self, values: Mapping[int, Any], hot: Collection[int], digest: int, gone: Mapping[int, Any]
    ) -> dict[int, Any]:
        """Return the lines that followed one that is gone: they follow the digest, or what stands before them."""
        lost = _names(gone.values()) - _names(values.values())
        alone = all(value.get("isSidechain") is True for value in values.values() if "uuid" in value)
        changed: dict[int, Any] = {}
        before: str | None = None
        for at in sorted(values):
            value = values[at]
            if not isinstance(value.get("uuid"), str):
                continue
            parent = value.get("parentUuid")
            if at not in hot and (at == digest or string(parent) in lost) and parent != before:
                changed[at] = {**value, "parentUuid": before}
            if alone or value.get("isSidechain") is not True:
                before = value["uuid"]
        return changed


def _held(values: Sequence[Any], gone: Collection[int], hot: Collection[int]) -> list[int]:
    """Return those of the lines that go which hot ones follow."""
    going = frozenset(gone)
    parents = {string(values[at].get(key)) for at in hot for key in ("parentUuid", "logicalParentUuid")} - {""}
    named = [at for at, value in enumerate(values) if string(value.get("uuid")) in parents]
    staying = {values[at]["uuid"] for at in named if at not in going}
    return [at for at in named if at in going and values[at]["uuid"] not in staying]


def _names(values: Iterable[Mapping[str, Any]]) -> set[str]:
    return {name for value in values if (name := string(value.get("uuid")))}


def _is_border(value: Mapping[str, Any]) -> bool:
    return value.get("type") == "system" and value.get("subtype") == "compact_boundary"


def _entry(value: Mapping[str, Any]) -> Entry:
    kind = string(value.get("type"))
    message = value.get("message")
    if "uuid" not in value:
        return Entry(ASIDE, kept=True)
    if kind not in _TALK or not isinstance(message, dict):
        return Entry(ASIDE, tokens=_shown_tokens(value), failure=_failure(value))
    said = blocks.read(message.get("content"))
    tokens = said.tokens + measure.MESSAGE
    if kind == ASSISTANT:
        failure = said.text if value.get("isApiErrorMessage") is True else ""
        return Entry(ASSISTANT, said.text, said.calls, (), tokens, response=string(message.get("id")), failure=failure)
    asks = (
        bool(said.text.strip())
        and not said.results
        and value.get("isMeta") is not True
        and not said.text.startswith("<")
    )
    results = (*said.results, *_shadow(value, said.results))
    return Entry(USER, said.text, (), results, tokens, asks=asks)


def _shadow(value: Mapping[str, Any], results: Sequence[Result]) -> tuple[Result, ...]:
    if not results or value.get("toolUseResult") is None:
        return ()
    raw = value["toolUseResult"]
    text = raw if isinstance(raw, str) else dumped(raw)
    return (Result(results[0].call, SHADOW, text, shadow=True),) if len(text) > _SHORT else ()


def _failure(value: Mapping[str, Any]) -> str:
    """Return what a line of the program complains of."""
    return string(value.get("content")) if value.get("type") == "system" and value.get("level") == "error" else ""


def _shown_tokens(value: Mapping[str, Any]) -> int:
    """Return the tokens of what the program adds for the model."""
    rendered = value.get("rendered")
    if isinstance(rendered, list):
        return sum(measure.tokens_of(one.get("content")) for one in rendered if isinstance(one, dict))
    attachment = value.get("attachment")
    return measure.tokens(string(attachment.get("content"))) if isinstance(attachment, dict) else 0
