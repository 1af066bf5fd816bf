"""The mark behind a line that a rule must find: ``# <-- ADR-008``, in any comment syntax or in none.

A mark stands at the very end of a line: an arrow, after blanks or what begins a comment, then perhaps which rules and
columns, then perhaps what ends the comment. All of it is cut off before the text is judged.
"""

from __future__ import annotations

import re

from adrguard.model.record import Record

ARROW = "<--"
_OPENERS = (
    *("<!--", "{{!--", "{#", "/*", "(*", "//", "--", "#", ";;", ";", "%", "'", "!", "REM", "rem", "dnl", '"', "@*"),
    *("<%#", "..", "{-"),
)
_CLOSERS = ("--}}", "-->", "*/", "*)", "#}", "*@", "%>", "-}")
_ITEM = re.compile(r"(?P<rule>#[\w-]+|[A-Za-z0-9][\w.-]*(?:#[\w-]+)?)?(?::(?P<column>\d{1,6}))?")
_LONGEST = 400
GAP = "  "


class Mark(Record):
    """One thing that must be found in a line: by which rule ("" : by any under test), at which column (0: any)."""

    rule: str
    column: int


class Style(Record):
    """How a mark is written: what begins and ends the comment around it, "" for none."""

    opener: str
    closer: str


class Marked(Record):
    """A line without its mark, and the mark."""

    text: str
    marks: tuple[Mark, ...]
    style: Style


def cut(line: str) -> Marked | None:
    """Take the mark off a line; None where there is none."""
    at = line.rfind(ARROW)
    if at < 0 or len(line) - at > _LONGEST:
        return None
    tail, closer = _without_closer(line[at + len(ARROW) :].strip())
    marks = _marks(tail)
    head = line[:at]
    bare = head.rstrip()
    opener = next((one for one in _OPENERS if bare.endswith(one) and _begins_word(bare, len(bare) - len(one))), "")
    if marks is None or not (opener or not head or head[-1].isspace()):
        return None
    return Marked(bare[: len(bare) - len(opener)].rstrip(), marks, Style(opener, closer))


def _begins_word(text: str, at: int) -> bool:
    return at == 0 or text[at - 1].isspace()


def _without_closer(tail: str) -> tuple[str, str]:
    for closer in _CLOSERS:
        if tail.endswith(closer):
            return tail[: -len(closer)].strip(), closer
    return tail, ""


def _marks(tail: str) -> tuple[Mark, ...] | None:
    if not tail:
        return (Mark("", 0),)
    found = []
    for part in tail.split(","):
        match = _ITEM.fullmatch(part.strip())
        if match is None or not part.strip() or not _names_rule(match["rule"] or "#"):
            return None
        found.append(Mark(match["rule"] or "", int(match["column"] or 0)))
    return tuple(found)


def _names_rule(name: str) -> bool:
    """Say whether a word can be meant as a rule or a decision: `x <-- y` is code."""
    return "#" in name or any(map(str.isdigit, name))


def mark(marks: list[Mark], style: Style) -> str:
    """Return what is put behind a line, with the blanks before it; "" for no marks."""
    if not marks:
        return ""
    items = [one.rule + (f":{one.column}" if one.column else "") for one in marks]
    return GAP + " ".join(filter(None, [style.opener, ARROW, ", ".join(filter(None, items)), style.closer]))
