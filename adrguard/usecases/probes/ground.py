"""The ground that the guard stands on: this program, git, the repository."""

from __future__ import annotations

import os
import platform
import re
import sys
from typing import TYPE_CHECKING

from adrguard import __version__
from adrguard.model.errors import AdrguardError
from adrguard.system import process
from adrguard.system.git import FETCH_ALL, Git
from adrguard.usecases.probes.scene import FAILURE, OK, WARNING, Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.usecases.probes.scene import Scene

OLDEST_GIT = (2, 30)
"""`rev-parse --end-of-options`, without which no revision is looked up."""

_VERSION = re.compile(r"(\d+)\.(\d+)")


def program(_: Scene) -> Iterator[Check]:
    """Say which program this is, and on which Python."""
    python = f"Python {platform.python_version()} ({sys.executable or 'unknown path'})"
    yield Check("program", OK, f"adrguard {__version__}, {python}")


def git(_: Scene) -> Iterator[Check]:
    """Say which git there is."""
    try:
        done = process.run(["git", "--version"], os.path.expanduser("~"))
    except AdrguardError as error:
        yield Check("git", FAILURE, error.message, error.hint)
        return
    said = done.stdout.decode("utf-8", "replace").strip().removeprefix("git version ")
    version = _VERSION.match(said)
    oldest = ".".join(map(str, OLDEST_GIT))
    if done.code or version is None:
        yield Check("git", FAILURE, f"`git --version` says '{said or done.words}'", "is the 'git' on PATH really git?")
    elif (int(version[1]), int(version[2])) < OLDEST_GIT:
        yield Check("git", WARNING, f"{said} is older than {oldest}", f"install git {oldest} or later")
    else:
        yield Check("git", OK, said)


def repository(scene: Scene) -> Iterator[Check]:
    """Say which repository this is, and whether git works in it."""
    repo = scene.repo
    if scene.trouble is not None or repo is None or not repo.git_dir:
        message = scene.trouble.message if scene.trouble else "not in a git repository"
        hint = scene.trouble.hint if scene.trouble else "`git init`"
        if repo is None:
            yield Check("repository", FAILURE, message, hint)
        else:
            yield Check("repository", WARNING, f"{message}; the decisions below {repo.root} can be read", hint)
        return
    asked = Git(repo)
    commit = asked.head()
    kind = "a linked working tree, " if repo.git_dir != repo.common_dir else ""
    what = f"{repo.root} ({kind}{f'at {commit[:12]}' if commit else 'no commit yet'})"
    if asked.is_shallow():
        yield Check("repository", WARNING, f"{what}: a shallow clone, so --base may find no common commit", FETCH_ALL)
    else:
        yield Check("repository", OK, what)
