"""Run each rule's examples through the engine that judges changes: `bad` ones must match, `good` ones must not.

Examples stand beneath their invariants, and in notes of their own beside the decisions.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.decisions import load
from adrguard.model.changes import Place
from adrguard.model.errors import CLEAN, ERROR, VIOLATIONS, WRONG, Problem
from adrguard.model.record import Record
from adrguard.model.rules import Example
from adrguard.system import files, repository
from adrguard.system.git import native
from adrguard.usecases.proving import samples, updating
from adrguard.usecases.proving.coverage import Chosen, choose, concerned, covered, never_bad
from adrguard.usecases.proving.info import BAD, GOOD
from adrguard.usecases.proving.judging import judge_text, shown_by
from adrguard.usecases.proving.prove_notes import prove_note
from adrguard.usecases.proving.subjects import Subjects
from adrguard.usecases.proving.updating import Updated
from adrguard.vault.note import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.rules import Rule
    from adrguard.usecases.proving.differences import Difference
    from adrguard.usecases.proving.prove_notes import Tried, TriedNote
    from adrguard.usecases.proving.samples import Sample, TestNote


class Spot(Record):
    """A place in an example: the file's path there ("" without a name), the line of the note, the column, the rules.

    Column 0 is any. `line` is that of the fence where the file as a whole is meant.
    """

    path: str
    line: int
    column: int
    rule: str


class Proof(Record):
    """One example: whether it did what it must, and how.

    `differs` are the lines of the note that do not say what is found; `stuck` says why `--update` leaves them,
    `updated` that it has changed them. `rules` are the ids of all rules that the example of a note tests, () for those
    beneath an invariant.
    """

    example: Example
    passed: bool
    message: str
    expected: tuple[Spot, ...] = ()
    found: tuple[Spot, ...] = ()
    differs: tuple[Difference, ...] = ()
    stuck: str = ""
    updated: bool = False
    rules: tuple[str, ...] = ()

    @property
    def marked(self) -> bool:
        """Say whether it says which lines must be found."""
        return bool(self.expected)


class Proofs(Record):
    """All examples, the rules that have none, and the mistakes that hide rules or examples.

    `asleep` counts examples of decisions that are not in force; `notes` those beside the decisions that were read.
    """

    proofs: tuple[Proof, ...]
    without: tuple[Rule, ...]
    problems: tuple[Problem, ...]
    asleep: int = 0
    notes: int = 0
    must_have: bool = False

    @property
    def unproven(self) -> int:
        """How many rules have no example."""
        return len(self.without)

    @property
    def exit_code(self) -> int:
        """1 when an example failed, or a rule has none that must have; 2 when mistakes hide rules or examples."""
        if any(problem.severity == ERROR for problem in self.problems):
            return WRONG
        lacking = self.must_have and self.without
        return CLEAN if all(proof.passed for proof in self.proofs) and not lacking else VIOLATIONS


def prove(start: str, only: Sequence[str] = (), *, update: bool = False, must_have: bool = False) -> Proofs:
    """Run the examples of all rules of the working tree, or of the rules, decisions and notes that `only` names.

    With `update`, marks are made to say what is found. With `must_have`, a rule without an example fails. Raises
    `UsageError` for a name that means nothing, `AdrguardError` where a note cannot be written.
    """
    repo = repository.find(start)
    found = load.load(repo, Place("worktree"))
    subjects = Subjects(found)
    chosen = choose(only, repo.root, start, found.tests, subjects)
    read, unreadable = _read(repo.root, found.tests)

    def run(test: TestNote) -> TriedNote:
        return prove_note(test, subjects, found, lambda subject: chosen.wants(subject.rules, test.path))

    tried = list(map(run, read))
    done = updating.update(repo.root, found.settings.vault, tried, run) if update else list(map(Updated, tried))
    notes = [one.note for one in done]
    proofs = [*_inline(found, chosen), *(proof for one in done for proof in _of_note(one))]
    wrong = [*unreadable, *(problem for note in notes if concerned(note, chosen) for problem in note.problems)]
    wrong += never_bad(notes, found.examples, chosen)
    wrong.sort(key=lambda one: (one.path, one.line, one.column))
    proven = covered(notes) | {one.example.rule for one in proofs if not one.rules}
    return Proofs(
        tuple(proofs),
        tuple(rule for rule in found.rules if chosen.wants([rule]) and rule.id not in proven),
        (*found.problems, *wrong),
        sum(bool(subject.asleep) for note in notes for _, subject in note.examples),
        len(notes),
        must_have=must_have,
    )


def _read(root: str, paths: Iterable[str]) -> tuple[list[TestNote], list[Problem]]:
    read: list[TestNote] = []
    problems = []
    for path in paths:
        file = native(path)
        # A note by its absolute path is one of a vault outside, which the configuration names.
        top = os.path.dirname(file) if os.path.isabs(file) else root
        try:
            read.append(samples.read(path, files.read_regular(os.path.join(root, file), LARGEST, top)))
        except FileNotFoundError:
            continue  # it is gone since it was listed
        except files.UnreadableError as error:
            message = f"cannot be read: {error.reason}"
            problems.append(Problem(path, 0, 0, message, "its examples are not run", "unreadable"))
    return read, problems


def _inline(found: DecisionSet, chosen: Chosen) -> list[Proof]:
    """Run the examples that stand beneath their invariants."""
    rules = {rule.id: rule for rule in found.rules}
    wanted = [one for one in found.examples if one.rule in rules and chosen.wants([rules[one.rule]])]
    return [_of_invariant(rules[one.rule], one) for one in wanted]


def _of_invariant(rule: Rule, example: Example) -> Proof:
    judged = judge_text([rule], example.text, example.lang)
    if judged.unread:
        return Proof(example, passed=False, message=f"could not be read ({judged.unread})")
    if not judged.found:
        return Proof(example, example.expect == GOOD, f"does not violate{judged.as_shown}")
    return Proof(example, example.expect == BAD, f"violates{shown_by(judged.found)}{judged.as_shown}")


def _of_note(done: Updated) -> list[Proof]:
    return [_proof(done, one) for one in done.note.tried]


def _proof(done: Updated, one: Tried) -> Proof:
    test, first = done.note.test, one.sample.parts[0]
    example = Example(
        one.subject.name,
        one.sample.expect,
        "".join(part.text for part in one.sample.parts),
        first.info.lang,
        test.path,
        test.line(first),
    )
    expected = one.compared.expected if one.compared else ()
    return Proof(
        example,
        one.passed,
        one.message,
        expected=tuple(_spot(test, one.sample, each.part, each.row, each.column, each.mark.rule) for each in expected),
        found=tuple(_spot(test, one.sample, each.part, each.row, each.column, each.rule) for each in one.found),
        differs=one.differences,
        stuck=one.stuck,
        updated=first.first in done.changed,
        rules=tuple(rule.id for rule in one.subject.rules),
    )


def _spot(test: TestNote, sample: Sample, part: int, row: int, column: int, rule: str) -> Spot:  # noqa: PLR0913 -- a place has that many sides
    fence = sample.parts[part]
    return Spot(fence.info.path, test.line(fence, min(row, len(fence.rows))), column, rule)
