"""Read a note for the index: what it is called, what it says of its standing, what it links to, its text.

Nearly all notes are read without the parsers of Markdown and YAML, in a tenth of their time. Those are asked where a
note may say something of its status or its succession in its text, or its frontmatter is not plain.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from adrguard.knowledge.facts import Facts
from adrguard.memory.notes.standing import Standing, fit
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE
from adrguard.model.record import Record
from adrguard.vault.head import plain_head
from adrguard.vault.linking.wikilinks import marks
from adrguard.vault.source import Source
from adrguard.vault.status_words import SUPERSEDED, one_spelling
from adrguard.vault.tiers import KEYS, tier_said
from adrguard.vault.vocabulary import REPLACED_BEFORE, REPLACED_BY, REPLACES, STATUS_HEADINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from adrguard.knowledge.facts import File
    from adrguard.vault.head.plain_head import Plain
    from adrguard.vault.linking.marks import Marks

VERSION = "2"
"""To be raised when the same bytes are read as something else."""

_LONGEST_SERIES = 24
LARGEST = 256 * 1024
"""Bytes of the largest note whose text is asked for its standing: beyond, `vault.note` says nothing."""

_OPENING = re.compile(r"(?:---|\+\+\+)[^\S\n]*\n")
_CLOSINGS = {
    "---": re.compile(r"\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)"),
    "+++": re.compile(r"\n\+\+\+[^\S\n]*(?:\n|\Z)"),
}
_LINE_END = r"\r\n?"
_RELATIONS = ("supersedes", "supercedes", "superseded_by", "superceded_by", "supersededby", "related")
_NOT_TEXT = frozenset(
    (
        *("title", "aliases", "alias", "tags", "tag", "status", "id", "category", "type", "date", "created"),
        *("updated", "modified", "cssclass", "cssclasses", "publish", *KEYS),
    )
)
_BINARY = "it has NUL characters, so it is hardly text"
_ENCODING = "it is not all UTF-8: what is not is searched as \ufffd"


class Parts(Record):
    """A note taken apart: its frontmatter as written and as values, its body and on which line that begins."""

    head: str
    values: Plain
    body: str
    first: int


def reader(table: Mapping[str, str]) -> Callable[[File, bytes], Facts]:
    """Return what reads a note; `table` says what each word of a status means."""
    return lambda file, data: read(file, data, table)


def read(file: File, data: bytes, table: Mapping[str, str]) -> Facts:
    """Read a note. Never raises."""
    text, trouble = _decoded(data)
    parts = _parts(text)
    found = marks(parts.body, parts.head, parts.first)
    standing = _standing(file, data, parts, found, table)
    values = parts.values
    return Facts(  # in the order of its fields: by their names they would take as long as all else
        standing.title,
        standing.called,
        (*values.get("aliases", ()), *values.get("alias", ())),
        _tags(values, found),
        tier_said(file.inside, [_first(values, key) for key in KEYS]),
        standing.status,
        standing.force == NOT_IN_FORCE,
        standing.force == IN_FORCE or standing.status == SUPERSEDED,
        found.headings,
        found.links,
        standing.replaces,
        standing.replaced_by,
        "\n".join([*[" ".join(said) for key, said in values.items() if key not in _NOT_TEXT], parts.body]),
        trouble,
    )


def text_of(data: bytes) -> str:
    """Return the text of a note, its lines ended by line feeds."""
    return _decoded(data)[0]


def body_of(text: str) -> str:
    """Return a note's text without its frontmatter."""
    return _split(text)[1]


# Taking it apart


def _decoded(data: bytes) -> tuple[str, str]:
    """Return the text of a note with line feeds only, and what is wrong with it."""
    trouble = ""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        source = Source("", data)
        text, trouble = source.text, _ENCODING if source.problems else ""
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        text, trouble = text.replace("\0", " "), _BINARY
    return re.sub(_LINE_END, "\n", text) if "\r" in text else text, trouble


def _split(text: str) -> tuple[str, str]:
    """Take a note apart where `frontmatter` would: what is between its fences, and what follows."""
    closing = _CLOSINGS.get(text[:3])
    opening = _OPENING.match(text) if closing else None
    end = closing.search(text, opening.end() - 1) if opening and closing else None
    return (text[opening.end() : end.start() + 1], text[end.end() :]) if opening and end else ("", text)


def _parts(text: str) -> Parts:
    head, body = _split(text)
    if len(body) == len(text):
        return Parts("", {}, text, 1)
    lines = head.split("\n")[:-1]
    values = plain_head.read(lines) if text[0] == "-" else None
    if values is None:
        fence = text[:3]
        values = _parsed(f"{fence}\n{head}{fence}")
    return Parts(head, values, body, len(lines) + 3)


def _parsed(head: str) -> Plain:
    from adrguard.memory.notes.note_standing import values

    return values(head)


def _tags(values: Plain, found: Marks) -> tuple[str, ...]:
    said = [
        part for key in ("tags", "tag") for value in values.get(key, ()) for part in value.replace(",", " ").split()
    ]
    return tuple(dict.fromkeys([tag.strip("#/") for tag in said if tag.strip("#/")] + list(found.tags)))


# Its standing


def _standing(file: File, data: bytes, parts: Parts, found: Marks, table: Mapping[str, str]) -> Standing:
    values = parts.values
    status = ", ".join(values.get("status", ()))
    force = IN_FORCE if not status else table.get(status.lower(), "")
    if not force or (len(data) <= LARGEST and _may_say_more(parts)):
        from adrguard.memory.notes.note_standing import described

        # Only here, as the parsers take longer to load than most vaults to be read.
        return described(file.path, data, table)
    number, heading = _heading(found, file.path)
    name = file.path.rpartition("/")[2]
    title = _first(values, "title") or heading or fit(name.rpartition(".")[0] or name)
    called = _first(values, "id")
    if status and not called:
        from adrguard.vault.default_ids import default_id

        called = default_id(file.path, number)
    return Standing(" ".join(title.split()), fit(called), one_spelling(status.lower()), force, (), ())


def _heading(found: Marks, path: str) -> tuple[str, str]:
    """Return the number and the title in the first heading of the highest level."""
    if not found.headings:
        return "", ""
    top = min(found.headings, key=lambda one: one.level)
    beginning = top.text[:_LONGEST_SERIES].lower()
    is_plain = not top.text[:1].isdigit() and "adr" not in beginning and "decision" not in beginning
    if is_plain and top.level == 1 and top.text[-1:] != "}":
        return "", top.text
    from adrguard.vault.default_ids import told_by_heading

    return told_by_heading(" ".join(top.text.split()), top.level, path)


def _first(values: Plain, key: str) -> str:
    return values[key][0].strip() if values.get(key) else ""


def _may_say_more(parts: Parts) -> bool:
    """Say whether the text may tell more of a note's standing than its frontmatter's plain values do."""
    if any(parts.values.get(key) for key in _RELATIONS):
        return True
    status = " ".join(parts.values.get("status", ())).lower()
    lower = parts.body.lower()
    replacing = _REPLACING_IN_ASCII if lower.isascii() else _REPLACING
    if (status and _holds(status, _REPLACING)) or (_holds(lower, replacing) and _replaces().search(parts.body)):
        return True
    states = _STATUS_WORDS_IN_ASCII if lower.isascii() else _STATUS_WORDS
    return not status and _holds(lower, states) and bool(_states().search(parts.body))


def _holds(lower: str, words: Iterable[str]) -> bool:
    for word in words:  # noqa: SIM110 -- a generator would take ten times as long
        if word in lower:
            return True
    return False


_STATUS_WORDS = tuple(word.lower() for word in STATUS_HEADINGS.split("|"))
_REPLACING = (
    *("supersed", "superced", "replace", "reempl", "sustit", "substit", "superad", "superat", "rempla", "ersetz"),
    *("löst", "sostit", "vervang", "zast", "замен", "取代", "替代", "替换", "代替", "置", "대체"),
)
_STATUS_WORDS_IN_ASCII = tuple(word for word in _STATUS_WORDS if word.isascii())
_REPLACING_IN_ASCII = tuple(word for word in _REPLACING if word.isascii())


@cache
def _replaces() -> re.Pattern[str]:
    start = r"^[^\w\n]{0,12}(?:status[^\w\n]{0,6})?"
    return re.compile(
        rf"super[sc]ed|{start}(?:{REPLACED_BY}|{REPLACES})\b|{REPLACED_BEFORE}", re.IGNORECASE | re.MULTILINE
    )


@cache
def _states() -> re.Pattern[str]:
    """Return what finds a heading or a field that states a status."""
    words = f"(?:{STATUS_HEADINGS})"
    return re.compile(
        rf"^[^\w\n]{{0,12}}(?:\d{{1,4}}[.)]\s*)?{words}(?=[^\w\n]{{0,6}}(?:$|[:\uff1a|(]))"
        rf"|[|\u00b7\u2022\t ][^\w\n]{{0,4}}{words}[*_ ]{{0,4}}[:\uff1a|]",
        re.IGNORECASE | re.MULTILINE,
    )
