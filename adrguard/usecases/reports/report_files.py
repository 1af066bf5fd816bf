"""Reports as files: reading them back, and writing each where it was asked for."""

from __future__ import annotations

import os
import sys

from adrguard.model.errors import AdrguardError, NotARepositoryError
from adrguard.report import reading
from adrguard.system import files, repository
from adrguard.system.git import from_native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.findings import Outcome

MOST_REPORT = 512 * 1024 * 1024
"""Bytes of a report that are read at most."""

_ELSEWHERE = "name another file, in a folder that may be written to"
_NOTES = (".md", ".markdown")


class NotWrittenError(AdrguardError):
    """Reports that could not be written where they should be; all others were."""


STDIN = "-"


def read(path: str) -> Outcome:
    """Return the verdict that a report holds, `-` for standard input. Raises `AdrguardError`, which names the file."""
    if path == STDIN:
        return _piped()
    try:
        raw = files.read_regular(os.path.realpath(path), MOST_REPORT)
    except files.UnreadableError as error:
        raise AdrguardError(
            f"{path}: {error.reason}", "name a report that `adrguard check --format json` wrote"
        ) from error
    except FileNotFoundError as error:
        hint = "`adrguard check --format json --output FILE` writes a report; - reads one from standard input"
        raise AdrguardError(f"{path}: no such file", hint) from error
    return reading.read(raw, path)


def _piped() -> Outcome:
    raw = sys.stdin.buffer.read(MOST_REPORT + 1)
    if len(raw) > MOST_REPORT:
        raise AdrguardError(f"standard input: more than {MOST_REPORT // 1024**2} MB", "give the reports of shards")
    return reading.read(raw, "standard input")


def write(start: str, reports: Sequence[tuple[str, str]]) -> None:
    """Write each (path, text) as UTF-8, each as a whole or not at all; a path is relative to `start`.

    A path in the repository must not lead out of it, nor into git's files: a link that a change brings along must not
    choose what is overwritten. Neither is a decision, nor what configures the guard. What cannot be written holds back
    no other; raises one `NotWrittenError` for all of it.
    """
    root = _root(start)
    wrong = [said for path, text in reports if (said := _write(root, start, path, text.encode("utf-8")))]
    if wrong:
        raise NotWrittenError("; ".join(wrong), _ELSEWHERE)


def write_bytes(start: str, path: str, data: bytes) -> None:
    """Write one file as `write` does. Raises `NotWrittenError`."""
    said = _write(_root(start), start, path, data)
    if said:
        raise NotWrittenError(said, _ELSEWHERE)


def _root(start: str) -> str:
    try:
        return os.path.realpath(repository.find(start).root)
    except NotARepositoryError:
        return ""


def _decides(root: str, target: str) -> str:
    """Say what a file of the repository decides, "" where it may as well be an earlier report."""
    path = from_native(os.path.relpath(os.path.realpath(target), root))
    # Only now: what reads decisions takes a moment, and most reports are new.
    from adrguard.decisions import load
    from adrguard.model.changes import Place

    repo = repository.find(root)
    if path.lower().endswith(_NOTES):
        found = load.load(repo, Place("worktree"))
        return "it is a decision" if path in (*found.tests, *[one.path for one in found.decisions]) else ""
    settles = path in load.at_head(repo).policy_paths or os.path.basename(path) in (".gitattributes", ".gitignore")
    return "what the guard does hangs on it" if settles else ""


def _write(root: str, start: str, path: str, data: bytes) -> str:
    """Return what went wrong, "" if nothing."""
    target = os.path.normpath(os.path.join(os.path.realpath(start or os.curdir), path))
    try:
        if os.path.isdir(target):
            return f"{path}: not written, as it is a folder"
        if root and f"{target}{os.sep}".startswith(root.rstrip(os.sep) + os.sep):
            decides = os.path.lexists(target) and _decides(root, target)
            if decides:
                return f"{path}: not written, as {decides}"
            files.write_inside(root, target, data)
        else:
            files.write_atomic(target, data)
    except files.UnreadableError as error:
        return f"{path}: {error.reason}"
    except (OSError, ValueError) as error:
        return f"{path}: not written: {getattr(error, 'strerror', None) or error}"
    return ""
