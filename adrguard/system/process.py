"""Start a program and read what it says: `read` in the time that a hook has, `run` for everything else.

The only module that starts programs. They get no standard input of ours unless it is given, and never a shell.
"""

from __future__ import annotations

import os

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from subprocess import Popen
    from typing import TypeVar

    Result = TypeVar("Result")

_CHUNK = 1 << 16
_SIGKILL = 9
_NO_WINDOW = 0x08000000  # CREATE_NO_WINDOW, which `subprocess` only names on Windows
_NEW_GROUP = 0x00000200  # CREATE_NEW_PROCESS_GROUP
_SPAWNS = hasattr(os, "posix_spawn")


class Completed(Record):
    """What came of a program: its exit code (negative: killed by that signal) and all that it wrote."""

    code: int
    stdout: bytes
    stderr: bytes

    @property
    def words(self) -> str:
        """What it wrote to stderr, as text for a person."""
        return self.stderr.decode("utf-8", "replace").strip()


def find_program(name: str) -> str:
    """Return the absolute path of a program on PATH. Raises `AdrguardError` when there is none.

    Relative entries of PATH are passed over, and Windows' habit of looking in the current folder first is not shared: a
    repository must not bring its own `git`.
    """
    if os.path.isabs(name):
        return name
    names = (name + ".exe", name + ".com") if os.name == "nt" else (name,)
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(folder):
            for one in names:
                path = os.path.join(folder, one)
                if os.path.isfile(path) and os.access(path, os.X_OK):
                    return path
    msg = f"'{name}' was not found on PATH"
    raise AdrguardError(msg, f"install {name}, or add its folder to PATH")


def read(
    argv: Sequence[str], cwd: str, env: Mapping[str, str] | None = None, limit: int = 0
) -> tuple[int, bytes, bool]:
    """Run a program to its end; return its exit code, its stdout, and whether that was cut.

    When it writes more than `limit` bytes (0: no limit) it is killed: the code is then -9 and stdout what came so far.
    stderr is thrown away: on a failure, `run` the same for the program's words.
    """
    # posix_spawn cannot change the folder, but git can, and git is the one program of the hot path.
    if _SPAWNS and argv[0] == "git":
        return _spawn([find_program("git"), "-C", cwd, *argv[1:]], os.environ if env is None else env, limit)
    return _popen(argv, cwd, env, limit)


def read_beside(
    argv: Sequence[str],
    cwd: str,
    env: Mapping[str, str],
    limit: int,
    meanwhile: Callable[[], Result],
    *,
    words: bool = False,
) -> tuple[tuple[int, bytes, bool], Result]:
    """Run git as `read` does, and do something else while it works; return what came of both.

    With `words`, what it writes to stderr comes with its stdout, wherever it happens to fall.
    """
    if not _SPAWNS:
        return _popen(argv, cwd, env, limit, words=words), meanwhile()
    child, source = _begin([find_program("git"), "-C", cwd, *argv[1:]], env, words=words)
    try:
        done = meanwhile()
    except BaseException:
        os.close(source)
        os.kill(child, _SIGKILL)
        os.waitpid(child, 0)
        raise
    return _end(child, source, limit), done


def _spawn(argv: list[str], env: Mapping[str, str], limit: int) -> tuple[int, bytes, bool]:
    return _end(*_begin(argv, env), limit)


def _begin(argv: list[str], env: Mapping[str, str], *, words: bool = False) -> tuple[int, int]:
    source, sink = os.pipe()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, sink, 1),
        (os.POSIX_SPAWN_DUP2, sink, 2) if words else (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        child = os.posix_spawn(argv[0], argv, env, file_actions=actions)
    except OSError as error:
        os.close(source)
        raise _unstartable(argv[0], error) from error
    except BaseException:
        os.close(source)
        raise
    finally:
        os.close(sink)
    return child, source


def _end(child: int, source: int, limit: int) -> tuple[int, bytes, bool]:
    finished = False
    try:
        output, truncated = _drain(source, limit)
        finished = not truncated
    finally:
        os.close(source)
        if not finished:
            os.kill(child, _SIGKILL)
        status = os.waitpid(child, 0)[1]
    # One that ended by itself before it was killed, or of the closed pipe, was cut all the same.
    return -_SIGKILL if truncated else os.waitstatus_to_exitcode(status), output, truncated


def _unstartable(program: str, error: OSError, folder: str = "") -> AdrguardError:
    where = f" in {folder}" if folder and not os.path.isdir(folder) else ""
    message = f"{program} cannot be started{where}: {error.strerror}"
    return AdrguardError(message, "run it by hand to see what is wrong with it")


def _drain(source: int, limit: int) -> tuple[bytes, bool]:
    parts = []
    total = 0
    while part := os.read(source, _CHUNK):
        parts.append(part)
        total += len(part)
        if limit and total > limit:
            return b"".join(parts), True
    return b"".join(parts), False


def _popen(
    argv: Sequence[str], cwd: str, env: Mapping[str, str] | None, limit: int, *, words: bool = False
) -> tuple[int, bytes, bool]:
    import subprocess

    with start(argv, cwd, env, stdin=subprocess.DEVNULL, words=words) as process:
        assert process.stdout is not None  # noqa: S101 -- `start` asked for a pipe
        output, truncated = _drain(process.stdout.fileno(), limit)
        if truncated:
            process.kill()
    return (-_SIGKILL if truncated else process.returncode), output, truncated


def start(
    argv: Sequence[str],
    cwd: str,
    env: Mapping[str, str] | None = None,
    *,
    stdin: int | None = None,
    words: bool = False,
) -> Popen[bytes]:
    """Start a program with stdout (and stdin, unless one is given) on pipes, unbuffered reads left to the caller.

    With `words`, stderr goes where stdout does.
    """
    import subprocess

    program = find_program(argv[0])
    try:
        return subprocess.Popen(  # noqa: S603 -- an argument list, no shell
            [program, *argv[1:]],
            cwd=cwd,
            env=env,
            stdin=subprocess.PIPE if stdin is None else stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if words else subprocess.DEVNULL,
            creationflags=_NO_WINDOW if os.name == "nt" else 0,
        )
    except OSError as error:
        raise _unstartable(program, error, cwd) from error


def run(
    argv: Sequence[str],
    cwd: str,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Completed:
    """Run a program to its end with `stdin` as its input, and return all that it wrote.

    Raises `AdrguardError` when it cannot be started, or is killed as it takes longer than `seconds` (None: no limit).
    """
    import subprocess

    program = find_program(argv[0])
    try:
        done = subprocess.run(  # noqa: S603 -- an argument list, no shell
            [program, *argv[1:]],
            cwd=cwd,
            env=env,
            input=stdin,
            capture_output=True,
            check=False,
            timeout=seconds,
            creationflags=_NO_WINDOW if os.name == "nt" else 0,
        )
    except subprocess.TimeoutExpired as error:
        message = f"{program} gave no answer within {seconds:.0f} s"
        raise AdrguardError(message, "run it by hand to see what holds it up") from error
    except OSError as error:
        raise _unstartable(program, error, cwd) from error
    return Completed(done.returncode, done.stdout, done.stderr)


def launch(argv: Sequence[str], *, apart: bool) -> Popen[bytes]:
    """Start a program of a person's choice, found as their shell would, with stdout and stderr on pipes of their own.

    It has our standard input; `apart`, it leads a group of processes of its own. Raises OSError.
    """
    import shutil
    import subprocess

    # Only `which` knows that Windows' npm is an npm.cmd; elsewhere the system's own search is the right one.
    program = (shutil.which(argv[0]) or argv[0]) if os.name == "nt" else argv[0]
    return subprocess.Popen(  # noqa: S603 -- an argument list, no shell
        [program, *argv[1:]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        process_group=0 if apart and os.name != "nt" else None,
        creationflags=_NEW_GROUP if apart and os.name == "nt" else 0,
    )
