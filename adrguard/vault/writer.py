"""The one writer of notes: each change is a transaction over all the notes that it touches."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from adrguard.model.errors import UsageError
from adrguard.system import folders
from adrguard.system.writing import transaction
from adrguard.system.writing.targets import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.system.writing.recovery import Recovered
    from adrguard.system.writing.transaction import Done, Edit, Held, Undone


class Pen:
    """The right to write notes of one top folder, by their paths as the decisions have them.

    Paths are relative to the root of the repository, and absolute for notes of a vault outside of it; `held` takes them
    relative to its own top.
    """

    def __init__(self, held: Held, root: str, vault: str) -> None:
        self.held = held
        self._root, self._vault = root, vault

    @property
    def told(self) -> str:
        """What an interrupted change was brought to its end first, in one line for a person ("": none)."""
        return self.held.recovered.told if self.held.recovered else ""

    def read(self, path: str, limit: int = LARGEST) -> bytes:
        """Return the bytes of a note. Raises `AdrguardError` where there is none to be read."""
        return self.held.read(self._within(path), limit)

    def commit(self, what: str, edits: Iterable[Edit], *, undoable: bool = True) -> None:
        """Make all of these edits, or none. Raises `AdrguardError`; see `Held.commit`."""
        self.held.commit(what, [edit.replace(path=self._within(edit.path)) for edit in edits], undoable=undoable)

    def undo(self) -> Undone:
        """Take back the last transaction, and return it with paths as the decisions have them."""
        done = self.held.undo()
        return done.replace(paths=tuple(map(self._shown, done.paths)))

    def history(self) -> tuple[Done, ...]:
        """Return what can be taken back, the last one first, with paths as the decisions have them."""
        return tuple(done.replace(paths=tuple(map(self._shown, done.paths))) for done in self.held.history())

    def _within(self, path: str) -> str:
        top, within = top_of(self._root, path, self._vault)
        if os.path.realpath(top) != self.held.top:
            raise _two_tops(path, self.held.top)
        return within

    def _shown(self, path: str) -> str:
        return shown(self._root, self.held.top, path)


def shown(root: str, top: str, path: str) -> str:
    """Return the path of a note, given relative to its top folder, as the decisions have it."""
    real = os.path.realpath(top)
    return path if real == os.path.realpath(root) else f"{real.replace(os.sep, '/')}/{path}"


def last(root: str, vault: str = "") -> str:
    """Return the top folder of the latest transaction, "" for none; what was interrupted is brought to its end first.

    Raises `AdrguardError` where that cannot be.
    """
    for top in tops(root, vault):
        transaction.recover(top)
    moment, top = max((_latest(top), top) for top in tops(root, vault))
    return top if moment else ""


def foreseen(root: str, vault: str = "") -> tuple[Undone, str]:
    """Return what would be taken back, and in one line what would be done before that ("": nothing). Changes nothing.

    Raises the errors that taking back would raise.
    """
    moments = [(_latest(top), top) for top in tops(root, vault)]
    top = max(moments)[1]
    found = transaction.foreseen(top)
    first = "; ".join(filter(None, map(transaction.comes_first, tops(root, vault))))
    return found.replace(paths=tuple(shown(root, top, path) for path in found.paths)), first


def _latest(top: str) -> str:
    standing = transaction.pending(top)
    return max([one.when for one in transaction.history(top)[:1]] + ([standing.when] if standing else []), default="")


def _two_tops(path: str, top: str) -> UsageError:
    message = f"{path} does not lie in {top}, and notes in two places cannot be changed as one"
    return UsageError(message, "keep decisions that concern each other in one place")


def outside(root: str, vault: str) -> str:
    """Return the absolute folder of a vault that lies outside of `root`, "" for none; `vault` is as configured."""
    if not vault:
        return ""
    absolute = folders.resolve(root, vault)
    return absolute if folders.below(root, absolute) is None else ""


def tops(root: str, vault: str = "") -> tuple[str, ...]:
    """Return the folders below which notes are written as one each: the root, and a vault outside of it."""
    beyond = outside(root, vault)
    return (root, beyond) if beyond else (root,)


def top_of(root: str, path: str, vault: str = "") -> tuple[str, str]:
    """Return the top folder that a note is written below, and its path relative to that with forward slashes.

    `path` is relative to `root`, or absolute for a note of the vault outside that `vault` names as configured. Raises
    `UsageError` for a note that lies in neither.
    """
    if not os.path.isabs(path):
        return root, path
    absolute = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    for top in tops(root, vault):
        within = folders.below(top, absolute)
        if within:
            return top, within
    raise UsageError(f"{path} lies neither in {root} nor in its vault", "name a note of the repository or of its vault")


def one_top(root: str, paths: Iterable[str], vault: str = "") -> str:
    """Return the one top folder of all these notes (`root` for none). Raises `UsageError` where there are two."""
    top = ""
    for path in paths:
        other = top_of(root, path, vault)[0]
        if top and other != top:
            raise _two_tops(path, top)
        top = other
    return top or root


@contextlib.contextmanager
def opened(root: str, paths: Iterable[str] = (), vault: str = "", wait_s: float = transaction.WAIT_S) -> Iterator[Pen]:
    """Hold the right to write these notes and all others of their top folder; see `transaction.exclusive`."""
    top = one_top(root, paths, vault)
    with transaction.exclusive(top, wait_s) as held:
        yield Pen(held, root, vault)


def write(root: str, what: str, edits: Iterable[Edit], vault: str = "", *, undoable: bool = True) -> Recovered | None:
    """Make these edits in one transaction; return what became of an interrupted one that was found first."""
    wanted = list(edits)
    with opened(root, [edit.path for edit in wanted], vault) as pen:
        pen.commit(what, wanted, undoable=undoable)
        return pen.held.recovered
