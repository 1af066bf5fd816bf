"""Explain a file (which decisions govern it, and why each rule fired or not) or a rule (what it looks at and finds)."""

from __future__ import annotations

import os
from difflib import get_close_matches
from functools import cached_property

from adrguard.changes import explicit
from adrguard.decisions import load
from adrguard.decisions.naming import Names
from adrguard.decisions.pick import pick
from adrguard.decisions.states import state_at
from adrguard.engine.baseline import Baseline
from adrguard.engine.check import Question, evaluate
from adrguard.engine.needles import Haystack, sort
from adrguard.engine.scope import Exclusions, applies
from adrguard.matchers.context import Context
from adrguard.matchers.imported_files import explain_imports
from adrguard.matchers.registry import KINDS
from adrguard.model.changes import NEW, Place
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.model.rules import spelled
from adrguard.syntax.languages import language_of
from adrguard.syntax.source import Source, SyntaxProblem
from adrguard.system import clock, repository
from adrguard.system.git import native
from adrguard.usecases.governing import check_ours, out_of_scope, path_in, why_not

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.changes.change import Change
    from adrguard.matchers.imported_files import Explained
    from adrguard.model.changes import Tree
    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.model.findings import Finding, Outcome, Suppressed, Unjudged
    from adrguard.model.rules import Rule
    from adrguard.system.repository import Repository

_NOW = Place("worktree")

FIRES = "fires"
SUPPRESSED = "suppressed"
KNOWN = "known"
QUIET = "quiet"
UNJUDGED = "not judged"
APART = "does not apply"


class Verdict(Record):
    """One rule on one file: one of the words above, why, and what it found."""

    rule: Rule
    state: str
    why: str
    findings: tuple[Finding, ...] = ()


class ExplainedPath(Record):
    """A file: whether it exists, the language it is taken for, the verdict of every rule.

    `asleep` are decisions that do not bind at all, with the reason in `Decision.why` or its status. `imports` says
    where each import of the file leads, when there are rules about that.
    """

    path: str
    exists: bool
    language: str
    excluded: bool
    verdicts: tuple[Verdict, ...]
    asleep: tuple[Decision, ...]
    unjudged: tuple[Unjudged, ...]
    imports: tuple[Explained, ...] = ()


class ExplainedRule(Record):
    """A rule: its decision, whether it binds today (`why_not` is "" when it does), what it looks at and finds now."""

    rule: Rule
    decision: Decision | None
    why_not: str
    files: int
    findings: tuple[Finding, ...]
    known: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...]
    unjudged: tuple[Unjudged, ...]


class ExplainedRules(Record):
    """The rules that a name stands for."""

    rules: tuple[ExplainedRule, ...]


def explain(start: str, subject: str) -> ExplainedPath | ExplainedRules:
    """Explain the rule or rules that `subject` names (an id, the start of one, a decision), else the file at that path.

    Raises `UsageError` when it names neither.
    """
    repo = repository.find(start)
    decisions = load.load(repo, _NOW)
    path = _path(repo, start, subject)
    notes = {one.path for one in decisions.decisions}
    if path and path not in notes and os.path.lexists(os.path.join(repo.root, native(path))):
        return _file(repo, decisions, path)
    named = _named(decisions, subject)
    if named:
        change = explicit.read_all(repo, decisions.settings.max_file_size)
        return ExplainedRules(tuple(_rule(change, decisions, rule) for rule in named))
    if path:
        return _file(repo, decisions, path)
    folder = path_in(repo.root, start, subject)
    if folder:
        check_ours(repo.root, folder, state_at(repo, _NOW))
    if folder is not None and os.path.isdir(os.path.join(repo.root, native(folder))):
        msg = f"'{subject}' is a folder, and no rule in force is called so"
        raise UsageError(msg, f"name a file of it, or ask `adrguard adr for {subject}`")
    known = [*(rule.id for rule in decisions.rules), *(one.id for one in decisions.decisions)]
    near = get_close_matches(subject, known, n=1)
    msg = f"'{subject}' names no rule in force, no decision with rules and no file"
    raise UsageError(msg, f"did you mean '{near[0]}'?" if near else "`adrguard rules` lists them")


def _named(decisions: DecisionSet, subject: str) -> list[Rule]:
    """Return the rules that a name means: of a rule, the beginning of its id, or any name of a decision."""
    for found in (
        [rule for rule in decisions.rules if rule.id == subject],
        [rule for rule in decisions.rules if "#" in subject and rule.id.startswith(subject)],
    ):
        if found:
            return found
    names = Names(decisions.decisions)
    if not names.find(subject):
        return []
    meant = pick(names, subject)
    return [rule for rule in decisions.rules if rule.note == meant.path]


def _path(repo: Repository, start: str, subject: str) -> str:
    """Return the path relative to the root; a file need not exist yet, but its name must look like one."""
    path = path_in(repo.root, start, subject)
    absolute = os.path.join(repo.root, native(path)) if path else repo.root
    looks = "/" in subject or os.sep in subject or "." in subject or os.path.lexists(absolute)
    return path if path and looks and not os.path.isdir(absolute) else ""


def _judge(decisions: DecisionSet, change: Change) -> Outcome:
    bare = decisions.replace(baseline="", settings=decisions.settings.replace(budget_hard_ms=0))
    return evaluate(Question(bare, bare, change.set, change.tree, clock.today(), clock.monotonic_ms))


def _file(repo: Repository, decisions: DecisionSet, path: str) -> ExplainedPath:
    exists = os.path.lexists(os.path.join(repo.root, native(path)))
    change = explicit.read(repo, (native(path),) if exists else (), repo.root, decisions.settings.max_file_size)
    check_ours(repo.root, path, state_at(repo, _NOW))
    outcome = _judge(decisions, change)
    exclusions = Exclusions(decisions)
    judged = _Judged(path, outcome, change.tree)
    verdicts = [_verdict(rule, decisions, exclusions, judged) for rule in decisions.rules]
    ruling = {rule.decision for rule in decisions.rules}
    asleep = [one for one in decisions.decisions if one.id not in ruling and one.force == "not in force"]
    return ExplainedPath(
        path,
        exists,
        language_of(path),
        exclusions.excluded(path),
        tuple(sorted(verdicts, key=lambda one: (_ORDER.index(one.state), one.rule.id))),
        tuple(asleep),
        tuple(one for one in outcome.unjudged if not one.rule),
        _imports(path, change) if any(rule.kind in ("edge", "layers") for rule in decisions.rules) else (),
    )


def _imports(path: str, change: Change) -> tuple[Explained, ...]:
    content = change.tree.read(path)
    if content is None or content.problem or not KINDS["edge"].reads(path):
        return ()
    try:
        return tuple(explain_imports(Source(path, content), Context(change.tree, NEW, change.set)))
    except SyntaxProblem:
        return ()  # the verdicts say that the file cannot be parsed


_ORDER = (FIRES, KNOWN, SUPPRESSED, UNJUDGED, QUIET, APART)


class _Judged:
    """What a run says of one file, by rule: there may be many rules, and a long text."""

    def __init__(self, path: str, outcome: Outcome, tree: Tree) -> None:
        self.path = path
        self.found: dict[str, list[Finding]] = {}
        for finding in outcome.findings:
            if finding.path == path:
                self.found.setdefault(finding.rule.id, []).append(finding)
        self.suppressed: dict[str, list[Suppressed]] = {}
        for one in outcome.suppressed:
            if one.finding.path == path:
                self.suppressed.setdefault(one.finding.rule.id, []).append(one)
        self._unjudged: dict[str, tuple[int, Unjudged]] = {}
        for index, skipped in enumerate(outcome.unjudged):
            if skipped.path == path:
                self._unjudged.setdefault(skipped.rule, (index, skipped))
        self._tree = tree

    def skipped(self, rule: Rule) -> Unjudged | None:
        """Return the first that says why a rule did not judge the file."""
        known = [self._unjudged[one] for one in {"", rule.id} if one in self._unjudged]
        return min(known, key=lambda one: one[0])[1] if known else None

    @cached_property
    def stack(self) -> Haystack:
        """The text in which the words of the rules are looked for."""
        text = self._tree.haystack(self.path).lower()
        return Haystack(self.path.encode("utf-8", "surrogateescape").lower() + b"\n" + text)


def _verdict(rule: Rule, decisions: DecisionSet, exclusions: Exclusions, judged: _Judged) -> Verdict:
    asleep = why_not(rule, decisions)
    if asleep:
        return Verdict(rule, APART, asleep)
    found = tuple(judged.found.get(rule.id, ()))
    if found:
        new, _ = Baseline(decisions.baseline).split(found)
        return Verdict(rule, FIRES if new else KNOWN, "" if new else "the baseline holds what it finds", found)
    allowed = judged.suppressed.get(rule.id, ())
    if allowed:
        return Verdict(rule, SUPPRESSED, allowed[0].reason, tuple(one.finding for one in allowed))
    skipped = judged.skipped(rule)
    if skipped:
        return Verdict(rule, UNJUDGED, skipped.reason)
    apart = out_of_scope(rule, judged.path, exclusions)
    if apart:
        return Verdict(rule, APART, apart)
    if KINDS[rule.kind].per != "file":
        return Verdict(rule, QUIET, "it judges which files change, not their content")
    return Verdict(rule, QUIET, _quiet(rule, judged))


def _quiet(rule: Rule, judged: _Judged) -> str:
    if rule.needles and not judged.stack.holds(sort(rule.needles)):
        shown = spelled(rule.needles[:3])
        return f"the words it needs do not occur ({shown}{' …' if len(rule.needles) > 3 else ''})"  # noqa: PLR2004 - enough
    return "nothing found" if rule.verb == "deny" else "what it requires is there"


def _rule(change: Change, decisions: DecisionSet, rule: Rule) -> ExplainedRule:
    alone = decisions.replace(rules=(rule,))
    outcome = _judge(alone, change)
    new, known = Baseline(decisions.baseline).split(outcome.findings)
    exclusions = Exclusions(decisions)
    in_scope = sum(applies(rule, one.path, exclusions) for one in change.set.files)
    return ExplainedRule(
        rule,
        next((one for one in decisions.decisions if one.id == rule.decision), None),
        why_not(rule, decisions),
        in_scope if KINDS[rule.kind].per == "file" else len(change.set.files),
        tuple(new),
        tuple(known),
        outcome.suppressed,
        outcome.unjudged,
    )
