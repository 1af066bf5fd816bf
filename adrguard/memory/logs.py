"""The logs of a vault by the day that their names tell: nothing is read to find the latest ones."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from adrguard.memory.notes.project_notes import FOLDER, key
from adrguard.memory.statements import plain
from adrguard.model.record import Record
from adrguard.vault.asides import is_index_or_template
from adrguard.vault.customs import categories, patterns
from adrguard.vault.customs.categories import LOG, TABLE
from adrguard.vault.dialects import describe
from adrguard.vault.note import parse
from adrguard.vault.tiers import tier_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_LOGS = 2
_HEAD = 16 * 1024
_SUMMARY_KEYS = ("summary", "conclusion", "tl_dr", "tldr", "abstract")
_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


class Dated(Record):
    """A log; `day` is what its name tells, else the day of its last change (`certain` is false then)."""

    path: str
    day: str
    certain: bool


class Entry(Record):
    """What a log says: its day, the project that it is bound to ("" for none), its conclusion or else its title."""

    day: str
    project: str
    text: str


def latest(notes: Iterable[tuple[str, float]], project: str) -> list[Dated]:
    """Return the logs among notes, those with a day in their name first, the latest of them first.

    `notes` are paths relative to the vault, and when each was changed last, in seconds. Those in the folder of another
    project than `project` are left out.
    """
    found = [_dated(path, changed) for path, changed in notes if _is_log(path) and _is_of(path, project)]
    return sorted(found, key=lambda one: (one.certain, one.day, one.path), reverse=True)


def read(log: Dated, data: bytes) -> Entry:
    """Return what a log says. Never raises: one that cannot be read (`data` is empty) says what its name does."""
    note = parse(log.path, data[:_HEAD])
    said = describe(note)
    text = plain(note.frontmatter.text(*_SUMMARY_KEYS)) or plain(said.title)
    if not data or text == _stem(log.path):
        text = _words(log.path)
    day = said.date if not log.certain and _ISO.fullmatch(said.date) else log.day
    return Entry(day, said.project, text)


def _is_log(path: str) -> bool:
    folder = path.rpartition("/")[0]
    return bool(folder) and _holds_logs(folder) and not is_index_or_template(path)


@lru_cache(1024)
def _holds_logs(folder: str) -> bool:
    names = [categories.in_words(one) for one in folder.split("/")]
    return tier_of(f"{folder}/x") == _LOGS or not set(TABLE[LOG].folders).isdisjoint(names)


def _is_of(path: str, project: str) -> bool:
    parts = path.split("/")
    return len(parts) < 3 or parts[0].lower() != FOLDER or key(parts[1]) == key(project)  # noqa: PLR2004


def _dated(path: str, changed: float) -> Dated:
    named = patterns.read(path.rpartition("/")[2])
    if named.lead == patterns.DATE:
        digits = re.sub(r"\D", "", named.digits)
        try:
            return Dated(path, date(int(digits[:4]), int(digits[4:6]), int(digits[6:8])).isoformat(), certain=True)
        except ValueError:
            pass  # such as a thirteenth month: no date after all
    try:
        day = datetime.fromtimestamp(changed, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        day = ""
    return Dated(path, day, certain=False)


def _words(path: str) -> str:
    words = patterns.read(path.rpartition("/")[2]).words
    return " ".join(re.sub(r"[-_]+", " ", words).split()) or _stem(path)


def _stem(path: str) -> str:
    return _ENDING.sub("", path.rpartition("/")[2])
