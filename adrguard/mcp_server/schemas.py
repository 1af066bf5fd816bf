"""Parts of JSON schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXTS = {"type": "array", "items": {"type": "string"}}


def text(meaning: str = "") -> dict[str, Any]:
    """Return the schema of a text."""
    return _said({"type": "string"}, meaning)


def flag(meaning: str) -> dict[str, Any]:
    """Return the schema of what is true or false."""
    return _said({"type": "boolean"}, meaning)


def number(meaning: str) -> dict[str, Any]:
    """Return the schema of a count."""
    return _said({"type": "integer", "minimum": 0}, meaning)


def listed(item: dict[str, Any], meaning: str) -> dict[str, Any]:
    """Return the schema of a list."""
    return _said({"type": "array", "items": item}, meaning)


def record(properties: dict[str, Any], optional: Iterable[str] = ()) -> dict[str, Any]:
    """Return the schema of an object that has these properties, all but the optional ones always."""
    return {"type": "object", "properties": properties, "required": [one for one in properties if one not in optional]}


def _said(schema: dict[str, Any], meaning: str) -> dict[str, Any]:
    return {**schema, "description": meaning} if meaning else schema
