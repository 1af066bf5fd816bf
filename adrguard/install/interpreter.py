"""Which Python a hook starts, and with which flags: it must find adrguard and must never import from the repository."""

from __future__ import annotations

import sys
from pathlib import Path

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import process

ISOLATED = "-I"
WITH_USER_SITE = "-EP"
"""-I takes neither PYTHON* variables, nor the current folder, nor packages installed for one user only. Where adrguard
is such a package, -E and -P still leave out the first two, through which a repository could have its code run."""

_PROBE = "import adrguard"


class Interpreter(Record):
    """`path` is absolute, with forward slashes (git's shell on Windows takes them); `flags` go before ``-c``."""

    path: str
    flags: str


def running() -> Interpreter:
    """Return the Python that runs this program, proven to find adrguard from outside. Raises `AdrguardError`."""
    path = sys.executable
    if not path:
        message = "this Python does not know its own path, so no hook can start it"
        raise AdrguardError(message, "run adrguard from an ordinary virtual environment")
    # From the interpreter's own folder: what the current folder offers must not count as found.
    folder = str(Path(path).parent)
    for flags in (ISOLATED, WITH_USER_SITE):
        if process.run([path, flags, "-c", _PROBE], folder).code == 0:
            return Interpreter(Path(path).as_posix(), flags)
    message = (
        f"a hook started with {path} would not find adrguard, which is importable here only by PYTHONPATH or folder"
    )
    raise AdrguardError(message, "install it into that Python: pip install adrguard")
