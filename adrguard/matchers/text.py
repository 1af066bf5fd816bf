"""Text, literally: any run of white space matches any other, and a word only as a whole word."""

from __future__ import annotations

from adrguard.matchers.context import MOST_HITS
from adrguard.model.findings import Match
from adrguard.syntax.languages import joins_dash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.matchers.context import Context
    from adrguard.model.rules import Rule, TextTarget
    from adrguard.syntax.source import Source

_SPECIAL = frozenset("\\.+*?()|[]{}^$")


def find(target: TextTarget, rule: Rule, source: Source, context: Context) -> list[Match]:
    """Return every hit where the rule looks, in order, none overlapping another; at most `MOST_HITS`."""
    literal = _literal(target.pattern)
    dashed = joins_dash(source.path)
    if literal is not None:
        # Blanking can only take such a hit away, so a text without one need not be parsed.
        if next(_whole(_literal_spans(literal, source.text), source.text, target, dashed=dashed), None) is None:
            return []
    elif not _may_occur(target, source.text):
        return []
    text = source.visible(rule.where)
    spans = _pattern_spans(target.pattern, text) if literal is None else _literal_spans(literal, text)
    found: list[Match] = []
    for start, stop in _whole(spans, text, target, dashed=dashed):
        if len(found) == MOST_HITS:
            context.cut(source.path, rule, target.raw)
            break
        found.append(Match(start, stop))
    return found


def _whole(
    spans: Iterator[tuple[int, int]], text: str, target: TextTarget, *, dashed: bool
) -> Iterator[tuple[int, int]]:
    """Yield the hits that are whole words where they should be, none overlapping the one before."""
    end = 0
    for start, stop in spans:
        if start < end:
            continue
        if target.starts_word and start and _joins(text[start - 1], dashed=dashed):
            continue
        if target.ends_word and stop < len(text) and _joins(text[stop], dashed=dashed):
            continue
        yield start, stop
        end = stop


def _joins(char: str, *, dashed: bool) -> bool:
    return ("a" + char).isidentifier() or (dashed and char == "-")


def _literal(pattern: str) -> str | None:
    """Return the one text that an expression without choices stands for, None for any other."""
    if _SPECIAL.isdisjoint(pattern):
        return pattern
    text = []
    chars = iter(pattern)
    for char in chars:
        if char != "\\":
            if char in _SPECIAL:
                return None
            text.append(char)
            continue
        escaped = next(chars, "")
        if not escaped or escaped.isalnum() or ord(escaped) > 127:  # noqa: PLR2004 - the end of ASCII
            return None
        text.append(escaped)
    return "".join(text)


def _may_occur(target: TextTarget, text: str) -> bool:
    """Say whether every word of the target is in the text; on any other than plain text, that it may."""
    if target.pattern.startswith("(?"):
        return True
    return all(word in text for word in target.raw.split())


def _literal_spans(literal: str, text: str) -> Iterator[tuple[int, int]]:
    start = text.find(literal)
    while start >= 0:
        yield start, start + len(literal)
        # Not from the end: a hit that is no whole word may hide the beginning of one that is.
        start = text.find(literal, start + 1)


def _pattern_spans(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    from adrguard.syntax.expressions import Haystack

    haystack = Haystack(text)
    found = haystack.find(pattern)
    while found is not None:
        start, stop = found
        yield haystack.characters(start), haystack.characters(stop)
        found = haystack.find(pattern, haystack.after(start))
