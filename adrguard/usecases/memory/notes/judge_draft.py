"""Judge the decisions as a draft will leave them, by what lint calls an error: nothing is written that lint refuses."""

from __future__ import annotations

from difflib import SequenceMatcher

from adrguard.changes import explicit
from adrguard.changes.change import Overlay
from adrguard.decisions.cache import Cache
from adrguard.decisions.compile import compiled_at
from adrguard.model.changes import Place
from adrguard.model.errors import ERROR
from adrguard.model.rules import REQUIRE
from adrguard.system import clock
from adrguard.usecases.lint.contradictions import contradictions
from adrguard.usecases.lint.lint_decisions import as_lint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.errors import Problem
    from adrguard.system.writing.transaction import Edit
    from adrguard.usecases.vault_at_hand import Vault

_WORKTREE = Place("worktree")


def new_errors(here: Vault, before: DecisionSet, edits: Iterable[Edit]) -> tuple[Problem, ...]:
    """Return the errors that lint would tell after these edits, and does not tell now."""
    overlay = Overlay({edit.path: edit.after for edit in edits})
    cache = Cache(here.repo.replace(git_dir="") if here.named else here.repo, keeps=False)
    after = compiled_at(here.repo, _WORKTREE, cache, clock.today(), here.named, overlay).set
    known = {_bare(one) for one in as_lint(before.problems)}
    found = [*as_lint(after.problems), *_at_odds(here, before, after)]
    return tuple(one for one in found if one.severity == ERROR and _bare(one) not in known)


def _at_odds(here: Vault, before: DecisionSet, after: DecisionSet) -> Iterator[Problem]:
    """Yield the contradictions that come with the new rules. The files are listed only where there can be one."""
    if not here.repo.git_dir or after.rules == before.rules or not any(one.verb == REQUIRE for one in after.rules):
        return
    paths = explicit.read_all(here.repo, after.settings.max_file_size).tree.paths()
    known = {_bare(one) for one in contradictions(before, paths, clock.today())}
    yield from (one for one in contradictions(after, paths, clock.today()) if _bare(one) not in known)


def _bare(problem: Problem) -> Problem:
    # An edit may move what was wrong before.
    return problem.replace(line=0, column=0)


def moved_back(problem: Problem, path: str, composed: bytes, written: bytes) -> Problem:
    """Return a problem of the note as it is to be written (at `path`) at its line of the note as it was composed."""
    if problem.path != path or composed == written or not problem.line:
        return problem
    old, new = (one.decode("utf-8", "replace").split("\n") for one in (composed, written))
    for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        if block.b < problem.line <= block.b + block.size:
            return problem.replace(line=problem.line - block.b + block.a)
    return problem.replace(line=0, column=0)
