"""Regular expressions in RE2's syntax: linear time, whatever a pattern or a file looks like."""

from __future__ import annotations

from adrguard.matchers.context import MOST_HITS
from adrguard.model.findings import Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.matchers.context import Context
    from adrguard.model.rules import RegexTarget, Rule
    from adrguard.syntax.source import Source


def find(target: RegexTarget, rule: Rule, source: Source, context: Context) -> list[Match]:
    """Return every hit in order, none overlapping another, one of no width at most once a line; at most `MOST_HITS`.

    A file in which the expression matches nowhere as it stands is not parsed for the sake of `where`.
    """
    if next(_spans(target.pattern, source, source.text), None) is None:
        return []
    found: list[Match] = []
    empty_line = -2
    for start, stop in _spans(target.pattern, source, source.visible(rule.where)):
        if start == stop:
            line = source.text.rfind("\n", 0, start)
            if line == empty_line:
                continue
            empty_line = line
        if len(found) == MOST_HITS:
            context.cut(source.path, rule, target.raw)
            break
        found.append(Match(start, stop))
    return found


def _spans(pattern: str, source: Source, text: str) -> Iterator[tuple[int, int]]:
    """Yield the hits in each connected part: two parts of a diff have nothing to say to each other."""
    for offset, part in source.parts():
        for start, stop in _spans_in_part(pattern, text[offset : offset + len(part)]):
            yield start + offset, stop + offset


def _spans_in_part(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    from adrguard.syntax.expressions import Haystack

    haystack = Haystack(text)
    found = haystack.find(pattern)
    while found is not None:
        start, stop = found
        yield haystack.characters(start), haystack.characters(stop)
        resume = stop if stop > start else haystack.after(stop)
        found = haystack.find(pattern, resume)
