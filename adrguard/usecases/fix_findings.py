"""Mend what a change violates, by the rewrites that its rules give: find, fix, judge again until nothing more changes.

Or, where it is asked for, allow findings by comments with a reason, or record them in the baseline.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adrguard.decisions import load
from adrguard.engine.suppress import names
from adrguard.fixer.comments import reason_fault
from adrguard.fixer.locks import Stale, stale
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import repository
from adrguard.usecases.check_changes import CheckRequest, question, read
from adrguard.usecases.fixing.desk import Desk
from adrguard.usecases.fixing.outcome import Fixed, Kept, Mended
from adrguard.usecases.fixing.places import oid_of, plan_index, plan_worktree, write_index, write_worktree
from adrguard.usecases.fixing.preview import diff
from adrguard.usecases.fixing.rewrites import FileWork, mended
from adrguard.usecases.fixing.suppressions import Suppressing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adrguard.engine.check import Question
    from adrguard.model.findings import Finding, Outcome
    from adrguard.system.repository import Repository
    from adrguard.usecases.fixing.desk import Findings
    from adrguard.usecases.fixing.outcome import Written
    from adrguard.usecases.fixing.places import Plan

PATIENCE_MS = 600_000
"""The hard budget of a fix: whoever mends has more time than a hook."""

REWRITE, SUPPRESS, BASELINE = "rewrite", "suppress", "baseline"


class FixRequest(Record):
    """What to mend.

    start     folder to look for the repository from
    source    ``worktree``, ``staged``, ``files`` or ``all``
    files     paths for ``files``, and a filter for every other source
    rules     ids of rules or decisions; () for all
    preview   write nothing, and say what would be written
    suppress  rule or decision whose findings are to be allowed, "" for none; then `reason` says why
    baseline  record the findings instead of mending them
    known     findings that the baseline holds count as well
    strict    as of a check; project too
    """

    start: str
    source: str = "worktree"
    files: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    preview: bool = False
    suppress: str = ""
    reason: str = ""
    baseline: bool = False
    known: bool = False
    strict: bool | None = None
    project: str = ""
    today: str = ""


def fix(request: FixRequest) -> Fixed:
    """Do what the request says. Raises `AdrguardError` where nothing can be judged, or the request cannot be meant."""
    _check(request)
    repo = repository.find(request.start)
    asked = _question(repo, request)
    _check_rules(request, asked)
    desk = Desk(asked)
    outcome = desk.judge()
    if request.baseline:
        return _record(request, [one for one in outcome.findings if _is_wanted(request, one)], outcome)
    done, left = _work(request, desk, outcome.findings)
    changed = desk.changed()
    plans, written = _write(repo, request, changed)
    unwritten = {one.path: one.note for one in written if not (one.index or one.worktree)}
    left = [one for one in left if one.finding.path not in unwritten]
    left += [
        Kept(one, unwritten[one.path]) for one in outcome.findings if one.path in unwritten and _is_wanted(request, one)
    ]
    done = [one for one in done if one.path not in unwritten]
    for path in unwritten:
        desk.texts.pop(path)
    return Fixed(
        SUPPRESS if request.suppress else REWRITE,
        desk.judge() if changed else outcome,
        tuple(done),
        tuple(sorted(left, key=lambda one: (one.finding.path, one.finding.line, one.finding.column))),
        tuple(written),
        _locks(desk),
        diff(plans, partial(oid_of, repo)) if request.preview else "",
        request.preview,
    )


def _write(
    repo: Repository, request: FixRequest, changed: Mapping[str, tuple[str, str]]
) -> tuple[list[Plan], list[Written]]:
    """Write what is mended, unless a preview is asked for; return what can be, and what became of each file."""
    if not changed:
        return [], []
    staged = request.source == "staged"
    plans, kept = (plan_index if staged else plan_worktree)(repo, changed)
    if request.preview:
        return plans, kept
    return plans, [*kept, *(write_index if staged else write_worktree)(repo, plans)]


def _question(repo: Repository, request: FixRequest) -> Question:
    asked = CheckRequest(
        request.start,
        request.source,
        files=request.files,
        strict=request.strict,
        project=request.project,
        today=request.today,
        least_ms=PATIENCE_MS,
    )
    found = question(repo, read(repo, asked, load.at_head(repo).settings.max_file_size), asked)
    return found.replace(base=found.base.replace(baseline="")) if request.known else found


def _check(request: FixRequest) -> None:
    if request.suppress and request.baseline:
        raise UsageError("findings are either allowed by comments or recorded", "give --suppress or --baseline")
    if request.suppress:
        fault = reason_fault(request.reason)
        if fault:
            raise UsageError(fault, "say why in one plain line: --reason 'the export needs every column'")
    elif request.reason:
        raise UsageError("a reason belongs to a suppression", "add --suppress RULE")
    if request.baseline and request.preview:
        raise UsageError("the baseline has no preview", "`adrguard baseline show` compares it with what is there")


def _check_rules(request: FixRequest, asked: Question) -> None:
    known = [(rule.decision, rule.id) for one in (asked.decisions, asked.base) for rule in one.rules]
    for name in (*request.rules, *([request.suppress] if request.suppress else [])):
        if not any(names(name, *rule) for rule in known):
            raise UsageError(f"no rule in force is named '{name}'", "`adrguard rules` lists the rules")


def _is_wanted(request: FixRequest, finding: Finding) -> bool:
    rule = finding.rule
    asked = [request.suppress] if request.suppress else request.rules
    return not asked or any(names(name, rule.decision, rule.id) for name in asked)


def _work(request: FixRequest, desk: Desk, findings: Findings) -> tuple[list[Mended], list[Kept]]:
    """Mend file by file what is wanted; the desk holds the new texts afterwards."""
    done: list[Mended] = []
    left: list[Kept] = []
    by_path: dict[str, list[Finding]] = {}
    for one in findings:
        by_path.setdefault(one.path, []).append(one)
    for path in sorted({one.path for one in findings if _is_wanted(request, one)}):
        own = tuple(by_path[path])
        text = desk.original(path)
        if text is None:
            left += [Kept(one, "there is no text to mend") for one in own if _is_wanted(request, one)]
            continue
        work = (
            _suppressed(request, desk, path, text, own)
            if request.suppress
            else _rewritten(request, desk, path, text, own)
        )
        done += work.mended
        left += work.left if isinstance(work, Suppressing) else work.kept()
        if work.text != text:
            desk.texts[path] = work.text
    return done, left


def _rewritten(request: FixRequest, desk: Desk, path: str, text: str, findings: Findings) -> FileWork:
    work = FileWork(desk, path, text, lambda finding: _is_wanted(request, finding))
    work.mend(findings)
    return work


def _suppressed(request: FixRequest, desk: Desk, path: str, text: str, findings: Findings) -> Suppressing:
    def name(finding: Finding) -> str:
        if not _is_wanted(request, finding):
            return ""
        return finding.rule.id if "#" in request.suppress else finding.rule.decision

    work = Suppressing(desk, path, text, name, request.reason)
    work.allow(findings)
    return work


def _locks(desk: Desk) -> tuple[Stale, ...]:
    paths = desk.paths() if desk.texts else frozenset()
    return tuple([one for path in sorted(desk.texts) for one in stale(path, paths)])


def _record(request: FixRequest, findings: Iterable[Finding], outcome: Outcome) -> Fixed:
    """Record findings in the baseline: they are known from then on, and the verdict is what it is without them."""
    from adrguard.usecases.keep_baseline import record

    chosen = list(findings)
    record(request.start, chosen)
    rest = tuple([one for one in outcome.findings if one not in chosen])
    after = outcome.replace(findings=rest, known=outcome.known + len(chosen))
    return Fixed(BASELINE, after, tuple([mended(one) for one in chosen]))
