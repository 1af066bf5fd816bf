"""An agent's edit: judged before it is made, and advised upon once it is.

An edit that would violate a decision, or let more through than before, is not made. What stood in the file before is
not the edit's doing, and what needs another file to change as well is left for when the agent is done.
"""

from __future__ import annotations

import os

from adrguard.changes import edit as editing
from adrguard.config.keys import FILE, PYPROJECT
from adrguard.decisions import load
from adrguard.model.agents import SILENT, Answer
from adrguard.model.decisions import AGENT
from adrguard.model.errors import GitError, NotARepositoryError
from adrguard.system import repository
from adrguard.usecases import guard_places
from adrguard.usecases.check_changes import CheckRequest, check, judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.changes.edit import Rewrite
    from adrguard.model.agents import Event
    from adrguard.model.findings import Finding, Outcome
    from adrguard.system.repository import Repository

LEFT = "This edit was made, and left what breaks decisions"

_LEAST_MS = 4000
"""Milliseconds that judging an edit may take at least: nobody commits meanwhile, and the door has 8 s."""
_COMPANION = "change"
"""The kind of rules by which another file has to change as well: no single edit can satisfy them."""


def before(event: Event) -> Answer:
    """Say whether an edit may be made. Raises `AdrguardError` where no verdict can be given."""
    here = _repository(event.cwd, event.project)
    if here is None or not event.edits or not load.at_head(here).settings.agent_before_edit:
        return SILENT
    from adrguard.report import agent

    outcomes = [_judged(repo, made) for repo, made in _by_repository(here, event)]
    held = [agent.reason(one, agent.EDIT) for one in outcomes if agent.holds(one)]
    if held:
        return Answer(block=True, reason=held[0])
    return Answer(note="\n".join([told for one in outcomes if (told := _told(one))]))


def _repository(folder: str, instead: str = "") -> Repository | None:
    try:
        return repository.find(folder, instead)
    except NotARepositoryError:
        return None


def _by_repository(here: Repository, event: Event) -> Iterator[tuple[Repository, list[Rewrite]]]:
    """Yield what the edits do in the repository that the agent is in, in those within it, and in its other trees."""
    found: dict[str, Repository | None] = {}

    elsewhere = load.elsewhere(load.at_head(here))

    def home(path: str) -> Repository | None:
        if path in elsewhere:
            return here
        folder = os.path.dirname(path)
        if folder not in found:
            found[folder] = _home(here, folder)
        return found[folder]

    groups: dict[str, tuple[Repository, list[Rewrite]]] = {}
    for one in editing.rewrites(event.edits, event.cwd, lambda path: home(path) is not None):
        repo = home(one.path)
        if repo is not None:
            groups.setdefault(repo.root, (repo, []))[1].append(one)
    yield from groups.values()


def _home(here: Repository, folder: str) -> Repository | None:
    """Return the repository that a folder belongs to, None when it is none of this one's."""
    if _is_below(folder, here.git_dir) or _is_below(folder, here.common_dir):
        return here
    try:
        repo = _repository(folder)
    except GitError:
        return None  # its `.git` leads nowhere
    if repo is None or repo.common_dir == here.common_dir or _is_below(repo.root, here.root):
        return repo
    return None


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))


def _judged(repo: Repository, made: Iterable[Rewrite]) -> Outcome:
    settings = load.at_head(repo).settings
    change = editing.read(repo, made, settings.max_file_size)
    outcome = judge(repo, change, CheckRequest(repo.root, "edit", door=AGENT, least_ms=_LEAST_MS)).outcome
    weakened = (*outcome.weakened, *guard_places.touched(change))
    # Mistakes in decisions are told when the agent is done; a rule that they put out of force is a weakening at once.
    return outcome.replace(findings=tuple(_own(outcome)), weakened=weakened, problems=())


def _own(outcome: Outcome) -> Iterator[Finding]:
    for one in outcome.findings:
        if one.rule.kind != _COMPANION:
            yield one


def _told(outcome: Outcome) -> str:
    """Tell the person of a proper supersession that the agent is about to make."""
    if not outcome.moved or outcome.supersession == "allow":
        return ""
    from adrguard.report import agent

    return agent.note(outcome.replace(findings=(), unjudged=(), notes=(), weakened=outcome.moved))


def after(event: Event) -> Answer:
    """Tell an agent what its edit left, which never stops it. Raises `AdrguardError` where no verdict can be given.

    Held against the last commit, of which only the lines count that the edit wrote.
    """
    here = _repository(event.cwd, event.project)
    if here is None or not load.at_head(here).settings.agent_after_edit:
        return SILENT
    from adrguard.report import agent

    said = []
    written = editing.lines(event.edits)
    for repo, paths in _named(here, event):
        outcome = _left(repo, paths, written)
        if agent.holds(outcome):
            said.append(agent.reason(outcome.replace(unjudged=()), LEFT))
        said.append(agent.advice(outcome.replace(findings=outcome.advisories)))
    return Answer(context="\n".join([text for text in said if text])[: agent.LONGEST])


def _named(here: Repository, event: Event) -> Iterable[tuple[Repository, list[str]]]:
    groups: dict[str, tuple[Repository, list[str]]] = {}
    for path in editing.named(event.edits, event.cwd):
        repo = _home(here, os.path.dirname(path))
        inside = editing.path_in(repo, path) if repo is not None else ""
        if repo is not None and inside and not inside.startswith(editing.GIT):
            groups.setdefault(repo.root, (repo, []))[1].append(inside)
    return groups.values()


def _left(repo: Repository, paths: list[str], written: frozenset[str] | None) -> Outcome:
    outcome = check(CheckRequest(repo.root, "worktree", files=tuple(paths), door=AGENT, least_ms=_LEAST_MS))

    def is_written(one: Finding) -> bool:
        return written is None or not one.line or " ".join(one.excerpt.split()) in written

    settings = any(path in (FILE, PYPROJECT) for path in paths)
    return outcome.replace(
        findings=tuple([one for one in _own(outcome) if is_written(one)]),
        weakened=tuple([one for one in outcome.weakened if one.path in paths or (settings and not one.path)]),
        problems=tuple([one for one in outcome.problems if one.path in paths]),
    )
