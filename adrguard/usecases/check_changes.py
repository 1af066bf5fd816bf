"""Judge a change: find the repository, the change and the decisions on both of its sides, and ask the engine."""

from __future__ import annotations

from adrguard.decisions import load
from adrguard.engine.check import Question, evaluate
from adrguard.model.decisions import CI, COMMAND
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import clock, repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from adrguard.changes.change import Change
    from adrguard.engine.check import Gather
    from adrguard.model.changes import ChangeSet
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.errors import Problem
    from adrguard.model.findings import Outcome
    from adrguard.model.hooks import HookFact
    from adrguard.system.repository import Repository


class CheckRequest(Record):
    """What to judge.

    start    folder to look for the repository from, "" for the current one
    source   ``staged``, ``worktree``, ``since``, ``range``, ``commits``, ``base``, ``diff``, ``files`` or ``all``
    argument the range (``A..B``, ``A...B``), two full commit ids (``OLD..NEW``, OLD may be empty), the base revision
             (``base``: up to HEAD, ``since``: up to the working tree), or the text of the diff
    files    paths for ``files`` (relative to `start`), and a filter for every other source
    strict   True or False overrides the configuration, None leaves it
    project  judge by this project's decisions (and those that bind everywhere)
    unbound  it is a project, though no decision names it
    today    ISO date to judge at; "" for today
    door     where the verdict is asked for, one of `DOORS`: it decides what a weakening of the rules means
    weakening ``block``, ``warn`` or ``allow`` overrides what the configuration says of the door; "" leaves it
    vault    absolute path of a folder that stands in for the configured vault; "" leaves it
    least_ms milliseconds that the hard budget is at least, where there is one
    now_ms   the clock in milliseconds, asked again and again while judging: what it raises ends that
    account  whether the outcome gives a full account: `judged`, `baselined`, `fixed` and `prose` too
    shard    the share of ``all`` to be judged and of how many, from 1; (0, 0) is all of it
    jobs     how many processes judge ``all`` (0: as many as there are cores, where that is worth it)
    progress is told how many files of ``all`` are judged, and of how many
    outputs  files (relative to `start`) that the verdict is about to be written to: what lies there is not judged
    """

    start: str
    source: str
    argument: str = ""
    files: tuple[str, ...] = ()
    strict: bool | None = None
    project: str = ""
    explain_time: bool = False
    today: str = ""
    unbound: bool = False
    door: str = COMMAND
    weakening: str = ""
    vault: str = ""
    least_ms: int = 0
    now_ms: Callable[[], float] = clock.monotonic_ms
    account: bool = False
    shard: tuple[int, int] = (0, 0)
    jobs: int = 0
    progress: Callable[[int, int], None] | None = None
    outputs: tuple[str, ...] = ()


class UnknownProjectError(UsageError):
    """No decision is bound to the project that was asked for."""


def door_of(environ: Mapping[str, str], door: str) -> str:
    """Return the door of a check: a job of CI is one of its own, whatever command it runs."""
    return CI if environ.get("CI", "").lower() not in ("", "0", "false") else door


class Judged(Record):
    """A verdict, with the decisions of the change and those it starts from, on which it rests."""

    outcome: Outcome
    decisions: DecisionSet
    base: DecisionSet


def check(request: CheckRequest) -> Outcome:
    """Judge what the request names. Raises `AdrguardError` where no verdict can be given at all."""
    repo = repository.find(request.start)
    head = load.at_head(repo)
    change = read(repo, request, head.settings.max_file_size)
    return judge(repo, change, request, head.interrupted).outcome


def read(repo: Repository, request: CheckRequest, max_file_size: int) -> Change:
    """Return the change that a request names. Raises `AdrguardError`."""
    return _SOURCES[request.source](repo, request, max_file_size)


def judge(repo: Repository, change: Change, request: CheckRequest, news: tuple[Problem, ...] = ()) -> Judged:
    """Judge a change that was read already; `news` are of interrupted changes of notes that were found on the way."""
    asked = question(repo, change, request)
    outcome = evaluate(asked)
    if outcome.findings:
        from adrguard.decisions import hits

        hits.record(repo, outcome.findings, asked.today)
    if request.shard[1]:
        from adrguard.usecases.tree.sameness import sameness

        outcome = outcome.replace(sameness=sameness(change.tree, asked.decisions, request.project))
    news = (*news, *asked.decisions.interrupted)
    return Judged(_with_news(outcome, news) if news else outcome, asked.decisions, asked.base)


def question(repo: Repository, change: Change, request: CheckRequest) -> Question:
    """Return what the engine is asked about a change: the decisions on both of its sides, and the request's terms."""
    # By the whole change: its decisions bind the files that are asked about, even where they are not asked about.
    decisions, base = _decisions(repo, change, request.vault)
    changes = _without_outputs(change.set, repo.root, request) if request.outputs else change.set
    if request.files and request.source != "files":
        changes = _narrowed(changes, repo.root, request)
    if request.project and not request.unbound:
        _check_project(request.project, decisions)
    return Question(
        decisions,
        base,
        changes,
        change.tree,
        request.today or clock.today(),
        request.now_ms,
        strict=request.strict,
        project=request.project,
        explain_time=request.explain_time,
        door=request.door,
        weakening=request.weakening,
        hook_facts=_hook_facts,
        merged=_merged(repo, change),
        least_ms=request.least_ms,
        account=request.account,
        shard=request.shard,
        gather=_gather(repo, change, request) if request.source == "all" else None,
    )


def _gather(repo: Repository, change: Change, request: CheckRequest) -> Gather | None:
    """Return how the facts of a whole tree are come by: from the last run, and in several processes."""
    from adrguard.usecases.tree.gather import Manner, tour

    # What was found out another time took no time now.
    return tour(repo, change.tree, Manner(request.jobs, not request.explain_time, request.progress))


def _decisions(repo: Repository, change: Change, vault: str) -> tuple[DecisionSet, DecisionSet]:
    if not vault:
        return load.for_change(repo, change)
    from adrguard.decisions import named_vault

    return named_vault.for_change(repo, change, vault)


def _with_news(outcome: Outcome, news: Iterable[Problem]) -> Outcome:
    """Add what became of interrupted changes of notes: a problem where it fails, else a note for the reader."""
    untold = [one for one in dict.fromkeys(news) if one not in outcome.problems]
    failing = [one for one in untold if one.fails(strict=outcome.strict)]
    return outcome.replace(
        problems=(*outcome.problems, *failing),
        notes=(*outcome.notes, *[one.message for one in untold if one not in failing]),
    )


def _merged(repo: Repository, change: Change) -> tuple[tuple[DecisionSet, DecisionSet], ...]:
    if not change.set.others:
        return ()
    from adrguard.usecases.merged_sides import merged_sides

    return merged_sides(repo, change)


def _hook_facts(path: str, text: str) -> tuple[HookFact, ...] | None:
    # Loads a parser of YAML: only when a change edits what installs us.
    from adrguard.install.hook_facts import hook_facts

    return hook_facts(path, text)


def _narrowed(changes: ChangeSet, root: str, request: CheckRequest) -> ChangeSet:
    """Keep the changed files that the request names, itself or by a folder above."""
    wanted = [_relative(root, request.start, name) for name in request.files]
    if "" in wanted:
        return changes
    folders = tuple(name + "/" for name in wanted)

    def is_wanted(path: str) -> bool:
        return path in wanted or path.startswith(folders)

    # Of all files some are named files: they say nothing about what is missing elsewhere.
    return changes.replace(
        source="files" if changes.source == "all" else changes.source,
        files=tuple([one for one in changes.files if is_wanted(one.path)]),
        unread=tuple([one for one in changes.unread if is_wanted(one[0])]),
        beside=tuple([one for one in changes.files if not is_wanted(one.path)]),
    )


def _without_outputs(changes: ChangeSet, root: str, request: CheckRequest) -> ChangeSet:
    """Leave out what the verdict replaces on the disk: a report quotes what is forbidden."""
    from adrguard.usecases.governing import path_in

    if request.source not in ("worktree", "since", "files", "all"):
        return changes
    replaced = {path_in(root, request.start, name) for name in request.outputs}
    return changes.replace(
        files=tuple([one for one in changes.files if one.path not in replaced]),
        unread=tuple([one for one in changes.unread if one[0] not in replaced]),
    )


def _relative(root: str, start: str, name: str) -> str:
    from adrguard.usecases.governing import path_in

    path = path_in(root, start, name) if name else None
    if path is None:
        message = f"'{name}' is not in {root}" if name else "'' is not a file name"
        raise UsageError(message, "name files of the repository, or none to judge the whole change")
    return path


def _check_project(name: str, decisions: DecisionSet) -> None:
    known = {one.project for one in decisions.decisions if one.project} | {decisions.settings.project}
    if name not in known:
        names = ", ".join(sorted(known - {""})) or "none is named by any decision"
        raise UnknownProjectError(f"no decision binds a project '{name}'", f"known projects: {names}")


def _staged(repo: Repository, _: CheckRequest, limit: int) -> Change:
    from adrguard.changes import staged

    return staged.read(repo, limit)


def _worktree(repo: Repository, _: CheckRequest, limit: int) -> Change:
    from adrguard.changes import worktree

    return worktree.read(repo, limit)


def _range(repo: Repository, request: CheckRequest, limit: int) -> Change:
    from adrguard.changes import revisions

    return revisions.read(repo, request.argument, limit)


def _commits(repo: Repository, request: CheckRequest, limit: int) -> Change:
    from adrguard.changes import revisions

    old, _, new = request.argument.partition("..")
    return revisions.between(repo, old, new, limit)


def _base(repo: Repository, request: CheckRequest, limit: int) -> Change:
    from adrguard.changes import revisions

    return revisions.since(repo, request.argument, limit)


def _since(repo: Repository, request: CheckRequest, limit: int) -> Change:
    from adrguard.changes import revisions

    return revisions.until_now(repo, request.argument, limit)


def _diff(repo: Repository, request: CheckRequest, limit: int) -> Change:
    from adrguard.changes import unified

    return unified.read(repo, request.argument.encode("utf-8", "surrogateescape"), "the diff", limit)


def _files(repo: Repository, request: CheckRequest, limit: int) -> Change:
    from adrguard.changes import explicit

    return explicit.read(repo, request.files, request.start, limit)


def _all(repo: Repository, _: CheckRequest, limit: int) -> Change:
    from adrguard.changes import explicit

    return explicit.read_all(repo, limit, load.at_head(repo).deciding)


_SOURCES = {
    "staged": _staged,
    "worktree": _worktree,
    "range": _range,
    "commits": _commits,
    "base": _base,
    "since": _since,
    "diff": _diff,
    "files": _files,
    "all": _all,
}
