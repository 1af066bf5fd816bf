"""The status of a decision: the table of words, and how a line of a note is read as one of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.decisions import IN_FORCE
from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.late import late
from adrguard.vault.links import LONGEST, relations
from adrguard.vault.status_words import SUPERSEDED, SYNONYMS, TABLE, one_spelling, table_with
from adrguard.vault.vocabulary import IN_PART, STATUS_HEADINGS, translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["SUPERSEDED", "TABLE", "Status", "judge", "table_with", "word_of"]

_LONGEST_WORD = 60

_DASHES = "\\u2013\\u2014-"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = (
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[t ]\d{2}:\d{2}\S*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH},?\s+\d{{4}}|{_MONTH}\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?\d{{4}}|\d{{4}})"
)
# These are large, and compiled only when a status has more than its word.
_TRAILING_DATE = rf"(?i)[\s,;:.(\[{_DASHES}]*\b(?:on|in|at|as of|since|date:?)?\s*[(\[]?{_DATE}[)\]]?[\s.)]*$"
_LEADING_DATE = rf"(?i)^[(\[]?{_DATE}[)\]]?[\s,;:{_DASHES}]+"
_CLAUSE_END = late(
    r"[,;.()\[\]|:\u00b7\u2022\u2013\u2014\uff08\uff09\uff1a\u3001\u3002\uff0c]|\s-+\s"
    r"|\s+(?:by|on|as of|since|am|vom|seit|durch|le|par|el|em|por|il|da|op|door)(?:\s|$)"
)
_LABEL = late(rf"^(?:{STATUS_HEADINGS})\s*[:=\uff1a]\s*", re.IGNORECASE)
_PARTLY = late(rf"\b(?:partially|partly|in part)\b|{IN_PART}", re.IGNORECASE)
_STRUCK = re.compile(r"~~[^~]*~~")
_BRACED = re.compile(r"^[{\[]\s*+(?P<word>[^{}\[\]|]{1,60}?)\s*[}\]]$")
_ENDS = re.compile(r"^[^\w{\[<]+|[^\w}\]>]+$")
_RELATION = (
    r"(?i)^\W*(?:is |was |has been )?(?:super[sc]ed(?:es|ed[\s_-]+by)|amends|amended by|clarifies|clarified by|extends"
    r"|extended by|refines|refined by|relates to|related to|replaces|replaced by|links? to|linked to|depends on"
    r"|see also|see)\b"
)


class Status(Record):
    """A status as judged.

    `word` is the table's word (``superseded`` for either spelling), or what stands there when the table has no such
    word; "" for none. `force` is what follows. `known` is false for a word outside the table; `others` holds further
    words that contradict it. `successors` are the decisions that the status names as taking its place.
    """

    word: str
    force: str
    known: bool = True
    others: tuple[str, ...] = ()
    successors: tuple[str, ...] = ()


def judge(lines: Iterable[str], table: Mapping[str, str]) -> Status:
    """Judge the lines (raw Markdown) in which a note states its status.

    A line that says supers/ceded by decides, wherever it stands. Otherwise all lines must agree on one word: two
    different ones can be read in two ways, so the guard stays on and the word counts as unknown.
    """
    words: list[str] = []
    successors: list[str] = []
    superseded = False
    for line in lines:
        said = relations(line)
        superseded = superseded or (said.is_superseded and not _is_template(line))
        successors += said.superseded_by
        word = word_of(line, table)
        if word and word not in words:
            words.append(word)
    if superseded:
        return Status(SUPERSEDED, table[SUPERSEDED], successors=tuple(dict.fromkeys(successors)))
    return _agreed(words, table) if words else Status("", IN_FORCE)


def _agreed(words: list[str], table: Mapping[str, str]) -> Status:
    known = [word for word in words if word in table]
    if len(known) == 1 and (words[0] == known[0] or table[known[0]] == IN_FORCE):
        # The rest is prose about it. Before it, prose may be a mistyped status: then it must not switch a guard off.
        return Status(one_spelling(known[0]), table[known[0]])
    leading = _leading(words[0], table) if not known else ""
    if leading:
        return Status(one_spelling(leading), table[leading])
    return Status(
        one_spelling(words[0]), IN_FORCE, known=False, others=tuple(known[1:] if words[0] in known else known)
    )


def _leading(text: str, table: Mapping[str, str]) -> str:
    """Return the word with which a sentence starts that names no other one: ``accepted and applied in v7``."""
    first, _, rest = text.partition(" ")
    word = _known(first, table)
    if not word or not rest or _PARTLY.search(rest) or any(_known(one, table) for one in re.findall(r"\w+", rest)):
        return ""
    return word


def word_of(line: str, table: Mapping[str, str]) -> str:
    """Return the status that one line states, "" when it states none: lower case, without emphasis, links and date."""
    text = " ".join(outline.plain(_STRUCK.sub(" ", line[:LONGEST])).split()).strip("*_`~ ")
    text = _LABEL.sub("", text)
    if _is_template(text):
        return text[:_LONGEST_WORD].lower()
    braced = _BRACED.match(text)
    text = braced["word"] if braced else text
    known = _known(text, table)
    if known:
        return known
    if not text or (re.match(_RELATION, text) and not _PARTLY.search(text)):
        return ""
    text = re.sub(_TRAILING_DATE, "", re.sub(_LEADING_DATE, "", text))
    text = _ENDS.sub("", text).lower()
    known = _known(text, table)
    if not known and not _PARTLY.search(text):
        known = _known(_CLAUSE_END.split(text, maxsplit=1)[0], table)
    return known or text[:_LONGEST_WORD]


def _known(text: str, table: Mapping[str, str]) -> str:
    """Return the table's word for a text that is one, in whichever language; "" for any other."""
    word = text.strip().lower()
    return word if word in table else SYNONYMS.get(word) or translated(word)


def _is_template(text: str) -> bool:
    """Say whether a template's choice was left standing: ``{proposed | accepted}``, ``proposed | rejected``."""
    parts = [part.strip("{}[]<> *_`").split(" ")[0].lower() for part in text.split("|")]
    return len(parts) > 1 and (text.lstrip("*_` ")[:1] in "{<" or sum(part in TABLE for part in parts) > 1)
