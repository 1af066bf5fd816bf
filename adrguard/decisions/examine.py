"""Examine one note: is it a decision, what does it say about itself, where do its invariants stand?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.decisions import discover
from adrguard.decisions.reading import Reading, Spot
from adrguard.decisions.rule_tests import is_place_of_tests
from adrguard.kdsl.line import Line
from adrguard.kdsl.looks import looks_like
from adrguard.kdsl.undress import HEAD, undress
from adrguard.kdsl.words import CLAUSES, VERBS
from adrguard.model.errors import Problem
from adrguard.vault import invariants, status
from adrguard.vault.dialects import describe
from adrguard.vault.note import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from adrguard.decisions.discover import Folders
    from adrguard.model.invariants import InvariantText
    from adrguard.vault.dialects import Described, Said
    from adrguard.vault.invariants import Stray
    from adrguard.vault.note import Note

_ID = re.compile(r"adr-", re.IGNORECASE)
_RAW_SIGN = re.compile(
    rb"""^(?:["']?id["']?\s*[:=]\s*["']?adr-|["']?category["']?\s*[:=].*decision)""", re.IGNORECASE | re.MULTILINE
)
_CATEGORY = "decision"
_CLOSED = re.compile(rb"\n(?:---|\.\.\.)[ \t]*\r?\n")
_SIGNS = (b"adr-", b"decision", b"\\")
"""One of these stands in each frontmatter that declares a decision: a backslash may hide the others."""


def examine(
    path: str, data: bytes, where: Folders, table: Mapping[str, str]
) -> tuple[Reading | None, tuple[Problem, ...]]:
    """Read a note; None, and what should be said about it, when it is no decision."""
    named = where.in_adr_folder(path) and discover.is_named_as_decision(path)
    if not named and not _may_be_decision(path, data, where):
        return None, ()
    note = parse(path, data)
    described = describe(note)
    if not named and not _declares(note, described) and not (note.frontmatter.broken and _RAW_SIGN.search(data)):
        return None, _undeclared(note) if where.in_adr_folder(path) else ()
    if is_place_of_tests(path, where) and _tests_rules(note, described):
        return None, ()
    return _reading(note, described, where, table), ()


def _may_be_decision(path: str, data: bytes, where: Folders) -> bool:
    """Say, at the price of a look at the bytes, whether the whole note has to be parsed."""
    if where.in_adr_folder(path):
        return True
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    text = data.removeprefix(b"\xef\xbb\xbf")
    if not text.startswith((b"---", b"+++")):
        return False
    # Most notes of a vault are logs and cards, which say so themselves.
    closed = _CLOSED.search(text) if text.startswith(b"---") else None
    head = (text[: closed.start()] if closed else text).lower()
    if b"id" not in head and b"category" not in head:
        return _RAW_SIGN.search(data) is not None
    return any(sign in head for sign in _SIGNS) or _RAW_SIGN.search(data) is not None


def _declares(note: Note, described: Described) -> bool:
    return bool(note.frontmatter.first("id") and _ID.match(described.id)) or _CATEGORY in described.category


def _tests_rules(note: Note, described: Described) -> bool:
    """Say whether a note where rules are tested says nothing that only a decision says."""
    # A stray byte hides no decision: all around it is read.
    unread = [one for one in note.source.problems if one.code != "encoding"]
    if note.frontmatter.broken or unread or described.status or _declares(note, described):
        return False
    found = invariants.find(note, looks_like)
    texts = [one.text for one in found.items] + [one.text for one in found.strays]
    return not found.problems and not any(map(looks_like, texts))


def _undeclared(note: Note) -> tuple[Problem, ...]:
    """Warn of a note among the decisions that holds invariants and yet is none: they would be dead."""
    for item in invariants.find(note, looks_like).items:
        if looks_like(item.text):
            return (
                Problem(
                    note.path,
                    item.line,
                    item.column,
                    "this note is no decision, so its invariants do not bind",
                    "start its file name with a number, or give it the frontmatter 'id: ADR-…'",
                    "not-a-decision",
                    "warning",
                ),
            )
    return ()


def _reading(note: Note, described: Described, where: Folders, table: Mapping[str, str]) -> Reading:
    judged = status.judge((said.text for said in described.status), table)
    found = invariants.find(note, looks_like)
    superseded_by = [_spot(note, said) for said in described.superseded_by]
    known = {spot.text for spot in superseded_by}
    status_at = _spot(note, described.status[0]) if described.status else Spot("", 1, 1, "")
    superseded_by += [status_at.replace(text=name) for name in judged.successors if name not in known]
    source = note.source
    line, column = source.position(described.id_start)
    review = described.review_after
    return Reading(
        id=described.id,
        path=note.path,
        title=described.title,
        at=Spot(described.id, line, column, source.line_at(described.id_start)),
        status=judged.word,
        force=judged.force,
        known=judged.known,
        others=judged.others,
        status_at=status_at,
        date=described.date,
        project=described.project or discover.project_of(note.path, where),
        supersedes=tuple(_spot(note, said) for said in described.supersedes),
        superseded_by=tuple(superseded_by),
        depends_on=tuple(_spot(note, said) for said in described.depends_on),
        review_after=_spot(note, review) if review else Spot("", 0, 0, ""),
        items=found.items,
        holds=any(looks_like(item.text) for item in found.items),
        broken=note.frontmatter.broken,
        problems=note.problems,
        slips=(*found.problems, *_strays(note, found.strays, found.items)),
    )


def _spot(note: Note, said: Said) -> Spot:
    line, column = note.source.position(said.start)
    return Spot(said.text, line, column, note.source.line_at(said.start))


_STRAY_MESSAGES = {
    "paragraph": ("this is no list item, so no invariant is read here", "start the line with '- '"),
    "code": ("this is indented so far that Markdown shows it as code, so no invariant is read here", "indent it less"),
    "html": ("this stands inside of HTML, so no invariant is read here", "leave a blank line after the HTML tag"),
    "outside": (
        "this looks like an invariant, but does not stand under a heading 'Invariants'",
        "move it there, or into a ```kdsl block",
    ),
}


def _strays(note: Note, strays: Iterable[Stray], items: tuple[InvariantText, ...]) -> Iterator[Problem]:
    first = min((item.line for item in items if looks_like(item.text)), default=0)
    for stray in strays:
        head = HEAD.match(undress(Line.read(stray.text, 1, 1)).line.text)
        if head is None:
            continue
        word = head["verb"]
        if stray.where == "detached":
            line = note.source.position(stray.start)[0]
            if word in CLAUSES and not head["kind"] and 0 < first < line:
                message = f"the clause '{word}:' belongs to no invariant"
                yield note.source.problem(
                    stray.start, message, "indent it under its invariant's text", "detached-clause"
                )
        elif word in VERBS and looks_like(stray.text):
            message, hint = _STRAY_MESSAGES[stray.where]
            severity = "warning" if stray.where == "outside" else "error"
            yield note.source.problem(stray.start, message, hint, f"stray-{stray.where}", severity)
