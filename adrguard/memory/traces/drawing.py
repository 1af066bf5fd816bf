"""A log as a Mermaid state diagram: phases, the first error of each kind with its place, and where the rest is kept.

What a log says may be hostile: whatever Mermaid, or the page that shows it, would obey is written as an entity or left
out. Notes take nearly every text as it is, so places stay readable (`src/main.rs:12`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.report.display import folded, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.memory.traces.trace import Failure, Trace

MOST_SHOWN = 20
_MOST_PHASES = 8
_LONGEST_LABEL = 48
_LEAST_WORDS = 24
_VAGUE = frozenset(("", "AssertionError", "Error", "Exception", "panic", "link"))
_LABEL_SIGNS = re.compile(r"[:;#%<>{}\[\]`\"\\|~^$&\u2028\u2029\ufb02\xb0\xb6]+")
_ENTITY = re.compile(r"#(?=\w+;)")
_END = re.compile(r"end(?=\s*note)", re.IGNORECASE)
# A line with these words anywhere is taken for an order.
_DIRECTION = re.compile(r"direction (?=TB|BT|RL|LR)", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z0-9]+")
_INDENT = "    "


class Section(Record):
    """A failing phase: its index in the trace, and the node that holds its lines."""

    phase: int
    node: str
    first: int
    last: int


def sections(trace: Trace) -> tuple[tuple[int, int, int], ...]:
    """Return the failing phases: index, first and last line."""
    return tuple((index, one.first, one.last) for index, one in enumerate(trace.phases) if one.errors)


class Drawing:
    """What is drawn: the trace, the node of the whole log, the nodes of failing phases where there are several."""

    def __init__(
        self, trace: Trace, node: str, parts: Sequence[Section] = (), task: str = "", ending: str = ""
    ) -> None:
        self._trace = trace
        self._node = node
        self._parts = {one.phase: one for one in parts}
        self._task = task
        self._ending = ending
        self._shown = trace.failures[:MOST_SHOWN]
        self._phases = self._chosen()
        self._names = _names([trace.phases[index].name for index in self._phases])

    def _chosen(self) -> list[int]:
        """Return the phases to draw: all that failed, and the others as far as there is room."""
        failing = {index for index, one in enumerate(self._trace.phases) if one.errors}
        room = max(_MOST_PHASES - len(failing), 1)
        others = [index for index in range(len(self._trace.phases)) if index not in failing]
        return sorted(failing | set(others[: room - 1] + others[-1:]))

    def text(self, words: int) -> str:
        """Return the diagram, ended by a line feed; messages have at most `words` characters."""
        lines = ["stateDiagram-v2", f"{_INDENT}direction TB", *self._body(words)]
        return "\n".join(lines) + "\n"

    def _body(self, words: int) -> list[str]:
        lines = [_arrow("[*]", self._names[0], self._task)]
        last = ""
        for name, index in zip(self._names, self._phases, strict=True):
            if last:
                lines.append(_arrow(last, name))
            if self._trace.phases[index].errors:
                lines += self._failed(name, index, words)
            last = name
        whole = _state(self._node)
        alone = [
            name for name, index in zip(self._names, self._phases, strict=True) if self._trace.phases[index].errors
        ]
        source = _error(alone[0], alone) if len(alone) == 1 else last
        lines.append(_arrow(source, whole, f"{_counted(self._trace.lines, 'line')} truncated"))
        lines.append(_arrow(whole, "[*]", self._ending))
        return lines

    def _failed(self, name: str, index: int, words: int) -> list[str]:
        here = [one for one in self._trace.failures if one.phase == index]
        shown = [one for one in self._shown if one.phase == index]
        failing = [one for one, at in zip(self._names, self._phases, strict=True) if self._trace.phases[at].errors]
        error = _error(name, failing)
        first = here[0] if here else None
        label = f"{first.code} {first.message}" if first else ""
        lines = [_arrow(name, error, label), f"{_INDENT}note right of {error}"]
        lines += [_noted(one, words) for one in shown]
        errors = self._trace.phases[index].errors - sum(one.count for one in shown)
        if errors > 0:
            kinds = len(here) - len(shown)
            more = f"{_counted(kinds, 'more kind')} of error" if kinds else "more"
            lines.append(f" and {more} ({_counted(errors, 'error')})")
        lines.append(f"{_INDENT}end note")
        part = self._parts.get(index)
        if part:
            lines.append(_arrow(error, _state(part.node), f"lines {part.first} to {part.last}"))
        return lines


def _arrow(source: str, target: str, words: str = "") -> str:
    label = _label(words)
    return f"{_INDENT}{source} --> {target}" + (f": {label}" if label else "")


def _state(node: str) -> str:
    return f"Node_{node.removeprefix('node_')}"


def _error(name: str, failing: Sequence[str]) -> str:
    """Return the name of the state in which a phase failed."""
    return "ErrorDetected" if name == failing[0] else f"ErrorDetected_{failing.index(name) + 1}"


def _names(phases: Sequence[str]) -> list[str]:
    found: list[str] = []
    for phase in phases:
        words = "_".join(_WORD.findall(phase))[:40].strip("_")
        # With a capital it is no keyword; a digit would begin a number.
        name = words[:1].upper() + words[1:] if words[:1].isalpha() else f"Phase_{words}".rstrip("_")
        number, unique = 2, name
        while unique in found or unique.startswith(("Node_", "ErrorDetected")):
            unique, number = f"{name}_{number}" if name in found else f"Phase_{name}", number + 1
        found.append(unique)
    return found


def _label(text: str) -> str:
    """Return words beside an arrow: without the signs that end one, or mean something there."""
    words = " ".join(_LABEL_SIGNS.sub(" ", folded(text)).split())
    return _cut(_DIRECTION.sub("direction-", words), _LONGEST_LABEL)


def _noted(one: Failure, words: int) -> str:
    vague = one.code in _VAGUE
    message = _cut(one.message, max(words, _LEAST_WORDS) if vague else words)
    times = f"×{one.count}" if one.count > 1 else ""  # noqa: RUF001 -- the sign is meant
    return " " + (_note(" ".join(part for part in (one.code, one.place, message, times) if part)) or "error")


def _cut(text: str, most: int) -> str:
    """Return the beginning of a text on one line."""
    text = folded(text)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…" if most else ""


def _note(text: str) -> str:
    """Return a line of a note: only what would end it, be taken for markup, or for an entity, is written otherwise."""
    text = _ENTITY.sub("#35;", visible(text))
    text = text.replace("<", "#lt;").replace(">", "#gt;").replace("%%", "%#37;").replace("```", "#96;``")
    return _END.sub("end#8203;", text).strip()


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
