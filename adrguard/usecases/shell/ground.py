"""What a command may not take from under the guard: which repository is meant, and which files are its own."""

from __future__ import annotations

import fnmatch
import os
import re

from adrguard.model.errors import AdrguardError
from adrguard.system import files, repository
from adrguard.system.folders import STATE
from adrguard.usecases.guard_places import FRAMEWORKS, OWN_FOLDER
from adrguard.usecases.shell.calls import changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.system.repository import Repository
    from adrguard.usecases.shell.calls import Call

HOOK, RECORD, SETTINGS = "a hook by which the guard judges commits", "the guard's own record", "git's settings"
_LARGEST_HOOK = 1 << 20
_MOST_NAMES = 10_000
_RUNNERS = ("adrguard", *FRAMEWORKS)
_HOOKS = frozenset(("pre-commit", "pre-merge-commit", "pre-push"))
_GLOB = "*?["
_DEEPEST, _MOST_FOLDERS, _MOST_ALTERNATIVES = 40, 200, 64
_BRACES = re.compile(r"\{([^{},]*,[^{}]*)\}")


class Ground:
    """The repository in which an agent works."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._hooks = os.path.join(repo.common_dir, "hooks")

    def is_meant(self, folder: str | None, *, fresh: bool) -> bool:
        """Say whether git, run there, works in this repository; where only the shell knows the folder, it does."""
        if folder is None:
            return not fresh
        try:
            return repository.find(folder).common_dir == self._repo.common_dir
        except (AdrguardError, OSError, ValueError):
            return False

    def what_is(self, path: str, call: Call) -> str:
        """Say what a path means to the guard, "" for nothing."""
        if "{" in path:
            return next((kind for one in _alternatives(path) if (kind := self.what_is(one, call))), "")
        folder, name = os.path.split(path)
        if any(sign in folder for sign in _GLOB):
            base = os.path.join(call.folder or self._repo.root, "")
            return next((kind for one in self._folders(base, folder) if (kind := self._named(one, name))), "")
        return self._named(*os.path.split(place)) if (place := self._absolute(path, call)) else ""

    def _folders(self, base: str, pattern: str) -> list[str]:
        """Return the folders, at or below the repository's, that a pattern stands for."""
        pattern = os.path.normpath(os.path.join(base, pattern))
        found = [os.sep]
        for part in pattern.split(os.sep)[1 : _DEEPEST + 1]:
            if not any(sign in part for sign in _GLOB):
                found = [os.path.join(one, part) for one in found]
                continue
            near = [one for one in found if self._is_near(os.path.realpath(one))]
            names = [(one, name) for one in near for name in fnmatch.filter(_listed(one), part)]
            found = [os.path.join(*one) for one in names if part[:1] == "." or one[1][:1] != "."][:_MOST_FOLDERS]
        return found

    def _named(self, folder: str, name: str) -> str:
        if any(sign in name for sign in _GLOB):
            return self._any_of(folder, name)
        return self._kind(os.path.realpath(folder), name)

    def _absolute(self, path: str, call: Call) -> str:
        for text, known in self._known(call):
            if path.startswith(text):
                path = known + path[len(text) :]
        base = call.folder or ("" if call.fresh else self._repo.root)
        place = changed(base, os.path.dirname(path) or os.curdir) if base else None
        name = os.path.basename(path)
        if place is None or "$" in name or "\0" in place + name:
            return ""
        return os.path.join(place, name)

    def _known(self, call: Call) -> Iterable[tuple[str, str]]:
        """Yield what is often written for a folder that only the shell knows, and which it is."""
        git, root = self._repo.git_dir, self._repo.root
        yield "$(git rev-parse --git-dir)", git
        yield "$(git rev-parse --git-common-dir)", self._repo.common_dir
        yield "$(git rev-parse --git-path hooks)", self._hooks
        yield "$(git rev-parse --show-toplevel)", root
        for here in ("$PWD", "${PWD}", "$(pwd)"):
            yield here, call.folder or root

    def _any_of(self, folder: str, pattern: str) -> str:
        real = os.path.realpath(folder)
        if not self._is_near(real):
            return ""
        names = fnmatch.filter(_listed(real), pattern)
        return next((kind for name in names if (kind := self._kind(real, name))), "")

    def _is_near(self, folder: str) -> bool:
        return any(_is_below(folder, top) for top in (self._repo.root, self._repo.git_dir, self._repo.common_dir))

    def _kind(self, folder: str, name: str) -> str:
        path = os.path.join(folder, name) if name else folder
        if any(_is_below(path, own) or own == path for own in self._records()):
            return RECORD
        if folder == self._hooks:
            return HOOK if self.runs_guard(path) else ""
        if path in (self._hooks, self._repo.common_dir, self._repo.git_dir):
            return HOOK if self.holds_hook(self._hooks) else ""
        config = (os.path.join(self._repo.common_dir, "config"), os.path.join(self._repo.git_dir, "config.worktree"))
        return SETTINGS if path in config else ""

    def _records(self) -> Iterable[str]:
        yield os.path.join(self._repo.common_dir, OWN_FOLDER)
        yield os.path.join(self._repo.git_dir, OWN_FOLDER)
        yield os.path.join(self._repo.root, *STATE.split("/"))

    def holds_hook(self, folder: str) -> bool:
        """Say whether a folder, relative to the repository's root, has a hook that runs the guard.

        A framework's may do so by a file beside it; where no file has the name of a hook, others do not count.
        """
        folder = os.path.join(self._repo.root, os.path.expanduser(folder))
        names = _listed(folder)
        return not _HOOKS.isdisjoint(names) and any(self.runs_guard(os.path.join(folder, name)) for name in names)

    def runs_guard(self, path: str) -> bool:
        """Say whether a file is a hook that runs the guard, itself or through a framework."""
        if path.endswith(".sample"):
            return False
        try:
            text = files.read_regular(path, _LARGEST_HOOK).decode("utf-8", "replace")
        except (FileNotFoundError, files.UnreadableError):
            return False
        return any(word in text for word in _RUNNERS)

    def default_hooks(self) -> str:
        """Return the folder in which git looks for hooks when nothing else is said."""
        return self._hooks


def _alternatives(path: str) -> list[str]:
    """Return what a shell makes of a word with braces, which are then gone."""
    found = [path]
    for _ in range(_MOST_ALTERNATIVES):
        braces = next(((one, match) for one in found if (match := _BRACES.search(one))), None)
        if braces is None or len(found) > _MOST_ALTERNATIVES:
            break
        one, match = braces
        found.remove(one)
        found += [f"{one[: match.start()]}{part}{one[match.end() :]}" for part in match[1].split(",")]
    # Others stand for themselves or, as in `${HOME}`, for what only the shell knows.
    return [one for one in found[:_MOST_ALTERNATIVES] if "{" not in one]


def _listed(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry, _ in zip(entries, range(_MOST_NAMES), strict=False)]
    except (OSError, ValueError):
        return []


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))
