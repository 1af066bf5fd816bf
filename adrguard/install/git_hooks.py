"""Git's own hooks: where they live, ours beside the one that was there, and everything as it was when ours goes.

A hook that was there is moved to ``NAME.adrguard-chained`` and run by ours, first; taking ours away moves it back, so
its bytes, its mode and where its link points to are untouched. Husky's folder is made anew by every ``npm install``:
there, ours is a marked block within the person's own file.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from adrguard import __version__
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import files, resources
from adrguard.system.files import TooLargeError
from adrguard.system.git import Git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.install.interpreter import Interpreter
    from adrguard.system.repository import Repository

FORMAT = 1
HOOKS = ("pre-commit", "pre-merge-commit")
OPTIONAL_HOOKS = ("pre-push",)
CHAINED = ".adrguard-chained"

_BEGIN = b"# >>> adrguard git hook "
_END = b"# <<< adrguard <<<\n"
_TEMPLATE = "hooks/git/hook.sh"
_MOST_READ = 1024 * 1024
# The pre-commit framework moves a hook that it finds to NAME.legacy, and runs it from there.
_NAMES = ("{}", "{}.legacy")


class HookFolder(Record):
    """Where git looks for hooks. `in_worktree`: part of the files of the repository; `husky`: its users' own folder."""

    path: str
    in_worktree: bool = False
    husky: bool = False


class HookChange(Record):
    """What was done about one hook. `action` is ``installed``, ``upgraded``, ``unchanged``, ``removed`` or ``absent``.

    `chained` is the path of the hook that ours runs first, or that was put back; "" when there was none.
    """

    name: str
    path: str
    action: str
    chained: str = ""


def locate(repo: Repository, *, everywhere: bool = False) -> HookFolder:
    """Ask git where this repository's hooks live, `core.hooksPath` included.

    Raises `AdrguardError` where that folder serves other repositories as well, unless `everywhere` says that it should.
    """
    scope, configured = _hooks_path(repo)
    if configured and scope not in {"local", "worktree"} and not everywhere:
        message = f"core.hooksPath is set for all repositories ({scope}): {configured}"
        hint = "use --everywhere to guard them all, or `git config core.hooksPath .git/hooks` to give this one its own"
        raise AdrguardError(message, hint)
    listed = Git(repo).output("rev-parse", "--git-path", "hooks")
    folder = Path(repo.root, os.fsdecode(listed.removesuffix(b"\n")))
    if folder.exists() and not folder.is_dir():
        message = f"git's hooks are switched off: core.hooksPath is {configured or folder}, which is no folder"
        raise AdrguardError(message, "`git config --unset core.hooksPath` switches them on")
    husky = folder.name == "_" and (folder / "h").is_file()
    if husky:
        folder = folder.parent
    in_worktree = _is_below(folder, Path(repo.root)) and not _is_below(folder, Path(repo.common_dir))
    return HookFolder(str(folder), in_worktree, husky)


def _hooks_path(repo: Repository) -> tuple[str, str]:
    answer = Git(repo).completed("config", "--show-scope", "--type=path", "--get", "core.hooksPath")
    scope, _, value = os.fsdecode(answer.stdout).strip("\n").partition("\t")
    return (scope, value) if answer.code == 0 else ("", "")


def _is_below(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def install(folder: HookFolder, names: Iterable[str], interpreter: Interpreter) -> tuple[HookChange, ...]:
    """Put our hooks of these names in place; what is as it should be stays untouched."""
    Path(folder.path).mkdir(parents=True, exist_ok=True)
    put = _put_block if folder.husky else _put_file
    return tuple([put(Path(folder.path), name, interpreter) for name in names])


def _put_file(folder: Path, name: str, interpreter: Interpreter) -> HookChange:
    path, chained = _ours(folder, name) or folder / name, folder / (name + CHAINED)
    wanted = _script(name, interpreter, chained='"${0%/*}/' + name + CHAINED + '"')
    kept = str(chained) if _exists(chained) else ""
    if not _exists(path):
        _write(path, wanted)
        return HookChange(name, str(path), "installed", kept)
    if _is_ours(path):
        if _read(path) == wanted:
            return HookChange(name, str(path), "unchanged", kept)
        _write(path, wanted)
        return HookChange(name, str(path), "upgraded", kept)
    if kept:
        message = f"{path} is not ours, and {chained.name} beside it is the one that was there before"
        raise AdrguardError(message, f"join the two in {path.name}, delete {chained.name}, and install again")
    path.replace(chained)
    try:
        _write(path, wanted)
    except BaseException:
        # A full disk, say: without a hook here git would run neither.
        chained.replace(path)
        raise
    return HookChange(name, str(path), "installed", str(chained))


def _put_block(folder: Path, name: str, interpreter: Interpreter) -> HookChange:
    path = folder / name
    text = _read(path) if _exists(path) else b""
    script = _script(name, interpreter, chained="''")
    block = script[script.index(_BEGIN) :]
    before, found, after = _parted(text)
    if not found:
        head = text.index(b"\n") + 1 if text.startswith(b"#!") and b"\n" in text else 0
        before, after = text[:head], text[head:]
    if found == block:
        return HookChange(name, str(path), "unchanged")
    _write(path, before + block + after)
    return HookChange(name, str(path), "upgraded" if found else "installed")


def uninstall(folder: HookFolder) -> tuple[HookChange, ...]:
    """Take every hook of ours away and put back what was there."""
    take = _take_block if folder.husky else _take_file
    return tuple([take(Path(folder.path), name) for name in HOOKS + OPTIONAL_HOOKS])


def _take_file(folder: Path, name: str) -> HookChange:
    path, chained = _ours(folder, name), folder / (name + CHAINED)
    if path is None:
        return HookChange(name, str(folder / name), "absent", str(chained) if _exists(chained) else "")
    if _exists(chained):
        chained.replace(path)
        return HookChange(name, str(path), "removed", str(path))
    path.unlink()
    return HookChange(name, str(path), "removed")


def _take_block(folder: Path, name: str) -> HookChange:
    path = folder / name
    before, found, after = _parted(_read(path)) if _exists(path) else (b"", b"", b"")
    if not found:
        return HookChange(name, str(path), "absent")
    if before or after:
        _write(path, before + after)
    else:
        path.unlink()
    return HookChange(name, str(path), "removed")


def script_of(folder: HookFolder, name: str) -> tuple[str, bytes] | None:
    """Return our hook of this name as it lies there, its path and its bytes, None when there is none of ours."""
    path = Path(folder.path, name) if folder.husky else _ours(Path(folder.path), name)
    if path is None or not path.is_file():
        return None
    script = _parted(_read(path))[1] if folder.husky else _read(path)
    return (str(path), script) if script else None


def _parted(text: bytes) -> tuple[bytes, bytes, bytes]:
    """Return what stands before our block, the block, and what follows it; the block is empty when there is none."""
    start = text.find(_BEGIN)
    end = text.find(_END, start)
    if start < 0 or end < 0:
        return text, b"", b""
    end += len(_END)
    return text[:start], text[start:end], text[end:]


def _script(name: str, interpreter: Interpreter, *, chained: str) -> bytes:
    values = {
        "@FORMAT@": str(FORMAT),
        "@VERSION@": __version__,
        "@HOOK@": name,
        "@FLAGS@": interpreter.flags,
        "@CHAINED@": chained,
        "@PYTHON@": shlex.quote(interpreter.path),
    }
    text = resources.read_text(_TEMPLATE)
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    # A path that is not UTF-8 must come out as the bytes that it is.
    return text.encode("utf-8", "surrogateescape")


def _ours(folder: Path, name: str) -> Path | None:
    candidates = [folder / pattern.format(name) for pattern in _NAMES]
    return next((path for path in candidates if _exists(path) and _is_ours(path)), None)


def _is_ours(path: Path) -> bool:
    try:
        return path.is_file() and not path.is_symlink() and _BEGIN in _read(path)[:200]
    except TooLargeError:
        return False


def _exists(path: Path) -> bool:
    return os.path.lexists(path)


def _read(path: Path) -> bytes:
    return files.read_regular(str(path), _MOST_READ)


def _write(path: Path, content: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o755
    files.write_atomic(str(path), content)
    path.chmod(mode | 0o100)
