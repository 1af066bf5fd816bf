"""Arguments of a call checked against the tool's schema, each mistake with the way out.

Models fill what is optional with nothing (null, "", []): that is taken for not given.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from adrguard.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_CHARACTERS = 16 * 1024 * 1024
MOST_ITEMS = 10_000
_LONG_LINE = 4096
_MOST_SHOWN = 60
_SHORTER = {
    "diff": "give it in parts, or leave it out where it can be read from git",
    "content": "keep what matters, or make several notes of it",
    "raw_text": "let a shell do it: `COMMAND | adrguard offload`",
    "context_hint": "say it in fewer words",
    "raw_trace": "let a shell do it: `adrguard distill FILE`",
    "trajectory_json": "let a shell do it: `adrguard gc FILE`",
    "query": "say it in fewer words",
}
"""Arguments that may have many lines, and what to do about one that is too long."""
_MORE_LINES = "say it shorter"
_WORDS = {"string": "a text", "boolean": "true or false", "integer": "a whole number", "array": "a list of texts"}
_TYPES: dict[str, type] = {"string": str, "boolean": bool, "integer": int, "array": list}


def checked(tool: str, schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that were given. Raises one `UsageError` that names every mistake."""
    properties: Mapping[str, Any] = schema["properties"]
    found = {name: _plain(value) for name, value in given.items() if value is not None and value not in ("", [])}
    wrong = [_unknown(name, properties) for name in found if name not in properties]
    for name, value in found.items():
        if name in properties:
            wrong += _mistakes(name, properties[name], value)
    wrong += [f"'{name}' is missing" for name in schema.get("required", ()) if name not in found]
    if wrong:
        raise UsageError(f"{tool} cannot take these arguments: {'; '.join(wrong)}", f"it takes {', '.join(properties)}")
    return found


def _plain(value: Any) -> Any:
    # In JSON, and to JSON Schema, 5.0 is a whole number.
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _unknown(name: str, properties: Mapping[str, Any]) -> str:
    near = get_close_matches(name, properties, n=1)
    return f"there is no '{_shown(name)}'" + (f", did you mean '{near[0]}'?" if near else "")


def _mistakes(name: str, schema: Mapping[str, Any], value: Any) -> list[str]:
    choices = schema.get("oneOf", (schema,))
    if not any(_is_of(one["type"], value) for one in choices):
        wanted = " or ".join(_WORDS[one["type"]] for one in choices)
        return [f"'{name}' must be {wanted}, not {_shown(value)}"]
    if isinstance(value, list):
        if len(value) > MOST_ITEMS:
            return [f"'{name}' has {len(value):,} entries, and {MOST_ITEMS:,} are the most"]
        return [wrong for one in value for wrong in _text_mistakes("", f"an entry of '{name}'", one)][:1]
    if isinstance(value, str):
        allowed = schema.get("enum", ())
        if allowed and value not in allowed:
            return [f"'{name}' must be one of {', '.join(allowed)}, not {_shown(value)}"]
        return _text_mistakes(name, f"'{name}'", value)
    return []


def _is_of(kind: str, value: Any) -> bool:
    if kind == "integer" and isinstance(value, bool):
        return False
    if kind == "array":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return isinstance(value, _TYPES[kind])


def _text_mistakes(name: str, what: str, value: str) -> list[str]:
    many = name in _SHORTER
    most = MOST_CHARACTERS if many else _LONG_LINE
    if len(value) > most:
        shorter = _SHORTER.get(name, _MORE_LINES)
        return [f"{what} has {len(value):,} characters, and {most:,} are the most: {shorter}"]
    if not many and ("\0" in value or not value.strip()):
        return [f"{what} is no name: it {'holds a NUL byte' if chr(0) in value else 'is blank'}"]
    return []


def _shown(value: Any) -> str:
    shown = value if isinstance(value, str) else repr(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"
