"""Run a plan: read, match, compare with the old state, and account for what could not be done. Loads late."""

from __future__ import annotations

from adrguard.engine import suppress
from adrguard.engine.introduced import number, subtract
from adrguard.engine.kept import kept_lines
from adrguard.engine.plan import code_of
from adrguard.engine.scope import Exclusions, applies
from adrguard.matchers.context import Context
from adrguard.matchers.registry import KINDS
from adrguard.model.changes import NEW, OLD
from adrguard.model.findings import Cost, Finding, Match, Suppressed, Unjudged, Weakened
from adrguard.model.record import Record
from adrguard.model.rules import ADVISE, BLOCK, REQUIRE
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from adrguard.engine.plan import Job, Plan
    from adrguard.engine.suppress import Suppression
    from adrguard.model.changes import ChangeSet, FileChange, Tree
    from adrguard.model.errors import Problem
    from adrguard.model.rules import Rule, Target


FROM_MERGE = "comes with the other side of the merge"


class Verdict(Record):
    """What a run yields; the caller adds what concerns the set of rules as a whole."""

    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...]
    weakened: tuple[Weakened, ...]
    unjudged: tuple[Unjudged, ...]
    problems: tuple[Problem, ...]
    costs: tuple[Cost, ...]


class Limits(Record):
    """`clock` counts milliseconds; past `deadline` on it (0 = none) nothing more is started."""

    clock: Callable[[], float]
    deadline: float
    today: str
    strict: bool


class _Line(Record):
    """What findings say of their line: its text, the same with white space normalised, and its neighbours."""

    excerpt: str
    folded: str
    around: tuple[str, str]


_NO_LINE = _Line("", "", ("", ""))


def level_of(rule: Rule, *, strict: bool) -> str:
    """Return the level of a rule's findings."""
    if rule.shadow:
        return ADVISE
    return BLOCK if strict else rule.level


class Run:
    """One evaluation. Sources are parsed at most once per file and side."""

    def __init__(  # noqa: PLR0913 -- the last is for those who judge a tree in portions
        self,
        rules: Sequence[Rule],
        changes: ChangeSet,
        tree: Tree,
        exclusions: Exclusions,
        limits: Limits,
        context: Context | None = None,
    ) -> None:
        self._rules = rules
        self._changes = changes
        self._tree = tree
        self._exclusions = exclusions
        self._limits = limits
        context = context or Context(tree, NEW, changes)
        self._context = context
        self._contexts = {side: context.on(side) for side in (NEW, OLD, *changes.others)}
        self._sources: dict[tuple[str, str], Source | None] = {}
        self._costs: dict[str, float] = {}
        self._unjudged: dict[tuple[str, str, str], Unjudged] = {}
        self._suppressed: list[Suppressed] = []
        self._weakened: list[Weakened] = []
        self._problems: list[Problem] = []
        self._last_line: tuple[int, int, _Line] = (0, 0, _NO_LINE)
        self._kept_of: tuple[str, set[int]] = ("", set())

    def carry_out(self, plan: Plan) -> Verdict:
        """Judge the change as a whole, then each file: cheap rules everywhere before dear ones anywhere."""
        findings = [finding for rule in plan.change_rules for finding in self._timed(rule, self._judge_change)]
        found: dict[str, list[Finding]] = {job.change.path: [] for job in plan.jobs}
        for literal in (True, False):
            for job in plan.jobs:
                found[job.change.path] += self._judge_job(job, literal=literal)
        for job in plan.jobs:
            findings += self._settle(job, found[job.change.path])
        findings.sort(key=lambda one: (one.path, one.line, one.column, one.rule.id))
        costs = sorted((Cost(rule, ms) for rule, ms in self._costs.items()), key=lambda one: -one.ms)
        return Verdict(
            tuple(findings),
            tuple(self._suppressed),
            tuple(self._weakened),
            (*self._unjudged.values(), *self._context.unjudged),
            tuple(self._problems),
            tuple(costs),
        )

    def facts(self, path: str, rules: Iterable[Rule]) -> tuple[list[Finding], list[Unjudged]]:
        """Return all findings of some rules in one file, whatever allows them, and what they could not judge."""
        findings = [one for rule in rules for one in self._timed(rule, lambda rule: self._find(rule, path, NEW), path)]
        unjudged = [*self._unjudged.values(), *self._context.unjudged]
        self._unjudged.clear()
        self._context.unjudged.clear()
        return findings, unjudged

    def comments(self, path: str) -> list[Suppression]:
        """Return the suppression comments of one file."""
        source = self.source(path, NEW)
        return suppress.read(source) if source is not None else []

    def forget(self, path: str) -> None:
        """Let go of one file and all that was made of it."""
        self._sources.pop((path, NEW), None)
        self._last_line = (0, 0, _NO_LINE)

    @property
    def costs(self) -> dict[str, float]:
        """What each rule took so far, in milliseconds."""
        return self._costs

    def _judge_job(self, job: Job, *, literal: bool) -> list[Finding]:
        findings: list[Finding] = []
        for rule in job.rules:
            if KINDS[rule.kind].literal is literal:
                findings += self._timed(rule, lambda rule: self._find(rule, job.change.path, NEW), job.change.path)
        return findings

    def _timed(self, rule: Rule, judge: Callable[[Rule], list[Finding]], path: str = "") -> list[Finding]:
        clock, deadline = self._limits.clock, self._limits.deadline
        start = clock()
        if deadline and start > deadline:
            self._note(path or "the change as a whole", "the time budget ended before it", "budget", rule.id)
            return []
        findings = judge(rule)
        self._charge(rule, start)
        return findings

    def _charge(self, rule: Rule, start: float) -> None:
        self._costs[rule.id] = self._costs.get(rule.id, 0.0) + self._limits.clock() - start

    def _note(self, path: str, reason: str, code: str, rule: str = "") -> None:
        self._unjudged.setdefault((path, code, rule), Unjudged(path, reason, code, rule))

    def source(self, path: str, side: str) -> Source | None:
        """Return the file on that side, None when it is not there or cannot be read (which is noted)."""
        key = (path, side)
        if key not in self._sources:
            content = self._tree.read(path, side)
            if content is not None and content.problem:
                if side == NEW:
                    self._note(path, content.problem, code_of(content.problem))
                content = None
            self._sources[key] = None if content is None else Source(path, content)
        return self._sources[key]

    def _find(self, rule: Rule, path: str, side: str) -> list[Finding]:
        """Return all findings of a rule in one file, numbered; whatever cannot be parsed is noted (new side only)."""
        source = self.source(path, side)
        if source is None:
            return []
        module = KINDS[rule.kind].load()
        # By offsets: of a diff that counts no lines, several have one number.
        found: dict[tuple[int, int, str], Finding] = {}
        for target in rule.targets:
            try:
                hits = module.find(target, rule, source, self._contexts[side])
            except SyntaxProblem as problem:
                if side == NEW:
                    self._note(path, problem.reason, "parse", rule.id)
                continue
            if source.doubt and side == NEW and not KINDS[rule.kind].literal:
                self._note(path, source.doubt, "parse", rule.id)
            if rule.verb == REQUIRE:
                lacking = self._lacking(rule, target, source, side, found=bool(hits))
                found |= {(-1, -1, one.shown): one for one in lacking}
            else:
                made = [(hit, self._finding(rule, source, hit)) for hit in hits]
                found |= {(hit.start, hit.end, one.shown): one for hit, one in made}
        return number(found.values())

    def _lacking(self, rule: Rule, target: Target, source: Source, side: str, *, found: bool) -> list[Finding]:
        if found:
            return []
        if source.fragment:
            if side == NEW:
                self._note(source.path, "only a part of the file is known", "fragment", rule.id)
            return []
        level = level_of(rule, strict=self._limits.strict)
        # There is no line to know it by: it is the thing itself that is missing, of several that are required.
        missing = target.raw
        return [Finding(rule, source.path, 0, 0, 0, 0, missing, "", 1, level, "is missing", key=missing)]

    def _finding(self, rule: Rule, source: Source, hit: Match) -> Finding:
        if hit.start < 0:
            place, line = (0, 0, 0, 0), _NO_LINE
        else:
            place = (*source.position(hit.start), *source.position(hit.end))
            line = self._line(source, source.row(hit.start))
        shown = hit.shown or " ".join(source.text[hit.start : hit.end].split())
        finding = Finding(
            rule, source.path, *place, shown, line.excerpt, 1, level_of(rule, strict=self._limits.strict), hit.detail
        )
        return finding.replace(fragment=source.fragment, around=line.around, key=hit.key or line.folded)

    def _line(self, source: Source, row: int) -> _Line:
        """Return a line of a source, made once for all findings in it: a generated line may hold thousands."""
        # The last is enough, as hits come in order; sources live as long as the run does.
        if self._last_line[:2] != (id(source), row):
            excerpt = source.line_text(row)
            line = _Line(excerpt, " ".join(excerpt.split()), source.around(row))
            self._last_line = (id(source), row, line)
        return self._last_line[2]

    def _settle(self, job: Job, findings: list[Finding]) -> list[Finding]:
        """Take off what was there before and what is suppressed; soften what another parent of a merge brings."""
        change = job.change
        if not findings and not job.marked:
            return []
        standing, allowed = self._allow(job, findings)
        if self._changes.whole or not (standing or allowed):
            return standing
        rules = {one.rule for one in findings}
        before, allowed_before = self._before(change, rules)
        self._weigh(change, allowed, allowed_before)
        return self._soften(change, subtract(standing, before, lambda: self._kept(change)))

    def _allow(self, job: Job, findings: list[Finding]) -> tuple[list[Finding], list[Suppressed]]:
        comments = self.comments(job.change.path) if job.marked else []
        if not comments:
            return findings, []
        today = self._limits.today
        standing, allowed, used = suppress.split(findings, comments, today)
        self._suppressed += allowed
        known = [(rule.decision, rule.id) for rule in self._rules]
        self._problems += suppress.warnings(job.change.path, comments, used, known, today)
        return standing, allowed

    def _before(self, change: FileChange, rules: Iterable[Rule]) -> tuple[list[Finding], list[Suppressed]]:
        """Return what stood there before, and what was allowed there before."""
        path = change.old_path or change.path
        if change.status in ("A", "C") or not change.old_mode:
            return [], []
        return self._split(path, OLD, [rule for rule in rules if applies(rule, path, self._exclusions)])

    def _kept(self, change: FileChange) -> set[int]:
        """Return the numbers of the lines that stand in the file since the old state."""
        old, new = self.source(change.old_path or change.path, OLD), self.source(change.path, NEW)
        if old is None or new is None or new.fragment:
            return set()
        if self._kept_of[0] != change.path:
            self._kept_of = (change.path, kept_lines(old.text, new.text))
        return self._kept_of[1]

    def _split(self, path: str, side: str, rules: Iterable[Rule]) -> tuple[list[Finding], list[Suppressed]]:
        found: list[Finding] = []
        for rule in rules:
            start = self._limits.clock()
            found += self._find(rule, path, side)
            self._charge(rule, start)
        source = self.source(path, side)
        comments = suppress.read(source) if source is not None else []
        return suppress.split(found, comments, self._limits.today)[:2]

    def _weigh(self, change: FileChange, allowed: list[Suppressed], before: list[Suppressed]) -> None:
        """Tell of each suppression that neither stood there before nor comes with the other side of a merge."""
        fresh = subtract([one.finding for one in allowed if one.finding.blocks], [one.finding for one in before])
        for side in self._changes.others:
            if fresh:
                theirs = self._split(change.path, side, {one.rule for one in fresh})[1]
                fresh = subtract(fresh, [one.finding for one in theirs])
        new = set(map(id, fresh))
        for one in allowed:
            if id(one.finding) in new:
                rule = one.finding.rule
                after = f"allowed: {one.reason}"
                self._weakened.append(Weakened("suppressed", change.path, one.line, rule.id, rule.invariant, after))

    def _soften(self, change: FileChange, findings: list[Finding]) -> list[Finding]:
        for side in self._changes.others:
            if not findings:
                break
            theirs = [one for rule in {one.rule for one in findings} for one in self._find(rule, change.path, side)]
            born = set(map(id, subtract(findings, theirs)))
            findings = [one if id(one) in born else one.replace(level=ADVISE, note=FROM_MERGE) for one in findings]
        return findings

    def _judge_change(self, rule: Rule) -> list[Finding]:
        module = KINDS[rule.kind].load()
        level = level_of(rule, strict=self._limits.strict)
        found: dict[tuple[str, str], Finding] = {}
        for target in rule.targets:
            for hit in module.judge(target, rule, self._contexts[NEW]):
                shown = hit.shown or target.raw
                finding = Finding(rule, hit.path, 0, 0, 0, 0, shown, "", 1, level, hit.detail)
                if any(self._is_theirs(rule, hit.path, side) for side in self._changes.others):
                    finding = finding.replace(level=ADVISE, note=FROM_MERGE)
                found.setdefault((hit.path, shown), finding)
        return list(found.values())

    def _is_theirs(self, rule: Rule, path: str, side: str) -> bool:
        """Say whether another parent of a merge has it like that already; of a missing companion nobody can tell."""
        if rule.kind == "change":
            return True
        return (path in self._tree.paths(side)) is (path in self._tree.paths(NEW))
