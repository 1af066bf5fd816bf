"""The shapes of trajectories: each is one file, and one line in this registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc.framing import SHAPES as UNDERSTOOD
from adrguard.memory.gc.framing import TrajectoryError
from adrguard.memory.gc.shapes.anthropic import Anthropic
from adrguard.memory.gc.shapes.claude_code import ClaudeCode
from adrguard.memory.gc.shapes.codex import Codex
from adrguard.memory.gc.shapes.gemini import Gemini
from adrguard.memory.gc.shapes.openai import OpenAI
from adrguard.memory.gc.shapes.opencode import OpenCode
from adrguard.memory.gc.shapes.responses import Responses
from adrguard.memory.gc.shapes.turns import Turns

if TYPE_CHECKING:
    from adrguard.memory.gc.document import Document
    from adrguard.memory.gc.shapes.shape import Shape

SHAPES: tuple[Shape, ...] = (Turns(), Gemini(), OpenCode(), ClaudeCode(), Codex(), Responses(), Anthropic(), OpenAI())
"""The first that fits is meant."""


def shape_of(document: Document, name: str = "trajectory") -> Shape:
    """Return the shape of a document. Raises `TrajectoryError`; `name` is what messages call the document."""
    for index, value in enumerate(document.values):
        if not isinstance(value, dict):
            line, column = document.place(index)
            raise TrajectoryError(f"{name}:{line}:{column}: a {_kind(value)} stands where a turn has to", UNDERSTOOD)
    for shape in SHAPES:
        if shape.fits(document):
            return shape
    if not document.items:
        return OpenAI()
    line, column = document.place(0)
    keys = ", ".join(f"`{key[:40]}`" for key in list(document.values[0])[:6]) or "nothing"
    raise TrajectoryError(f"{name}:{line}:{column}: no turn of a shape that is known: it holds {keys}", UNDERSTOOD)


def _kind(value: object) -> str:
    return {str: "text", list: "list", bool: "truth value", type(None): "null"}.get(type(value), "number")
