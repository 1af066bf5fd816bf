"""Git's plumbing for all but a warm hook: revisions, listings, blobs. Every failure carries git's words."""

from __future__ import annotations

import os
import weakref

from adrguard.model.errors import GitError
from adrguard.model.record import Record
from adrguard.system import process
from adrguard.system.git_words import closed_folders, failure
from adrguard.system.repository import SAFE, Repository, git_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from subprocess import Popen
    from typing import Self, TypeVar

    from adrguard.system.process import Completed

    Result = TypeVar("Result")

_EMPTY_BLOBS = frozenset(
    (
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    )
)
_UNTRACKED = ("ls-files", "--others", "--exclude-standard", "-z", "--")
_MOST_ARGUMENTS = 20_000  # bytes of paths on one command line; Windows allows 32,767 characters in all
_SHOWN = 60  # bytes of what git printed that are enough to recognise it
_DRAINED = 8  # a blob up to so many limits is read to its end; a longer one is cheaper to leave by starting git anew


class Entry(Record):
    """A file in the index or in a tree. `mode` is git's; `stage` is 0, or that of the side taken while unmerged.

    `skipped` is true for an index entry that a sparse checkout leaves out of the working tree.
    """

    mode: int
    oid: str
    path: str
    stage: int = 0
    skipped: bool = False


class Blob(Record):
    """An object's content. `data` is None when it is missing, no blob, or longer than the limit; `size` is in bytes.

    `kind` is git's type, or ``missing``.
    """

    oid: str
    kind: str
    size: int
    data: bytes | None


class IgnoreRule(Record):
    """Why git ignores a path: the pattern, the file that it stands in as git names it, and the line there."""

    path: str
    source: str
    line: str
    pattern: str


class UnknownRevisionError(GitError):
    """A name that git cannot resolve to a commit."""


def native(path: str) -> str:
    """Return a path as git has it (UTF-8, the rest as surrogate escapes) in the form that the system calls take."""
    return path if os.name == "nt" else os.fsdecode(path.encode("utf-8", "surrogateescape"))


def from_native(path: str) -> str:
    """Return a path that came from the system in the form that git's paths have here."""
    return path.replace("\\", "/") if os.name == "nt" else os.fsencode(path).decode("utf-8", "surrogateescape")


class Git:
    """Git in one repository."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        self.environment = git_environment(repo)
        self.closed: tuple[tuple[str, str], ...] = ()

    def completed(self, *args: str, stdin: bytes = b"") -> Completed:
        """Run git and return what came of it, whatever its exit code."""
        return process.run(["git", *SAFE, *args], self.repo.root, stdin, self.environment)

    def output(self, *args: str, stdin: bytes = b"", empty: int = 0) -> bytes:
        """Run git and return its stdout. Raises `GitError`; the exit code `empty` is none that tells of an error."""
        if not stdin:
            code, printed, _ = process.read(["git", *SAFE, *args], self.repo.root, self.environment)
            if code in (0, empty):
                return printed
        return self._said(args, stdin)

    def output_beside(self, *args: str, meanwhile: Callable[[], Result]) -> tuple[bytes, Result]:
        """Run git as `output` does, and do something else while it works; return what came of both.

        What `meanwhile` raises ends git.
        """
        argv = ["git", *SAFE, *args]
        (code, printed, _), done = process.read_beside(argv, self.repo.root, self.environment, 0, meanwhile)
        return (self._said(args) if code else printed), done

    def _said(self, args: Sequence[str], stdin: bytes = b"") -> bytes:
        """Run what failed once more, now for git's words as well. Raises `GitError`."""
        done = self.completed(*args, stdin=stdin)
        if done.code:
            raise failure(done, args[0])
        return done.stdout

    def head(self) -> str:
        """Return the commit at HEAD, "" before the first one."""
        done = self.completed("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        if done.code == 0:
            return done.stdout.decode("ascii").strip()
        # Nothing to resolve is no error; a HEAD that names what is not there, or a refusal, is.
        if done.code == 1 and self.completed("symbolic-ref", "--quiet", "HEAD").code == 0:
            self.output("rev-parse", "--git-dir")
            return ""
        raise failure(self.completed("rev-parse", "--verify", "HEAD^{commit}"), "rev-parse")

    def rev_parse(self, revision: str) -> str:
        """Return the full id of the commit that a revision names.

        Raises `UnknownRevisionError`, and `AmbiguousNameError` where a tag and a branch of that name differ.
        """
        if not revision or revision.startswith("-") or "\0" in revision:
            msg = f"'{revision}' is not a revision"
            raise UnknownRevisionError(msg, "name a branch, a tag or a commit")
        warned = ("-c", "core.warnAmbiguousRefs=true")
        done = self.completed(*warned, "rev-parse", "--verify", "--end-of-options", revision + "^{commit}")
        if done.code == 0:
            oid = done.stdout.decode("ascii").strip()
            if done.stderr:
                from adrguard.system.ref_names import check_name

                check_name(self, revision, oid, done.words)
            return oid
        self.output("rev-parse", "--git-dir")
        msg = f"git knows no commit '{revision}': {done.words}"
        raise UnknownRevisionError(msg, self._remedy())

    def _remedy(self) -> str:
        if self.is_shallow():
            return f"this clone is shallow: {FETCH_ALL}"
        return "`git branch -a` and `git tag` list the names there are, `git fetch` may bring more"

    def is_shallow(self) -> bool:
        """Say whether the history was cut when cloning."""
        return self.output("rev-parse", "--is-shallow-repository").strip() == b"true"

    def merge_base(self, one: str, other: str) -> str:
        """Return the commit where two histories parted, "" when this clone knows of none."""
        done = self.completed("merge-base", one, other)
        if done.code > 1 or done.code < 0:
            raise failure(done, "merge-base")
        return done.stdout.decode("ascii").strip() if done.code == 0 else ""

    def list_index(self, paths: Sequence[str] = ()) -> list[Entry]:
        """List the index (below `paths`; all of it by default), one entry per path, in git's order.

        Files that were only announced (`git add --intent-to-add`) are not in it yet. Of an unmerged file our side is
        given, or failing that theirs.
        """
        entries: dict[str, Entry] = {}
        for some in _portions(paths):
            for record in _split(self.output("ls-files", "-s", "-t", "-z", "--", *some)):
                entry = _index_entry(record)
                if entry.path not in entries or entry.stage == 2:  # noqa: PLR2004 -- git's number of "ours"
                    entries[entry.path] = entry
        if any(entry.oid in _EMPTY_BLOBS for entry in entries.values()):
            for path in self._announced():
                entries.pop(path, None)
        return list(entries.values())

    def _announced(self) -> list[str]:
        listed = self.output("diff-files", "--ita-invisible-in-index", "--diff-filter=A", "--name-only", "-z")
        return [_path(record) for record in _split(listed)]

    def list_tree(self, oid: str, paths: Sequence[str] = ()) -> list[Entry]:
        """List the files of a commit or tree (below `paths`), in git's order."""
        if oid == self.repo.empty_tree:
            return []
        listed = [
            _tree_entry(record)
            for some in _portions(paths)
            for record in _split(self.output("ls-tree", "-r", "-z", "--full-tree", oid, "--", *some))
        ]
        return list(dict.fromkeys(listed))

    def list_untracked(self) -> list[str]:
        """List the files that git neither tracks nor ignores; nested repositories end in a slash.

        `closed` are then the folders that git could not look into, and why.
        """
        return self.untracked_beside(lambda: None)[0]

    def untracked_beside(self, meanwhile: Callable[[], Result]) -> tuple[list[str], Result]:
        """List what is untracked as `list_untracked` does, and do something else while git works."""
        argv = ["git", *SAFE, *_UNTRACKED]
        (code, printed, _), done = process.read_beside(argv, self.repo.root, self.environment, 0, meanwhile, words=True)
        self.closed = ()
        if code or b"\n" in printed:  # git has something to say, or there is an odd name: each for itself, then
            apart = self.completed(*_UNTRACKED)
            if apart.code:
                raise failure(apart, "ls-files")
            printed, self.closed = apart.stdout, closed_folders(apart.stderr)
        return list(dict.fromkeys(map(_path, _split(printed)))), done

    def list_ignored(self, paths: Sequence[str]) -> set[str]:
        """Return those of these paths that git ignores and does not track; they need not exist. Raises `GitError`.

        What lies behind a symbolic link is no path of this repository, and so not ignored by it.
        """
        found = {rule.path for rule in self.ignore_rules(paths)}
        tracked = [entry.path for entry in self.list_index(sorted(found))] if found else []
        return {path for path in found if not any(f"{one}/".startswith(f"{path}/") for one in tracked)}

    def ignore_rules(self, paths: Sequence[str]) -> list[IgnoreRule]:
        """Return for each of these paths that a pattern ignores, tracked or not, where that pattern stands.

        Raises `GitError`.
        """
        links: dict[str, bool] = {}
        asked = "\0".join(path for path in paths if path and not self._is_behind_link(path, links))
        if not asked:
            return []
        # These paths are literal in any case, and this one command refuses to be told so.
        environment = {name: value for name, value in self.environment.items() if name != "GIT_LITERAL_PATHSPECS"}
        # Asked about the index too it would refuse to speak of anything in a submodule, and of all else with that.
        argv = ["git", *SAFE, "check-ignore", "--no-index", "--verbose", "-z", "--stdin"]
        done = process.run(argv, self.repo.root, asked.encode("utf-8", "surrogateescape"), environment)
        if done.code not in (0, 1):
            raise failure(done, "check-ignore")
        fields = [_path(record) for record in _split(done.stdout)]
        rules = [IgnoreRule(*some) for some in zip(fields[3::4], fields[::4], fields[1::4], fields[2::4], strict=True)]
        return [rule for rule in rules if not rule.pattern.startswith("!")]

    def _is_behind_link(self, path: str, known: dict[str, bool]) -> bool:
        """Say whether a folder above the path is a symbolic link, which git refuses to look behind."""
        parts = path.rstrip("/").split("/")
        for depth in range(1, len(parts)):
            above = "/".join(parts[:depth])
            if above not in known:
                known[above] = os.path.islink(os.path.join(self.repo.root, native(above)))
            if known[above]:
                return True
        return False

    def cat_batch(self, oids: Iterable[str], limit: int = 0) -> dict[str, Blob]:
        """Read blobs by id, one process for all; those longer than `limit` bytes (0: no limit) without their data."""
        with self.blobs() as reader:
            return {oid: reader.read(oid, limit) for oid in oids}

    def blobs(self) -> BlobReader:
        """Return a reader of single blobs that keeps one git process running."""
        return BlobReader(self)


FETCH_ALL = "`git fetch --unshallow` brings the rest (in CI: fetch-depth: 0, GIT_DEPTH: 0)"


class BlobReader:
    """Reads blobs by id through one `git cat-file --batch`, started at the first read. Close it, or use `with`."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: Popen[bytes] | None = None
        self._finalizer: weakref.finalize[..., BlobReader] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process; a later read starts another."""
        if self._finalizer is not None:
            self._finalizer()
        self._process = self._finalizer = None

    def read(self, oid: str, limit: int = 0) -> Blob:
        """Return one blob, without its data when it is missing or longer than `limit` bytes (0: no limit).

        A damaged object counts as missing. Raises `GitError` when git works for no object at all.
        """
        header = self._ask(oid)
        if len(header) != 3:  # noqa: PLR2004 -- "<oid> <type> <size>", or "<oid> missing"
            return Blob(oid, "missing", 0, None)
        kind, size = header[1].decode("ascii"), int(header[2])
        if kind == "blob" and not (limit and size > limit):
            data = self._take(size + 1)
            return Blob(oid, kind, size, data[:-1]) if len(data) > size else Blob(oid, "missing", 0, None)
        if size > _DRAINED * (limit or size):
            self.close()
        else:
            self._take(size + 1)
        return Blob(oid, kind, size, None)

    def _ask(self, oid: str) -> list[bytes]:
        running = self._running()
        assert running.stdin is not None  # noqa: S101 -- started with pipes
        assert running.stdout is not None  # noqa: S101 -- started with pipes
        try:
            running.stdin.write(oid.encode("ascii") + b"\n")
            running.stdin.flush()
        except OSError:
            self._died()
            return []
        answer = running.stdout.readline().split()
        if not answer:
            self._died()
        return answer

    def _take(self, size: int) -> bytes:
        assert self._process is not None  # noqa: S101 -- `_ask` started it
        assert self._process.stdout is not None  # noqa: S101 -- started with pipes
        data = self._process.stdout.read(size)
        if len(data) != size:
            self._died()
        return data

    def _died(self) -> None:
        # Before 2.45 git dies of an object that a partial clone lacks, instead of calling it missing; so it does of a
        # damaged one. If it answers no question at all the fault is another, and it says which when asked once more.
        self.close()
        done = self._git.completed("cat-file", "--batch", stdin=b"0\n")
        if done.code:
            raise failure(done, "cat-file")

    def _running(self) -> Popen[bytes]:
        if self._process is None:
            argv = ["git", *SAFE, "cat-file", "--batch"]
            self._process = process.start(argv, self._git.repo.root, self._git.environment)
            self._finalizer = weakref.finalize(self, _stop, self._process)
        return self._process


def _stop(running: Popen[bytes]) -> None:
    running.kill()
    for pipe in (running.stdin, running.stdout):
        if pipe is not None:
            _close(pipe)
    running.wait()


def _close(pipe: object) -> None:
    import contextlib

    # Closing flushes, and a question that git will not read any more is no loss.
    with contextlib.suppress(OSError):
        pipe.close()  # type: ignore[attr-defined] # either end of a pipe


def _portions(paths: Sequence[str]) -> Iterator[list[str]]:
    """Split paths into groups that fit on a command line; no paths at all are one empty group."""
    group: list[str] = []
    length = 0
    for raw in sorted(path.encode("utf-8", "surrogateescape") for path in paths):
        if length > _MOST_ARGUMENTS:
            yield group
            group, length = [], 0
        group.append(native(_path(raw)))
        length += len(raw) + 1
    yield group


def _split(listed: bytes) -> list[bytes]:
    *records, rest = listed.split(b"\0")
    if rest:
        msg = f"git printed what is no list of files: {rest[:_SHOWN].decode('utf-8', 'replace')!r}"
        raise GitError(msg, "is the 'git' on PATH really git?")
    return records


def _path(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _index_entry(record: bytes) -> Entry:
    meta, _, path = record.partition(b"\t")
    tag, mode, oid, stage = meta.split(b" ")
    return Entry(int(mode, 8), oid.decode("ascii"), _path(path), int(stage), tag in b"Ss")


def _tree_entry(record: bytes) -> Entry:
    meta, _, path = record.partition(b"\t")
    mode, _, oid = meta.split(b" ")
    return Entry(int(mode, 8), oid.decode("ascii"), _path(path))
