"""A note's invariants compiled: rules, prose, examples, and every mistake on the way; one does not spoil the others."""

from __future__ import annotations

import re

from adrguard.kdsl import languages
from adrguard.kdsl.check import check
from adrguard.kdsl.clauses import Clauses
from adrguard.kdsl.faults import WARNING, Fault, Faults
from adrguard.kdsl.line import LONGEST, Line
from adrguard.kdsl.looks import look
from adrguard.kdsl.lower import NoteFacts, lower
from adrguard.kdsl.messages import explain
from adrguard.kdsl.parse import SyntaxFault, parse_invariant
from adrguard.kdsl.suspicion import in_fence
from adrguard.model.errors import Problem
from adrguard.model.invariants import FENCE, FRONTMATTER, ITEM, InvariantText, SubItem
from adrguard.model.record import Record
from adrguard.model.rules import Example, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.kdsl.checked import Checked, Shown
    from adrguard.model.invariants import Fenced

__all__ = ["CompiledNote", "NoteFacts", "compile_note"]

_HALVES = re.compile("[\ud800-\udfff]")
_MARKERS = {ITEM: "- ", FRONTMATTER: "- ", FENCE: ""}


class CompiledNote(Record):
    """What came of a note's invariants. `prose` holds the items that no machine enforces."""

    rules: tuple[Rule, ...] = ()
    prose: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    examples: tuple[Example, ...] = ()


def compile_note(items: Sequence[InvariantText], note: NoteFacts) -> CompiledNote:
    """Compile the invariants of one note. Never raises for what stands in it."""
    work = _Note(note)
    for item in items:
        work.add(item)
    return CompiledNote(tuple(work.rules), tuple(work.prose), tuple(work.faults.found), tuple(work.examples))


class _Note:
    def __init__(self, note: NoteFacts) -> None:
        self.note = note
        self.faults = Faults(note.path)
        self.rules: list[Rule] = []
        self.taken: dict[str, Rule] = {}
        self.numbered: dict[str, int] = {}
        self.known: dict[Rule, Rule] = {}
        self.prose: list[str] = []
        self.examples: list[Example] = []

    def add(self, item: InvariantText) -> None:
        """Compile one candidate."""
        if self._is_broken(item):
            return
        item = unfolded(item)
        literal = item.origin != ITEM
        source = Line.read(item.text, item.line, item.column, literal=literal, marker=_MARKERS[item.origin])
        seen = look(source)
        for at, fault in seen.faults:
            self.faults.add(source, source.column + at, fault)
        if seen.line is None:
            self._prose(item, source)
            return
        checked = self._checked(item, source, seen.line, sound=not seen.faults)
        if checked is not None:
            self._lower(checked, item)

    def _is_broken(self, item: InvariantText) -> bool:
        """Refuse what no file can hold: halves of characters, left over from bytes that are no text."""
        parts: tuple[InvariantText | SubItem, ...] = (item, *item.clauses)
        for part in parts:
            halved = _HALVES.search(part.text)
            if halved:
                line = Line.read(_HALVES.sub("\ufffd", part.text), part.line, part.column)
                fault = Fault("not-text", "bytes that are no text", "save the note as UTF-8")
                self.faults.add(line, part.column + halved.start(), fault)
                return True
        return False

    def _prose(self, item: InvariantText, source: Line) -> None:
        if self.faults.spoils(source.number):
            return
        fault = in_fence(source) if item.origin == FENCE else None
        if fault is not None:
            self.faults.add(source, source.place(0), fault)
            return
        self.prose.append(" ".join(item.text.split()))

    def _checked(self, item: InvariantText, source: Line, line: Line, *, sound: bool) -> Checked | None:
        """Understand one invariant; None when it, or a clause of it, has a mistake."""
        before = self.faults.errors
        clauses = Clauses(self.faults)
        for sub in item.clauses:
            marker = "- " if item.origin == ITEM else ""
            nested = Line.read(sub.text, sub.line, sub.column, literal=item.origin != ITEM, marker=marker)
            clauses.read(nested, max(sub.rows, sub.text.rstrip().count("\n") + 1), sub.text)
        if item.rows > 1 or "\n" in item.text.rstrip():
            hint = "put all of it on one line; reasons go into a nested 'because:'"
            self.faults.add(
                source,
                source.place(len(source.text)),
                Fault("wrapped-item", "the invariant goes on in the next line", hint),
            )
            return None
        if len(line.text) > LONGEST:
            message = f"an invariant of {len(line.text)} characters, the limit is {LONGEST}"
            self.faults.add(source, source.place(0), Fault("too-long", message, "make several of it"))
            return None
        try:
            written = parse_invariant(line)
        except SyntaxFault as error:
            self.faults.add(line, line.place(error.index), explain(error))
            return None
        checked = check(written, clauses.settled(), self.faults)
        return checked if sound and self.faults.errors == before else None

    def _lower(self, checked: Checked, item: InvariantText) -> None:
        rule = lower(checked, self.note).replace(line=item.line, column=item.column)
        twin = self.known.setdefault(_without_place(rule), rule)
        if twin is not rule and not checked.clauses.id:
            hint = f"delete one of the two; the other is in line {twin.line}"
            fault = Fault("duplicate-invariant", "this invariant stands here twice", hint, WARNING)
            self.faults.add(checked.line, checked.line.place(0), fault)
            rule = rule.replace(id=twin.id)
        else:
            rule = self._with_own_id(rule, checked)
            self.rules.append(rule)
            self.taken[rule.id] = rule
        self.examples += [_inline(one, rule) for one in checked.clauses.examples]
        self.examples += [example for one in item.fences for example in _fenced(one, rule)]

    def _with_own_id(self, rule: Rule, checked: Checked) -> Rule:
        taken = self.taken
        if rule.id not in taken:
            return rule
        if checked.clauses.id:
            line = dict(checked.clauses.places)["id"]
            hint = f"give it another one; line {taken[rule.id].line} has this"
            self.faults.add(line, line.place(0), Fault("duplicate-id", f"two rules are called '{rule.id}'", hint))
        number = self.numbered.get(rule.id, 2)
        while f"{rule.id}-{number}" in taken:
            number += 1
        self.numbered[rule.id] = number
        return rule.replace(id=f"{rule.id}-{number}")


def unfolded(item: InvariantText) -> InvariantText:
    """Turn the further lines of a literal text (a block scalar, an argument of several lines) into nested items."""
    rows = item.text.rstrip().split("\n")
    if item.origin == ITEM or len(rows) == 1:
        return item
    nested = [
        SubItem(row.strip(), item.line + index, item.column + len(row) - len(row.lstrip()))
        for index, row in enumerate(rows[1:], 1)
        if row.strip()
    ]
    return item.replace(text=rows[0], rows=1, clauses=(*nested, *item.clauses))


def _without_place(rule: Rule) -> Rule:
    """Return a rule without what two otherwise equal ones may differ in."""
    return rule.replace(line=0, column=0, because="", remediation="")


def _inline(shown: Shown, rule: Rule) -> Example:
    lang = rule.langs[0] if len(rule.langs) == 1 else ""
    return Example(rule.id, shown.expect, shown.text, lang, rule.note, shown.line)


def _fenced(block: Fenced, rule: Rule) -> Iterable[Example]:
    words = block.info.replace(",", " ").lower().split()
    if words and words[-1] in ("bad", "good"):
        lang = (languages.canonical(words[0]) or words[0]) if len(words) > 1 else ""
        text = block.text.removesuffix("\n")
        return [Example(rule.id, words[-1], text, lang, rule.note, block.line)]
    return []
