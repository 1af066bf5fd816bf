"""Keep the baseline: write down what is there, prune what is mended, show what is known."""

from __future__ import annotations

import os

from adrguard.changes import explicit
from adrguard.decisions import load
from adrguard.engine import baseline
from adrguard.engine.check import Question, evaluate
from adrguard.model.changes import Place
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.model.record import Record
from adrguard.system import clock, files, repository
from adrguard.usecases.tree.gather import tour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.findings import Finding, Outcome
    from adrguard.system.repository import Repository

WORKTREE = Place("worktree")


_SHOWN = 80  # characters of a line that are enough to find it


class Known(Record):
    """The baseline beside the findings of the whole tree.

    path     the file, relative to the root
    same     entries that findings explain
    new      findings that no entry covers
    removed  entries that no finding explains any more (from `show`: stale, still in the file)
    written  whether the file was changed
    """

    path: str
    same: tuple[str, ...]
    new: tuple[str, ...]
    removed: tuple[str, ...]
    written: bool = False


def write(start: str) -> Known:
    """Declare everything known that the whole tree violates now."""
    scene = _look(start)
    return _replace(scene, scene.entries | scene.kept)


def prune(start: str) -> Known:
    """Take out the entries of what has been mended; nothing becomes known that was not."""
    scene = _look(start)
    known = _replace(scene, scene.old & (scene.entries | scene.kept))
    return known.replace(new=())


def show(start: str) -> Known:
    """Compare the file with the tree and change nothing."""
    return _compared(_look(start))


def record(start: str, findings: Iterable[Finding]) -> Known:
    """Add these findings, of the working tree or of what is staged, to the file, and take none out."""
    repo = repository.find(start)
    decisions = load.load(repo, WORKTREE)
    _refuse_mistakes(decisions)
    old = _entries(decisions)
    entries = old | {baseline.entry(finding) for finding in findings}
    return _replace(_Scene(repo, decisions.settings.baseline, old, entries, frozenset()), entries)


class _Scene(Record):
    """`entries` are those of all findings, `old` the file's; `kept` are old ones whose file could not be judged."""

    repo: Repository
    path: str
    old: frozenset[str]
    entries: frozenset[str]
    kept: frozenset[str]


def _look(start: str) -> _Scene:
    repo = repository.find(start)
    decisions = load.load(repo, WORKTREE)
    _refuse_mistakes(decisions)
    old = _entries(decisions)
    outcome = _judge_all(repo, decisions)
    entries = frozenset(baseline.entry(finding) for finding in outcome.findings)
    undecided = baseline.Baseline(decisions.baseline).undecided(outcome.unjudged)
    return _Scene(repo, decisions.settings.baseline, old, entries, undecided - entries)


def _entries(decisions: DecisionSet) -> frozenset[str]:
    """Return what the file holds. Raises `UsageError` where there is to be none, or where it is no baseline."""
    path = decisions.settings.baseline
    if not path:
        raise UsageError("there is no baseline: `baseline` is empty in the configuration", "set it to a path")
    entries = baseline.Baseline(decisions.baseline).entries
    odd = min((entry for entry in entries if not baseline.is_entry(entry)), default="")
    if odd:
        msg = f"{path} is no baseline, as it holds the line {odd[:_SHOWN]!r}"
        raise UsageError(msg, "set `baseline` in the configuration to a file of its own, or delete that line")
    return entries


def _refuse_mistakes(decisions: DecisionSet) -> None:
    """A rule that cannot be read has no findings now, and its entries would be lost as if they had been mended."""
    mistakes = [problem for problem in decisions.problems if problem.severity == "error"]
    if mistakes:
        msg = f"{mistakes[0].place}: {mistakes[0].message} (mistakes in all: {len(mistakes)})"
        raise AdrguardError(msg, "a baseline of rules that cannot be read would be wrong: see `adrguard lint`")


def _judge_all(repo: Repository, decisions: DecisionSet) -> Outcome:
    bare = decisions.replace(baseline="")
    change = explicit.read_all(repo, decisions.settings.max_file_size)
    gather = tour(repo, change.tree)
    return evaluate(Question(bare, bare, change.set, change.tree, clock.today(), clock.monotonic_ms, gather=gather))


def _compared(scene: _Scene) -> Known:
    there = scene.entries | scene.kept
    return Known(
        scene.path,
        tuple(sorted(scene.old & there)),
        tuple(sorted(there - scene.old)),
        tuple(sorted(scene.old - there)),
    )


def _replace(scene: _Scene, entries: frozenset[str]) -> Known:
    known = _compared(scene)
    target = os.path.join(scene.repo.root, scene.path)
    if entries == scene.old and (entries or not os.path.exists(target)):
        return known
    files.write_inside(scene.repo.root, target, baseline.text(entries).encode())
    return known.replace(written=True)
