"""Rollouts of Codex CLI: one object a line, each with a ``timestamp``, a ``type`` and its ``payload``.

A ``response_item`` is an item of the Responses API, and all that a model reads. An ``event_msg`` says for programs what
happened: those that only repeat what an item says go with it, all others stay, and so does what describes the session
or a turn (``session_meta``, ``turn_context``), and what Codex itself put before the talk. Codex builds the talk anew
from the last compaction on, and takes back as many turns as a roll-back tells: what stands before either stays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.document import LINES
from adrguard.memory.gc.parts import ASIDE, Entry
from adrguard.memory.gc.shapes import blocks
from adrguard.memory.gc.shapes.blocks import string
from adrguard.memory.gc.shapes.responses import Responses
from adrguard.memory.gc.shapes.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.memory.gc.document import Document

_ITEM, _EVENT, _COMPACTED = "response_item", "event_msg", "compacted"
_META = "session_meta"
_ROLLED_BACK = "thread_rolled_back"
_REPEATS = frozenset(
    (
        "user_message",
        "agent_message",
        "agent_reasoning",
        "agent_reasoning_raw_content",
        "agent_reasoning_section_break",
        "token_count",
        "exec_command_begin",
        "exec_command_end",
        "mcp_tool_call_begin",
        "mcp_tool_call_end",
        "patch_apply_begin",
        "patch_apply_end",
        "web_search_begin",
        "web_search_end",
        "view_image_tool_call",
    )
)
"""Events that say again what an item says."""
_UNSPOKEN = frozenset(("ghost_snapshot", "additional_tools"))
_SUMMED_UP = frozenset(("compaction", "compaction_summary", "context_compaction"))
_CONTEXT = re.compile(r"# AGENTS\.md instructions|<(?!user_shell_command|turn_aborted)[a-z_]{1,60}>")
"""How what begins that Codex says in the user's name."""
_LIKE = ("timestamp", "ordinal")


class Codex(Shape):
    """A rollout."""

    name = "codex"

    def __init__(self) -> None:
        self._items = Responses()

    def fits(self, document: Document) -> bool:
        """Say whether a line is one of a rollout."""
        return document.frame == LINES and any(
            _kind(one) in (_META, _ITEM) and bool(_payload(one)) and "timestamp" in one for one in document.values
        )

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each line says."""
        spoken = [_payload(one) for one in values if _is_spoken(one)]
        said = iter(self._items.entries(spoken))
        border = max((at for at, one in enumerate(values) if _is_border(one)), default=-1)
        compacted = max((at for at, one in enumerate(values) if _is_compacted(one)), default=-1)
        first = next((at for at, one in enumerate(values) if _event(one) == "user_message"), -1)
        found = []
        for at, value in enumerate(values):
            entry = next(said) if _is_spoken(value) else _aside(value)
            if _is_context(value):
                entry = entry.replace(kept=True, asks=False)
            entry = entry if at > border and at != first else entry.replace(kept=True)
            found.append(entry.replace(tokens=0) if at < compacted and _kind(value) != _META else entry)
        return found

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return a line with another output."""
        return {**value, "payload": self._items.replaced(value["payload"], texts)}

    def digest(self, text: str, gone: Any) -> Any:
        """Return a line of the user, as old as the one that it comes in the place of."""
        like = {key: gone[key] for key in _LIKE if key in gone}
        return {**like, "type": _ITEM, "payload": self._items.digest(text, None)}


def _kind(value: Mapping[str, Any]) -> str:
    return string(value.get("type"))


def _payload(value: Mapping[str, Any]) -> Mapping[str, Any]:
    payload = value.get("payload")
    return payload if isinstance(payload, dict) else {}


def _event(value: Mapping[str, Any]) -> str:
    return string(_payload(value).get("type")) if _kind(value) == _EVENT else ""


def _is_spoken(value: Mapping[str, Any]) -> bool:
    return _kind(value) == _ITEM and string(_payload(value).get("type")) not in _UNSPOKEN


def _is_compacted(value: Mapping[str, Any]) -> bool:
    said = string(_payload(value).get("type"))
    return _kind(value) == _COMPACTED or (_kind(value) == _ITEM and said in _SUMMED_UP)


def _is_border(value: Mapping[str, Any]) -> bool:
    return _is_compacted(value) or _event(value) == _ROLLED_BACK


def _is_context(value: Mapping[str, Any]) -> bool:
    payload = _payload(value)
    return (
        _is_spoken(value)
        and payload.get("role") == "user"
        and bool(_CONTEXT.match(blocks.words(payload.get("content")).lstrip()))
    )


def _aside(value: Mapping[str, Any]) -> Entry:
    """Return what a line says that is no item: what a model reads of it counts."""
    kind, payload = _kind(value), _payload(value)
    if kind == _META:
        held = payload.get("base_instructions") or payload.get("instructions")
        return Entry(ASIDE, tokens=measure.tokens_of(held), kept=True)
    if kind == _COMPACTED:
        held = payload.get("replacement_history") or payload.get("message")
        return Entry(ASIDE, tokens=measure.tokens_of(held), kept=True)
    if kind == "inter_agent_communication":
        return Entry(ASIDE, tokens=measure.tokens_of(payload), kept=True)
    return Entry(ASIDE, kept=_event(value) not in _REPEATS)
