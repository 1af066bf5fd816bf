"""Where sessions are remembered: two small files for each in the git directory, which may vanish or break at any time.

Marshal may be read there because whoever can write to the git directory can already run hooks. A file is sealed by a
checksum; anything unexpected counts as nothing there.
"""

# Hot: an agent that has changed nothing waits for this.

from __future__ import annotations

import marshal
import os
from zlib import crc32

from adrguard.model.record import Record
from adrguard.sessions.not_kept import NotKeptError
from adrguard.sessions.patience import Turn
from adrguard.system import files
from adrguard.system.files import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from adrguard.model.agents import Event

MOST_SESSIONS = 64
MOST_DAYS = 30
MOST_TIPS = 20_000
LARGEST = 16 * 1024 * 1024
_FORMAT = b"adrguard session 1\n"
_MARSHAL = 4  # which every Python from 3.11 on reads
_DAY_S = 86_400
_WAIT_S = 2.0
_LONGEST_NAME = 64
_TYPES = [str, str, float, tuple, tuple, tuple, int, bool, tuple]


class Session(Record):
    """What is remembered of one agent's session in one working tree.

    commit    full id of the commit at HEAD when it began, "" before the first commit
    branch    the branch it began on, "" for none
    began     when, in seconds since 1970
    findings  marks of the findings that were there already, with how many of each
    others    marks of the weakenings and mistakes that were there already
    turns     per turn (and subagent) how often it was held back, the latest last
    told      mark of the note that the person was told last
    loose     decisions were there that no commit holds yet
    stamps    folders of decisions that git does not track, as they were: (absolute path, stamp)
    """

    commit: str
    branch: str = ""
    began: float = 0.0
    findings: tuple[tuple[int, int], ...] = ()
    others: tuple[int, ...] = ()
    turns: tuple[tuple[int, Turn], ...] = ()
    told: int = 0
    loose: bool = False
    stamps: tuple[tuple[str, Any], ...] = ()


class Store:
    """The session of an event, in the working tree that the event is about."""

    def __init__(self, git_dir: str, event: Event) -> None:
        self.folder = os.path.join(git_dir, "adrguard", "sessions")
        self.name = _file_name(event.agent, event.session)

    def read(self) -> Session | None:
        """Return what is remembered, None when that is nothing."""
        raw = _unsealed(self._read(f"session-{self.name}"))
        if not isinstance(raw, tuple) or list(map(type, raw)) != _TYPES:
            return None
        try:
            return Session.of((*raw[:5], tuple([(key, Turn.of(turn)) for key, turn in raw[5]]), *raw[6:]))
        except (TypeError, ValueError):
            return None

    def tips(self) -> tuple[str, ...]:
        """Return the commits that were at the end of a branch when the session began."""
        text = (self._read(f"tips-{self.name}") or b"").decode("ascii", "replace")
        return tuple([line for line in text.split("\n") if line and not line.strip("0123456789abcdef")])

    def begin(self, session: Session, tips: tuple[str, ...]) -> None:
        """Remember how a session begins, and forget old ones. Raises `NotKeptError`."""
        from adrguard.system import folders

        with self._locked():
            self._write(f"tips-{self.name}", "\n".join(tips[:MOST_TIPS]).encode("ascii"))
            self._write(f"session-{self.name}", _sealed(session.plain()))
            for prefix in ("session-", "tips-"):
                folders.prune(self.folder, prefix, MOST_SESSIONS, oldest_s=MOST_DAYS * _DAY_S)

    def update(self, change: Callable[[Session], Session], otherwise: Session) -> Session:
        """Change what is remembered while nobody else does, and return it. Raises `NotKeptError`.

        `otherwise` is what is changed when nothing is remembered.
        """
        with self._locked():
            before = self.read()
            after = change(before or otherwise)
            if after != before:
                self._write(f"session-{self.name}", _sealed(after.plain()))
            return after

    def _locked(self) -> Any:
        from adrguard.sessions.lock import locked

        return locked(self.folder, _WAIT_S)

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _read(self, name: str) -> bytes | None:
        try:
            return files.read_regular(self._path(name), LARGEST)
        except (FileNotFoundError, UnreadableError):
            return None

    def _write(self, name: str, data: bytes) -> None:
        path = self._path(name)
        # The git directory's own path is resolved: a link beneath it would have another file overwritten.
        if os.path.realpath(path) != path:
            raise NotKeptError(f"{path} leads somewhere else", "delete the link")
        try:
            files.write_atomic(path, data, durable=False)
        except (OSError, UnreadableError) as error:
            raise NotKeptError(f"{path} cannot be written: {error}", "make the git directory writable") from error


def _file_name(agent: str, session: str) -> str:
    """Return a name for the files of a session, whose id comes from anywhere: a plain one stands for itself."""
    if len(session) <= _LONGEST_NAME and session.isascii() and session.replace("-", "").isalnum() and session.islower():
        return f"{agent}-{session}"
    return f"{agent}.{_digest(session)}"


def _digest(*words: str) -> str:
    from hashlib import blake2b

    said = "\0".join(words).encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=16).hexdigest()


def mark(*words: str) -> int:
    """Return a number that stands for some texts, the same on every run."""
    return int(_digest(*words)[:15], 16)


def _sealed(value: Any) -> bytes:
    body = marshal.dumps(value, _MARSHAL)
    return _FORMAT + crc32(body).to_bytes(4, "little") + body


def _unsealed(data: bytes | None) -> Any:
    end = len(_FORMAT) + 4
    if data is None or not data.startswith(_FORMAT) or data[end - 4 : end] != crc32(data[end:]).to_bytes(4, "little"):
        return None
    try:
        return marshal.loads(data[end:])  # noqa: S302 -- what may write here can run hooks already
    except (EOFError, ValueError, TypeError):
        return None
