"""What git says when it is asked about itself: its failures in its own words, and its configuration."""

from __future__ import annotations

import os

from adrguard.model.errors import GitError
from adrguard.system import process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.system.process import Completed


_MISSING = ("not a tree object", "Could not read", "bad object", "unable to read", "loose object", "missing blob")


def failure(done: Completed, what: str) -> GitError:
    """Return the error that says in git's own words why `git WHAT` failed."""
    words = done.words or f"exit code {done.code} without a word"
    return GitError(f"git {what} failed: {words}", _hint(words))


def _hint(words: str) -> str:
    if "dubious ownership" in words:
        return "the repository belongs to another user: `git config --global --add safe.directory PATH` trusts it"
    if "Permission denied" in words:
        return "run as the user whom the repository belongs to"
    if "index file" in words or "bad signature" in words:
        return "the index is damaged: `rm .git/index && git reset` rebuilds it from HEAD and keeps your files"
    if any(one in words for one in _MISSING):
        return "objects are missing or damaged here: `git fetch` may bring them, `git fsck` says which"
    return ""


def configured_work_tree(folder: str, git_dir: str) -> str:
    """Return core.worktree as an absolute path, "" when it is not set. Raises `GitError`."""
    value = _config(folder, git_dir, "core.worktree")
    if not value:
        return ""
    root = os.path.realpath(os.path.join(git_dir, value))
    if not os.path.isdir(root):
        raise GitError(f"core.worktree of {git_dir} names {root}, which is no folder", "mend it with `git config`")
    return root


def _config(folder: str, git_dir: str, key: str) -> str:
    # The folder decides which repository git finds, so that it also checks whether it may trust it.
    done = process.run(["git", "config", "--get", key], os.path.abspath(folder), b"", _found_by(git_dir))
    if done.code not in (0, 1):
        raise failure(done, "config")
    return os.fsdecode(done.stdout).removesuffix("\n")


def _found_by(git_dir: str) -> dict[str, str]:
    environment = {**os.environ, "LC_ALL": "C"}
    named = environment.get("GIT_DIR")
    if named and os.path.realpath(named) != git_dir:
        del environment["GIT_DIR"]
    return environment


_CLOSED = b"warning: could not open directory '"


def closed_folders(stderr: bytes) -> tuple[tuple[str, str], ...]:
    """Return of what git wrote while it looked for files the folders that it could not look into, and why."""
    found = {}
    for line in stderr.split(b"\n"):
        path, quote, reason = line.removeprefix(_CLOSED).rpartition(b"': ")
        if line.startswith(_CLOSED) and quote:
            name = path.decode("utf-8", "surrogateescape").rstrip("/")
            found[name] = f"unreadable: {reason.decode('utf-8', 'replace')}"
    return tuple(found.items())
