"""The clipboard, by whichever program of the terminal's surroundings there is."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.system import process

if TYPE_CHECKING:
    from subprocess import Popen

_UTF8, _UTF16 = "utf-8", "utf-16"
_PROGRAMS = (
    ("wl-copy", (), _UTF8),
    ("xclip", ("-selection", "clipboard"), _UTF8),
    ("xsel", ("--clipboard", "--input"), _UTF8),
    ("pbcopy", (), _UTF8),
    ("clip.exe", (), _UTF16),
)
"""Program, its arguments, what it takes: `clip` would read UTF-8 in the code page of the console."""

_PATIENCE_S = 5.0
_STEP_S = 0.01


def copy(text: str) -> str:
    """Put a short text on the clipboard; return the name of the program that did, "" where none is there or works."""
    for name, arguments, encoding in _PROGRAMS:
        # On Windows a program is looked for with its ending.
        program = name.removesuffix(".exe") if os.name == "nt" else name
        try:
            running = process.start([program, *arguments], os.getcwd())
        except (AdrguardError, FileNotFoundError):
            continue  # not installed here
        if _fed(running, text.encode(encoding, "replace")):
            return program
    return ""


def _fed(running: Popen[bytes], data: bytes) -> bool:
    """Say whether a program took the data. It may leave a child behind that holds the clipboard: nothing is awaited."""
    assert running.stdin is not None  # noqa: S101 -- `start` asked for pipes
    assert running.stdout is not None  # noqa: S101
    try:
        running.stdin.write(data)
        running.stdin.close()
    except OSError:
        running.kill()
    end = time.monotonic() + _PATIENCE_S
    while running.poll() is None and time.monotonic() < end:
        time.sleep(_STEP_S)
    if running.poll() is None:
        running.kill()
        running.wait()
    running.stdout.close()
    return running.returncode == 0
