"""Try an invariant before it is written down: how it is read, what it hits now, what it would have blocked."""

from __future__ import annotations

from adrguard.changes import explicit, revisions
from adrguard.decisions import load
from adrguard.engine.check import Question, evaluate
from adrguard.kdsl.single import parse_line
from adrguard.model.changes import Place
from adrguard.model.decisions import DecisionSet
from adrguard.model.errors import CLEAN, WRONG
from adrguard.model.record import Record
from adrguard.model.rules import REQUIRE
from adrguard.system import clock, repository
from adrguard.system.git import Git
from adrguard.usecases import near_misses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adrguard.changes.change import Change
    from adrguard.model.errors import Problem
    from adrguard.model.findings import Finding, Outcome, Unjudged
    from adrguard.model.rules import Rule
    from adrguard.system.repository import Repository
    from adrguard.usecases.near_misses import NearMiss


class Blocked(Record):
    """A commit and what the invariant finds new in it."""

    oid: str
    subject: str
    findings: tuple[Finding, ...]


class Trial(Record):
    """What came of it. `rule` is None when the text could not be read; `commits` counts those that were judged."""

    text: str
    rule: Rule | None
    problems: tuple[Problem, ...]
    hits: tuple[Finding, ...] = ()
    near: tuple[NearMiss, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    files: int = 0
    commits: int = 0
    blocked: tuple[Blocked, ...] = ()

    @property
    def exit_code(self) -> int:
        """2 when the text could not be read; hits are what one asked for."""
        return WRONG if self.rule is None or any(one.severity == "error" for one in self.problems) else CLEAN


def attempt(start: str, text: str, history: int = 0, progress: Callable[[int], None] = lambda _: None) -> Trial:
    """Try `text`, a line as it would stand in a note; with `history`, over the last so many commits without merges.

    `progress` is told how many commits have been judged.
    """
    rule, problems = parse_line(text)
    trial = Trial(text, rule, tuple(problems))
    if rule is None:
        return trial
    repo = repository.find(start)
    decisions = load.load(repo, Place("worktree")).replace(
        rules=(rule,), problems=(), baseline="", decisions=(), examples=()
    )
    limit = decisions.settings.max_file_size
    everything = explicit.read_all(repo, limit)
    outcome = _judge(decisions, everything)
    trial = trial.replace(hits=outcome.findings, unjudged=outcome.unjudged, files=len(everything.set.files))
    if rule.verb != REQUIRE:
        judge = lambda varied: _judge(varied, everything).findings  # noqa: E731 - read as it is used, one line below
        trial = trial.replace(near=tuple(near_misses.find(decisions, outcome.findings, judge)))
    if not history:
        return trial
    blocked: list[Blocked] = []
    commits = list(_commits(repo, history))
    for number, (oid, parent, subject) in enumerate(commits, start=1):
        findings = _judge(decisions, revisions.between(repo, parent, oid, limit)).findings
        if findings:
            blocked.append(Blocked(oid, subject, findings))
        progress(number)
    return trial.replace(commits=len(commits), blocked=tuple(blocked))


def _judge(decisions: DecisionSet, change: Change) -> Outcome:
    settings = decisions.settings.replace(budget_hard_ms=0)
    decisions = decisions.replace(settings=settings)
    return evaluate(Question(decisions, decisions, change.set, change.tree, clock.today(), clock.monotonic_ms))


def _commits(repo: Repository, most: int) -> Iterator[tuple[str, str, str]]:
    """Yield (id, parent's id or "", subject) of the newest commits."""
    git = Git(repo)
    if not git.head():
        return
    form = "--format=%H%x1f%P%x1f%s"
    log = git.output("log", "--no-show-signature", "--no-color", "--no-merges", "-z", f"-{most}", form, "HEAD")
    for entry in log.decode("utf-8", "replace").split("\0"):
        if entry:
            oid, parents, subject = entry.split("\x1f", 2)
            yield oid, parents.split(" ")[0], subject
