"""What the guard keeps: its cache, and the changes of notes that it is at, or was interrupted in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.decisions.cache import Cache
from adrguard.decisions.discover import DEFAULT_FOLDERS, DEFAULT_VAULT
from adrguard.report.text import count
from adrguard.system import folders
from adrguard.system.writing import leftovers, transaction
from adrguard.usecases.probes.scene import FAILURE, OK, WARNING, Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.usecases.probes.scene import Scene

_MOST_SHOWN = 5


def cache(scene: Scene) -> Iterator[Check]:
    """Say whether compiled decisions can be kept: without that all works, only slower. Writes nothing to find out."""
    repo = scene.repo
    if repo is None or not repo.git_dir:
        return
    folder = Cache(repo).folder
    there = folder if os.path.lexists(folder) else repo.git_dir
    if os.path.realpath(folder) != folder or not os.path.isdir(there):
        remedy = f"delete {folder}: it is made anew"
        yield Check("cache", WARNING, f"{folder} is no folder of ours, so each check compiles everything", remedy)
    elif not os.access(there, os.W_OK | os.X_OK):
        remedy = f"let your user write {there}"
        yield Check("cache", WARNING, f"{there} cannot be written, so each check compiles everything", remedy)
    else:
        yield Check("cache", OK, folder)


def transactions(scene: Scene) -> Iterator[Check]:
    """Say which change of notes was the last, whether one was interrupted, and what it left behind."""
    for top in scene.tops:
        yield from _transactions(top)
    for path in _conflicts(scene):
        what = f"{path} holds what a note was to become while somebody changed it"
        yield Check("changes", WARNING, what, "join the two by hand, then delete this file")


def _transactions(top: str) -> Iterator[Check]:
    broken, remedy = transaction.broken(top)
    if broken:
        yield Check("changes", FAILURE, f"{broken}, so no note can be changed", remedy)
        return
    pending = transaction.pending(top)
    if pending is not None and pending.why:
        remedy = "the next change puts it aside and touches no note by it"
        yield Check("changes", WARNING, f"a journal below {top} cannot be obeyed: {pending.why}", remedy)
    elif pending is not None:
        what = f"{pending.what} ({count(len(pending.paths), 'note')}, {pending.when})"
        if pending.live:
            yield Check("changes", OK, f"another process is writing right now: {what}")
        else:
            remedy = "the next adrguard command that reads or writes notes brings it to its end"
            yield Check("changes", WARNING, f"interrupted: {what}", remedy)
    for path in leftovers.set_aside(top):
        yield Check("changes", WARNING, f"{path} was put aside as it could not be obeyed", "look at it, then delete it")
    if pending is None:
        yield _last(top)


def _last(top: str) -> Check:
    done = transaction.history(top)
    if not done:
        return Check("changes", OK, f"none yet below {top}")
    if done[0].why:
        return Check("changes", WARNING, *transaction.damaged(top, done[0]))
    return Check("changes", OK, f"the last one: {done[0].what} ({done[0].when}); `adrguard undo` takes it back")


def _conflicts(scene: Scene) -> list[str]:
    if scene.repo is None:
        return []
    root = scene.repo.root
    named = [*scene.settings.adr_dirs, *DEFAULT_FOLDERS, scene.settings.vault or DEFAULT_VAULT]
    places = dict.fromkeys([*(folders.resolve(root, name) for name in named), *map(leftovers.state_of, scene.tops)])
    found = dict.fromkeys(path for place in places for path in leftovers.conflicts(place))
    return list(found)[:_MOST_SHOWN]
