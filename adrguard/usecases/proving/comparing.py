"""What an example expects beside what is found: where they differ, and the marks that would say what is found."""

from __future__ import annotations

from adrguard.fixer.comments import comment_of
from adrguard.model.record import Record
from adrguard.syntax import languages
from adrguard.usecases.proving import info as infos
from adrguard.usecases.proving.info import BAD, Line
from adrguard.usecases.proving.marks import Mark, Style, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.usecases.proving.judging import Found
    from adrguard.usecases.proving.samples import Part, Sample


class Expected(Record):
    """One place that an example says must be found: `rules` are ids (None: any), column 0 is any."""

    part: int
    row: int
    column: int
    rules: frozenset[str] | None
    mark: Mark

    def covers(self, one: Found) -> bool:
        """Say whether a finding is what is expected here."""
        if (self.part, self.row) != (one.part, one.row) or (self.rules is not None and one.rule not in self.rules):
            return False
        return self.column in (0, one.column)


class Comparison(Record):
    """`missing` was expected and is not found, `surplus` is found and was not expected."""

    expected: tuple[Expected, ...]
    missing: tuple[Expected, ...]
    surplus: tuple[Found, ...]

    @property
    def agrees(self) -> bool:
        """Say whether all is as expected."""
        return not self.missing and not self.surplus


def expected(sample: Sample, rules: Mapping[Mark, frozenset[str]]) -> tuple[Expected, ...]:
    """Return the places that the marks of an example name; `rules` says what the marks with names mean."""
    places: list[Expected] = []
    for index, part in enumerate(sample.parts):
        lines = part.info.lines or ()
        places += [Expected(index, one.line, one.column, None, Mark("", one.column)) for one in lines]
        for row, marked in part.marked.items():
            places += [
                Expected(index, row, one.column, rules.get(one) if one.rule else None, one) for one in marked.marks
            ]
    return tuple(places)


def compare(sample: Sample, places: tuple[Expected, ...], found: tuple[Found, ...]) -> Comparison:
    """Compare; a bad example without any mark is content with whatever is found."""
    if sample.expect == BAD and not places:
        return Comparison((), (), ())
    missing = tuple(one for one in places if not any(one.covers(each) for each in found))
    surplus = tuple(one for one in found if not any(each.covers(one) for each in places))
    return Comparison(places, missing, surplus)


class Proposal(Record):
    """How the lines of one fence would say what is found: row to what stands behind its text, `lines` for its info.

    `rows` holds only the rows that would change; `lines` is None where the info string stays. `fault` says why the
    marks of this fence cannot say it.
    """

    part: int
    rows: dict[int, str]
    lines: str | None = None
    fault: str = ""


def propose(sample: Sample, compared: Comparison, found: Sequence[Found], *, several: bool) -> list[Proposal]:
    """Return for each fence what to change so that an example expects what is found; `several` rules are under test."""
    with_rules = any(one.mark.rule for one in compared.expected) or (several and not compared.expected)
    with_columns = any(one.column for one in compared.expected)
    kept = [one for one in compared.expected if one not in compared.missing]
    made = []
    for index, part in enumerate(sample.parts):
        wanted: dict[int, list[Mark]] = {}
        for place in kept:
            if place.part == index:
                wanted.setdefault(place.row, []).append(place.mark)
        for hit in found:
            if hit.part == index and not any(one.covers(hit) for one in kept):
                item = Mark(hit.rule if with_rules else "", hit.column if with_columns else 0)
                row = wanted.setdefault(hit.row, [])
                row += [item] if item not in row else []
        made.append(_of_part(sample, part, index, wanted))
    return [one for one in made if one.rows or one.lines is not None or one.fault]


def _of_part(sample: Sample, part: Part, index: int, wanted: dict[int, list[Mark]]) -> Proposal:
    if part.info.lines is not None:
        lines = [Line(row, one.column) for row, marks in wanted.items() for one in marks]
        same = set(lines) == set(part.info.lines)
        return Proposal(index, {}, None if same else infos.written(lines))
    if wanted.get(0):
        return Proposal(index, {}, fault="what is found is no line but a file as a whole: write `lines=file` there")
    style = _style(sample, part)
    rows: dict[int, str] = {}
    for row in sorted({*wanted, *part.marked}):
        had = part.marked.get(row)
        marks = wanted.get(row, [])
        if had is not None and list(had.marks) == marks:
            continue
        rows[row] = mark(marks, had.style if had is not None else style)
    return Proposal(index, rows)


def _style(sample: Sample, part: Part) -> Style:
    """Return how marks are written in a fence: as its others are, else as a comment of its language."""
    for other in (part, *sample.parts):
        if other.marked and (other is part or other.info.lang == part.info.lang):
            return next(iter(other.marked.values())).style
    language = languages.language_of(part.info.path) or languages.canonical(part.info.lang)
    return Style(*comment_of(language))
