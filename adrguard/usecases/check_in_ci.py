"""Judge what a CI job is for: find its commits, judge the newer by the older's rules too, and account for all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.changes import revisions
from adrguard.decisions import load
from adrguard.engine.weakening import Scene, compare
from adrguard.model.changes import Place
from adrguard.model.decisions import CI
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import clock, repository
from adrguard.usecases import ci
from adrguard.usecases.check_changes import CheckRequest, judge
from adrguard.usecases.ci.commits import resolve
from adrguard.usecases.ci.sought import Sought

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adrguard.changes.change import Change
    from adrguard.model.findings import Outcome, Weakened
    from adrguard.system.repository import Repository
    from adrguard.usecases.check_changes import Judged
    from adrguard.usecases.ci.commits import Span

LEAST_MS = 600_000
"""Milliseconds that a job has at least: the hard budget is made for hooks, where somebody waits."""

_OF_FILES = ("suppressed", "hooks")
"""Weakenings that are found in files, where the engine itself looks at the other old states."""


class CiRequest(Record):
    """What to judge in a job: `environ` are its variables; `base` and `head` stand above what it says, "" leaves that.

    All else is as in `CheckRequest`.
    """

    start: str
    environ: Mapping[str, str]
    base: str = ""
    head: str = ""
    strict: bool | None = None
    project: str = ""
    weakening: str = ""


def check_in_ci(request: CiRequest) -> Outcome:
    """Return the verdict, with a full account and notes on which commits it is about.

    Raises `UsageError` where nothing says what to judge, `GitError` (as `MissingCommitError`) for commits that are not
    here, and whatever `check` raises.
    """
    repo = repository.find(request.start)
    span = resolve(repo, _sought(request))
    limit = max(
        load.load(repo, Place("commit", oid)).settings.max_file_size for oid in {span.base or span.head, span.head}
    )
    asked = CheckRequest(
        request.start,
        "range",
        strict=request.strict,
        project=request.project,
        door=CI,
        weakening=request.weakening,
        least_ms=LEAST_MS,
        account=True,
    )
    judged = judge(repo, _change(repo, span, limit), asked)
    outcome = judged.outcome
    if span.others:
        outcome = outcome.replace(weakened=tuple(_own(repo, judged, span)))
    # What rules cost is told where somebody waits for them: the soft budget is a hook's.
    return outcome.replace(notes=(*span.notes, *outcome.notes), costs=())


def _sought(request: CiRequest) -> Sought:
    found = None if request.base and request.head else ci.found(request.environ)
    if found is None and not request.base:
        names = ", ".join(ci.NAMES)
        msg = "nothing says what to judge: this is no job of a CI service that is known here"
        raise UsageError(msg, f"name the older state: `adrguard ci --base origin/main` (known are {names})")
    if found is None or request.base:
        named = f"what {request.head or 'the commit at hand'} has since it parted from {request.base}"
        known = found or Sought("", "")
        found = Sought("as asked for", named, known.tip, bases=(request.base,), loose=known.loose, deepen=known.deepen)
    return found.replace(tip=request.head, merged="", exact=True) if request.head else found


def _change(repo: Repository, span: Span, limit: int) -> Change:
    if not span.base:
        return revisions.standing(repo, span.head, limit)
    return revisions.between(repo, span.base, span.head, limit, span.others)


def _own(repo: Repository, judged: Judged, span: Span) -> Iterator[Weakened]:
    """Yield the weakenings that the change makes against each of the old states, and not only against one of them."""
    scene = Scene(clock.today())
    against = [
        {_mark(one) for one in compare(judged.decisions, load.load(repo, Place("commit", other)), scene)}
        for other in span.others
    ]
    for one in judged.outcome.weakened:
        if one.how in _OF_FILES or all(_mark(one) in marks for marks in against):
            yield one


def _mark(one: Weakened) -> tuple[str, str]:
    return (one.rule or one.how, one.path)
