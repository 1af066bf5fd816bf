"""Content as Anthropic's messages have it: text, or blocks of it, of reasoning, of tools called and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import measure
from adrguard.memory.gc.parts import Call, Result
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

CALLS = frozenset(("tool_use", "server_tool_use", "mcp_tool_use"))
_REPLACEABLE = frozenset(("tool_result", "mcp_tool_result"))
_HEAVY = frozenset(("image", "document", "audio", "image_url", "input_image", "input_file", "input_audio", "file"))
_TEXTS = frozenset(("text", "input_text", "output_text", "refusal", "summary_text"))


class Content(Record):
    """What content says."""

    text: str
    calls: tuple[Call, ...]
    results: tuple[Result, ...]
    tokens: int


def read(content: Any) -> Content:
    """Return what the content of a message says."""
    if not isinstance(content, list):
        text = content if isinstance(content, str) else ""
        return Content(text, (), (), measure.tokens_of(content))
    said: list[str] = []
    calls: list[Call] = []
    results: list[Result] = []
    tokens = 0
    for slot, block in enumerate(content):
        kind = string(block.get("type")) if isinstance(block, dict) else "text"
        tokens += tokens_of(block)
        if kind in CALLS:
            calls.append(Call(string(block.get("id")), string(block.get("name")), arguments(block.get("input"))))
        elif kind.endswith("tool_result"):
            results.append(_result(block, slot))
        elif kind in _TEXTS:
            said.append(words(block))
    return Content("\n".join(said), tuple(calls), tuple(results), tokens)


def _result(block: Mapping[str, Any], slot: int) -> Result:
    fixed = string(block.get("type")) not in _REPLACEABLE
    text = words(block.get("content"))
    return Result(string(block.get("tool_use_id")), slot, text, block.get("is_error") is True, fixed=fixed)


def words(content: Any) -> str:
    """Return the text of a string, of a block of text, or of a list of such."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return (
            string(content.get("text")) or string(content.get("refusal"))
            if string(content.get("type", "text")) in _TEXTS
            else ""
        )
    return "\n".join(text for one in content if (text := words(one))) if isinstance(content, list) else ""


def tokens_of(block: Any) -> int:
    """Return the tokens of a block; signatures and images are no text."""
    if not isinstance(block, dict):
        return measure.tokens_of(block)
    kind = string(block.get("type"))
    if kind in _HEAVY:
        return measure.IMAGE
    if kind in _TEXTS:
        return measure.tokens(words(block))
    if kind == "thinking":
        return measure.tokens_of(block.get("thinking"))
    if kind in CALLS:
        return measure.tokens_of(block.get("name")) + measure.tokens_of(block.get("input"))
    if kind in _REPLACEABLE:
        return tokens_of_result(block.get("content"))
    return measure.tokens_of(block)


def tokens_of_result(content: Any) -> int:
    """Return the tokens of a result: those of its text, and of what in it is no text."""
    others = (
        [one for one in content if not _is_text(one) and not isinstance(one, str)] if isinstance(content, list) else []
    )
    return measure.tokens(words(content)) + sum(map(tokens_of, others))


def replaced(content: list[Any], texts: Mapping[int, str]) -> list[Any]:
    """Return content with the texts of some results replaced; what of a result is no text stays whole."""
    return [
        {**one, "content": swapped(one.get("content"), texts[at])} if at in texts else one
        for at, one in enumerate(content)
    ]


def swapped(content: Any, text: str) -> Any:
    """Return a result's content with another text."""
    if not isinstance(content, list):
        return text
    kind = next((one["type"] for one in content if _is_text(one)), "text")
    return [{"type": kind, "text": text}, *(one for one in content if not _is_text(one) and not isinstance(one, str))]


def _is_text(block: Any) -> bool:
    return isinstance(block, dict) and string(block.get("type")) in _TEXTS


def arguments(value: Any) -> Mapping[str, Any]:
    """Return a call's arguments by name; a bare text is the argument ``input``."""
    if isinstance(value, dict):
        return value
    return {} if value is None else {"input": value}


def string(value: Any) -> str:
    """Return a text, "" for anything else."""
    return value if isinstance(value, str) else ""
