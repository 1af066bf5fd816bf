"""Workers that do not live long: what `usecases.tree.crew` has to make up for. Named to it by module and function."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adrguard.usecases.tree import portions

FATAL = "fatal.py"
"""A file at which they end."""
WHERE = "FRAIL_WORKERS"
"""Variable of the environment that names a folder for what has to be remembered."""


def mortal(setup: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Return what ends the process whenever it is to judge the fatal file."""
    answer = portions.worker(setup)

    def judge(message: Any) -> Any:
        if _is_fatal(setup, message):
            _die()
        return answer(message)

    return judge


def once(setup: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Return what ends the process the first time that anything is asked of one."""
    answer = portions.worker(setup)
    mark = Path(os.environ[WHERE]) / "ended"

    def judge(message: Any) -> Any:
        if not mark.exists():
            mark.touch()
            _die()
        return answer(message)

    return judge


def slow(_: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Return what never comes to an answer; the process leaves its number behind."""

    def judge(_: Any) -> Any:
        (Path(os.environ[WHERE]) / "number").write_text(str(os.getpid()))
        time.sleep(600)

    return judge


def stillborn(_: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Fail to begin."""
    raise OSError("no such thing here")


def _is_fatal(setup: tuple[Any, ...], message: Any) -> bool:
    files = setup[-1][message][0] if isinstance(message, int) else message[0]
    return any(one[0].endswith(FATAL) for one in files)


def _die() -> None:
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
