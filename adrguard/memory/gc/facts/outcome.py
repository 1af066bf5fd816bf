"""Whether a call went wrong: by its result's mark, its exit code, or the line in which the tool says it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from adrguard.model.record import Record

if TYPE_CHECKING:
    from adrguard.memory.gc.parts import Result

_SAID = re.compile(
    r"^\W{0,12}(?:the )?(?:process |command |script )?(?:exit(?:ed)?|failed|finished|completed|return)"
    r"(?: with)?(?: an?)?(?: exit| return)?[ _]?(?:code|status)?[ :=]{1,3}(-?\d{1,10})\b",
    re.IGNORECASE,
)
_FAILED = ("<tool_use_error>", "error calling tool", "tool error:", "tool execution failed")
_ENDS = 4
_LARGEST = 1 << 20


class Outcome(Record):
    """How a call went: whether wrong, the exit code where one is told, and the words that it gave back."""

    failed: bool
    code: int | None
    text: str


def outcome(result: Result, clean: str) -> Outcome:
    """Return how a call went; `clean` is the result's text without secrets."""
    told = _packed(clean)
    text, code = told or (clean, None)
    if result.code is not None:
        code = result.code
    if code is None:
        code = _code_said(text)
    failed = result.failed or code not in (None, 0) or text[:40].lower().startswith(_FAILED)
    return Outcome(failed, code, text)


def _code_said(text: str) -> int | None:
    """Return the exit code that one of the first or last lines tells."""
    begun = text[:2000].split("\n", _ENDS)[:_ENDS]
    ended = text[-2000:].rstrip().rsplit("\n", _ENDS)[-_ENDS:]
    for line in (*begun, *ended):
        found = _SAID.match(line)
        if found:
            return int(found[1])
    return None


def _packed(text: str) -> tuple[str, int | None] | None:
    """Return text and exit code of an output that is itself JSON."""
    if not text.startswith("{") or len(text) > _LARGEST or "exit" not in text:
        return None
    try:
        held = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    if not isinstance(held, dict):
        return None
    code = _code_in(held)
    said = [held[key] for key in ("output", "stdout", "stderr", "content") if isinstance(held.get(key), str)]
    return ("\n".join(said), code) if code is not None and said else None


def _code_in(held: dict[str, Any]) -> int | None:
    for one in (held, held.get("metadata")):
        if isinstance(one, dict):
            for key in ("exit_code", "exitCode", "returncode"):
                if isinstance(one.get(key), int):
                    return int(one[key])
    return None
