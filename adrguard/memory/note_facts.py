"""Read a note for the index: what it is called, what it says of its standing, what it links to, its text.

Nearly all notes are read without the parsers of Markdown and YAML, in a tenth of their time. Those are asked where a
note may say something of its status or its succession in its text, or its frontmatter is not plain.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from adrguard.knowledge.facts import Facts
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE
from adrguard.model.record import Record
from adrguard.vault import frontmatter, plain_head
from adrguard.vault.dialects import NUMBER_TITLE, default_id, describe
from adrguard.vault.frontmatter import Frontmatter
from adrguard.vault.note import LARGEST, parse
from adrguard.vault.source import Source
from adrguard.vault.status import SUPERSEDED, Status, judge
from adrguard.vault.tiers import tier_of
from adrguard.vault.values import Scalar, scalars
from adrguard.vault.vocabulary import REPLACED_BEFORE, REPLACED_BY, REPLACES, STATUS_HEADINGS
from adrguard.vault.wikilinks import marks, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adrguard.knowledge.facts import File
    from adrguard.vault.plain_head import Plain
    from adrguard.vault.wikilinks import Marks

VERSION = "1"
"""To be raised when the same bytes are read as something else."""

_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n?")
_TIERS = ("hierarchy", "level")
_RELATIONS = ("supersedes", "supercedes", "superseded_by", "superceded_by", "supersededby", "related")
_NOT_TEXT = frozenset(
    (
        *("title", "aliases", "alias", "tags", "tag", "status", "id", "category", "type", "date", "created"),
        *("updated", "modified", "cssclass", "cssclasses", "publish", *_TIERS),
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
    return Facts(
        title=standing.title,
        called=standing.called,
        aliases=(*values.get("aliases", ()), *values.get("alias", ())),
        tags=_tags(values, found),
        tier=_tier(file.inside, values),
        status=standing.status.word,
        is_over=standing.status.force == NOT_IN_FORCE,
        binds=standing.status.force == IN_FORCE or standing.status.word == SUPERSEDED,
        headings=found.headings,
        links=found.links,
        replaces=standing.replaces,
        replaced_by=standing.replaced_by,
        body="\n".join([*(" ".join(said) for key, said in values.items() if key not in _NOT_TEXT), parts.body]),
        trouble=trouble,
    )


def text_of(data: bytes) -> str:
    """Return the text of a note, its lines ended by line feeds."""
    return _decoded(data)[0]


def body_of(text: str) -> str:
    """Return a note's text without its frontmatter."""
    lines = text.split("\n")
    end = _end_of_head(lines)
    return "\n".join(lines[end + 1 :]) if end else text


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
    return _LINE_END.sub("\n", text) if "\r" in text else text, trouble


def _parts(text: str) -> Parts:
    """Take a note apart where `frontmatter` would."""
    if not text.startswith(("---", "+++")):
        return Parts("", {}, text, 1)
    lines = text.split("\n")
    end = _end_of_head(lines)
    if not end:
        return Parts("", {}, text, 1)
    head = lines[1:end]
    values = plain_head.read(head) if lines[0][0] == "-" else None
    if values is None:
        values = _parsed("\n".join(lines[: end + 1]))
    return Parts("\n".join(head), values, "\n".join(lines[end + 1 :]), end + 2)


def _end_of_head(lines: Sequence[str]) -> int:
    """Return the index of the line that ends the frontmatter, 0 where there is none."""
    opening = lines[0].rstrip()
    if opening not in ("---", "+++"):
        return 0
    closings = ("---", "...") if opening == "---" else ("+++",)
    return next((index for index in range(1, len(lines)) if lines[index].rstrip() in closings), 0)


def _parsed(head: str) -> Plain:
    found = frontmatter.read(Source("", head.encode("utf-8", "replace")))
    texts = {key: tuple(one.text for one in scalars(value)) for key, value in found.entries.items()}
    return {key: said for key, said in texts.items() if said}


def _tags(values: Plain, found: Marks) -> tuple[str, ...]:
    said = [
        part for key in ("tags", "tag") for value in values.get(key, ()) for part in value.replace(",", " ").split()
    ]
    return tuple(dict.fromkeys([tag.strip("#/") for tag in said if tag.strip("#/")] + list(found.tags)))


def _tier(inside: str, values: Plain) -> int:
    said = {key: Scalar(values[key][0], 0, 0) for key in _TIERS if values.get(key)}
    return tier_of(inside, Frontmatter("yaml", dict(said), {}, 0) if said else None)


# Its standing


class Standing(Record):
    """What a note is called and what it says of its standing."""

    title: str
    called: str
    status: Status
    replaces: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()


def _standing(file: File, data: bytes, parts: Parts, found: Marks, table: Mapping[str, str]) -> Standing:
    values = parts.values
    if len(data) <= LARGEST and _may_say_more(parts):
        return _described(file, data, table)
    number, heading = _heading(found)
    title = _first(values, "title") or heading or _ENDING.sub("", file.path.rpartition("/")[2])
    status = judge((", ".join(values["status"]),), table) if values.get("status") else Status("", IN_FORCE)
    called = _first(values, "id") or (default_id(file.path, number) if status.word else "")
    return Standing(" ".join(title.split()), called, status)


def _heading(found: Marks) -> tuple[str, str]:
    """Return the number and the title in the first heading of the highest level."""
    if not found.headings:
        return "", ""
    text = min(found.headings, key=lambda one: one.level).text
    match = NUMBER_TITLE.match(text)
    return (match["named"] or match["bare"], match["rest"].strip() or text) if match else ("", text)


def _first(values: Plain, key: str) -> str:
    return values[key][0].strip() if values.get(key) else ""


def _described(file: File, data: bytes, table: Mapping[str, str]) -> Standing:
    """Read a note with the parsers that the guard reads decisions with."""
    said = describe(parse(file.path, data))
    status = judge([one.text for one in said.status], table)
    replaces = tuple(one.text for one in said.supersedes)
    replaced_by = tuple(dict.fromkeys([*(one.text for one in said.superseded_by), *status.successors]))
    is_decision = status.word or replaces or replaced_by or said.id_start
    return Standing(" ".join(shown(said.title).split()), said.id if is_decision else "", status, replaces, replaced_by)


def _may_say_more(parts: Parts) -> bool:
    """Say whether the text may tell more of a note's standing than its frontmatter's plain values do."""
    if any(parts.values.get(key) for key in _RELATIONS):
        return True
    status = " ".join(parts.values.get("status", ())).lower()
    lower = parts.body.lower()
    if any(word in status for word in _REPLACING):
        return True
    if any(word in lower for word in _REPLACING) and _replaces().search(parts.body):
        return True
    if status:
        return False
    return any(word in lower for word in _STATUS_WORDS) and bool(_states().search(parts.body))


_STATUS_WORDS = tuple(word.lower() for word in STATUS_HEADINGS.split("|"))
_REPLACING = (
    *("supersed", "superced", "replace", "reempl", "sustit", "substit", "superad", "superat", "rempla", "ersetz"),
    *("löst", "sostit", "vervang", "zast", "замен", "取代", "替代", "替换", "代替", "置", "대체"),
)


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
