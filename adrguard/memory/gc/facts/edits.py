"""Which files a call changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.gc.facts.tools import EDIT, RUN, command_of, kind, paths_of, plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adrguard.memory.gc.facts.outcome import Outcome
    from adrguard.memory.gc.parts import Call

    Written = Callable[[str], Iterable[str]]

_PATCHED = re.compile(r"(?m)^\*\*\* (?:(?:Add|Update|Delete) File|Move to): ([^\r\n]{1,1000})$")
_DIFFED = re.compile(r"(?m)^(?:\+\+\+|---) (?:[ab]/)?([^\t\r\n]{1,1000})")
_NOWHERE = "/dev/"


def edits(call: Call, done: Outcome | None, written: Written) -> Iterator[str]:
    """Yield the files that a call changed; `done` is how it went, None where nothing tells.

    `written` returns the files that a command line writes. A tool that failed changed nothing; a command may have
    changed files before it failed.
    """
    what = kind(call)
    if what == RUN:
        command = command_of(call.arguments)
        yield from _patched(command)
        yield from (path for path in written(command) if not path.startswith(_NOWHERE))
    elif what == EDIT and not (done and done.failed):
        named = paths_of(call.arguments)
        yield from named
        if not named or "patch" in plain_name(call.name):
            for value in call.arguments.values():
                yield from _patched(value) if isinstance(value, str) else ()


def _patched(text: str) -> Iterator[str]:
    found = _PATCHED.findall(text)
    if not found and "\n+++ " in f"\n{text}":
        found = _DIFFED.findall(text)
    yield from (path.strip() for path in found if path.strip() and not path.startswith(_NOWHERE))
