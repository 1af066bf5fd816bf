"""Put git's hooks in place, or take them away."""

from __future__ import annotations

from adrguard.install import git_hooks, interpreter
from adrguard.model.record import Record
from adrguard.system import repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.install.git_hooks import HookChange, HookFolder
    from adrguard.install.interpreter import Interpreter


class Hooks(Record):
    """What was done in which folder; `interpreter` is None when hooks were taken away."""

    folder: HookFolder
    changes: tuple[HookChange, ...]
    interpreter: Interpreter | None = None


def install(start: str, *, push: bool = False, everywhere: bool = False) -> Hooks:
    """Install `pre-commit` and `pre-merge-commit`, and `pre-push` when asked. Raises `AdrguardError`."""
    folder = git_hooks.locate(repository.find(start), everywhere=everywhere)
    python = interpreter.running()
    names = git_hooks.HOOKS + (git_hooks.OPTIONAL_HOOKS if push else ())
    return Hooks(folder, git_hooks.install(folder, names, python), python)


def uninstall(start: str, *, everywhere: bool = False) -> Hooks:
    """Take all hooks of ours away and put back what was there before them."""
    folder = git_hooks.locate(repository.find(start), everywhere=everywhere)
    return Hooks(folder, git_hooks.uninstall(folder))
