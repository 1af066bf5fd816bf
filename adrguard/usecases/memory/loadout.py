"""Tell somebody who is about to begin what binds here: the project, what is in force, what was done last."""

from __future__ import annotations

import os

from adrguard.changes.worktree import head_of, uncommitted
from adrguard.decisions import projects
from adrguard.engine.scope import Exclusions
from adrguard.matchers.registry import KINDS
from adrguard.memory import loadout as packing
from adrguard.memory import logs
from adrguard.memory.citing import Citer
from adrguard.memory.loadout import Head, Item
from adrguard.memory.notes import project_notes
from adrguard.memory.statements import ELSEWHERE, EVERYWHERE, MET, Interest, statements
from adrguard.memory.tokens import upper_estimate
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import files, folders
from adrguard.system.files import UnreadableError
from adrguard.system.git import FETCH_ALL, Git
from adrguard.usecases.governing import out_of_scope, why_not
from adrguard.usecases.project_at_hand import asked, known, scene

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adrguard.memory.notes.project_notes import About
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.rules import Rule
    from adrguard.usecases.project_at_hand import Project, Scene

__all__ = ["Loadout", "known_projects", "loadout"]

_MOST_LOGS_READ = 24
_MOST_LOGS = 6
_MOST_PAIRS = 100_000
_LEAST_PATHS = 20
_LARGEST = 256 * 1024
_READMES = ("readme.md", "readme.markdown", "readme.rst", "readme.txt", "readme")


class Loadout(Record):
    """What there is to know, in fewer than 300 tokens.

    text       Markdown, ended by a line feed
    tokens_upper_estimate  more than its tokens: half of its bytes, or what `memory.tokens` says where that is more
    project    its name; `title` is what its note calls it, `root` that note ("" for none), `stack` its core stack
    shown      what is in the text of decisions and logs, in the order of its value
    left_out   how many there are beside, by kind (``invariant``, ``decision``, ``log``)
    changed    number of files in the change that was looked at, -1 where none was asked for
    remarks    what a person should know
    """

    text: str
    tokens_upper_estimate: int
    project: str
    title: str
    root: str
    vision: str
    stack: tuple[str, ...]
    shown: tuple[Item, ...]
    left_out: tuple[tuple[str, int], ...]
    changed: int = -1
    remarks: tuple[str, ...] = ()


def loadout(start: str, project: str = "", *, diff: bool = False, branch: str = "", vault: str = "") -> Loadout:
    """Return the loadout of a project: `project`, else the one of the folder `start`.

    With `diff` (or a `branch`, since which a change then is) the invariants come first whose scope meets what is
    changed and not committed. `vault` stands in for the one that is bound here. Raises `UsageError` for a project or a
    vault that is not there, `GitError` for a branch.
    """
    around = scene(start, vault)
    meant = asked(around, project)
    remarks = list(around.remarks)
    paths = _changed(around, branch, remarks) if diff or branch else None
    about = _about(around, meant, remarks)
    head = _head(around, meant, about)
    items, unseen = _items(around, meant, paths)
    packed = packing.pack(head, items, unseen)
    return Loadout(
        packed.text,
        upper_estimate(packed.text),
        meant.name,
        head.title,
        head.root,
        head.vision,
        head.stack,
        packed.shown,
        packed.left_out,
        -1 if paths is None else len(paths),
        tuple(remarks),
    )


def known_projects(start: str, vault: str = "") -> tuple[Project, ...]:
    """Return the projects that are known here, that of this place first. Raises as `loadout`."""
    return known(scene(start, vault))


# The top


def _about(around: Scene, meant: Project, remarks: list[str]) -> About:
    if not meant.note:
        return project_notes.About()
    try:
        return project_notes.read(meant.note, _read(around, meant.note))
    except (FileNotFoundError, UnreadableError) as error:
        reason = error.reason if isinstance(error, UnreadableError) else "there is no such file"
        remarks.append(f"{around.path(meant.note)} cannot be read: {reason}")
        return project_notes.About()


def _head(around: Scene, meant: Project, about: About) -> Head:
    made = around.made if meant.is_here else None
    root = meant.note or (_readme(around.repo.root) if meant.is_here else "")
    vision = about.vision or (made.description if made else "")
    return Head(about.title or meant.name, root, vision, about.stack or (made.stack if made else ()))


def _readme(root: str) -> str:
    names = {name.lower(): name for name in folders.files_at(root)}
    return next((names[one] for one in _READMES if one in names), "")


def _read(around: Scene, path: str) -> bytes:
    return files.read_regular(os.path.join(around.folder, path), _LARGEST, around.folder)


# What is in force, and what was done


def _items(around: Scene, meant: Project, paths: Sequence[str] | None) -> tuple[list[Item], int]:
    """Return all items in the order of their value, and how many logs were not looked at."""
    found = around.found
    name = projects.spelt(meant.name, projects.known(found.decisions)) or meant.name
    if meant.is_asked:
        found = found.replace(settings=found.settings.replace(project=name))
    binding = [rule for rule in found.rules if not why_not(rule, found)]
    notes = [around.path(path) for path, _ in around.notes]
    citer = Citer([*notes, *(one.path for one in found.decisions)], around.shown)
    near = _nearness(found, binding, paths)
    items = statements(found, binding, near, citer, Interest(name, only=meant.is_asked))
    entries, unseen = _logs(around, meant, citer)
    return [*items, *entries], unseen


def _logs(around: Scene, meant: Project, citer: Citer) -> tuple[list[Item], int]:
    decided = {one.path for one in around.found.decisions}
    dated = [one for one in logs.latest(around.notes, meant.name) if around.path(one.path) not in decided]
    items: list[Item] = []
    looked_at = 0
    for log in dated[:_MOST_LOGS_READ]:
        looked_at += 1
        try:
            entry = logs.read(log, _read(around, log.path))
        except (FileNotFoundError, UnreadableError):
            entry = logs.read(log, b"")
        if entry.project and project_notes.key(entry.project) != project_notes.key(meant.name):
            continue
        path = around.path(log.path)
        items.append(Item(packing.LOG, path, citer.cite(path), entry.text, entry.day))
        if len(items) == _MOST_LOGS:
            break
    items.sort(key=lambda one: one.day, reverse=True)
    return items, len(dated) - looked_at


# The change


def _changed(around: Scene, branch: str, remarks: list[str]) -> list[str] | None:
    """Return the paths of what is not committed, and of what was since the branch was left."""
    if not around.repo.git_dir:
        if branch:
            raise UsageError(f"there is no branch '{branch}' here", "this folder is in no git repository")
        remarks.append("no change was looked at: this folder is in no git repository")
        return None
    if not branch:
        return list(around.changed)
    git = Git(around.repo)
    commit = head_of(git)
    other = git.rev_parse(branch)
    parted = git.merge_base(other, commit) if commit else ""
    if not parted:
        hint = FETCH_ALL if git.is_shallow() else "name a branch that this one was begun from"
        raise UsageError(f"git finds no commit where '{branch}' and 'HEAD' parted", hint)
    return [pair[0].path for pair in uncommitted(git, parted)]


def _nearness(found: DecisionSet, binding: Sequence[Rule], paths: Sequence[str] | None) -> Callable[[Rule], int]:
    """Return what says how near a rule is to the change: by a part of the files where there are very many."""
    if not paths:
        return lambda _: EVERYWHERE
    step = -(-len(paths) // max(_LEAST_PATHS, _MOST_PAIRS // max(1, len(binding))))
    sample = paths[::step]
    exclusions = Exclusions(found)

    def near(rule: Rule) -> int:
        if not any(not out_of_scope(rule, path, exclusions) for path in sample):
            return ELSEWHERE
        return MET if _has_scope(rule) else EVERYWHERE

    return near


def _has_scope(rule: Rule) -> bool:
    kind = KINDS[rule.kind]
    return bool(rule.include or rule.langs or kind.per != "file" or rule.kind in ("edge", "layers", "dependency"))
