"""Fixtures that every test may use: a real git repository, cut off from the machine's git configuration."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault of what is tested: nothing here is judged by the clock.
settings.register_profile(
    "untimed",
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,
    ],
)
settings.load_profile("untimed")

# A shell that starts this suite in the background has it ignore an interrupt, and all that it starts: not what is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with contextlib.suppress(ValueError):  # only a main thread may
        signal.signal(signal.SIGINT, signal.default_int_handler)

# The suite runs in as many processes as there are cores, and threads of numpy wait for each other in loops.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_IDENTITY = {
    "GIT_AUTHOR_NAME": "an author",
    "GIT_AUTHOR_EMAIL": "author@example.org",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05+00:00",
    "GIT_COMMITTER_NAME": "a committer",
    "GIT_COMMITTER_EMAIL": "committer@example.org",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05+00:00",
}


@dataclass(frozen=True)
class Repo:
    """A repository in a temporary folder; `root` is its working tree."""

    root: Path

    def run(
        self, *args: str, stdin: bytes = b"", env: dict[str, str] | None = None, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run git and return what came of it, whatever the exit code."""
        return subprocess.run(
            ["git", *args],
            cwd=cwd or self.root,
            input=stdin,
            env={**os.environ, **(env or {})},
            capture_output=True,
            check=False,
        )

    def git(self, *args: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> str:
        """Run git, which must succeed, and return what it wrote, without the last line end."""
        done = self.run(*args, stdin=stdin, env=env)
        assert done.returncode == 0, f"git {' '.join(args)}: {done.stderr.decode(errors='replace')}"
        return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def write(self, path: str, content: str | bytes = "") -> Path:
        """Write a file, making its folders; text is written as UTF-8 with its line ends as they are."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)
        return target

    def remove(self, path: str) -> None:
        """Delete a file from the working tree."""
        (self.root / path).unlink()

    def stage(self, *paths: str) -> None:
        """Stage these paths; everything, deletions too, when none is named."""
        self.git("add", "-A", "--", *(f":(literal){path}" for path in paths))

    def commit(self, message: str = "a change", *, everything: bool = True) -> str:
        """Commit the whole working tree (or, with everything=False, what is staged) and return the commit's id."""
        if everything:
            self.stage()
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")


@pytest.fixture(autouse=True)
def _isolated_git(monkeypatch: pytest.MonkeyPatch) -> None:
    # The suite may itself run inside a git hook, whose variables would point every call at the wrong repository.
    for name in [name for name in os.environ if name.startswith(("GIT_", "GITHEAD_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name, value in _IDENTITY.items():
        monkeypatch.setenv(name, value)


def init(root: Path, *args: str) -> Repo:
    """Make an empty repository on branch main."""
    root.mkdir(parents=True, exist_ok=True)
    repo = Repo(root)
    repo.git("init", "-q", "-b", "main", "--template=", *args)
    return repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """An empty repository (no commit yet) in its own temporary folder."""
    return init(tmp_path.resolve() / "repo")
