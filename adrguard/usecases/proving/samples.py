"""The examples of a note that tests rules: its marked fences, each with the files beside it and what names its rules.

A fence marked `bad` or `good` begins an example. Fences with a path that follow under the same heading belong to it;
those that stand before the first one of their heading are files that are there already, for it and all headings below.
"""

from __future__ import annotations

import re

from adrguard.model.errors import ERROR, Problem
from adrguard.model.record import Record
from adrguard.usecases.proving import info as infos
from adrguard.usecases.proving import marks
from adrguard.usecases.proving.info import GOOD, Info
from adrguard.vault import note as notes
from adrguard.vault.head.values import scalars
from adrguard.vault.links import references
from adrguard.vault.outline import FENCE, HEADING, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.usecases.proving.marks import Marked
    from adrguard.vault.note import Note
    from adrguard.vault.outline import Block
    from adrguard.vault.source import Source

MOST = 1000
"""Examples of one note that are read."""

_RULE_ID = re.compile(r"(?<![\w#-])(?:[A-Za-z][\w.-]{0,80}#|(?<=`)#)[\w-]{1,80}")
_KEYS = ("rule", "rules", "decision", "decisions", "tests")
_OPENING = re.compile(r"(`{3,}|~{3,})(.*)")


class Name(Record):
    """What a note says that it tests, and where: names of rules or decisions, as written."""

    names: tuple[str, ...]
    start: int


class Part(Record):
    """One fence: `rows` are its lines without marks, `marked` those that had one by their number from 1.

    `first` is the line (of those that Markdown sees, from 0) that the fence begins at, `start` the offset of its info
    string in the note.
    """

    info: Info
    rows: tuple[str, ...]
    marked: dict[int, Marked]
    first: int
    start: int

    @property
    def text(self) -> str:
        """What is judged."""
        return "".join(f"{row}\n" for row in self.rows)


class Sample(Record):
    """One example: its own fences, the first of which is marked, the files that are there already, whom it tests.

    One that is `broken` has mistakes of its own and cannot be run.
    """

    parts: tuple[Part, ...]
    given: tuple[Part, ...]
    subject: Name | None
    broken: bool = False

    @property
    def expect(self) -> str:
        """``bad`` or ``good``."""
        return self.parts[0].info.expect


class TestNote(Record):
    """A note that tests rules, read: `data` are its bytes, `problems` all that is wrong with it."""

    path: str
    data: bytes
    source: Source
    samples: tuple[Sample, ...]
    problems: tuple[Problem, ...]

    def line(self, part: Part, row: int = 0) -> int:
        """Return the line of the note in which a row of a fence stands, or with row 0 its info string."""
        return self.source.position(self.source.starts[part.first + row])[0]


class _Section:
    """What stands under one heading."""

    def __init__(self, level: int, given: list[Part], subject: Name | None) -> None:
        self.level = level
        self.given = given
        self.subject = subject
        self.samples: list[list[Part]] = []


def read(path: str, data: bytes) -> TestNote:
    """Read a note. Never raises."""
    parsed = notes.parse(path, data)
    reader = _Reader(parsed)
    reader.read()
    # What a fence swallows is not run, so here it is worse than in a decision.
    own = [one.replace(severity=ERROR) if one.code == "unclosed-fence" else one for one in parsed.problems]
    return TestNote(path, data, parsed.source, tuple(reader.samples), (*own, *reader.problems))


class _Reader:
    def __init__(self, parsed: Note) -> None:
        self.parsed = parsed
        self.source = parsed.source
        self.samples: list[Sample] = []
        self.problems: list[Problem] = []
        self._wrong: set[int] = set()
        self._open = [_Section(0, [], _of_frontmatter(parsed))]

    def read(self) -> None:
        """Read all of it."""
        for top in self.parsed.blocks:
            if top.kind == HEADING:
                self._heading(top)
            for block in top.walk():
                if block.kind == FENCE:
                    self._fence(block)
        self._close(0)
        self.samples = [one.replace(broken=self._is_broken(one)) for one in self.samples]
        self.samples.sort(key=lambda one: one.parts[0].first)
        if not self.samples and not self.parsed.problems:
            hint = "write `bad` or `good` behind a fence's language: ```python bad"
            self._say(0, "no example here is marked, so this note tests nothing", hint, "no-example")
        if len(self.samples) > MOST:
            del self.samples[MOST:]
            self._say(0, f"only the first {MOST} examples of a note are run", "make two notes of it", "too-many")

    def _is_broken(self, sample: Sample) -> bool:
        parts = (*sample.parts, *sample.given)
        return any(part.first <= line <= part.first + len(part.rows) for part in parts for line in self._wrong)

    def _heading(self, block: Block) -> None:
        self._close(block.level)
        above = self._open[-1]
        names = _named(block.text)
        subject = Name(names, block.start) if names else above.subject
        self._open.append(_Section(block.level, list(above.given), subject))

    def _close(self, level: int) -> None:
        while self._open and self._open[-1].level >= level:
            self._collect(self._open.pop())

    def _collect(self, section: _Section) -> None:
        for parts in section.samples:
            first = parts[0]
            rules = [(part.info.rules, part.start + part.info.rules_at) for part in parts if part.info.rules]
            names = tuple(name for names, _ in rules for name in names)
            subject = Name(names, rules[0][1]) if rules else section.subject
            self.samples.append(Sample(tuple(parts), tuple(section.given), subject))
            self._check(first, parts)

    def _check(self, first: Part, parts: list[Part]) -> None:
        for part in parts:
            expects = part.info.lines or part.marked
            if first.info.expect == GOOD and expects:
                row = 0 if part.info.lines else min(part.marked)
                at = part.start if not row else self._row(part, row)
                self._say(at, "a good example has no line that must be found", "take the mark off", "marked-good")
            if len(parts) > 1 and not part.info.path:
                hint = "say which file it is: `path=src/a.py`"
                self._say(part.start, "this example has several files, and one has no path", hint, "no-path")
            elif len(parts) > 1 and any(other.info.path == part.info.path for other in parts if other is not part):
                self._say(part.start, f"`{part.info.path}` is twice in one example", "make two examples", "twice")

    def _fence(self, block: Block) -> None:
        start = find(self.source, block.first, block.info)
        said, slips = infos.read(block.info)
        for slip in slips:
            self._say(start + max(slip.at, 0), slip.message, slip.hint, slip.code)
        if not said.speaks:
            return
        if block.closed:
            self._swallowed(block)
        else:
            # The note's own problems tell of it; where it ends nobody knows, so it is not run, and nothing put into it.
            self._wrong.add(block.first)
        section = self._open[-1]
        part = self._part(block, said, start, marked=bool(said.expect or section.samples))
        if said.expect:
            section.samples.append([part])
        elif not said.path:
            hint = "write `bad` or `good` behind the language"
            self._say(start, "this example says neither that it is bad nor that it is good", hint, "neither")
        elif not section.samples:
            section.given.append(part)
        elif section.samples[-1][0].info.is_diff:
            hint = "files that are there already stand above the first example under a heading"
            self._say(start, "a change names its files itself, so this one is no part of it", hint, "beside-diff")
        else:
            section.samples[-1].append(part)

    def _part(self, block: Block, said: Info, start: int, *, marked: bool) -> Part:
        rows = block.text.split("\n")[:-1] if block.text else []
        found: dict[int, Marked] = {}
        for number, row in enumerate(rows, start=1) if marked and said.lines is None else ():
            one = marks.cut(row)
            if one is not None:
                found[number] = one
                rows[number - 1] = one.text
        part = Part(said, tuple(rows), found, block.first, start)
        for number, one in found.items():
            if not one.text.strip() or (said.is_diff and not one.text.startswith("+")):
                hint = "put it behind the line that is found" + (", one that begins with `+`" if said.is_diff else "")
                self._say(self._row(part, number), "this mark stands behind no text", hint, "mark-outside")
        for line in said.lines or ():
            if line.line > len(rows):
                message = f"line {line.line} lies outside of the example, which has {len(rows)}"
                self._say(start + said.lines_at[0], message, "count from the line below the fence", "mark-outside")
        return part

    def _swallowed(self, block: Block) -> None:
        """Tell of an example that goes on over the beginning of another: the other's end is taken for its own."""
        opening = _OPENING.search(self.source.lines[block.first])
        fence = opening[1] if opening else "```"
        for number, row in enumerate(block.text.split("\n"), start=1):
            inner = _OPENING.match(row)
            if inner and inner[1].startswith(fence) and infos.read(inner[2].strip())[0].expect:
                at = self.source.starts[block.first]
                line = self.source.position(self.source.starts[block.first + number])[0]
                message = f"this code block is not closed before the example at line {line}, which is inside it"
                self._say(at, message, "close it with a line of the same characters", "unclosed-fence")
                return

    def _row(self, part: Part, row: int) -> int:
        return self.source.starts[part.first + row]

    def _say(self, at: int, message: str, hint: str, code: str) -> None:
        self.problems.append(self.source.problem(at, message, hint, code, ERROR))
        self._wrong.add(self.source.line_of(at))


def _of_frontmatter(parsed: Note) -> Name | None:
    head = parsed.frontmatter
    for key in _KEYS:
        values = list(scalars(head.get(key)))
        if values:
            names = [name.strip() for one in values for name in one.text.strip("[]").split(",")]
            return Name(tuple(filter(None, names)), values[0].start)
    return None


def _named(heading: str) -> tuple[str, ...]:
    """Return the rules and decisions that a heading names: ``Tests of ADR-008``, ``ADR-008#star``, ``[[0008-x]]``."""
    rules = [match[0] for match in _RULE_ID.finditer(heading[:1000])]
    if rules:
        return tuple(dict.fromkeys(rules))
    return tuple(name for name in references(heading) if not name.isdigit() and _is_name(name, heading))


def _is_name(name: str, heading: str) -> bool:
    """Say whether a reference is surely one: a link, or an id of decisions; ``utf-8`` is a word like others."""
    return "adr" in name.lower() or "[" in heading or name.lower().endswith((".md", ".markdown"))
