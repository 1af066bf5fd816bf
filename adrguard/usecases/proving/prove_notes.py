"""Run the examples of the notes that test rules, and find all that is wrong with those notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.usecases.proving.comparing import compare, expected, propose
from adrguard.usecases.proving.differences import differences, splices
from adrguard.usecases.proving.info import BAD
from adrguard.usecases.proving.judging import judge_sample, shown_by
from adrguard.usecases.proving.subjects import Subject, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.errors import Problem
    from adrguard.usecases.proving.comparing import Comparison, Expected, Proposal
    from adrguard.usecases.proving.differences import Difference, Splice
    from adrguard.usecases.proving.judging import Found, Judged
    from adrguard.usecases.proving.marks import Mark
    from adrguard.usecases.proving.samples import Sample, TestNote
    from adrguard.usecases.proving.subjects import Subjects


class Tried(Record):
    """One example that was run.

    `message` continues "but it". `splices` are what would make it expect what is found, `differences` the same for a
    person; `stuck` is why the marks cannot say it, "" where they can.
    """

    sample: Sample
    subject: Subject
    passed: bool
    message: str
    found: tuple[Found, ...] = ()
    compared: Comparison | None = None
    splices: tuple[Splice, ...] = ()
    differences: tuple[Difference, ...] = ()
    stuck: str = ""


class TriedNote(Record):
    """A note: what was run of it, all its examples with what they test, what is wrong with it.

    Examples of decisions that are not in force, and those that nobody asked for, are not run.
    """

    test: TestNote
    tried: tuple[Tried, ...]
    examples: tuple[tuple[Sample, Subject], ...]
    problems: tuple[Problem, ...]


def prove_note(
    test: TestNote, subjects: Subjects, decisions: DecisionSet, wants: Callable[[Subject], bool] = lambda _: True
) -> TriedNote:
    """Run one note, as far as somebody `wants` what it tests to be run."""
    return _Prover(test, subjects, decisions).prove(wants)


class _Prover:
    def __init__(self, test: TestNote, subjects: Subjects, decisions: DecisionSet) -> None:
        self.test = test
        self.subjects = subjects
        self.decisions = decisions
        self.problems: dict[tuple[int, str], Problem] = {}
        self.own = subjects.of_file(test.path)

    def prove(self, wants: Callable[[Subject], bool]) -> TriedNote:
        tried: list[Tried] = []
        examples: list[tuple[Sample, Subject]] = []
        for sample in self.test.samples:
            subject = self._subject(sample)
            if subject is None:
                continue
            examples.append((sample, subject))
            places = None if subject.asleep or sample.broken else self._expected(sample, subject)
            if places is not None and wants(subject):
                tried.append(self._try(sample, subject, places))
        return TriedNote(self.test, tuple(tried), tuple(examples), (*self.test.problems, *self.problems.values()))

    def _say(self, at: int, message: str, hint: str, code: str) -> None:
        self.problems.setdefault((at, message), self.test.source.problem(at, message, hint, code))

    def _subject(self, sample: Sample) -> Subject | None:
        if sample.subject is None:
            if self.own is None:
                hint = "name it in a heading (`## ADR-008`), behind the language (`rule=ADR-008#star`) or as the file"
                self._say(sample.parts[0].start, "nothing says which rule or decision this tests", hint, "no-subject")
            return self.own
        found = self.subjects.named(sample.subject.names, self.test.path, self.own)
        if isinstance(found, Unknown):
            self._say(sample.subject.start, found.message, found.hint, "unknown-rule")
            return None
        return found

    def _expected(self, sample: Sample, subject: Subject) -> tuple[Expected, ...] | None:
        """Return what the marks of an example say, None where one of them names no rule under test."""
        rules: dict[Mark, frozenset[str]] = {}
        under_test = frozenset(rule.id for rule in subject.rules)
        for mark, at in self._marks(sample):
            found = self.subjects.one(mark.rule, self.test.path, subject)
            if isinstance(found, Unknown):
                self._say(
                    at, found.message, f"{found.hint}; if it is code, name lines instead: `lines=2`", "unknown-rule"
                )
                return None
            meant = under_test & {rule.id for rule in found.rules}
            if not meant:
                self._say(at, f"`{mark.rule}` is not under test here", f"this tests {subject.name}", "unknown-rule")
                return None
            rules[mark] = meant
        return expected(sample, rules)

    def _marks(self, sample: Sample) -> Iterator[tuple[Mark, int]]:
        for part in sample.parts:
            for row, marked in part.marked.items():
                for one in marked.marks:
                    if one.rule:
                        yield one, self.test.source.starts[part.first + row]

    def _try(self, sample: Sample, subject: Subject, places: tuple[Expected, ...]) -> Tried:
        judged = judge_sample(sample, subject.rules, self.decisions)
        compared = compare(sample, places, judged.found)
        passed, message = _weighed(sample, judged, compared)
        tried = Tried(sample, subject, passed, message, judged.found, compared)
        if passed or (sample.expect == BAD and not places):
            return tried
        proposals = propose(sample, compared, judged.found, several=not subject.is_one_rule)
        stuck = _stuck(sample, judged, proposals)
        found = tuple(splices(self.test, sample, proposals))
        return tried.replace(splices=found, differences=differences(self.test, found), stuck=stuck)


def _weighed(sample: Sample, judged: Judged, compared: Comparison) -> tuple[bool, str]:
    if judged.unread:
        return False, f"could not be read ({judged.unread})"
    if not judged.found:
        why = f": {judged.why}" if judged.why else ""
        return sample.expect != BAD, f"does not violate{judged.as_shown}{why}"
    if sample.expect != BAD:
        return False, f"violates{shown_by(judged.found)}{judged.as_shown}"
    if compared.agrees:
        return True, f"violates{shown_by(judged.found)}{judged.as_shown}"
    parts = [
        _counted(len(compared.missing), "marked", "not found"),
        _counted(len(compared.surplus), "found", "not marked"),
    ]
    return False, f"violates elsewhere: {', '.join(filter(None, parts))}{judged.as_shown}"


def _counted(number: int, one: str, other: str) -> str:
    return f"{number} {one} but {other}" if number else ""


def _stuck(sample: Sample, judged: Judged, proposals: Iterable[Proposal]) -> str:
    """Say why marks cannot make an example pass, "" where they can."""
    if judged.unread:
        return "it could not be read"
    if sample.expect != BAD:
        return "marks do not make a good example of it: mend the rule or the example, or call it bad"
    if not judged.found:
        return "nothing is found in it: mend the rule or the example, or call it good"
    return next((one.fault for one in proposals if one.fault), "")
