"""Which project somebody works on: one that is named, else what the vault, the settings or the manifests tell."""

from __future__ import annotations

import os
from difflib import get_close_matches

from adrguard.changes.worktree import head_of, uncommitted
from adrguard.decisions import load, projects
from adrguard.decisions.cache import Cache
from adrguard.decisions.compile import compiled_at
from adrguard.decisions.discover import DEFAULT_VAULT
from adrguard.decisions.gather import name_of
from adrguard.memory import stack
from adrguard.memory.notes import project_notes
from adrguard.memory.notes.project_notes import key
from adrguard.model.changes import Place
from adrguard.model.decisions import DecisionSet
from adrguard.model.errors import NotARepositoryError, UsageError
from adrguard.model.record import Record
from adrguard.system import clock, files, folders
from adrguard.system.closed_folders import closed_at
from adrguard.system.files import UnreadableError
from adrguard.system.git import Git
from adrguard.system.repository import Repository, current_folder
from adrguard.usecases.top_folder import top_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.notes.project_notes import ProjectNote
    from adrguard.memory.stack import Made

_WORKTREE = Place("worktree")
_MOST_SUBFOLDERS = 30
_PASSED_OVER = frozenset(("node_modules", "vendor", "target", "dist", "build", "venv", "__pycache__"))
_LONGEST_NAME = 200


class Scene(Record):
    """Where somebody is: a repository (or a folder: then its `git_dir` is ""), its decisions, its vault.

    `folder` is the vault's, absolute, and `shown` as paths of notes have it ("": all of the repository); `outside`
    tells that it lies elsewhere; `notes` are the paths of its notes, relative to it, with the moment of the last change
    in seconds; `changed` what is not committed; `remarks` what a person should know.
    """

    repo: Repository
    name: str
    found: DecisionSet
    folder: str
    shown: str
    outside: bool
    notes: tuple[tuple[str, float], ...]
    projects: tuple[ProjectNote, ...]
    made: Made
    changed: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    def path(self, inside: str) -> str:
        """Return the path of a note, given relative to the vault, as decisions have it."""
        return f"{self.shown}/{inside}" if self.shown else inside

    @property
    def own_names(self) -> tuple[str, ...]:
        """By what names this place may go, the likeliest first."""
        packages = [part for name in self.made.names for part in (name, name.rpartition("/")[2])]
        return tuple(dict.fromkeys(one for one in (self.found.settings.project, *packages, self.name) if key(one)))


class Project(Record):
    """A project. `note` is the path of its note in the vault ("" for none); `is_here`: it is the one of this place.

    `is_asked` tells that somebody named it, here or in the configuration: then others' decisions do not count.
    """

    name: str
    note: str = ""
    is_here: bool = True
    is_asked: bool = False


def scene(start: str, vault: str = "") -> Scene:
    """Look around from the folder `start`; `vault` stands in for the one that is bound there.

    Raises `UsageError` where that is not there, and `GitError`. Otherwise it works anywhere: without a repository, a
    decision or a vault there is just less to be seen.
    """
    repo = _place(start)
    named = ""
    if vault:
        named = folders.resolve(start, vault)
        if not folders.exists(named):
            raise UsageError(f"there is no folder {named}", "mend the path, or leave `--vault` out")
    found, changed = _decisions(repo, named)
    folder = named or folders.resolve(repo.root, found.settings.vault or DEFAULT_VAULT)
    inside = folders.below(repo.root, folder)
    listed = folders.listed(folder)
    notes = tuple((path, status.st_mtime) for path, status in listed.notes)
    return Scene(
        repo,
        name_of(repo),
        found,
        folder,
        folder.replace(os.sep, "/") if inside is None else inside,
        inside is None,
        notes,
        project_notes.found_in(path for path, _ in notes),
        stack.merged(_made(repo)),
        changed,
        tuple(_remarks(found, folder, whole=listed.is_whole)),
    )


def _decisions(repo: Repository, named: str) -> tuple[DecisionSet, tuple[str, ...]]:
    """Return the decisions as they are on disk, and the paths of what is not committed.

    Those of HEAD are at hand, and are the same as long as nothing that decides was changed since.
    """
    changed: tuple[str, ...] = ()
    head = DecisionSet()
    if repo.git_dir:
        git = Git(repo)
        changed = tuple(pair[0].path for pair in uncommitted(git, head_of(git)))
        head = load.at_head(repo)
    if named:
        return compiled_at(repo, _WORKTREE, Cache(repo), clock.today(), named).set, changed
    if head.policy_paths and not head.touched_by(changed):
        return head, changed
    return load.load(repo, _WORKTREE), changed


def _place(start: str) -> Repository:
    try:
        return top_of(start)
    except NotARepositoryError:
        return Repository(os.path.realpath(start or current_folder()), "", "")


def _remarks(found: DecisionSet, folder: str, *, whole: bool) -> Iterator[str]:
    errors = sum(one.severity == "error" for one in found.problems)
    if errors:
        yield f"mistakes that may hide decisions or rules: {errors}; `adrguard lint` says where"
    closed = closed_at(folder)
    if closed:
        yield f"{closed} cannot be looked into: notes may be missing"
    if not whole:
        yield f"{folder} is too large to be looked through: notes may be missing"


def _made(repo: Repository) -> Iterator[Made]:
    """Yield what the manifests at the top say, else, in a repository, those of the folders right below it."""
    here = _manifests(repo.root, repo.root)
    if here:
        yield stack.of(here)
        return
    for name in _subfolders(repo.root) if repo.git_dir else ():
        below = _manifests(repo.root, os.path.join(repo.root, name))
        if below:
            yield stack.of(below)


def _manifests(root: str, folder: str) -> dict[str, str]:
    found = {}
    for name in stack.NAMES:
        try:
            data = files.read_regular(os.path.join(folder, name), stack.LARGEST, root)
        except (FileNotFoundError, UnreadableError):
            continue  # what cannot be read tells nothing
        found[name] = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return found


def _subfolders(root: str) -> list[str]:
    try:
        with os.scandir(root) as entries:
            names = sorted(one.name for one in entries if one.is_dir(follow_symlinks=False))
    except OSError:
        return []
    return [one for one in names if one[0] != "." and one not in _PASSED_OVER][:_MOST_SUBFOLDERS]


def here(around: Scene) -> Project:
    """Return the project of a place: that of the vault's note for one of its names, else the likeliest name."""
    by_key = {key(one.name): one for one in around.projects}
    configured = around.found.settings.project
    is_asked = bool(configured)
    noted = next((by_key[key(name)] for name in around.own_names if key(name) in by_key), None)
    if noted is None and not configured and len(around.projects) == 1 and not around.outside:
        noted = around.projects[0]
    bound = projects.known(around.found.decisions)
    name = noted.name if noted else next((one for one in around.own_names if projects.spelt(one, bound)), "")
    name = configured or name or next(iter(around.own_names), "") or around.name or "project"
    return Project(name, noted.path if noted else "", is_asked=is_asked)


def known(around: Scene) -> tuple[Project, ...]:
    """Return every project that is known here, that of this place first."""
    own = here(around)
    found = {key(own.name): own}
    for one in around.projects:
        found.setdefault(key(one.name), Project(one.name, one.path, is_here=False))
    for name in projects.known(around.found.decisions):
        found.setdefault(key(name), Project(name, is_here=False))
    return tuple(found.values())


def asked(around: Scene, name: str) -> Project:
    """Return the project that a name or a part of one means. Raises `UsageError` for none and for several."""
    if not name.strip():
        return here(around)
    listed = known(around)
    wanted = key(name[:_LONGEST_NAME])
    own = {key(one) for one in around.own_names}
    if wanted in own and wanted not in {key(one.name) for one in listed}:
        return listed[0].replace(is_asked=True)
    exact = [one for one in listed if key(one.name) == wanted]
    found = exact or [one for one in listed if wanted and wanted in key(one.name)]
    if len(found) == 1:
        return found[0].replace(is_asked=True)
    shown = name[:_LONGEST_NAME]
    if found:
        raise UsageError(f"'{shown}' can be any of {', '.join(one.name for one in found)}", "name one of them whole")
    names = [one.name for one in listed]
    near = get_close_matches(shown, names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"known projects: {', '.join(names[:20])}"
    raise UsageError(f"there is no project '{shown}'", hint)
