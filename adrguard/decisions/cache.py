"""The compiled cache: a few files below the git directory that may vanish, break or be another version's at any time.

Marshal may be read there because whoever can write to the git directory can already run hooks. A file starts with what
made it and a checksum; anything unexpected counts as nothing there.
"""

# Hot: a warm hook imports nothing but this to get at its rules.

from __future__ import annotations

import marshal
import os
import sys
from zlib import crc32

import adrguard
from adrguard.system import files, folders
from adrguard.system.files import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adrguard.system.repository import Repository

FORMAT = 1
MARSHAL = 4
"""The edition of marshal that every Python from 3.11 on reads: what has a version of its own is shared by them."""
MOST_SETS = 8
LARGEST = 256 * 1024 * 1024
_SOURCES = ("config", "decisions", "kdsl", "model", "vault")


class Cache:
    """The cache of one repository; with `folder` "" nothing is kept.

    What is put there is forgotten when this program changes, unless it comes with a `version` of its own. One that
    `keeps` nothing is only read: what may never come to be would displace what is there.
    """

    def __init__(self, repo: Repository, version: str = "", *, keeps: bool = True) -> None:
        self.folder = os.path.join(repo.git_dir, "adrguard") if repo.git_dir else ""
        self.version = version or _version()
        self._keeps = keeps

    def get(self, name: str) -> Any:
        """Return what was put under a name, None when that is not to be had."""
        if not self.folder:
            return None
        try:
            data = files.read_regular(self._path(name), LARGEST)
        except (FileNotFoundError, UnreadableError):
            return None
        head = self._head(name)
        end = len(head) + 8
        body = memoryview(data)[end:]
        if not data.startswith(head) or data[len(head) : end] != _seal(body):
            return None
        try:
            return marshal.loads(body)  # noqa: S302 -- what may write here can run hooks already
        except (EOFError, ValueError, TypeError):
            return None

    def put(self, name: str, value: Any) -> None:
        """Keep a value of plain tuples, lists, dicts, texts and numbers; nothing where the folder cannot be written."""
        if not self.folder or not self._keeps:
            return
        path = self._path(name)
        # The git directory's own path is resolved: a link beneath it would have another file overwritten.
        if os.path.realpath(path) != path:
            return
        body = marshal.dumps(value, MARSHAL)
        try:
            files.write_atomic(path, self._head(name) + _seal(body) + body, durable=False)
        except (OSError, UnreadableError):
            return
        if name.startswith("set-"):
            folders.prune(self.folder, "set-", MOST_SETS)

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, f"{name}.bin")

    def _head(self, name: str) -> bytes:
        return f"adrguard cache {FORMAT} {self.version} {name}\n".encode()


def _seal(body: bytes | memoryview) -> bytes:
    return crc32(body).to_bytes(4, "little") + len(body).to_bytes(4, "little")


def _version() -> str:
    """Return what the meaning of a compiled set depends on: Python, our version, and the sources that made this one."""
    package = os.path.dirname(os.path.abspath(adrguard.__file__))
    built = _installed(package) if os.path.isdir(os.path.join(package, "_data")) else _sources(package)
    return f"{sys.implementation.cache_tag} {sys.hexversion:x} {adrguard.__version__} {built}"


def _installed(package: str) -> str:
    """Return what the list of the installed files says of ours: two states of the sources may have one version.

    It is the same wherever the same build is installed, so that several of it share what is kept.
    """
    metadata = f"{os.path.basename(package)}-{adrguard.__version__}.dist-info"
    try:
        listed = files.read_regular(os.path.join(os.path.dirname(package), metadata, "RECORD"), LARGEST)
    except (FileNotFoundError, UnreadableError):
        return ""
    ours = listed.find(b"\nadrguard/")  # after the scripts, which name their Python
    return f"{crc32(memoryview(listed)[ours:]):x}"


def _sources(package: str) -> str:
    """Return what changes with the sources: in a checkout, and in an editable install of one, the version does not."""
    places = tuple([os.path.join(package, name) for name in _SOURCES])
    grammar = os.path.join(os.path.dirname(package), "grammar")
    return f"{folders.stamp_of_sources((*places, grammar), ('.py', '.lark')):x}"
