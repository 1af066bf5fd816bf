"""How version ranges are written: comparators, hyphen ranges, brackets and wildcards, read into one form.

The languages of ranges differ in what an operator means, hardly in how it looks. So one reader serves them all, and
`Scheme.lower` gives each clause its ecosystem's meaning.

    >=1.2 <2 || 3.x      1.2 - 2.3      [1.0,2.0),[3,)      ^1.2      ~> 1.2.3      >=4,<5,!=4.1
"""

from __future__ import annotations

from adrguard.model.record import Record

OPERATORS = ("===", "==", "~=", "~>", "!=", "<=", ">=", "<", ">", "=", "^", "~")
BARE = ""
LONGEST = 512
"""Characters of a range that are still read: real ones are far shorter."""

_SPELLINGS = {"=<": "<=", "=>": ">=", "≤": "<=", "≥": ">=", "≠": "!="}
_SEPARATORS = " \t\r\n,"
_ANYTHING = ("", "*", "x", "X", "any")


class RangeProblem(ValueError):  # noqa: N818 - a fact about the judged text, not an error of ours
    """A range or version that its ecosystem cannot order; the message says which and why."""


class Clause(Record):
    """One comparator. `operator` is one of `OPERATORS`, or `BARE` where there was none; `version` is never empty."""

    operator: str
    version: str

    @property
    def wild(self) -> bool:
        """True when the version ends in a wildcard (``1.x``, ``1.2.*``, ``1.+``)."""
        return self.version.rpartition(".")[2] in ("x", "X", "*", "+") or self.version[-1] in "*+"


def parse(text: str) -> tuple[tuple[Clause, ...], ...]:
    """Read a range: any of the returned groups, all clauses of a group; an empty group is any version.

    Raises `RangeProblem` for what is no range.
    """
    text = text.strip()
    if len(text) > LONGEST:
        msg = f"a range of {len(text)} characters"
        raise RangeProblem(msg)
    if text[:1] in ("[", "(", "]"):
        return tuple(_brackets(text))
    return tuple(_group(part) for part in text.replace("||", "|").split("|"))


def _group(text: str) -> tuple[Clause, ...]:
    text = text.strip(_SEPARATORS)
    if text in _ANYTHING:
        return ()
    low, dash, high = text.partition(" - ")
    if dash:
        return (Clause(">=", _version(low.strip(), text)), Clause("<=", _version(high.strip(), text)))
    clauses = []
    at = 0
    while at < len(text):
        clause, at = _comparator(text, at)
        if clause.version not in ("*", "x", "X"):
            clauses.append(clause)
    return tuple(clauses)


def _comparator(text: str, at: int) -> tuple[Clause, int]:
    written = next((one for one in (*_SPELLINGS, *OPERATORS) if text.startswith(one, at)), BARE)
    operator = _SPELLINGS.get(written, written)
    at = _skip(text, at + len(written), _SEPARATORS[:-1])
    end = at
    while end < len(text) and text[end] not in _SEPARATORS and not _starts_operator(text, end):
        end += 1
    version = _version(text[at:end], text)
    return Clause(operator, version), _skip(text, end, _SEPARATORS)


def _starts_operator(text: str, at: int) -> bool:
    if text[at] == "!":
        # PEP 440 writes epochs with an exclamation mark: 1!2.0
        return text[at + 1 : at + 2] == "="
    return text[at] in "<>=~^≤≥≠"


def _skip(text: str, at: int, chars: str) -> int:
    while at < len(text) and text[at] in chars:
        at += 1
    return at


def _version(version: str, text: str) -> str:
    if not version:
        msg = f"'{text}' lacks a version after an operator"
        raise RangeProblem(msg)
    fit = all(char.isascii() and (char.isalnum() or char in ".-+_*!") for char in version)
    if not fit or not any(char.isalnum() or char in "*+" for char in version):
        msg = f"'{version}' is no version"
        raise RangeProblem(msg)
    return version


def _brackets(text: str) -> list[tuple[Clause, ...]]:
    """Read intervals as Maven, Gradle and NuGet write them (``]1,2[`` is Gradle's way to say ``(1,2)``)."""
    groups = []
    at = 0
    while at < len(text):
        close = min((end for end in (text.find(char, at + 1) for char in "])[") if end > 0), default=-1)
        if text[at] not in "[(]" or close < 0:
            msg = f"'{text}' is no interval: expected '[1.0,2.0)'"
            raise RangeProblem(msg)
        groups.append(_interval(text[at], text[at + 1 : close], text[close], text))
        at = _skip(text, close + 1, _SEPARATORS)
    return groups


def _interval(opening: str, body: str, closing: str, text: str) -> tuple[Clause, ...]:
    low, comma, high = (part.strip() for part in body.partition(","))
    if not comma:
        if (opening, closing) != ("[", "]"):
            msg = f"'{text}': a single version stands in square brackets, '[{low}]'"
            raise RangeProblem(msg)
        return (Clause("==", _version(low, text)),)
    clauses = []
    if low:
        clauses.append(Clause(">=" if opening == "[" else ">", _version(low, text)))
    if high:
        clauses.append(Clause("<=" if closing == "]" else "<", _version(high, text)))
    return tuple(clauses)
