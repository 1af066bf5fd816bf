"""How the files of a folder are named: ``0012-use-events``, ``ADR-012 Use events``, ``20260102-use-events``."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from adrguard.model.record import Record
from adrguard.vault.customs import filenames
from adrguard.vault.customs.moments import DAY, spelt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

Value = TypeVar("Value")
NUMBER, DATE, NOTHING = "number", "date", ""

_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_DATES = (
    (re.compile(r"^\d{4}-\d{2}-\d{2}"), DAY),
    (re.compile(r"^\d{4}_\d{2}_\d{2}"), "YYYY_MM_DD"),
    (re.compile(r"^\d{4}\.\d{2}\.\d{2}"), "YYYY.MM.DD"),
    (re.compile(r"^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-?[0-2]\d[0-5]\d(?=\D|$)"), "YYYYMMDDHHmm"),
    (re.compile(r"^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?=\D|$)"), "YYYYMMDD"),
)
_PREFIX = re.compile(r"^(?P<prefix>(?:[^\W\d_]{1,12}[-_ ]){0,2}[^\W\d_]{1,12}[-_ ]?)(?=\d)")
_LEAST_OF_A_HABIT = 2
_LEADING = re.compile(r"^(?P<number>\d{1,6})(?!\d)")
_GAP = re.compile("^(?:\\s*[-_.:\u2013\u2014]+\\s*|\\s+)")
_CAMEL = re.compile(r"[a-z][A-Z]")
_KNOWN_PREFIXES = frozenset(("adr", "adrs", "decision", "dr", "mdr", "rfc"))


class Pattern(Record):
    """A way to name notes.

    A name is `prefix`, then what `lead` says (a number of at least `width` digits, or a date in the form `date`), then
    `gap`, then the title's words with `joint` between them, in lower case or as they are written, then `ending`. With a
    blank for a joint the title stands as it is.
    """

    lead: str = NOTHING
    prefix: str = ""
    width: int = 4
    date: str = DAY
    gap: str = "-"
    joint: str = "-"
    lower: bool = True
    ending: str = filenames.ENDING

    def name(self, title: str, moment: datetime, number: int = 0) -> str:
        """Return the file name for a title; `number` counts where numbers lead."""
        head = self.prefix
        if self.lead == NUMBER:
            head += f"{number:0{self.width}}"
        elif self.lead == DATE:
            head += spelt(moment, self.date)
        words = self._words(title)
        gap = self.gap if head and words else ""
        return filenames.safe(f"{head}{gap}{words or ('' if self.lead else filenames.UNNAMED)}", self.ending)

    def _words(self, title: str) -> str:
        if self.joint == " ":
            return filenames.safe(title.lower() if self.lower else title, "") if title.strip() else ""
        if self.joint:
            return filenames.slug(title, self.joint, lower=self.lower)
        words = filenames.slug(title, " ", lower=self.lower).split()
        return "".join(word if self.lower else word[:1].upper() + word[1:] for word in words)


NUMBERED = Pattern(NUMBER)
DATED = Pattern(DATE)
PLAIN = Pattern()


class Named(Record):
    """What one file name says: the pieces of a `Pattern`, as far as it shows them."""

    lead: str
    prefix: str
    digits: str
    date: str
    gap: str
    words: str
    ending: str


def read(name: str) -> Named:
    """Take a file name to pieces."""
    ending = _ENDING.search(name)
    stem = name[: ending.start()] if ending else name
    prefix = _PREFIX.match(stem)
    rest = stem[prefix.end() :] if prefix else stem
    lead, digits, form = _lead(rest)
    end = len(digits)
    gap = _GAP.match(rest[end:])
    if lead == NOTHING or (prefix and not gap and rest[end:]):
        return Named(NOTHING, "", "", "", "", stem, ending[0] if ending else "")
    after = rest[end + (gap.end() if gap else 0) :]
    return Named(
        lead,
        prefix["prefix"] if prefix else "",
        digits,
        form,
        gap[0] if gap else "",
        after,
        ending[0] if ending else "",
    )


def _lead(text: str) -> tuple[str, str, str]:
    for shape, form in _DATES:
        match = shape.match(text)
        if match:
            return DATE, match[0], form if "-" not in match[0] or form == DAY else "YYYYMMDD-HHmm"
    number = _LEADING.match(text)
    return (NUMBER, number["number"], "") if number else (NOTHING, "", "")


def sniff(names: Iterable[str], otherwise: Pattern = PLAIN) -> Pattern:
    """Return the pattern that most of these file names follow; what they do not show is as in `otherwise`.

    One note is no habit: a number or a date that `otherwise` does not have is one where at least two show it, and most
    do; and where nothing leads otherwise, numbers are one only when they count up. ``12-factor-apps`` is a title.
    """
    found = _all(names)
    lead = _habit(found, otherwise.lead)
    like = [one for one in found if one.lead == lead]
    if not like:
        like = [_whole(one) for one in found if lead == NOTHING]
    if not like:
        return otherwise
    written = [one.words for one in like if one.words]
    gap = most([one.gap for one in like if one.words], otherwise.gap)
    joints = [joint for joint in map(_joint, written) if joint is not None]
    joint = most(joints, gap if lead and gap in ("-", "_") else otherwise.joint)
    return Pattern(
        lead=lead,
        prefix=most([one.prefix for one in like], otherwise.prefix),
        width=_width([one.digits for one in like], otherwise.width) if lead == NUMBER else otherwise.width,
        date=most([one.date for one in like], otherwise.date) if lead == DATE else otherwise.date,
        gap=gap,
        joint=joint,
        lower=most([words == words.lower() for words in written], otherwise.lower),
        ending=most([one.ending for one in like if one.ending], otherwise.ending),
    )


def _habit(found: Sequence[Named], otherwise: str) -> str:
    often = Counter(one.lead for one in found)
    lead = most([one.lead for one in found], otherwise)
    if lead in (otherwise, NOTHING):
        return lead
    if often[lead] < _LEAST_OF_A_HABIT or often[lead] * 2 <= len(found):
        return otherwise
    like = [one for one in found if one.lead == lead]
    return lead if lead != NUMBER or otherwise != NOTHING or _counts_up(like) else otherwise


def _counts_up(like: Sequence[Named]) -> bool:
    """Say whether numbers are those of a series: each once, from the first one on (or all padded), with few gaps."""
    counted = sorted(int(one.digits) for one in like)
    if len(set(counted)) < len(counted):
        return False
    if all(one.digits.startswith("0") for one in like):
        return True
    is_close = counted[-1] - counted[0] < 2 * len(counted)
    return is_close and (counted[0] <= 1 or len({one.prefix for one in like} | {""}) > 1)


def numbers(names: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers with which these file names start, dates left out."""
    return tuple(int(one.digits) for one in _all(names) if one.lead == NUMBER)


def _all(names: Iterable[str]) -> list[Named]:
    found = [read(name) for name in names]
    often = Counter(one.prefix for one in found)
    # "utf8-everywhere" starts with no id: a prefix is one where it is known as such, or comes back.
    return [one if not one.prefix or often[one.prefix] > 1 or _is_known(one.prefix) else _whole(one) for one in found]


def _whole(one: Named) -> Named:
    return Named(NOTHING, "", "", "", "", f"{one.prefix}{one.digits}{one.gap}{one.words}", one.ending)


def _is_known(prefix: str) -> bool:
    return not _KNOWN_PREFIXES.isdisjoint(re.split("[-_ ]", prefix.lower()))


def _joint(words: str) -> str | None:
    """Return what stands between the words, None for a single word."""
    counts = [(words.strip(joint).count(joint), joint) for joint in (" ", "-", "_")]
    most, joint = max(counts, key=lambda pair: pair[0])
    if " " in words:
        return " "  # in a title, hyphens belong to words
    if most:
        return joint
    return "" if _CAMEL.search(words) else None


def _width(digits: Sequence[str], otherwise: int) -> int:
    padded = [len(one) for one in digits if one.startswith("0") and len(one) > 1]
    if padded:
        return most(padded, otherwise)
    return min((len(one) for one in digits), default=otherwise)


def most(values: Sequence[Value], otherwise: Value) -> Value:
    """Return the most frequent of these values, of several the last one; `otherwise` when there are none."""
    counts = Counter(reversed(values))
    return counts.most_common(1)[0][0] if counts else otherwise
