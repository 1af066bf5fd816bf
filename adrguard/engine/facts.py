"""What there is to say about each file of a whole tree, before anybody asks what is allowed, known, or too much of it.

The facts of a file depend on its path and text and on the rules, and of a few kinds on the tree around it: not on the
day, the strictness, the baseline, or on which other files are judged with it. So they may be gathered in several
processes, and kept. They are plain tuples, in which the number of a rule stands for it.
"""

from __future__ import annotations

from adrguard.engine import suppress
from adrguard.engine.evaluate import Limits, Run, Verdict, level_of
from adrguard.engine.merging import in_order
from adrguard.engine.plan import Portions
from adrguard.engine.scope import Exclusions
from adrguard.engine.suppress import Suppression
from adrguard.matchers.context import Context
from adrguard.matchers.registry import KINDS
from adrguard.model.changes import NEW
from adrguard.model.findings import Finding, Suppressed, Unjudged
from adrguard.model.record import Record
from adrguard.model.rules import CHANGE_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from adrguard.engine.plan import Job
    from adrguard.model.changes import ChangeSet, Content, FileChange, Tree
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.errors import Problem
    from adrguard.model.rules import Rule

WIDE = frozenset(("edge", "layers", "dependency"))
"""Kinds whose findings in a file depend on other files too."""


class Work(Record):
    """What the facts depend on: the rules in force, the files to be judged, the tree, the sets that leave files out.

    `changes` holds regular files only, `sets` are as in `plan.make`. Rules about the change as a whole are passed over.
    """

    rules: tuple[Rule, ...]
    changes: ChangeSet
    tree: Tree
    sets: tuple[DecisionSet, ...]


class Half(Record):
    """The findings of some rules in a file, and what those could not judge; both as plain tuples.

    A finding is the number of its rule, and all else but path and level.
    """

    findings: tuple[tuple[Any, ...], ...] = ()
    unjudged: tuple[tuple[str, ...], ...] = ()


NOTHING = Half()


class Facts(Record):
    """All of one file: what follows from itself, what follows from the tree too, its suppression comments.

    `reaches` means that there may be something of the second kind, now or in another tree; `spread` that even `own`
    looked at the tree.
    """

    path: str
    own: Half = NOTHING
    wide: Half = NOTHING
    comments: tuple[tuple[Any, ...], ...] = ()
    reaches: bool = False
    spread: bool = False

    @property
    def says_nothing(self) -> bool:
        """True for a file that adds nothing to a verdict."""
        return not (self.comments or self.own.findings or self.own.unjudged or self.wide.findings or self.wide.unjudged)


class Watched:
    """A tree that remembers what was looked at beyond the file in hand: how often, and which files were read."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.looks = 0
        self.around: set[str] = set()

    def read(self, path: str, side: str = NEW) -> Content | None:
        """Return the file, None when there is none at that path on that side."""
        self.looks += 1
        self.around.add(path)
        return self._tree.read(path, side)

    def haystack(self, path: str) -> bytes:
        """Return bytes in which each line of the new file occurs."""
        self.looks += 1
        self.around.add(path)
        return self._tree.haystack(path)

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every path of a side."""
        self.looks += 1
        return self._tree.paths(side)


class Gatherer:
    """Gathers facts, some files at a time; what several files share is worked out once for all of them.

    `costs` is what each rule took so far, in milliseconds by `clock`.
    """

    def __init__(self, work: Work, clock: Callable[[], float]) -> None:
        self._work = work
        self._limits = Limits(clock, 0.0, "", strict=False)
        self._numbers = {id(rule): number for number, rule in enumerate(work.rules)}
        self._rules = [rule for rule in work.rules if rule.kind not in CHANGE_KINDS]
        self._exclusions = Exclusions(*work.sets)
        self._watched = Watched(work.tree)
        self._memo: dict[Any, Any] = {}
        self._portions: dict[bool, Portions] = {}
        self.costs: dict[str, float] = {}

    @property
    def around(self) -> set[str]:
        """The files that were read for the sake of others so far."""
        return self._watched.around

    def gather(self, files: Sequence[FileChange], *, only_wide: bool = False) -> list[Facts]:
        """Return the facts of each of these files that has any, or may have in another tree.

        With `only_wide` only those that follow from the tree too are looked for.
        """
        plan = self._planned(only_wide=only_wide).plan(files, self._work.tree)
        changes = self._work.changes.replace(files=tuple(files), unread=())
        context = Context(self._watched, NEW, changes, self._memo)
        run = Run(self._rules, changes, self._work.tree, self._exclusions, self._limits, context)
        facts = [self._of_job(run, job, only_wide=only_wide) for job in plan.jobs]
        for rule, ms in run.costs.items():
            self.costs[rule] = self.costs.get(rule, 0.0) + ms
        skipped = () if only_wide else plan.skipped
        return [*facts, *[Facts(one.path, Half((), (one.plain(),))) for one in skipped]]

    def _planned(self, *, only_wide: bool) -> Portions:
        if only_wide not in self._portions:
            rules = [rule for rule in self._rules if rule.kind in WIDE or not only_wide]
            self._portions[only_wide] = Portions(rules, self._exclusions)
        return self._portions[only_wide]

    def _of_job(self, run: Run, job: Job, *, only_wide: bool) -> Facts:
        path = job.change.path
        before = self._watched.looks
        own = self._half(run, path, _cheap_first([rule for rule in job.rules if rule.kind not in WIDE]))
        spread = self._watched.looks > before
        rules = [rule for rule in job.rules if rule.kind in WIDE]
        wide = self._half(run, path, rules)
        comments = () if only_wide or not job.marked else tuple([one.plain() for one in run.comments(path)])
        run.forget(path)
        return Facts(path, own, wide, comments, bool(rules) or spread, spread)

    def _half(self, run: Run, path: str, rules: Iterable[Rule]) -> Half:
        findings, unjudged = run.facts(path, rules)
        plain = [(self._numbers[id(one.rule)], *_plain(one)) for one in findings]
        return Half(tuple(plain), tuple([one.plain() for one in unjudged]))


def _cheap_first(rules: Iterable[Rule]) -> list[Rule]:
    return sorted(rules, key=lambda rule: not KINDS[rule.kind].literal)


def _plain(one: Finding) -> tuple[Any, ...]:
    return (
        *(one.line, one.column, one.end_line, one.end_column, one.shown, one.excerpt, one.occurrence),
        *(one.detail, one.fragment, one.around, one.key),
    )


def _finding(plain: tuple[Any, ...], path: str, rules: Sequence[Rule], *, strict: bool) -> Finding:
    rule = rules[plain[0]]
    line, column, end_line, end_column, shown, excerpt, occurrence, detail, fragment, around, key = plain[1:]
    level = level_of(rule, strict=strict)
    place = (line, column, end_line, end_column)
    return Finding(rule, path, *place, shown, excerpt, occurrence, level, detail, "", fragment, around, key)


AT_ONCE = 256
"""Files that are planned together; all that is read of them is held at once."""


def gather(work: Work, clock: Callable[[], float]) -> tuple[Iterable[Facts], dict[str, float]]:
    """Gather the facts of all files here and now; the costs are complete once the facts are."""
    gatherer = Gatherer(work, clock)
    files = work.changes.files
    portions = (files[start : start + AT_ONCE] for start in range(0, len(files), AT_ONCE))
    return (facts for portion in portions for facts in gatherer.gather(portion)), gatherer.costs


def settle(facts: Iterable[Facts], rules: Sequence[Rule], today: str, *, strict: bool) -> Verdict:
    """Return what the facts come to on a day: what stands, what a comment allows, which comments do not work."""
    findings: list[Finding] = []
    suppressed: list[Suppressed] = []
    unjudged: list[Unjudged] = []
    problems: list[Problem] = []
    known = [(rule.decision, rule.id) for rule in rules]
    for one in sorted([one for one in facts if not one.says_nothing], key=lambda one: one.path):
        plain = (*one.own.findings, *one.wide.findings)
        own = in_order([_finding(finding, one.path, rules, strict=strict) for finding in plain])
        unjudged += [Unjudged.of(some) for some in (*one.own.unjudged, *one.wide.unjudged)]
        if one.comments:
            comments = [Suppression.of(comment) for comment in one.comments]
            own, allowed, used = suppress.split(own, comments, today)
            suppressed += allowed
            problems += suppress.warnings(one.path, comments, used, known, today)
        findings += own
    return Verdict(tuple(findings), tuple(suppressed), (), tuple(unjudged), tuple(problems), ())
