"""Find the repository and its HEAD by reading a few small files, because each call of git costs a hook 2 ms.

What git itself would have to work out at length (reftable, included configuration) is left to git: see `head`.
"""

from __future__ import annotations

import os

from adrguard.model.errors import GitError, NotARepositoryError
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# No program of the user's configuration is started, nothing is trusted that only a file monitor or a coarse clock said.
SAFE = ("-c", "core.fsmonitor=false", "-c", "core.trustctime=true", "-c", "core.checkStat=default")

_MOST_LINKS = 5
_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
_EMPTY_TREE_SHA256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"

# Variables that bind git to one repository (`git rev-parse --local-env-vars`): right for the one whose hook we run in.
_LOCAL = frozenset(
    (
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_CONFIG",
        "GIT_CONFIG_COUNT",
        "GIT_CONFIG_PARAMETERS",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NAMESPACE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    )
)
# Variables that would change what git prints, or make it run a program.
_NEVER = frozenset(
    (
        "GIT_ATTR_SOURCE",
        "GIT_DIFF_OPTS",
        "GIT_EXTERNAL_DIFF",
        "GIT_FLUSH",
        "GIT_GLOB_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_PAGER",
        "GIT_PREFIX",
        "GIT_REDIRECT_STDERR",
        "GIT_REDIRECT_STDIN",
        "GIT_REDIRECT_STDOUT",
        "GIT_REPLACE_REF_BASE",
    )
)
_ALWAYS = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    # What is judged is what is recorded, not what a local replacement shows in its stead.
    "GIT_NO_REPLACE_OBJECTS": "1",
    # A guard never fetches: git learnt the first with 2.45, the second (no transport is allowed) holds before.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
}


class Repository(Record):
    """A repository with a working tree. All paths are absolute and resolved.

    `root` is the top of the working tree; `git_dir` its own git directory (in ``worktrees/`` for a linked working tree)
    and `common_dir` the one it shares. `index` is the index that git told its hook to use, "" for the usual one.
    `named` means that the environment named the git directory, `foreign` that it speaks of some other repository.
    """

    root: str
    git_dir: str
    common_dir: str
    sha256: bool = False
    index: str = ""
    named: bool = False
    foreign: bool = False

    @property
    def empty_tree(self) -> str:
        """Id of the tree without files, which stands for the state before the first commit."""
        return _EMPTY_TREE_SHA256 if self.sha256 else _EMPTY_TREE

    @property
    def oid_length(self) -> int:
        """How many hex digits an object id has."""
        return 64 if self.sha256 else 40


def current_folder() -> str:
    """Return the absolute path of the current folder. Raises `NotARepositoryError` when it was deleted."""
    try:
        return os.getcwd()
    except OSError as error:
        msg = f"the current folder cannot be used: {error.strerror}"
        raise NotARepositoryError(msg, "it may have been deleted: change to a folder that exists") from error


def find(start: str = "", instead: str = "") -> Repository:
    """Find the repository that `start` (default: the current folder) lies in, without calling git.

    Where it lies in none, the one of `instead` is found, if that is given. What git's environment names counts when
    `start` lies in it. Raises `NotARepositoryError` when there is none, or only a bare one, and `GitError` for a `.git`
    file that leads nowhere.
    """
    try:
        return _found(start)
    except NotARepositoryError:
        if not instead:
            raise
    return _found(instead)


def _found(start: str) -> Repository:
    here = os.path.realpath(start or current_folder())
    if os.environ.get("GIT_DIR"):
        found = _named(here)
        if found:
            return found
    for folder in _upwards(here):
        git_dir = _git_dir_of(folder)
        if git_dir:
            return _repository(folder, git_dir)
        if _is_git_dir(folder):
            _refuse_bare(folder)
    msg = f"{here} is not in a git repository"
    raise NotARepositoryError(msg, "run inside of one, or `git init` first")


def _upwards(folder: str) -> Iterator[str]:
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _refuse_bare(folder: str) -> None:
    bare = os.path.basename(folder) != ".git"
    msg = f"{folder} is {'a bare repository' if bare else 'a git directory'}: it has no files of its own to judge"
    raise NotARepositoryError(msg, "run in a working tree (`git worktree add` makes one)" if bare else "run above it")


def nested(root: str, path: str) -> str:
    """Return the folder in `root` that is a repository of its own and holds `path`, or is it; "" when there is none.

    Both are relative to `root`, in the system's form; of several the innermost.
    """
    folder = path
    while folder:
        try:
            if _git_dir_of(os.path.join(root, folder)):
                return folder
        except GitError:  # it is one, though none that can be used
            return folder
        folder = folder.rpartition(os.sep)[0]
    return ""


def _git_dir_of(folder: str) -> str:
    """Return the git directory of a working tree whose top is `folder`, "" when it is none."""
    dot_git = os.path.join(folder, ".git")
    if os.path.isdir(dot_git):
        if not os.access(dot_git, os.R_OK | os.X_OK):
            raise GitError(f"{dot_git} may not be read", "run as the user whom the repository belongs to")
        return os.path.realpath(dot_git) if _is_git_dir(dot_git) else ""
    text = _read(dot_git)
    if text is None:
        return ""
    target = os.path.join(folder, text.removeprefix("gitdir:").strip())
    if not text.startswith("gitdir:") or not _is_git_dir(target):
        msg = f"{dot_git} does not lead to a git directory"
        raise GitError(msg, "mend it (`git worktree repair`, `git submodule update --init`) or delete it")
    return os.path.realpath(target)


def _is_git_dir(path: str) -> bool:
    if not os.path.lexists(os.path.join(path, "HEAD")):
        return False
    return os.path.isdir(os.path.join(path, "objects")) or os.path.exists(os.path.join(path, "commondir"))


def _read(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return os.fsdecode(file.read(1 << 16))
    except (OSError, ValueError):
        return None


def _repository(root: str, git_dir: str, *, named: bool = False) -> Repository:
    common = _read(os.path.join(git_dir, "commondir")) if os.path.basename(git_dir) != ".git" else None
    common_dir = os.path.realpath(os.path.join(git_dir, common.strip())) if common else git_dir
    config = (_read(os.path.join(common_dir, "config")) or "").lower()
    foreign = False
    if named:
        index = _absolute(os.environ.get("GIT_INDEX_FILE", ""), root)
    else:
        moved = _moved_root(root, git_dir, config) if "worktree" in config else root
        root, named = moved, moved != root
        index, foreign = _index_of(root, git_dir)
    return Repository(root, git_dir, common_dir, _is_sha256(config), index, named, foreign)


def _is_sha256(config: str) -> bool:
    return "objectformat" in config and "sha256" in config


def _sets(config: str, key: str) -> bool:
    return any(line.partition("=")[0].rpartition("]")[2].strip() == key for line in config.splitlines())


def _moved_root(root: str, git_dir: str, config: str) -> str:
    """Return the top of the working tree where the configuration moves it (core.worktree, as each submodule has)."""
    if "worktreeconfig" in config:
        config += (_read(os.path.join(git_dir, "config.worktree")) or "").lower()
    if not _sets(config, "worktree"):
        return root
    from adrguard.system.git_words import configured_work_tree

    return configured_work_tree(root, git_dir) or root


def _index_of(root: str, git_dir: str) -> tuple[str, bool]:
    """Return the index that the environment names for this repository, and whether it means another repository."""
    named = os.environ.get("GIT_DIR", "")
    if named and os.path.realpath(named) != git_dir:
        return "", True
    value = os.environ.get("GIT_INDEX_FILE", "")
    if not value:
        return "", False
    here = os.path.realpath(current_folder())
    within = here == root or here.startswith(os.path.join(root, ""))
    # git reads a relative name from the top of the working tree, wherever in it the hook has gone since.
    index = _absolute(value, root if within else here)
    folder = os.path.realpath(os.path.dirname(index))
    if folder == git_dir or (within and not _is_git_dir(folder)):
        return index, False
    return "", True


def _absolute(path: str, base: str) -> str:
    return os.path.join(base, path) if path else ""


def _named(here: str) -> Repository | None:
    """Return the repository of GIT_DIR and GIT_WORK_TREE, None when `here` lies outside of its working tree."""
    git_dir = os.path.realpath(os.environ["GIT_DIR"])
    if not _is_git_dir(git_dir):
        return None
    root = _named_root(git_dir)
    if root != git_dir and (here == root or here.startswith(os.path.join(root, ""))):
        return _repository(root, git_dir, named=True)
    return None


def _named_root(git_dir: str) -> str:
    work_tree = os.environ.get("GIT_WORK_TREE")
    if work_tree:
        return os.path.realpath(work_tree)
    link = _read(os.path.join(git_dir, "gitdir"))
    if link:
        return os.path.dirname(os.path.realpath(link.strip()))
    config = (_read(os.path.join(git_dir, "config")) or "").lower()
    if _sets(config, "worktree"):
        from adrguard.system.git_words import configured_work_tree

        return configured_work_tree(os.curdir, git_dir)
    if os.path.basename(git_dir) == ".git":
        return os.path.dirname(git_dir)
    return os.path.realpath(os.curdir)


def git_environment(repo: Repository) -> dict[str, str]:
    """Return the environment to call git with for this repository.

    Inherited variables that bind git to a repository are kept for the one they speak of, and dropped for any other;
    those that would change its output are always dropped. Paths are taken literally, no network is used.
    """
    drop = _NEVER | _LOCAL if repo.foreign else _NEVER
    environment = {name: value for name, value in os.environ.items() if name not in drop}
    environment.update(_ALWAYS)
    if repo.named:
        environment["GIT_DIR"] = repo.git_dir
        environment["GIT_WORK_TREE"] = repo.root
    if repo.index:
        environment["GIT_INDEX_FILE"] = repo.index
    return environment


def head(repo: Repository) -> str | None:
    """Return the full id of the commit at HEAD, "" before the first commit, None when only git can tell."""
    name = "HEAD"
    for _ in range(_MOST_LINKS):
        text = _ref(repo, name)
        if text is None:
            return None if name == "HEAD" else _packed(repo, name)
        if not text.startswith("ref:"):
            return text if _is_oid(text, repo) else None
        name = text[4:].strip()
        if name == "refs/heads/.invalid" or ".." in name:
            return None  # the reference tables are kept in another format (reftable)
    return None


def _ref(repo: Repository, name: str) -> str | None:
    own = _read(os.path.join(repo.git_dir, name))
    if own is None and repo.common_dir != repo.git_dir and name != "HEAD":
        own = _read(os.path.join(repo.common_dir, name))
    return own.strip() if own is not None else None


def _packed(repo: Repository, name: str) -> str | None:
    try:
        with open(os.path.join(repo.common_dir, "packed-refs"), "rb") as file:
            packed = b"\n" + file.read()
    except FileNotFoundError:
        return ""
    except OSError:
        return None
    end = packed.find(b" " + os.fsencode(name) + b"\n")
    if end < 0:
        return ""
    oid = packed[packed.rfind(b"\n", 0, end) + 1 : end].decode("ascii", "replace")
    return oid if _is_oid(oid, repo) else None


def _is_oid(text: str, repo: Repository) -> bool:
    return len(text) == repo.oid_length and not text.strip("0123456789abcdef")


def merge_heads(repo: Repository, head_oid: str) -> tuple[str, ...]:
    """Return the commits that are being merged into HEAD: MERGE_HEAD's, or those git names to `pre-merge-commit`."""
    text = _read(os.path.join(repo.git_dir, "MERGE_HEAD"))
    if text is not None:
        return tuple([oid for oid in text.split() if _is_oid(oid, repo)])
    if repo.foreign:
        return ()
    # A clean merge runs its hook before MERGE_HEAD is written; the other parents stand only in the environment.
    named = [name[8:] for name in os.environ if name.startswith("GITHEAD_")]
    return tuple([oid for oid in named if _is_oid(oid, repo) and oid != head_oid])
