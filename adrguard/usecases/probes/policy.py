"""What decides: the configuration, the decisions, the vault."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.decisions import load
from adrguard.decisions.discover import CONFIG_FILES, DEFAULT_FOLDERS, DEFAULT_VAULT
from adrguard.model.changes import Place
from adrguard.model.decisions import IN_FORCE
from adrguard.report.text import count
from adrguard.system import folders
from adrguard.usecases.probes.scene import FAILURE, OK, WARNING, Check

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.model.errors import Problem
    from adrguard.usecases.probes.scene import Scene

LINT = "`adrguard lint` says where"


def configuration(scene: Scene) -> Iterator[Check]:
    """Say where the configuration is read from, and whether it can be."""
    if scene.repo is None:
        return
    errors = _errors(scene.problems)
    where = scene.config_path or "none, so the defaults hold"
    if errors:
        first = errors[0]
        yield Check("configuration", FAILURE, f"{first.place}: {first.message}", first.hint or LINT)
    elif scene.problems:
        first = scene.problems[0]
        yield Check("configuration", WARNING, f"{first.place}: {first.message}", first.hint)
    else:
        yield Check("configuration", OK, where)


def _errors(problems: Sequence[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity == "error"]


def decisions(scene: Scene) -> Iterator[Check]:
    """Say how many decisions and rules there are, and how many mistakes hide some."""
    if scene.repo is None:
        return
    if any(folders.is_unfinished(top) for top in scene.tops):
        # Whoever reads decisions brings an interrupted change to its end first, and doctor changes nothing.
        yield Check("decisions", WARNING, "not read, as a change of them has not come to its end", "see 'changes'")
        return
    found = load.load(scene.repo, Place("worktree"))
    in_force = sum(one.force == IN_FORCE for one in found.decisions)
    what = f"{count(len(found.decisions), 'decision')} ({in_force} in force), {count(len(found.rules), 'rule')}"
    others = [problem for problem in found.problems if problem.path not in CONFIG_FILES]
    errors = len(_errors(others))
    if errors:
        yield Check("decisions", FAILURE, f"{what}; {count(errors, 'error')}, each of which may hide rules", LINT)
    elif not found.decisions:
        looked = ", ".join([*scene.settings.adr_dirs, DEFAULT_FOLDERS[0], "…"])
        yield Check("decisions", WARNING, f"none found ({looked})", "`adrguard init` sets up a folder for them")
    elif others:
        yield Check("decisions", WARNING, f"{what}; {count(len(others), 'warning')}", LINT)
    else:
        yield Check("decisions", OK, what)


def vault(scene: Scene) -> Iterator[Check]:
    """Say where the vault is, whether it is there, and whether it can be written."""
    if scene.repo is None:
        return
    named = scene.settings.vault
    folder = folders.resolve(scene.repo.root, named or DEFAULT_VAULT)
    standing = os.path.join(scene.repo.root, os.path.expanduser(named or DEFAULT_VAULT))
    if not folders.exists(folder):
        if os.path.lexists(standing):
            what = "a link that leads to no folder" if os.path.islink(standing) else "no folder"
            remedy = "move it out of the way, or name another folder as 'vault' in the configuration"
            yield Check("vault", FAILURE, f"{standing} is {what}, so no decisions of it bind", remedy)
        elif named:
            remedy = "mend 'vault' in the configuration, or bring the folder here"
            yield Check("vault", FAILURE, f"'{named}' is not there ({folder}), so its decisions do not bind", remedy)
        else:
            yield Check("vault", OK, f"none ({DEFAULT_VAULT} is not there)")
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield Check("vault", WARNING, f"{folder} cannot be written", "its decisions are read, and no note can be added")
    else:
        yield Check("vault", OK, folder)
