"""Show the guard at work: a temporary repository, real git, a decision, a commit that it blocks, one that passes."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from adrguard.install import git_hooks, interpreter
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import process, repository, resources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NOTE = "docs/adr/0008-queries-name-their-columns.md"
SOURCE = "src/db.rs"
BAD = """\
pub async fn users(pool: &Pool) -> Result<Vec<User>> {
    sqlx::query_as("SELECT * FROM users").fetch_all(pool).await
}
"""
GOOD = BAD.replace("*", "id, name")

_PERSON = {
    "GIT_AUTHOR_NAME": "You",
    "GIT_AUTHOR_EMAIL": "you@example.org",
    "GIT_COMMITTER_NAME": "You",
    "GIT_COMMITTER_EMAIL": "you@example.org",
    # The person's own configuration (signing, templates, hooks for all repositories) has no business here.
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


class Step(Record):
    """One line of the session and what came of it. `expected` is False when it did not go as it should."""

    command: str
    output: str
    code: int
    expected: bool = True


def demonstrate(folder: str = "") -> Iterator[Step]:
    """Play the session step by step, in `folder` (which stays) or in a temporary one. Raises `AdrguardError`."""
    if folder and os.path.lexists(folder) and (not os.path.isdir(folder) or os.listdir(folder)):
        msg = f"{folder} is there already and is not an empty folder"
        raise AdrguardError(msg, "name one that does not exist yet")
    root = folder or tempfile.mkdtemp(prefix="adrguard-demo-")
    try:
        yield from _session(os.path.realpath(root))
    finally:
        if not folder:
            shutil.rmtree(root, ignore_errors=True)


def _session(root: str) -> Iterator[Step]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _PERSON
    environment.pop("ADRGUARD_SKIP", None)
    Path(root).mkdir(parents=True, exist_ok=True)
    yield _git(root, environment, "init", "--quiet")
    note = resources.read_text("hooks/scaffold/demo-decision.md")
    _write(root, NOTE, note)
    yield Step(f"cat {NOTE}", note, 0)
    git_hooks.install(git_hooks.locate(repository.find(root)), git_hooks.HOOKS, interpreter.running())
    yield Step("adrguard install git", "", 0)
    yield _git(root, environment, "add", ".")
    yield _git(root, environment, "commit", "--quiet", "-m", "Decide that queries name their columns")
    _write(root, SOURCE, BAD)
    yield Step(f"cat {SOURCE}", BAD, 0)
    yield _git(root, environment, "add", ".")
    yield _git(root, environment, "commit", "--quiet", "-m", "List the users", blocked=True)
    _write(root, SOURCE, GOOD)
    yield Step(f"sed -i 's/[*]/id, name/' {SOURCE}", "", 0)
    yield _git(root, environment, "add", ".")
    yield _git(root, environment, "commit", "--quiet", "-m", "List the users")
    yield _git(root, environment, "log", "--format=%s")


def _write(root: str, path: str, text: str) -> None:
    target = Path(root, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode())


def _git(root: str, environment: Mapping[str, str], *args: str, blocked: bool = False) -> Step:
    done = process.run(["git", *args], root, env=environment)
    shown = " ".join(f'"{word}"' if " " in word else word for word in args if word != "--quiet")
    output = (done.stdout + done.stderr).decode("utf-8", "replace")
    return Step(f"git {shown}", output, done.code, expected=(done.code != 0) is blocked)
