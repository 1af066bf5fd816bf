"""Files to be judged as they stand on the disk, with nothing older to compare them with: named ones, or all."""

from __future__ import annotations

import os
import stat

from adrguard.changes import listed
from adrguard.changes.change import MAX_FILE_SIZE, WORKTREE, Change, Pending
from adrguard.changes.worktree import git_mode
from adrguard.model.changes import ChangeSet, FileChange
from adrguard.model.errors import UsageError
from adrguard.system import files
from adrguard.system.git import from_native, native
from adrguard.system.repository import nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from adrguard.changes.listed import ListedTree
    from adrguard.system.repository import Repository


def read(repo: Repository, names: Sequence[str], cwd: str = "", max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return the named files; a folder stands for all that git knows or does not ignore below it.

    Names are relative to `cwd` (default: the current folder). An ignored file is judged when it is named itself. One in
    a submodule or another repository below is not: it is that one's decisions that bind it.
    Raises one `UsageError` for all names that do not exist or lie outside of the repository.
    """
    tree = listed.read(repo, max_file_size)
    known = tree.paths()
    found: dict[str, FileChange] = {}
    unread: list[tuple[str, str]] = []
    wrong: list[str] = []
    for name in names:
        path, problem = _locate(repo.root, os.path.join(cwd or os.curdir, name) if name else "")
        if problem:
            wrong.append(f"'{name}' {problem}")
            continue
        mode = os.lstat(os.path.join(repo.root, native(path))).st_mode
        inner = "" if path in known else nested(repo.root, native(path))
        if inner:
            unread.append((path, f"another repository, {from_native(inner)}, holds it: run adrguard inside of that"))
        elif stat.S_ISDIR(mode):
            below = sorted(one for one in known if not path or one.startswith(path + "/"))
            found.update({one: FileChange(one, "=", "", tree.mode(one), 0) for one in below})
            unread += [one for one in tree.closed if not path or f"{one[0]}/".startswith(f"{path}/")]
            if path in known:
                unread.append((path, "submodule: run adrguard inside of it"))
        elif stat.S_ISREG(mode) or stat.S_ISLNK(mode):
            found[path] = FileChange(path, "=", "", git_mode(mode), 0)
            if stat.S_ISLNK(mode):
                unread.append((path, "link: name the file that it leads to"))
        else:
            unread.append((path, f"unreadable: {files.kind_of(mode)}"))
    if wrong:
        raise UsageError("; ".join(wrong), f"name files of the repository {repo.root}")
    return _whole("files", found.values(), tree, unread)


def read_all(
    repo: Repository,
    max_file_size: int = MAX_FILE_SIZE,
    deciding: Callable[[Iterable[str]], Iterable[str]] | None = None,
) -> Change:
    """Return every file of the working tree that git tracks or does not ignore.

    Given what chooses the paths that decide, the change says what of HEAD's decisions may be otherwise now.
    """
    tree = listed.read(repo, max_file_size)
    # Unchecked, as there may be very many.
    changes = [FileChange.of((path, "=", "", tree.table[path][0], 0)) for path in sorted(tree.table)]
    change = _whole("all", changes, tree, tree.closed)
    return change.replace(pending=Pending(tree.commit, tree.unlike_head(deciding))) if deciding else change


def _whole(source: str, changes: Iterable[FileChange], tree: ListedTree, unread: Iterable[tuple[str, str]]) -> Change:
    return Change(ChangeSet(source, tuple(changes), whole=True, unread=tuple(unread)), tree, WORKTREE, WORKTREE)


def _locate(root: str, name: str) -> tuple[str, str]:
    """Return the path in the repository ("" for its top) and "", or "" and what is wrong with the name."""
    if not name or "\0" in name:
        return "", "is not a file name"
    # The last part is not resolved: a link is what was named, not what it leads to.
    name = os.path.abspath(name)
    folder, last = os.path.split(name)
    real = os.path.join(os.path.realpath(folder), last)
    if not os.path.lexists(real):
        return "", "does not exist"
    relative = os.path.relpath(real, root) if os.path.splitdrive(real)[0] == os.path.splitdrive(root)[0] else os.pardir
    if relative == os.curdir or os.path.realpath(name) == root:
        return "", ""
    if relative.split(os.sep)[0] == os.pardir:
        return "", "lies outside of the repository"
    return from_native(relative), ""
