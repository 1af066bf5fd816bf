"""What a state of the repository is compiled from (settings, notes, attributes, baseline), and what it is cached by."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.changes.change import NO_OVERLAY
from adrguard.config.read import LARGEST, choose, locate
from adrguard.decisions import attributes, discover
from adrguard.decisions.barriers import LINK, Barrier, OnDisk, Seen, barriers
from adrguard.decisions.states import GitState, PlainFolder, Untracked, WorkTree, state_at
from adrguard.decisions.steady import moment
from adrguard.model.errors import Problem
from adrguard.model.record import Record
from adrguard.system import folders
from adrguard.system.digests import sha1
from adrguard.system.git import Git, native

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from adrguard.changes.change import Overlay
    from adrguard.decisions.discover import Folders
    from adrguard.decisions.states import State
    from adrguard.decisions.steady import Moment
    from adrguard.model.changes import Place
    from adrguard.model.decisions import Settings
    from adrguard.system.folders import Stamp
    from adrguard.system.repository import Repository

    Stamped = tuple[str, bool, Stamp | None]

MOST_NOTES = 20_000


class Gathered(Record):
    """Everything that a set is made from, found but not yet read.

    `notes` are the paths of the notes to look at and their content ids, `others` those of all other files that decide.
    `stamps` are folders on disk that have to be looked at again before a cached set may be used, as git does not tell
    when they change: ``(absolute path, is read, stamp)``; of one that is not read only its being there counts.
    `moments` are the folders that transactions write below, as they were before anything was read. `unsettled` means
    that `problems` tell of what may change though neither git nor a stamp says so. `barriers` keep folders from being
    read; `from_disk` are those that are read though git does not track them, as paths of notes show them.
    """

    settings: Settings
    config_path: str
    where: Folders
    state: State
    untracked: Untracked
    notes: dict[str, str]
    others: dict[str, str]
    stamps: tuple[Stamped, ...]
    problems: tuple[Problem, ...]
    repo_name: str
    moments: tuple[Moment, ...] = ()
    unsettled: bool = False
    barriers: tuple[Barrier, ...] = ()
    from_disk: tuple[str, ...] = ()

    @property
    def interrupted(self) -> tuple[Problem, ...]:
        """What there is to tell of interrupted changes that were found; it is no part of the state."""
        return tuple(problem for one in self.moments for problem in one.problems)

    def is_steady(self) -> bool:
        """Say whether all that was read up to now is of one moment."""
        return all(one.holds() for one in self.moments)

    def key(self, version: str) -> str:
        """Return a name for the compiled set that changes with anything it depends on."""
        ids = {**self.others, **self.notes}
        lines = [version, self.repo_name, self.where.vault, *(f"{path}\0{ids[path]}" for path in sorted(ids))]
        lines += [f"{one.place}\0{one.message}\0{one.hint}" for one in self.problems]
        said = "\n".join(lines).encode("utf-8", "surrogateescape")
        return sha1(said).hex()

    def read(self, paths: Iterable[str], limit: int) -> dict[str, bytes | str]:
        """Return the bytes of files, or the reasons why they cannot be read; missing ones are left out."""
        loose = set(self.untracked.found)
        wanted = list(paths)
        found = self.state.read([path for path in wanted if path not in loose], limit)
        found.update(self.untracked.read([path for path in wanted if path in loose], limit))
        return found


def gather(
    repo: Repository, place: Place, vault_folder: str = "", overlay: Overlay = NO_OVERLAY, *, surroundings: bool = False
) -> Gathered:
    """Find out what decides at a place. Raises `GitError`.

    `vault_folder` stands in for the configured vault; `overlay` lies over the working tree. For one who only wants to
    know the `surroundings`, the settings and where to look, no note is read: then the ids of `notes` are empty.
    """
    moments = [moment(repo.root, repo.root)]
    state = state_at(repo, place, overlay)
    top = state.read(discover.CONFIG_FILES, LARGEST)
    config_path, settings, problems = _configuration(top)
    vault = _vault(repo.root, vault_folder or settings.vault or discover.DEFAULT_VAULT)
    if vault[1] and folders.exists(vault[0]):
        moments.append(moment(vault[0], repo.root))
    pointer = top.get(discover.ADR_DIR, b"")
    where = discover.folders(
        settings, config_path, pointer.decode("utf-8", "replace") if isinstance(pointer, bytes) else "", vault
    )
    behind = barriers(Seen(state, tuple(state.paths()), repo.root, not isinstance(state, GitState)), where)
    closed = tuple(f"{one.folder}/" for one in behind)
    tracked = [path for path in state.paths() if where.may_decide(path) and not path.startswith(closed)]
    roots, stamps, loose_barriers = _untracked(repo, state, where, tracked)
    roots = _not_given_up(repo, place, where, roots)
    untracked = Untracked(repo.root, roots, overlay)
    loose = [path for path in untracked.found if where.may_decide(path)]
    looked_at = (tracked[:MOST_NOTES], loose[:MOST_NOTES])
    notes = dict.fromkeys([*looked_at[0], *looked_at[1]], "")
    if not surroundings:
        notes = {**state.identify(looked_at[0]), **untracked.identify(looked_at[1])}
    others = [path for path in state.paths() if path.rpartition("/")[2] == attributes.NAME]
    # A repository of its own that this one ignores is a folder like any other.
    on_disk = tuple(f"{folder}/" for folder in roots)
    behind = [one for one in behind if one.kind == LINK or not f"{one.folder}/".startswith(on_disk)]
    behind += [one for one in loose_barriers if one not in behind]
    problems += [one.problem(settings.adr_dirs) for one in behind]
    unseen = dict([*(state.closed if isinstance(state, WorkTree) else ()), *untracked.closed])
    unseen = {folder: reason for folder, reason in unseen.items() if _may_hold_decisions(where, folder)}
    problems += [_unseen_problem(folder, reason) for folder, reason in unseen.items()]
    told = [*(one.folder for one in behind), *unseen]
    problems += _folder_problems(where, [*notes, *(f"{folder}/" for folder in told)], top, settings)
    cut = [*untracked.cut, *(["."] if len(tracked) + len(loose) > MOST_NOTES else [])]
    problems += [
        Problem(folder, 0, 0, "too large to be read whole", "bind a smaller folder", "too-many") for folder in cut
    ]
    return Gathered(
        settings=settings,
        config_path=config_path,
        where=where,
        state=state,
        untracked=untracked,
        notes=notes,
        others=state.identify([*discover.CONFIG_FILES, settings.baseline, *others]),
        stamps=stamps,
        problems=tuple(problems),
        repo_name=name_of(repo),
        moments=tuple(moments),
        unsettled=bool(loose_barriers),
        barriers=tuple(behind),
        from_disk=tuple(roots),
    )


def _may_hold_decisions(where: Folders, folder: str) -> bool:
    """Say whether decisions may be lost with a folder that cannot be looked into: notes in it, or a folder of them."""
    below = f"{folder}/" if folder else ""
    sought = [one for one, _ in where.named]
    return where.may_decide(f"{below}0001-a.md") or any(f"{one}/".startswith(below) for one in sought)


def _unseen_problem(folder: str, reason: str) -> Problem:
    why = reason.removeprefix("unreadable: ")
    hint = "bring its notes further up" if why == reason else "let the user who runs adrguard read it"
    message = f"cannot be looked into: {why}, so decisions in it do not bind"
    return Problem(folder or ".", 0, 0, message, hint, "unreadable")


def _not_given_up(repo: Repository, place: Place, where: Folders, roots: dict[str, str]) -> dict[str, str]:
    """Return the folders to read from disk without those that git tracked notes of before the change.

    What a change takes out of git is out of the decisions, though it may go on lying on this one disk.
    """
    inside = {folder for folder in roots if not os.path.isabs(folder)}
    if not place.since or not inside:
        return roots
    entries = Git(repo).list_tree(place.since, sorted(inside - {""}) if "" not in inside else ())
    before = [entry.path for entry in entries if where.may_decide(entry.path)]
    given_up = {folder for folder in inside if any(path.startswith(f"{folder}/" if folder else "") for path in before)}
    return {folder: path for folder, path in roots.items() if folder not in given_up}


def _configuration(top: dict[str, bytes | str]) -> tuple[str, Settings, list[Problem]]:
    readable = {path: data for path, data in top.items() if isinstance(data, bytes)}
    config_path, settings, problems = choose(readable)
    unreadable = [
        Problem(path, 0, 0, f"cannot be read: {reason}", code="unreadable")
        for path, reason in top.items()
        if isinstance(reason, str)
    ]
    return config_path, settings, [*problems, *unreadable]


def _vault(root: str, folder: str) -> tuple[str, bool]:
    """Return the vault's folder relative to the root, or absolutely when it lies outside."""
    absolute = folders.resolve(root, folder)
    inside = folders.below(root, absolute)
    return (absolute.replace(os.sep, "/"), True) if inside is None else (inside, False)


def _untracked(
    repo: Repository, state: State, where: Folders, tracked: list[str]
) -> tuple[dict[str, str], tuple[Stamped, ...], list[Barrier]]:
    """Return the folders to read from disk because git does not track them, and the stamps of all such folders.

    The barriers are what keeps one of them from being read.
    """
    if where.outside:
        roots, candidates = {where.vault: where.vault}, list(where.adr)
    else:
        roots, candidates = {}, [*([where.vault] if where.vault else []), *where.adr]
    missing = [
        folder for folder in dict.fromkeys(candidates) if not any(path.startswith(f"{folder}/") for path in tracked)
    ]
    present = [folder for folder in missing if folders.exists(os.path.join(repo.root, folder))]
    closed: list[Barrier] = []
    if isinstance(state, PlainFolder):
        chosen = set(present)
        if not where.outside and not where.vault:
            roots[""] = repo.root
    else:
        chosen = {folder for folder in present if not where.outside and folder == where.vault}
        ignored, closed = _ignored(repo, where, [folder for folder in present if folder not in chosen])
        chosen |= ignored
    for folder in present:
        # A folder within one that is read already is read with it.
        if folder in chosen and not any(f"{folder}/".startswith(f"{other}/" if other else "") for other in roots):
            roots[folder] = os.path.join(repo.root, folder)
    stamps: list[Stamped] = [(path, True, folders.stamp(path)) for path in roots.values()]
    unread = [folder for folder in missing if folder not in chosen]
    stamps += [(os.path.join(repo.root, folder), False, () if folder in present else None) for folder in unread]
    return roots, tuple(stamps), closed


def _ignored(repo: Repository, where: Folders, present: list[str]) -> tuple[set[str], list[Barrier]]:
    """Return those of these folders that git ignores, themselves or all notes in them, and what is ignored as a link.

    Nothing in them is tracked.
    """
    behind = barriers(Seen(OnDisk(repo.root), (), repo.root, is_disk=True), where)
    closed = {one.folder: one for one in behind}
    inside = {
        folder: [f"{folder}/{path}" for path, _ in folders.notes(os.path.join(repo.root, native(folder)))]
        for folder in present
        if folder not in closed or closed[folder].kind != LINK
    }
    links = [one for one in closed.values() if one.folder in present and one.kind == LINK]
    asked = [one.path for one in links] + [path for folder, notes in inside.items() for path in (folder, *notes)]
    ignored = {rule.path for rule in Git(repo).ignore_rules(list(dict.fromkeys(asked)))}
    chosen = {folder for folder, notes in inside.items() if folder in ignored or (notes and ignored.issuperset(notes))}
    return chosen, [one for one in links if one.path in ignored]


def _folder_problems(
    where: Folders, notes: Collection[str], top: dict[str, bytes | str], settings: Settings
) -> list[Problem]:
    problems = []
    pointer = top.get(discover.ADR_DIR)
    if (
        isinstance(pointer, bytes)
        and pointer.strip()
        and not discover.pointed_folder(pointer.decode("utf-8", "replace"))
    ):
        problems.append(
            Problem(
                discover.ADR_DIR,
                1,
                1,
                "names no folder inside of the repository",
                "write a relative path",
                "configuration",
            )
        )
    for folder, source in where.named:
        if not any(path.startswith(f"{folder}/") for path in notes):
            line = _line_of(top, source, "adr-dirs") if source != discover.ADR_DIR else 1
            message = f"there is no note in the folder of decision records '{folder}'"
            problems.append(
                Problem(
                    source, line, 1 if line else 0, message, "mend the path, or take it out", "empty-folder", "warning"
                )
            )
    if settings.vault and where.outside and not folders.exists(where.vault):
        source = next(
            (path for path in discover.CONFIG_FILES[:2] if _line_of(top, path, "vault")), discover.CONFIG_FILES[0]
        )
        line = _line_of(top, source, "vault")
        message = f"the vault '{settings.vault}' is not there ({where.vault}), so its decisions do not bind"
        problems.append(
            Problem(source, line, 1 if line else 0, message, "mend 'vault', or bring the folder here", "missing-vault")
        )
    return problems


def _line_of(top: dict[str, bytes | str], path: str, key: str) -> int:
    data = top.get(path)
    if not isinstance(data, bytes):
        return 0
    return locate(data.decode("utf-8-sig", "replace"), "tool.adrguard" if path.endswith("pyproject.toml") else "", key)


def name_of(repo: Repository) -> str:
    """Return the name of the repository's folder: that of the main working tree, where this is a linked one."""
    common = repo.common_dir.rstrip("/\\")
    main = os.path.dirname(common) if os.path.basename(common) == ".git" else repo.root
    return os.path.basename(main)
