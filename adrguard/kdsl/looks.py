"""Whether an item looks like an invariant. What does parses or is an error; it is never silently prose."""

from __future__ import annotations

import unicodedata

from adrguard.kdsl.faults import WARNING, Fault
from adrguard.kdsl.line import Line
from adrguard.kdsl.spelling import distance, nearest
from adrguard.kdsl.suspicion import suspicion
from adrguard.kdsl.undress import HEAD, undress
from adrguard.kdsl.words import KIND_WORDS, NO_VERBS, OTHER_KINDS, REGEX, TEXT_KINDS, VERBS
from adrguard.model.record import Record

_NEAR = 2
_SHORTEST = 3
_LONGEST_HEAD = 80
_INVISIBLE = "Cf"  # the Unicode category of characters that only say how others are set


class Look(Record):
    """What an item is at first sight.

    `line` is what the grammar is to read, its head spelt as the language spells it; None when the item is prose.
    `faults` are what is wrong with the head or the dress: ``(offset in the source row, fault)``.
    """

    line: Line | None
    faults: tuple[tuple[int, Fault], ...] = ()


def look(source: Line) -> Look:
    """Say whether the item is an invariant, and what is wrong with its beginning."""
    hidden = _hidden(source.text)
    if not hidden:
        return _look(source)
    bare = source
    for at in reversed(hidden):
        bare = bare.without(at, at + 1)
    found = _look(bare)
    if found.line is None and not any(fault.severity != WARNING for _, fault in found.faults):
        return _look(source)
    code = f"U+{ord(source.text[hidden[0]]):04X}"
    fault = Fault("invisible", f"an invisible character ({code}) in the beginning of an invariant", "take it out")
    return found.replace(faults=((source.at[hidden[0]], fault), *found.faults))


def _hidden(text: str) -> list[int]:
    """Return where invisible characters stand before the colon: with them the verb or the kind is no word we know."""
    if text.isascii():
        return []
    head = text[:_LONGEST_HEAD]
    ends = [at for at in (head.find(colon) for colon in (":", "\N{FULLWIDTH COLON}")) if at >= 0]
    return [at for at in range(min(ends, default=0)) if unicodedata.category(head[at]) == _INVISIBLE]


def _look(source: Line) -> Look:
    dressed = undress(source)
    line = dressed.line
    head = HEAD.match(line.text)
    if head is None:
        return _prose(line)
    verb, doubt = _verb(head["verb"])
    if not verb or (doubt is not None and doubt.severity == WARNING and head["kind"]):
        return _prose(line)
    if doubt is not None and doubt.severity == WARNING:
        return Look(None, ((line.at[0], doubt),))
    kind, odd = _kind(head["kind"], exact=doubt is None, lower=head["verb"].islower())
    if kind is None:
        return Look(None, ((line.at[head.start("kind")], odd),)) if odd else _prose(line)
    faults = [(source.at[0] if source.at else 0, dressed.fault), (line.at[0], doubt)]
    if head["kind"]:
        faults.append((line.at[head.start("kind")], odd))
    if head["colon"] == "：":  # noqa: RUF001 - the full-width colon itself
        faults.append((line.at[head.start("colon")], Fault("wide-colon", "a full-width colon", "write ':'")))
    elif head["colon"] == "\\:" and line.literal:
        faults.append((line.at[head.start("colon")], Fault("rubbish", "a backslash before the colon", "take it off")))
    spelt = f"{verb} {kind}:" if kind else f"{verb}:"
    return Look(line.with_head(spelt, head.end()), tuple([(at, fault) for at, fault in faults if fault is not None]))


def looks_like(text: str) -> bool:
    """Say whether an item's raw text looks like an invariant, as the vault wants to know of nested items."""
    return look(Line.read(text, 1, 1)).line is not None


def _verb(word: str) -> tuple[str, Fault | None]:
    """Return the verb that is meant ("" when none is), and what is wrong with its spelling."""
    low = word.lower()
    if low in VERBS:
        return low, None
    near = nearest(low, VERBS, _NEAR) if len(low) >= _SHORTEST else ""
    if not near:
        return "", None
    if low in NO_VERBS:
        return near, Fault(
            "near-verb",
            f"'{word}:' is read as prose, although it is near '{near}:'",
            f"write '{near}:' if it is an invariant, or reword the sentence",
            WARNING,
        )
    others = [one for one in VERBS if distance(low, one) == distance(low, near)]
    meant = "' or '".join(others)
    return near, Fault("unknown-verb", f"'{word}' is no verb", f"did you mean '{meant}'?")


def _kind(word: str | None, *, exact: bool, lower: bool) -> tuple[str | None, Fault | None]:
    """Return the kind that is meant ("" for plain text, None when this is a sentence), and what is wrong with it."""
    if word is None:
        return "", None
    low = word.lower()
    if low in KIND_WORDS:
        return low, None
    if low in TEXT_KINDS:
        spelt = "/regex/" if low.startswith(REGEX[:2]) else "`text`"
        return "", Fault("unknown-kind", f"'{word}' is no kind", f"text needs no kind: write it as {spelt}")
    meant = OTHER_KINDS.get(low) or nearest(low, KIND_WORDS)
    if meant:
        return meant, Fault("unknown-kind", f"'{word}' is no kind", f"did you mean '{meant}'?")
    if exact and lower:
        kinds = ", ".join(KIND_WORDS)
        return "", Fault("unknown-kind", f"'{word}' is no kind", f"use one of {kinds}, or none for text")
    if not exact:
        return None, None
    return None, Fault(
        "unknown-kind",
        f"read as prose and not enforced: '{word}' is no kind",
        f"if it is an invariant, use one of {', '.join(KIND_WORDS)}, or none for text",
        WARNING,
    )


def _prose(line: Line) -> Look:
    found = suspicion(line)
    return Look(None, ((line.at[found[0]], found[1]),) if found else ())
