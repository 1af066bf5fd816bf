"""The published hooks under the frameworks that run them, with real commits, merges and pushes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import adrguard

ROOT = Path(adrguard.__file__).resolve().parent.parent
SHIPPED = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "adrguard", "grammar", "hooks")
NOTE = "docs/adr/0008-query-safety.md"
DECISION = """\
# ADR-008: Queries name their columns

Status: accepted

## Invariants

- deny: `SELECT * FROM` in src/**
  - remediation: Specify explicit columns.
"""
BAD = 'QUERY = "SELECT * FROM users"\n'
GOOD = 'QUERY = "SELECT id FROM users"\n'
SAID = "'SELECT * FROM' violates invariant"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".pre-commit-hooks.yaml").exists(), reason="only a checkout publishes hooks"),
]


def tool(name):
    """Find a framework: on PATH, or beside the Python that runs the tests."""
    return shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent)) or ""


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """This very source as a repository that frameworks can install hooks from, and where they keep what they build."""
    folder = tmp_path_factory.mktemp("published")
    skip = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in SHIPPED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=skip)
        else:
            shutil.copy(source, folder / name)
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ["-c", "user.name=an author", "-c", "user.email=author@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "publish"], ["tag", "v1"]):
        subprocess.run(["git", *words], cwd=folder, check=True, env=environment)
    return folder


@pytest.fixture(scope="module")
def stores(tmp_path_factory):
    return tmp_path_factory.mktemp("stores")


@pytest.fixture(params=["pre-commit", "prek"])
def guarded(request, repo, published, stores, monkeypatch):
    """A repository with a decision whose commits and pushes run the framework."""
    program = tool(request.param)
    if not program:
        pytest.skip(f"{request.param} is not installed")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(stores / "pre-commit"))
    monkeypatch.setenv("PREK_HOME", str(stores / "prek"))
    repo.write(
        ".pre-commit-config.yaml",
        f"repos:\n  - repo: {published.as_posix()}\n    rev: v1\n    hooks:\n      - id: adrguard\n      - id: adrguard-lint\n",
    )
    repo.write(NOTE, DECISION)
    repo.write("src/keep.py", GOOD)
    kinds = [word for kind in ("pre-commit", "pre-merge-commit", "pre-push") for word in ("-t", kind)]
    subprocess.run([program, "install", *kinds], cwd=repo.root, check=True, capture_output=True)
    repo.stage()
    done = repo.run("commit", "-m", "decide")
    assert done.returncode == 0, words(done)
    return repo


def words(done):
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def test_what_is_staged_is_judged_at_commit_merge_and_push(guarded, tmp_path):
    # Staged and mended only in the working tree: the commit would still hold it.
    guarded.write("src/db.py", BAD)
    guarded.stage()
    guarded.write("src/db.py", GOOD)
    done = guarded.run("commit", "-m", "bad")
    assert done.returncode == 1
    assert SAID in words(done)
    assert "Specify explicit columns." in words(done)
    assert (guarded.root / "src/db.py").read_text() == GOOD
    guarded.stage()
    done = guarded.run("commit", "-m", "good")
    assert done.returncode == 0, words(done)

    # A decision with a mistake is named by the second hook, in a commit that the first lets through.
    guarded.write("docs/adr/0009-broken.md", DECISION.replace("ADR-008", "ADR-009").replace("- deny:", "- denny:"))
    guarded.stage()
    done = guarded.run("commit", "-m", "broken")
    assert done.returncode != 0
    assert "0009-broken.md:7" in words(done)
    guarded.git("rm", "-q", "-f", "docs/adr/0009-broken.md")

    # A clean merge runs no pre-commit hook, but pre-merge-commit.
    guarded.git("switch", "-q", "-c", "side")
    guarded.write("src/side.py", GOOD)
    guarded.stage()
    guarded.git("commit", "-q", "-m", "side")
    guarded.git("switch", "-q", "main")
    guarded.write("src/main.py", GOOD)
    guarded.stage()
    guarded.git("commit", "-q", "-m", "main")
    done = guarded.run("merge", "--no-edit", "side")
    assert done.returncode == 0, words(done)
    assert "adrguard" in words(done)

    # What was committed past the hooks is stopped on its way out: a later push, and a first one of a whole history.
    remote = tmp_path / "remote.git"
    guarded.git("init", "-q", "--bare", str(remote))
    guarded.git("remote", "add", "origin", str(remote))
    done = guarded.run("push", "origin", "main")
    assert done.returncode == 0, words(done)
    guarded.write("src/db.py", BAD)
    guarded.stage()
    guarded.git("commit", "-q", "--no-verify", "-m", "past the hooks")
    done = guarded.run("push", "origin", "main")
    assert done.returncode != 0
    assert SAID in words(done)
    fresh = tmp_path / "fresh.git"
    guarded.git("init", "-q", "--bare", str(fresh))
    done = guarded.run("push", str(fresh), "main")
    assert done.returncode != 0
    assert SAID in words(done)


@pytest.mark.parametrize("framework", ["pre-commit", "prek"])
def test_the_published_hooks_can_be_tried_from_their_repository(framework, repo, published, stores, monkeypatch):
    program = tool(framework)
    if not program:
        pytest.skip(f"{framework} is not installed")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(stores / "pre-commit"))
    monkeypatch.setenv("PREK_HOME", str(stores / "prek"))
    repo.write(NOTE, DECISION)
    repo.write("src/keep.py", GOOD)
    repo.commit()
    repo.write("src/db.py", BAD)
    repo.stage()
    done = subprocess.run(
        [program, "try-repo", str(published), "adrguard"], cwd=repo.root, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert SAID in words(done)
    repo.write("src/db.py", GOOD)
    repo.stage()
    done = subprocess.run([program, "try-repo", str(published)], cwd=repo.root, capture_output=True, check=False)
    assert done.returncode == 0, words(done)
