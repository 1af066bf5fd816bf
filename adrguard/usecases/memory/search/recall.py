"""Recall what is known: the notes that say something about a query, the best first, never from a stale index."""

from __future__ import annotations

from functools import partial

from adrguard.knowledge import search
from adrguard.knowledge.changes import LARGEST
from adrguard.knowledge.query import MOST_TERMS, Query, understood
from adrguard.memory import ranking, wire
from adrguard.memory.notes import note_facts
from adrguard.memory.snippets import snippet
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import note_tree
from adrguard.system.files import UnreadableError
from adrguard.usecases.memory.search import meaning
from adrguard.usecases.memory.search.knowledge_at_hand import at_hand
from adrguard.usecases.memory.search.meaning import Meaning

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from adrguard.knowledge.changes import Counts, Progress
    from adrguard.knowledge.search import NoteRow
    from adrguard.memory.ranking import Hit
    from adrguard.usecases.memory.search.knowledge_at_hand import AtHand
    from adrguard.usecases.memory.search.meaning import Channel

HYBRID, BM25, VECTOR = "hybrid", "bm25", "vector"
MODES = (HYBRID, BM25, VECTOR)
DEFAULT_LIMIT = 5
MOST = 200
KEYWORD = "keyword"
_NO_MEANING = Meaning()
MOST_FULL = 60_000
"""Bytes of whole notes in one answer."""


class Recall(Record):
    """One note that was found.

    `links` counts the notes that link here and those that are linked from here. `standing` says in words that it does
    not hold any more ("" where it does), `successors` are the paths of what stands in its place, `replaces` is that of
    the note for which it was found. `content` is the whole note where that was asked for, but for `left_out` bytes;
    `hit` says how it came to its score.
    """

    path: str
    title: str
    called: str
    tier: int
    status: str
    links: tuple[int, int]
    snippet: str
    hit: Hit
    standing: str = ""
    successors: tuple[str, ...] = ()
    replaces: str = ""
    content: str = ""
    left_out: int = 0

    @property
    def line(self) -> str:
        """The note on one line of the wire."""
        return wire.line(self.tier, self.path, self.hit.score, self.links, (self.standing, self.snippet))


class Recalled(Record):
    """What was found: of `matched` notes (or more, with `is_cut`) the first; `mode` is how it was searched.

    `not_by_meaning` says why a search in all ways was one by words and links alone, "" where it was not. `counts` says
    what bringing the index up to date came to; `remarks` are what a person should know.
    """

    query: str
    mode: str
    found: tuple[Recall, ...]
    matched: int
    is_cut: bool
    counts: Counts
    remarks: tuple[str, ...] = ()
    not_by_meaning: str = ""


class Question(Record):
    """What is asked for: notes about `query`, at most `limit` of them; `mode` is one of `MODES`.

    With `full` they come whole, as far as all of them fit into `room` bytes.
    """

    query: str
    mode: str = HYBRID
    limit: int = DEFAULT_LIMIT
    full: bool = False
    room: int = MOST_FULL


def recall(start: str, question: Question, vault: str = "", progress: Progress | None = None) -> Recalled:
    """Search the notes of the place `start`; `vault` stands in for the vault that is bound there.

    The notes are looked at first, so that what is found is what they say now. Raises `UsageError` for a query with
    nothing in it, an unknown mode or limit, and where there are no notes; `AdrguardError` as `Index.refresh` does.
    """
    mode, limit = question.mode, question.limit
    asked = _checked(question)
    around = at_hand(start, vault)
    counts = around.index.refresh(progress)
    by_meaning = meaning_of(around, asked, mode)
    remarks = [*around.remarks, *_told(around, asked, counts), *by_meaning.remarks]
    work = partial(searched, asked=asked, channels=channels(mode, by_meaning), mode=mode, limit=limit)
    hits, rows, successors, is_cut, loose = around.index.read(work)
    if loose:
        remarks.append("no note holds the words in quotation marks as they stand: these hold some of them")
    room = question.room
    found = []
    for hit in hits[:limit]:
        one = _recalled(around, asked, hit, rows, successors.get(hit.note, ()))
        if question.full:
            one = _whole(around, one, room)
            room -= len(one.content.encode("utf-8", "replace"))
        found.append(one)
    return Recalled(question.query, mode, tuple(found), len(hits), is_cut, counts, tuple(remarks), by_meaning.why_not)


def _checked(question: Question) -> Query:
    mode, limit = question.mode, question.limit
    if mode not in MODES:
        raise UsageError(f"there is no mode '{mode}'", f"one of {', '.join(MODES)}")
    if not 1 <= limit <= MOST:
        raise UsageError(f"a limit of {limit} cannot be had", f"ask for 1 to {MOST} notes")
    asked = understood(question.query)
    if asked.is_empty and not asked.names:
        raise UsageError("there is nothing in the query to look for", "say it in words, or by the id of a decision")
    return asked


def meaning_of(around: AtHand, asked: Query, mode: str) -> Meaning:
    """Return the way of searching by meaning, as far as the mode wants it. Raises `UsageError` where it has to be."""
    if mode == BM25:
        return _NO_MEANING
    return meaning.alone(around, asked) if mode == VECTOR else meaning.beside_words(around, asked)


def channels(mode: str, by_meaning: Meaning) -> Mapping[str, Channel]:
    """Return the ways of searching by their names."""
    words: dict[str, Channel] = {} if mode == VECTOR else {KEYWORD: search.keyword}
    return {**words, VECTOR: by_meaning.channel} if by_meaning.channel else words


def _told(around: AtHand, asked: Query, counts: Counts) -> list[str]:
    told = []
    if around.index.why_in_memory:
        told.append(f"the index is not kept, so each time takes as long: {around.index.why_in_memory}")
    if asked.left_out:
        told.append(f"only the first {MOST_TERMS} words were looked for, {asked.left_out} were left out")
    unread = sum(not one.is_indexed for one in counts.skipped)
    if unread:
        told.append(f"files and folders that could not be read: {unread}; `adrguard sync` says which")
    return told


Found = tuple[list["Hit"], dict[int, "NoteRow"], dict[int, list[int]], bool, bool]


def searched(
    connection: sqlite3.Connection, *, asked: Query, channels: Mapping[str, Channel], mode: str, limit: int
) -> Found:
    """Return the hits in order, what is known of the notes, what took whose place, and whether more were there."""
    depth = max(search.DEPTH, limit)
    ranked = {name: list(channel(connection, asked, depth)) for name, channel in channels.items()}
    loose = bool(asked.phrases) and not ranked.get(KEYWORD, True)
    if loose:
        ranked[KEYWORD] = search.keyword(connection, asked, depth, phrases=False)
    is_cut = any(len(notes) >= depth for notes in ranked.values())
    if KEYWORD in ranked:
        ranked = {ranking.NAME: search.named(connection, asked.names), **ranked}
    seen = dict.fromkeys(note for notes in ranked.values() for note in notes)
    successors = search.successors(connection, seen)
    over = search.over(connection, seen) | successors.keys()
    linked = partial(search.neighbours, connection) if mode == HYBRID else None
    hits = ranking.order(ranked, over, successors, linked)
    shown = hits[:limit]
    others = [note for hit in shown for note in (*successors.get(hit.note, ()), hit.stands_for) if note]
    rows = search.notes(connection, dict.fromkeys([*(hit.note for hit in shown), *others]))
    return hits, rows, successors, is_cut, loose


def _recalled(around: AtHand, asked: Query, hit: Hit, rows: Mapping[int, NoteRow], new: Sequence[int]) -> Recall:
    row = rows[hit.note]
    others = [rows[note] for note in new]
    standing = ""
    if others:
        standing = f"superseded by {', '.join(one.called or one.path for one in others)}"
    elif row.is_over:
        standing = row.status or "no longer in force"
    text, _ = _text(around, row.path)
    return Recall(
        row.path,
        row.title,
        row.called,
        row.tier,
        row.status,
        (row.linked_from, row.links_to),
        snippet(note_facts.body_of(text), asked.said),
        hit,
        standing,
        tuple(one.path for one in others),
        rows[hit.stands_for].path if hit.stands_for else "",
    )


def _text(around: AtHand, path: str, most: int = LARGEST) -> tuple[str, int]:
    """Return a note as it is now, and how many bytes beyond are left out; "" where it went away meanwhile."""
    try:
        data, stamp = note_tree.read(around.path(path), most)
    except (OSError, UnreadableError):
        return "", 0
    return note_facts.text_of(data), max(0, stamp[0] - len(data))


def _whole(around: AtHand, one: Recall, room: int) -> Recall:
    text, beyond = _text(around, one.path)
    data = text.encode("utf-8", "replace")
    if len(data) <= room:
        return one.replace(content=text, left_out=beyond)
    kept = data[: data.rfind(b"\n", 0, max(room, 0)) + 1]
    return one.replace(content=kept.decode("utf-8"), left_out=beyond + len(data) - len(kept))
