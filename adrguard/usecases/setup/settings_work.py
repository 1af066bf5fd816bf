"""Changes of agents' settings files: planned on what they would hold after the changes before, then carried out."""

from __future__ import annotations

import contextlib
import difflib
import os
import stat
from typing import TYPE_CHECKING

from adrguard.install.agents import settings
from adrguard.install.agents.remembered import Remembered
from adrguard.install.agents.wanted import OWN
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.install.agents.json_settings import Empties
    from adrguard.install.agents.wanted import Target, Where

CREATED, ADDED, UPGRADED, UNCHANGED = "created", "added", "upgraded", "unchanged"
REMOVED, DELETED, ABSENT, REFUSED, RESTORED = "removed", "deleted", "absent", "refused", "restored"
_DOES = (CREATED, ADDED, UPGRADED, REMOVED, DELETED, RESTORED)
_BACKUP = ".adrguard-backup"
_FOLDER, _ASIDE, _USERS = "folder", "aside", "for"
"""What is remembered of a file beside its empty places: the folder that was there, where a broken one was put, and the
agents that share it."""


class FileChange(Record):
    """What becomes of one settings file of an agent.

    `before` and `after` are its bytes, None where it is not there. `action` is one of the words above; `problem` and
    `hint` say why one is refused. `backup` is where a file that cannot be read is put aside, or comes back from.
    """

    agent: str
    target: Target
    action: str
    before: bytes | None = None
    after: bytes | None = None
    problem: str = ""
    hint: str = ""
    backup: str = ""

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.target.path

    @property
    def does_something(self) -> bool:
        """Say whether anything is written."""
        return self.action in _DOES

    def diff(self) -> list[str]:
        """Return the lines of a unified diff of the change, without a head."""
        old, new = [
            (data or b"").decode("utf-8", "replace").splitlines(keepends=True) for data in (self.before, self.after)
        ]
        return [line.rstrip("\r\n") for line in difflib.unified_diff(old, new, n=2)][2:]


class Work:
    """Settings files as they would be after the changes so far, as several agents may share one.

    With `set_aside`, a file that cannot be read makes room for a new one.
    """

    def __init__(self, where: Where, *, set_aside: bool = False) -> None:
        self.where = where
        self.remembered = Remembered(where)
        self.set_aside = set_aside
        self._texts: dict[str, bytes | None] = {}

    def _read(self, target: Target) -> bytes | None:
        return self._texts[target.path] if target.path in self._texts else settings.read(target)

    def add(self, agent: str, target: Target, *, shared: bool = False) -> FileChange:
        """Plan to put our entries into a file; one that is `shared` stays until the last of its agents goes."""
        before, backup = None, ""
        try:
            before = self._read(target)
            real = settings.real_path(target)
            empties = self.remembered.of(real)
            after = self._added(target, before, empties)
            if after is None:
                backup = empties[_ASIDE] = _free(real + _BACKUP)
                after = settings.added(target, None, empties)
        except AdrguardError as error:
            return FileChange(agent, target, REFUSED, before, problem=error.message, hint=error.hint)
        self._texts[target.path] = after
        if shared:
            empties[_USERS] = " ".join(sorted({*(empties.get(_USERS) or "").split(), agent}))
        if before is None:
            empties[_FOLDER] = _standing(os.path.dirname(real))
        action = UNCHANGED if after == before else CREATED if before is None or backup else _word(target, before)
        return FileChange(agent, target, action, before, after, backup=backup)

    def is_needed(self, target: Target, agent: str) -> bool:
        """Forget that a file was written for this agent, and say whether it was for another one too."""
        try:
            found = self.remembered.of(settings.real_path(target))
        except AdrguardError:
            return False
        left = sorted({*(found.get(_USERS) or "").split()} - {agent})
        if left:
            found[_USERS] = " ".join(left)
        return bool(left)

    def _added(self, target: Target, before: bytes | None, empties: Empties) -> bytes | None:
        """Return the bytes with our entries, None where a file that cannot be read is to be put aside."""
        try:
            return settings.added(target, before, empties)
        except AdrguardError as error:
            if before is None or target.form == OWN or _is_readable(target, before):
                raise
            if self.set_aside:
                return None
            hint = f"{error.hint}, or put it aside for a new one with --set-aside"
            raise AdrguardError(error.message, hint) from error

    def take(self, agent: str, target: Target) -> FileChange:
        """Plan to take everything of ours out of a file."""
        before, backup = None, ""
        try:
            before = self._read(target)
            if before is None:
                return FileChange(agent, target, ABSENT)
            empties = self.remembered.of(settings.real_path(target))
            after = settings.removed(target, before, empties)
            backup = empties.get(_ASIDE) or ""
            if after is None and os.path.isfile(backup):
                after = files.read_regular(backup, settings.LARGEST)
            else:
                backup = ""
        except AdrguardError as error:
            return FileChange(agent, target, REFUSED, before, problem=error.message, hint=error.hint)
        self._texts[target.path] = after
        action = ABSENT if after == before else DELETED if after is None else RESTORED if backup else REMOVED
        return FileChange(agent, target, action, before, after, backup=backup)


def _is_readable(target: Target, data: bytes) -> bool:
    try:
        settings.registered(target, data)
    except AdrguardError:
        return False
    return True


def _word(target: Target, before: bytes) -> str:
    lines, server = settings.registered(target, before)
    return UPGRADED if lines or server or target.form == OWN else ADDED


def _free(path: str) -> str:
    """Return this path, or the first numbered one like it, at which there is nothing."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = f"{path}-{number}"
    return free


def _standing(folder: str) -> str:
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder


def carry_out(changes: Sequence[FileChange], work: Work) -> tuple[FileChange, ...]:
    """Write the changes in order; one that cannot be written is refused, and the others go on."""
    done = [_carried_out(change, work) for change in changes]
    with contextlib.suppress(OSError, AdrguardError):  # what is lost is only what stood empty before
        work.remembered.keep()
    return tuple(done)


def _carried_out(change: FileChange, work: Work) -> FileChange:
    try:
        if change.does_something:
            _write(change, work)
    except AdrguardError as error:
        return change.replace(action=REFUSED, problem=error.message, hint=error.hint)
    except OSError as error:
        problem = f"{change.path}: cannot be written: {error.strerror or error}"
        return change.replace(action=REFUSED, problem=problem)
    return change


def _write(change: FileChange, work: Work) -> None:
    target = change.target
    real = settings.real_path(target)
    if settings.read(target) != change.before:
        raise AdrguardError(f"{change.path}: was changed in the meantime", "run the command again")
    if change.action == RESTORED:
        files.replace(change.backup, real)
    elif change.after is None:
        os.unlink(real)
        _remove_empty(os.path.dirname(real), target, work.remembered.of(real).get(_FOLDER) or "")
    else:
        if change.backup and change.before is not None:
            files.write_atomic(change.backup, change.before)
            os.chmod(change.backup, stat.S_IMODE(os.stat(real).st_mode))
        files.write_inside(target.inside, target.path, change.after)
        if target.executable:
            os.chmod(real, os.stat(real).st_mode | 0o111)  # noqa: S103 -- the agent runs this file
    if change.action in (REMOVED, DELETED, RESTORED):
        work.remembered.forget(real)


def _remove_empty(folder: str, target: Target, stood: str) -> None:
    """Remove folders that nothing is left in, but not what stood before we came, nor the scope itself."""
    top = os.path.realpath(target.inside)
    while folder not in (top, stood) and files.is_inside(folder, top):
        try:
            os.rmdir(folder)
        except OSError:
            return
        folder = os.path.dirname(folder)
