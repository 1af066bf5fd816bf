"""Which examples somebody asked for, and which rules no example proves."""

from __future__ import annotations

from adrguard.model.errors import Problem, UsageError
from adrguard.model.record import Record
from adrguard.usecases.governing import path_in
from adrguard.usecases.proving.info import BAD
from adrguard.usecases.proving.subjects import Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.model.rules import Example, Rule
    from adrguard.usecases.proving.prove_notes import TriedNote
    from adrguard.usecases.proving.subjects import Subjects


class Chosen(Record):
    """What a person asked for: ids of rules, and paths of notes that test rules; `all` where nothing was named."""

    all: bool = True
    rules: frozenset[str] = frozenset()
    notes: frozenset[str] = frozenset()

    def wants(self, rules: Iterable[Rule], note: str = "") -> bool:
        """Say whether an example of these rules, in this note, was asked for."""
        return self.all or note in self.notes or any(rule.id in self.rules for rule in rules)


def choose(only: Sequence[str], root: str, start: str, tests: Sequence[str], subjects: Subjects) -> Chosen:
    """Return what names mean: rules, decisions, notes that test rules, folders of either. Raises `UsageError`."""
    rules: set[str] = set()
    notes: set[str] = set()
    for name in only:
        path = path_in(root, start, name)
        below = "" if path == "" else f"{path}/"
        within = {test for test in tests if path is not None and (test == path or test.startswith(below))}
        declared = {rule.id for rule in subjects.rules.values() if path is not None and rule.note.startswith(below)}
        if within or declared:
            notes |= within
            rules |= declared
            continue
        found = subjects.one(name)
        if isinstance(found, Unknown):
            raise UsageError(found.message, found.hint)
        if found.asleep:
            raise UsageError(f"nothing is to be tested: {found.asleep}", "`adrguard rules` shows what binds")
        rules |= {rule.id for rule in found.rules}
    return Chosen(not only, frozenset(rules), frozenset(notes))


def concerned(note: TriedNote, chosen: Chosen) -> bool:
    """Say whether a note was asked for, by its path or by something that it tests."""
    return chosen.wants((), note.test.path) or any(chosen.wants(subject.rules) for _, subject in note.examples)


def covered(notes: Iterable[TriedNote]) -> frozenset[str]:
    """Return the ids of the rules that an example of a note is about: by name, or as what finds a bad one."""
    found: set[str] = set()
    for note in notes:
        for one in note.tried:
            found |= {rule.id for rule in one.subject.rules} if one.subject.is_one_rule else set()
            found |= {hit.rule for hit in one.found} if one.passed else set()
    return frozenset(found)


def never_bad(notes: Iterable[TriedNote], inline: Iterable[Example], chosen: Chosen) -> Iterator[Problem]:
    """Yield a mistake for whatever has good examples alone: a rule that never finds anything passes them all."""
    notes = list(notes)
    bad = {one.rule for one in inline if one.expect == BAD}
    bad |= {
        rule.id for note in notes for sample, subject in note.examples if sample.expect == BAD for rule in subject.rules
    }
    told: set[str] = set()
    for note in notes:
        for sample, subject in note.examples:
            if not chosen.wants(subject.rules, note.test.path) or subject.name in told:
                continue
            if subject.rules and bad.isdisjoint(rule.id for rule in subject.rules):
                told.add(subject.name)
                message = f"no example of {subject.name} is bad: if it never found anything, all of them would pass"
                hint = "add one that it must find, marked `bad`"
                yield note.test.source.problem(sample.parts[0].start, message, hint, "none-bad")
