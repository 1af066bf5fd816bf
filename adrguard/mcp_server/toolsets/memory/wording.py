"""Mistakes in what is to be written, told in the words of a tool: use cases speak of the options of their commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.errors import ERROR, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.errors import Problem

_MOST_TOLD = 5
_ARGUMENTS = {
    "title": "title",
    "summary": "summary",
    "category": "category",
    "tags": "tags",
    "tag": "tags",
    "supersedes": "supersedes",
    "content": "content",
    "related": "related_notes",
    "trace": "raw_trace",
    "node": "node_id",
    "hint": "context_hint",
    "target": "target",
}
_OPTION = re.compile(rf"--({'|'.join(_ARGUMENTS)})\b(?!-)")


def in_arguments(words: str) -> str:
    """Return words about options of the command as words about arguments of the tool."""
    return _OPTION.sub(lambda match: _ARGUMENTS[match[1]], words)


def refused(problems: Iterable[Problem]) -> UsageError:
    """Return the one error that names every mistake and the ways out."""
    wrong = [one for one in problems if one.severity == ERROR]
    said = [in_arguments(f"{one.place}: {one.message}") for one in wrong[:_MOST_TOLD]]
    more = [f"and {len(wrong) - _MOST_TOLD} more"] if wrong[_MOST_TOLD:] else []
    hints = dict.fromkeys(in_arguments(one.hint) for one in wrong[:_MOST_TOLD] if one.hint)
    return UsageError(f"nothing was written: {'; '.join([*said, *more])}", "; ".join(hints) or "mend that")


def warned(problems: Iterable[Problem]) -> list[str]:
    """Return each problem on a line of its own."""
    return [in_arguments(f"{one.place}: {one.message}{f' ({one.hint})' if one.hint else ''}") for one in problems]
