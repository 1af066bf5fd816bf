"""What Markdown does to a line of text: escapes, links and code spans, undone with every column kept.

Only what an invariant needs. Emphasis stays as it is written: in the text of a rule `*` and `_` are meant.
"""

from __future__ import annotations

import re

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SPAN = re.compile(r"(?P<ticks>`+)(?!`)(?P<body>.*?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")
_LINK = re.compile(
    r"(?P<mark>!?)\[(?P<text>(?:\\.|[^\[\]\\])*)\]"
    r"\(\s*+(?P<to><[^<>]*>|(?:\\.|[^\s()\\])*(?:\((?:\\.|[^\s()\\])*\)(?:\\.|[^\s()\\])*)*)(?:(?:\s++|(?<=\s)(?<!\\\s))(?:\"[^\"]*\"|'[^']*'))?\s*+\)"
)
_AUTOLINK = re.compile(r"<(?P<text>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>")
_DESTINATION = re.compile(r"<|#|/|\.{1,2}/|www\.|[A-Za-z][A-Za-z0-9+.-]*:|[\w./-]+\.(?:md|html?)\b")
_TICKS = re.compile("`+")
_ACTIVE = frozenset("\\`[<")

LINK = "link"
IMAGE = "image"


class Plain(Record):
    """Text as its reader sees it. `at` gives each character's offset in the source, and the end's.

    `doubts` are offsets, in the source, of what Markdown takes for a link or an image where code may be meant:
    ``(offset, what)``.
    """

    text: str
    at: tuple[int, ...]
    doubts: tuple[tuple[int, str], ...] = ()


def plain(source: str) -> Plain:
    """Undo escapes and links outside code spans; a span stays as written, with its backticks."""
    if _ACTIVE.isdisjoint(source):
        return Plain(source, tuple(range(len(source) + 1)))
    chars: list[str] = []
    at: list[int] = []
    doubts: list[tuple[int, str]] = []
    for start, end, what in _pieces(source):
        if what:
            doubts.append((start, what))
        chars += source[start:end]
        at += range(start, end)
    return Plain("".join(chars), (*at, len(source)), tuple(doubts))


def _pieces(source: str) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of the source that are seen: start, end, and the doubt about it."""
    index = 0
    while index < len(source):
        match = _special(source, index)
        if match is None:
            yield index, index + 1, ""
            index += 1
            continue
        yield from _seen(source, match)
        index = match.end()


def _special(source: str, index: int) -> re.Match[str] | None:
    char = source[index]
    if char == "\\":
        return _ESCAPE.match(source, index)
    if char == "`":
        # A run of backticks that nothing closes stands for itself, as a whole.
        return SPAN.match(source, index) or _TICKS.match(source, index)
    if char in "![":
        return _LINK.match(source, index)
    return _AUTOLINK.match(source, index) if char == "<" else None


def _seen(source: str, match: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    start, end = match.span()
    if match.re is _ESCAPE:
        yield start + 1, end, ""
    elif match.re is _AUTOLINK:
        yield *match.span("text"), ""
    elif match.re is not _LINK:
        yield start, end, ""
    elif doubt := _doubt(source, match):
        yield start, end, doubt
    else:
        inner = match.start("text")
        for left, right, what in _pieces(match["text"]):
            yield inner + left, inner + right, what


def _doubt(source: str, match: re.Match[str]) -> str:
    """Tell ``[requests](https://…)`` from ``handlers[name](event)``, which Markdown takes for a link just as well."""
    if match["mark"]:
        return IMAGE
    before = source[: match.start()][-1:]
    subscript = before.isalnum() or before in ("_", "]", ")")
    return LINK if subscript or not _DESTINATION.match(match["to"]) else ""


def first_span(source: str) -> re.Match[str] | None:
    """Return the first code span, as `SPAN` finds it from each place on, in one pass over the runs of backticks."""
    runs = [found.span() for found in _TICKS.finditer(source)]
    last = {end - start: index for index, (start, end) in enumerate(runs)}
    for index, (start, end) in enumerate(runs):
        for length in range(end - start, 0, -1):
            if last.get(length, -1) > index:
                return SPAN.match(source, end - length)
    return None


def span_text(body: str) -> str:
    """Return what a code span with this body stands for: one blank is taken off each end when both have one."""
    body = body.replace("\n", " ")
    if len(body) > 1 and body[0] == body[-1] == " " and body.strip(" "):
        return body[1:-1]
    return body


def as_span(text: str) -> str:
    """Spell a text as a code span, with as many backticks as it takes."""
    longest = max([len(run) for run in _TICKS.findall(text)], default=0)
    # Any number that does not occur will do; one more than the longest is sure to.
    ticks = "`" * (longest + 1)
    padded = text[:1] == "`" or text[-1:] == "`" or (text[:1] == text[-1:] == " " and text.strip(" "))
    return f"{ticks} {text} {ticks}" if padded else ticks + text + ticks


def as_quoted(text: str, *, literal: bool) -> str:
    """Spell a text in double quotes; where Markdown reads it, everything that means something there is escaped."""
    active = '\\"' if literal else '\\"`*_[]<>&~'
    return '"' + "".join(["\\" + char if char in active else char for char in text]) + '"'
