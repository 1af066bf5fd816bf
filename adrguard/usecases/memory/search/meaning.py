"""Search by meaning: whether a query can be looked for so, what that finds, and vectors for notes that have none."""

from __future__ import annotations

from functools import partial

from adrguard.knowledge import nearest, query, vectors
from adrguard.knowledge.changes import LARGEST, hash_of
from adrguard.knowledge.embedding.choice import CHOICES
from adrguard.knowledge.embedding.problem import NoModelError
from adrguard.knowledge.facts import File
from adrguard.knowledge.filling import Filling
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import note_tree
from adrguard.system.files import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from adrguard.knowledge.embedding.choice import Choice
    from adrguard.knowledge.embedding.model import Model, Vector
    from adrguard.knowledge.filling import Progress
    from adrguard.knowledge.nearest import Held
    from adrguard.knowledge.query import Query
    from adrguard.knowledge.vectors import Waiting
    from adrguard.usecases.memory.search.knowledge_at_hand import AtHand

    Channel = Callable[[sqlite3.Connection, Query, int], Sequence[int]]
    """A way of searching: from a query, and how many are wanted, to notes, the best first."""

MAKE = "adrguard sync --vector"
_WITHOUT = "searched by words and links, not by meaning"
_NAME = "it only names notes"
_PHRASE = "words in quotation marks have to stand there as they are"


class Meaning(Record):
    """The way of searching by meaning for one query: `channel`, or None and `why_not`; `remarks` are for a person."""

    channel: Channel | None = None
    why_not: str = ""
    remarks: tuple[str, ...] = ()


class Vectors(Record):
    """What became of the vectors: `made` just now by `model`; of all notes `have` one, `without` can have none."""

    model: str
    made: int
    have: int
    without: int
    missing: int


def beside_words(around: AtHand, asked: Query) -> Meaning:
    """Return the way to search by meaning beside that by words. Never raises: without it the words are enough."""
    if not around.index.read(vectors.state)[1]:
        why = f"no note has a vector here: `{MAKE}` makes some"
        return Meaning(None, why, (f"{_WITHOUT}: {why}",))
    why = _PHRASE if asked.phrases else _unfit(around, asked)
    if why:
        return Meaning(None, why)
    try:
        ready, held = _ready(around, asked)
    except NoModelError as error:
        return Meaning(None, error.reason, (f"{_WITHOUT}: {error.reason}; `{error.hint}`",))
    if held.is_enough:
        return ready
    why = f"{held.missing} of {held.total} notes have no vector yet"
    return Meaning(None, why, (f"{_WITHOUT}: {why}; `{MAKE}` makes them all",))


def alone(around: AtHand, asked: Query) -> Meaning:
    """Return the way to search by meaning alone. Raises `UsageError` where that cannot be done."""
    if not around.index.read(vectors.state)[1]:
        hint = f"make some with `{MAKE}`, or search by words with the mode bm25"
        raise UsageError("no note has a vector here, so nothing can be found by its meaning", hint)
    why = _unfit(around, asked)
    if why:
        raise UsageError(f"this cannot be looked for by its meaning: {why}", "the modes hybrid and bm25 find words")
    try:
        return _ready(around, asked)[0]
    except NoModelError as error:
        raise _unusable(error) from error


def fill(around: AtHand, progress: Progress | None = None) -> Vectors:
    """Give all notes their vectors. Raises `UsageError` where there is no model; what was made till then is kept."""
    try:
        model = _model(around)
        filling = Filling(around.index, model, partial(_text, around))
        filling.fill(progress=progress)
    except NoModelError as error:
        raise _unusable(error) from error
    have, without, missing = around.index.read(partial(vectors.totals, model=model.id))
    return Vectors(model.id, filling.made, have, without, missing)


def _choice(around: AtHand) -> Choice:
    return CHOICES[around.settings.recall_model]


def _unfit(around: AtHand, asked: Query) -> str:
    """Say why the model has nothing to say of a query, "" where it has."""
    choice = _choice(around)
    if choice.reads(query.beside_names(asked.said)):
        return ""
    return _NAME if choice.reads(asked.said) else choice.unread


def _model(around: AtHand) -> Model:
    choice = _choice(around)
    return choice.opened(around.index.read(partial(vectors.checked, model=choice.id)))


def _ready(around: AtHand, asked: Query) -> tuple[Meaning, Held]:
    """Return the way of searching, and what it searches, after a while was spent on notes that have no vector yet."""
    model = _model(around)
    vector = model.vector(asked.said)
    look = partial(nearest.held, model=model.id)
    held = around.index.read(look)
    if held.missing and around.settings.recall_embed_ms:
        Filling(around.index, model, partial(_text, around)).fill(around.settings.recall_embed_ms)
        held = around.index.read(look)
    told = f"{held.missing} of {held.total} notes have no vector yet; `{MAKE}` makes them all"
    found = partial(_found, model=model.id, vector=vector, least=_choice(around).least)
    return Meaning(found, "", (told,) if held.missing else ()), held


def _found(
    connection: sqlite3.Connection, _: Query, most: int, *, model: str, vector: Vector, least: float
) -> list[int]:
    return nearest.nearest(connection, model, vector, most, least)


def _text(around: AtHand, note: Waiting) -> str | None:
    """Return what a note says, as far as the model reads; None where it is not what was indexed any more."""
    try:
        data, stamp = note_tree.read(around.path(note.path), LARGEST)
    except (OSError, UnreadableError):
        return None
    if hash_of(data, stamp[0]) != note.hash:
        return None
    facts = around.index.source.read(File(note.path, note.path), data)
    text = f"{note.title}\n{facts.body}"
    return text if _choice(around).reads(text) else ""


def _unusable(error: NoModelError) -> UsageError:
    return UsageError(f"notes cannot be found by their meaning: {error.reason}", error.hint)
