"""What every probe is given, and what it says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.config.read import LARGEST, choose
from adrguard.decisions.discover import CONFIG_FILES
from adrguard.model.decisions import Settings
from adrguard.model.errors import AdrguardError, Problem
from adrguard.model.record import Record
from adrguard.system import files, repository
from adrguard.system.files import UnreadableError
from adrguard.usecases.top_folder import top_of
from adrguard.vault import writer

if TYPE_CHECKING:
    from adrguard.system.repository import Repository

OK, WARNING, FAILURE = "ok", "warning", "failure"


class Check(Record):
    """One thing that was looked at: its name, how it is, what there is to say, and the way out ("" when well)."""

    name: str
    state: str
    what: str
    remedy: str = ""


class Scene(Record):
    """Where doctor was called.

    `repo` is None outside of any repository and folder of decisions, and its `git_dir` "" in a mere folder; `trouble`
    says why there is no repository. `settings` are read from disk, with `config_path` ("" for none) and `problems`.
    """

    start: str
    repo: Repository | None
    trouble: AdrguardError | None
    settings: Settings
    config_path: str
    problems: tuple[Problem, ...]

    @property
    def tops(self) -> tuple[str, ...]:
        """The folders below which notes are written: the root, and a vault outside of it."""
        return writer.tops(self.repo.root, self.settings.vault) if self.repo else ()


def look(start: str) -> Scene:
    """Find out where we are. Never raises for what is wrong there: that is for the probes to say."""
    trouble: AdrguardError | None = None
    repo: Repository | None = None
    try:
        repo = repository.find(start)
    except AdrguardError as error:
        trouble = error
    if repo is None:
        try:
            repo = top_of(start)
        except AdrguardError:
            return Scene(start, None, trouble, Settings(), "", ())
    path, settings, problems = _configuration(repo.root)
    return Scene(start, repo, trouble, settings, path, problems)


def _configuration(root: str) -> tuple[str, Settings, tuple[Problem, ...]]:
    found: dict[str, bytes] = {}
    unreadable = []
    for name in CONFIG_FILES[:2]:
        try:
            found[name] = files.read_regular(os.path.join(root, name), LARGEST, root)
        except FileNotFoundError:
            continue
        except UnreadableError as error:
            unreadable.append(Problem(name, 0, 0, f"cannot be read: {error.reason}", code="unreadable"))
    path, settings, problems = choose(found)
    return path, settings, (*problems, *unreadable)
