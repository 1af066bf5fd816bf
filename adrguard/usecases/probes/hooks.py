"""What runs the guard at a commit: git's own hooks, the pre-commit framework."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from adrguard import __version__
from adrguard.install import git_hooks, installed_hooks, precommit_config
from adrguard.model.errors import AdrguardError
from adrguard.system import files
from adrguard.system.files import UnreadableError
from adrguard.usecases.probes.scene import FAILURE, OK, WARNING, Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.install.installed_hooks import InstalledHook
    from adrguard.usecases.probes.scene import Scene

INSTALL = "`adrguard install git`"
_MOST_READ = 1024 * 1024


def hooks(scene: Scene) -> Iterator[Check]:
    """Say which hooks are installed, whether they can run, and whether anything runs the guard at all."""
    repo = scene.repo
    if repo is None or not repo.git_dir:
        return
    framework = list(_framework(repo.root))
    names_us = any(check.state == OK for check in framework)
    try:
        folder = git_hooks.locate(repo, everywhere=True)
    except AdrguardError as error:
        yield Check("hooks", FAILURE, error.message, error.hint)
        yield from framework
        return
    found = installed_hooks.find(folder)
    generated = installed_hooks.frameworks(folder)
    for hook in found:
        yield _own(hook)
    missing = [name for name in git_hooks.HOOKS if name not in {hook.name for hook in found}]
    if found and missing:
        yield Check("hooks", WARNING, f"no {' and no '.join(missing)} hook in {folder.path}", INSTALL)
    elif not found and not names_us:
        yield Check("hooks", WARNING, f"nothing runs the guard at a commit: no hook in {folder.path}", INSTALL)
    yield from framework
    if names_us and not found and "pre-commit" not in generated:
        remedy = "pre-commit install -t pre-commit -t pre-merge-commit -t pre-push (or the same with prek)"
        yield Check("pre-commit", WARNING, f"the framework's own hook is not installed in {folder.path}", remedy)


def _own(hook: InstalledHook) -> Check:
    name = f"hook {hook.name}"
    again = f"{INSTALL} writes it anew"
    if not hook.python:
        return Check(name, FAILURE, f"{hook.path} does not say which Python to start", again)
    if not os.path.isfile(hook.python):
        return Check(name, FAILURE, f"the Python that {hook.path} starts is gone: {hook.python}", again)
    if not os.access(hook.python, os.X_OK):
        return Check(name, FAILURE, f"the Python that {hook.path} starts cannot be run: {hook.python}", again)
    if not hook.runnable:
        return Check(name, FAILURE, f"{hook.path} is not executable, so git passes it over", f"chmod +x {hook.path}")
    if hook.version != __version__ or hook.format != git_hooks.FORMAT:
        return Check(name, WARNING, f"{hook.path} was written by adrguard {hook.version or 'of another kind'}", again)
    after = f", after {os.path.basename(hook.chained)}" if hook.chained else ""
    other = "" if os.path.samefile(hook.python, sys.executable or os.devnull) else f", with {hook.python}"
    return Check(name, OK, f"{hook.path}{after}{other}")


def _framework(root: str) -> Iterator[Check]:
    """Say whether the pre-commit framework's configuration names us; nothing where there is none."""
    path = os.path.join(root, precommit_config.NAME)
    try:
        text = files.read_regular(path, _MOST_READ, root).decode("utf-8-sig")
        there = precommit_config.is_there(text)
    except FileNotFoundError:
        return
    except (UnreadableError, UnicodeDecodeError) as error:
        yield Check("pre-commit", WARNING, f"{precommit_config.NAME} cannot be read: {_reason(error)}")
        return
    except AdrguardError as error:
        yield Check("pre-commit", WARNING, error.message, error.hint)
        return
    if there:
        yield Check("pre-commit", OK, f"{precommit_config.NAME} names the hook '{precommit_config.HOOK}'")
    else:
        remedy = "`adrguard install pre-commit` adds it, where git's own hooks do not run the guard"
        yield Check("pre-commit", WARNING, f"{precommit_config.NAME} does not name adrguard", remedy)


def _reason(error: Exception) -> str:
    return error.reason if isinstance(error, UnreadableError) else "it is not UTF-8"
