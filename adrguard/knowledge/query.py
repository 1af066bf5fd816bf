"""What somebody types, as an expression that FTS5 takes: every word quoted, so that nothing in it is an operator."""

from __future__ import annotations

import re

from adrguard.knowledge import words
from adrguard.knowledge.forms import forms
from adrguard.model.record import Record

MOST_TERMS = 64
LONGEST = 100_000
"""Characters of a query that are looked at."""

_PHRASE = re.compile(
    '["\u201c\u201d\u201e\u00ab\u00bb]([^"\u201c\u201d\u201e\u00ab\u00bb]{1,1000})["\u201c\u201d\u201e\u00ab\u00bb]'
)
_EDGES = "\"'`*^(){}[]<>,;:!?.|\u2018\u2019\u3001\u3002\u300c\u300d"
_NAME = re.compile(
    r"\[\[([^\[\]]{1,300})\]\]|[^\W\d_]{1,12}(?:[-_][^\W_]{1,12}){0,2}[-_ ]?\d+(?:\.\d+)*(?![\w])", re.UNICODE
)
_SHOWN = re.compile(r"[|#^]")
"""What ends the name in a WikiLink."""
_PART = re.compile(r"[^\W_]+")
_ID = re.compile(r"[^\W\d_]{1,12}[-_.]?\d")
_MOST_NAMES = 8
_LONGEST_NAME = 300


class Query(Record):
    """A query, understood.

    `said` is what was typed; `terms` are the terms that any note may hold, `phrases` those that it must; `names` are
    what it may call notes by: all of it first, then what in it looks like an id. `left_out` counts terms beyond the
    first `MOST_TERMS`; `forms` are other forms of the terms that the index would not know for such.
    """

    said: str
    terms: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    left_out: int = 0
    forms: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not self.terms and not self.phrases

    def match(self, *, phrases: bool = True) -> str:
        """Return the expression for MATCH; without `phrases` their words are enough."""
        anything = " OR ".join((*self.terms, *self.forms))
        if not phrases or not self.phrases:
            return anything
        needed = " AND ".join(self.phrases)
        # What holds the phrases need not hold the words beside them, which only count for the order.
        return f"({needed}) OR (({needed}) AND ({anything}))" if anything else needed


def understood(said: str) -> Query:
    """Read a query. Whatever it is, the result can be searched for, or `is_empty`."""
    text = words.plain(_cleaned(said[:LONGEST]))
    phrases = [phrase for match in _PHRASE.finditer(text) if (phrase := _phrase(match[1]))][:MOST_TERMS]
    terms = list(dict.fromkeys(_terms(text)))
    return Query(
        said,
        tuple(terms[:MOST_TERMS]),
        tuple(dict.fromkeys(phrases)),
        _names(said[:LONGEST]),
        max(0, len(terms) - MOST_TERMS),
        tuple(dict.fromkeys(_quoted(one) for term in terms[:MOST_TERMS] for one in forms(term.strip('"')))),
    )


def beside_names(said: str) -> str:
    """Return what somebody types without what looks like the id of a note."""
    return _NAME.sub(" ", said[:2000]) + said[2000:LONGEST]


def _cleaned(text: str) -> str:
    # A lone surrogate cannot be handed to SQLite, and a NUL ends what it reads.
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _terms(text: str) -> list[str]:
    found = []
    for piece, is_run in words.pieces(text):
        if is_run:
            found += [f'"{pair}"' for pair in words.pairs(piece)] or [f'"{piece}" *']
        else:
            word = piece.strip(_EDGES)
            if any(char.isalnum() for char in word):
                found += [_quoted(word), *_parts(word)]
    return found


def _parts(word: str) -> list[str]:
    """Return the words in one that is put together (`lock:payment`), unless it is an id: then only all of it counts."""
    parts = _PART.findall(word)
    if len(parts) < 2 or _ID.match(word):  # noqa: PLR2004 -- of one part it is the word itself
        return []
    return [_quoted(part) for part in parts if len(part) > 1]


def _phrase(text: str) -> str:
    parts = [" ".join(words.pairs(piece)) or piece if is_run else piece for piece, is_run in words.pieces(text)]
    phrase = " ".join(parts)
    return _quoted(phrase) if any(char.isalnum() for char in phrase) else ""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _names(said: str) -> tuple[str, ...]:
    whole = " ".join(_cleaned(said[: 2 * _LONGEST_NAME]).split()).strip("\"'`[]\u201c\u201d ")
    found = [whole] if any(char.isalnum() for char in whole) and len(said) <= 2 * _LONGEST_NAME else []
    for match in _NAME.finditer(said[:2000]):
        found.append(_SHOWN.split(match[1], maxsplit=1)[0].strip() if match[1] else match[0])
        if len(found) > _MOST_NAMES:
            break
    return tuple(dict.fromkeys(one.removeprefix("./") for one in found if one))
