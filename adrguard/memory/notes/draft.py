"""What somebody asks to be kept as a note, and what is wrong with the asking: everything at once, and placed."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from adrguard.model.errors import Problem
from adrguard.model.record import Record
from adrguard.vault.note import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DECISION, LOG, CONCEPT, SKILL, META = "decision", "log", "concept", "skill", "meta"
DEFAULT = LOG
_ALIASES = {
    "adr": DECISION,
    "adrs": DECISION,
    "decisions": DECISION,
    "logs": LOG,
    "card": CONCEPT,
    "cards": CONCEPT,
    "concepts": CONCEPT,
    "skills": SKILL,
}

LONGEST_TITLE = 250
LONGEST_SUMMARY = 1000
LONGEST_WORD = 100
"""Characters of a tag, a category or a project."""
LONGEST_NAME = 500
"""Characters of what names another note."""
MOST_TAGS = 50
MOST_LINKS = 50

_BOM = "\ufeff"
_HALF = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Nobody sees them, and they let a title read other than it is.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_CATEGORY = re.compile(r"^\w[\w &+.-]*$")
_NUMBERED = re.compile(
    r"^(?P<id>adr[-_ ]?(?P<number>\d{1,9}))(?:\s*+[:.)\u2013\u2014|]\s*+|\s++-++\s++|\s++|$)(?P<rest>.*)$",
    re.IGNORECASE,
)


class Draft(Record):
    """A note to be written. `source` is where `content` comes from, as messages name it: ``--content``, a file.

    `by_agent` says that no person asks for it.
    """

    title: str
    content: str
    summary: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    project: str = ""
    source: str = "--content"
    by_agent: bool = False


def settled(draft: Draft) -> tuple[Draft, tuple[Problem, ...]]:
    """Return the draft with its single texts tidied (composed, no blanks around, each tag once), and every mistake.

    `content` stays as it is: `content.read` takes it apart.
    """
    tidy = draft.replace(
        title=_line(draft.title),
        summary=" ".join(draft.summary.split()),
        category=category(draft.category),
        tags=tags(draft.tags),
        related=_once(_line(one) for one in draft.related),
        supersedes=_once(_line(one) for one in draft.supersedes),
        project=_line(draft.project),
    )
    return tidy, (*_of_texts(tidy), *_of_lists(tidy), *_of_content(draft.content, draft.source))


def category(said: str) -> str:
    """Return a category as notes spell it: lower case, aliases resolved (``card`` is ``concept``)."""
    word = _line(said).lower()
    return _ALIASES.get(word, word)


def tags(said: Iterable[str]) -> tuple[str, ...]:
    """Return tags without their ``#``, one word each, every one once."""
    parts = (part.strip().lstrip("#") for one in said for part in unicodedata.normalize("NFC", one).split(","))
    return _once("-".join(part.split()) for part in parts)


def numbered(title: str) -> tuple[str, str, str]:
    """Return the id, the number (as written) and the rest of a title like ``ADR-012: Use events``; "" where none is."""
    match = _NUMBERED.match(title)
    if not match:
        return "", "", title
    return match["id"].upper().replace(" ", "-").replace("_", "-"), match["number"], match["rest"].strip()


def decoded(data: bytes, source: str) -> tuple[str, tuple[Problem, ...]]:
    """Return bytes as text; where they are not UTF-8, the problem says at which byte."""
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        hint = "save it as UTF-8"
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            hint = "this seems to be UTF-16: save it as UTF-8"
        message = f"the content is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}"
        return "", (Problem(source, line, column, message, hint, "encoding"),)


def too_large(source: str, size: str) -> Problem:
    """Return the problem of content that no note can hold; `size` is for a person."""
    message = f"the content is too large ({size}, limit {LARGEST // 1024} KB)"
    return Problem(source, 0, 0, message, "keep what matters, or make several notes of it", "too-large")


def _line(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for text in texts:
        if text:
            found.setdefault(text.casefold(), text)
    return tuple(found.values())


def _of_texts(draft: Draft) -> Iterator[Problem]:
    if not draft.title:
        yield Problem("--title", 0, 0, "the title is empty", "say what the note is about", "empty")
    for name, text, most in (
        ("--title", draft.title, LONGEST_TITLE),
        ("--summary", draft.summary, LONGEST_SUMMARY),
        ("--category", draft.category, LONGEST_WORD),
        ("--project", draft.project, LONGEST_WORD),
    ):
        yield from _of_text(name, text, most)
    if draft.category and not _CATEGORY.match(draft.category):
        message = f"'{draft.category}' cannot be a category"
        hint = "write one word, such as decision, log, concept, skill, or one of your own"
        yield Problem("--category", 0, 0, message, hint, "category")


def _of_text(name: str, text: str, most: int) -> Iterator[Problem]:
    if len(text) > most:
        hint = "put the rest into the content"
        yield Problem(name, 0, 0, f"{len(text)} characters are too many (limit {most})", hint, "too-long")
    bad = _HALF.search(text) or _UNSEEN.search(text)
    if bad:
        what = "bytes that are not UTF-8" if _HALF.match(bad[0]) else f"the control character U+{ord(bad[0]):04X}"
        yield Problem(name, 1, bad.start() + 1, f"{what} cannot stand here", "take it out", "control-character")


def _of_lists(draft: Draft) -> Iterator[Problem]:
    for name, texts, most, longest in (
        ("--tags", draft.tags, MOST_TAGS, LONGEST_WORD),
        ("--related", draft.related, MOST_LINKS, LONGEST_NAME),
        ("--supersedes", draft.supersedes, MOST_LINKS, LONGEST_NAME),
    ):
        if len(texts) > most:
            yield Problem(name, 0, 0, f"{len(texts)} are too many (limit {most})", "keep those that matter", "too-many")
        for text in texts[:most]:
            yield from _of_text(name, text, longest)


def _of_content(text: str, source: str) -> Iterator[Problem]:
    text = text.removeprefix(_BOM).replace("\r\n", "\n")
    size = len(text.encode("utf-8", "surrogateescape" if _HALF.search(text) else "strict"))
    if not text.strip():
        yield Problem(source, 0, 0, "the content is empty", "say what is to be kept", "empty")
    if size > LARGEST:
        yield too_large(source, f"{-(-size // 1024)} KB")
        return
    bad = _HALF.search(text) or _CONTROL.search(text)
    if bad:
        line, column = text.count("\n", 0, bad.start()) + 1, bad.start() - text.rfind("\n", 0, bad.start())
        yield Problem(source, line, column, *_unfit(text, bad.start()))


def _unfit(text: str, at: int) -> tuple[str, str, str]:
    """Return message, way out and code for a character that no note may hold."""
    char = text[at]
    if _HALF.match(char):
        offset = len(text[:at].encode("utf-8", "replace"))
        return f"the content is not UTF-8: the byte at offset {offset}", "save it as UTF-8", "encoding"
    if char == "\0":
        return "the content holds a NUL character", "take it out: a note is text", "control-character"
    hint = "take it out"
    if char == "\x1b":
        hint = "take the terminal's colour codes out, for example by NO_COLOR=1 or --no-color where they come from"
    elif char == "\r":
        hint = "end lines by a line feed, alone or after the carriage return"
    return f"the content holds the control character U+{ord(char):04X}", hint, "control-character"
