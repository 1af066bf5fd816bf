"""Takes off what an item wears: a checkbox, emphasis, one enclosing code span."""

from __future__ import annotations

import re

from adrguard.kdsl.faults import Fault
from adrguard.kdsl.markdown import SPAN, span_text
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.line import Line

HEAD = re.compile(r"(?P<verb>[^\W\d_]+)(?:\s+(?P<kind>[^\W\d_][\w-]*))?\s*(?P<colon>\\?:|：)")  # noqa: RUF001 - pasted
"""A word, perhaps another, and a colon."""

_CHECKBOX = re.compile(r"\[[ xX-]\]\s+")
_MARKER = re.compile(r"[-*+]\s+")
_MARKS = re.compile(r"(\*{1,3}|_{1,3}|~~)(?=[^\s*_~])")
_WORDS = re.compile(r"[^\W\d_]+(?:\s+[^\W\d_][\w-]*)?\s*+(?::\s*+)?")


class Undressed(Record):
    """What is left of an item, and the fault that its dress has (None when it has none)."""

    line: Line
    fault: Fault | None = None


def undress(line: Line) -> Undressed:
    """Take off checkbox, emphasis and code span, in whatever order they are put on."""
    found = Undressed(_plain_front(line))
    while found.fault is None:
        before = found.line
        found = _code_span(before) if before.text.startswith("`") else _emphasis(before)
        if found.line == before:
            return found
    return found


def _plain_front(line: Line) -> Line:
    if line.literal and (marker := _MARKER.match(line.text)):
        line = line.cut(marker.end())
    box = _CHECKBOX.match(line.text)
    return line.cut(box.end()) if box else line


def _emphasis(line: Line) -> Undressed:
    marks = _MARKS.match(line.text)
    if marks is None or not HEAD.match(_unmarked(line.text[marks.end() :])):
        return Undressed(line)
    if marks[0] == "~~":
        return Undressed(
            line.cut(2),
            Fault("struck-out", "a struck-out invariant", "delete the item, or take the '~~' off to keep it"),
        )
    return _take_off(line, marks[0])


def _unmarked(text: str) -> str:
    """Return the text without marks of emphasis or code before or within its first words."""
    return re.sub(r"[*_`]+", "", text[:60])


def _take_off(line: Line, mark: str) -> Undressed:
    inner = line.cut(len(mark))
    words = _WORDS.match(inner.text)
    close = inner.text.find(mark, 0, len(words[0].rstrip()) + len(mark)) if words else -1
    if close >= 0:
        # `**deny:** eval(` and `**deny**: eval(`
        return Undressed(inner.without(close, close + len(mark)))
    if inner.text.endswith(mark) and mark not in inner.text[: -len(mark)]:
        return Undressed(inner.cut(0, len(inner.text) - len(mark)))
    return Undressed(
        inner,
        Fault("emphasis", f"the '{mark}' before the verb has no partner at the end", f"take the '{mark}' off the item"),
    )


def _code_span(line: Line) -> Undressed:
    span = SPAN.match(line.text)
    if span is None:
        if HEAD.match(line.text.lstrip("`")):
            fault = Fault("unclosed-code-span", "a backtick before the verb that is never closed", "take it off")
            return Undressed(line.cut(len(line.text) - len(line.text.lstrip("`"))), fault)
        return Undressed(line)
    start, end = span.span("body")
    if _WORDS.fullmatch(span["body"]):
        # `deny`: eval( and `deny:` eval(
        return Undressed(line.without(end, span.end()).without(0, start))
    if span.end() == len(line.text):
        text = span_text(span["body"])
        start += span["body"].index(text)
        return Undressed(line.cut(start, start + len(text)).replace(literal=True))
    if HEAD.match(span["body"]):
        rest = line.text[span.end() :].strip()
        return Undressed(
            line.cut(start, end).replace(literal=True),
            Fault(
                "code-span-rest",
                f"'{rest}' stands after the code span that holds the invariant",
                "put the whole invariant into the span, reasons into a nested 'because:'",
            ),
        )
    return Undressed(line)
