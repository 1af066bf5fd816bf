"""Kinds of notes: what they are called, in which folder they lie by default, how their files are named."""

from __future__ import annotations

import re

from adrguard.model.record import Record
from adrguard.vault.customs import filenames
from adrguard.vault.customs.patterns import DATED, NUMBERED, PLAIN, Pattern

DECISION, LOG, CARD, SKILL, META = "decision", "log", "card", "skill", "meta"
ALIASES = {"concept": CARD, "adr": DECISION}

_NOT_WORDS = re.compile(r"[\W\d_]+")


class Category(Record):
    """A kind of notes: the folder and the names that its notes get in a vault that has none yet.

    `folders` are names of folders, in words, that are known to hold such notes; `words` those of their templates.
    """

    name: str
    folder: str
    pattern: Pattern
    folders: tuple[str, ...]
    words: tuple[str, ...]


TABLE = {
    one.name: one
    for one in (
        Category(
            DECISION,
            "02_Architecture",
            NUMBERED,
            (
                *("architecture", "adr", "adrs", "decisions", "decision", "decision records", "decision log"),
                *("architecture decisions", "architecture decision records", "architectural decisions"),
            ),
            ("adr", "adrs", "decision", "decisions", "record", "records", "architecture", "madr", "nygard"),
        ),
        Category(
            LOG,
            "01_AI_Logs",
            DATED,
            (
                "ai logs",
                "ai log",
                "logs",
                "log",
                "session logs",
                "sessions",
                "work logs",
                "worklog",
                "journal",
                "devlog",
            ),
            ("ai", "log", "logs", "session", "sessions", "work", "worklog", "journal", "devlog"),
        ),
        Category(
            CARD,
            "20_Cards",
            PLAIN,
            (
                "cards",
                "concepts",
                "zettel",
                "zettelkasten",
                "atomic notes",
                "permanent notes",
                "evergreen",
                "evergreens",
            ),
            ("card", "cards", "concept", "concepts", "zettel", "atomic", "permanent", "evergreen", "note"),
        ),
        Category(
            SKILL,
            "20_Cards",
            PLAIN,
            ("skills", "playbooks", "runbooks"),
            ("skill", "skills", "playbook", "runbook"),
        ),
        Category(META, "00_Meta", PLAIN, ("meta",), ("meta",)),
    )
}


def of(name: str) -> Category:
    """Return a category by its name or an alias; one that is not in the table gets a folder of its own name."""
    known = known_as(name)
    if known in TABLE:
        return TABLE[known]
    words = in_words(known)
    return Category(known, filenames.safe(name, ""), PLAIN, (words, f"{words}s", words.removesuffix("s")), (words,))


def known_as(name: str) -> str:
    """Return the one name of a category."""
    plain = " ".join(name.split()).lower()
    return ALIASES.get(plain, plain)


def words_of(name: str) -> frozenset[str]:
    """Return the words by which a template names itself for a category."""
    return frozenset(word for words in of(name).words for word in words.split())


def in_words(folder: str) -> str:
    """Return a folder's name in words: ``01_AI_Logs`` is ``ai logs``."""
    return _NOT_WORDS.sub(" ", folder.lower()).strip()
