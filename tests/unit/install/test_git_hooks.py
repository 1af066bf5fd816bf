from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adrguard.install import git_hooks
from adrguard.install.interpreter import Interpreter
from adrguard.model.errors import AdrguardError
from adrguard.system import repository

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for Python")

ALL = git_hooks.HOOKS + git_hooks.OPTIONAL_HOOKS


class FakePython:
    """Stands in for the interpreter that a hook starts: writes down its arguments and stdin, ends as it is told."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "fake python's home" / "python"
        self.log = folder / "calls"
        self.path.parent.mkdir()
        self.path.write_text(
            f"#!/bin/sh\nshift 3; echo \"ours $*\" >> '{self.log}'\n"
            f"[ \"$1\" != pre-push ] || cat >> '{self.log}'\nexit ${{FAKE_EXIT:-0}}\n"
        )
        self.path.chmod(0o755)

    @property
    def interpreter(self) -> Interpreter:
        return Interpreter(self.path.as_posix(), "-I")

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def python(tmp_path):
    return FakePython(tmp_path)


def locate(repo, **options):
    return git_hooks.locate(repository.find(str(repo.root)), **options)


def install(repo, python, names=ALL):
    return git_hooks.install(locate(repo), names, python.interpreter)


def old_hook(repo, python, name="pre-commit", body="", folder=".git/hooks"):
    path = repo.write(f"{folder}/{name}", f"#!/bin/sh\necho \"theirs $*\" >> '{python.log}'\n{body}\n")
    path.chmod(0o750)
    return path


def test_a_commit_runs_the_hook_and_its_failure_stops_the_commit(repo, python):
    install(repo, python)
    repo.write("a", "1")
    repo.stage()
    assert repo.run("commit", "-m", "x", env={"FAKE_EXIT": "1"}).returncode == 1
    assert repo.run("commit", "-m", "x").returncode == 0
    assert python.calls == ["ours pre-commit", "ours pre-commit"]


def test_a_clean_merge_runs_pre_merge_commit(repo, python):
    repo.write("a", "1")
    repo.commit()
    repo.git("switch", "-q", "-c", "side")
    repo.write("b", "1")
    repo.commit()
    repo.git("switch", "-q", "main")
    repo.write("c", "1")
    repo.commit()
    install(repo, python)
    repo.git("merge", "-q", "--no-edit", "side")
    assert python.calls == ["ours pre-merge-commit"]


def test_the_hook_that_was_there_runs_first_with_its_arguments_and_its_failure_counts(repo, python):
    old_hook(repo, python, body="exit ${OLD_EXIT:-0}")
    install(repo, python)
    repo.run("commit", "--allow-empty", "-m", "x")
    assert python.calls == ["theirs ", "ours pre-commit"]
    python.log.unlink()
    assert repo.run("commit", "--allow-empty", "-m", "x", env={"OLD_EXIT": "3"}).returncode == 1
    assert python.calls == ["theirs "]


def test_a_hook_that_was_not_executable_stays_without_effect(repo, python):
    old_hook(repo, python).chmod(0o640)
    install(repo, python)
    repo.git("commit", "-q", "--allow-empty", "-m", "x")
    assert python.calls == ["ours pre-commit"]


def test_pre_push_gives_its_lines_and_arguments_to_both_hooks(repo, python, tmp_path):
    old_hook(repo, python, "pre-push", f"cat >> '{python.log}'")
    install(repo, python)
    repo.git("init", "-q", "--bare", str(tmp_path / "other.git"))
    head = repo.commit()
    python.log.unlink()
    repo.git("push", "-q", str(tmp_path / "other.git"), "HEAD:refs/heads/main")
    line = f"HEAD {head} refs/heads/main {'0' * 40}"
    where = f"{tmp_path / 'other.git'} {tmp_path / 'other.git'}"
    assert python.calls == [f"theirs {where}", line, f"ours pre-push {where}", line]


def test_a_push_of_nothing_gives_neither_hook_an_empty_line(repo, python):
    path = old_hook(repo, python, "pre-push", f"cat >> '{python.log}'")
    install(repo, python)
    subprocess.run([path, "r", "u"], input=b"", check=True)
    assert python.calls == ["theirs r u", "ours pre-push r u"]


def test_the_environment_switch_lets_a_person_out_and_says_so(repo, python):
    install(repo, python)
    done = repo.run("commit", "--allow-empty", "-m", "x", env={"ADRGUARD_SKIP": "1", "FAKE_EXIT": "1"})
    assert done.returncode == 0
    assert b"adrguard: skipped, because ADRGUARD_SKIP is set" in done.stderr
    assert python.calls == []
    assert repo.run("commit", "--allow-empty", "-m", "x", env={"ADRGUARD_SKIP": "0", "FAKE_EXIT": "1"}).returncode == 1


def test_a_vanished_interpreter_stops_the_commit_and_says_what_to_do(repo, python):
    install(repo, python)
    python.path.unlink()
    done = repo.run("commit", "--allow-empty", "-m", "x")
    assert done.returncode == 1
    words = done.stderr.decode()
    assert f"is gone: {python.path}" in words
    assert "adrguard install git" in words
    assert "ADRGUARD_SKIP=1" in words
    assert repo.run("commit", "--allow-empty", "-m", "x", env={"ADRGUARD_SKIP": "1"}).returncode == 0


def test_an_interpreter_that_lost_adrguard_stops_the_commit_and_says_what_to_do(repo, tmp_path):
    import venv

    venv.create(tmp_path / "bare", with_pip=False)
    bare = Interpreter((tmp_path / "bare/bin/python").as_posix(), "-I")
    git_hooks.install(locate(repo), ["pre-commit"], bare)
    done = repo.run("commit", "--allow-empty", "-m", "x")
    assert done.returncode == 1
    assert b"No module named 'adrguard'" in done.stderr
    assert b"adrguard install git" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("flags", ["-I", "-EP"])
def test_no_python_module_of_the_repository_is_imported(repo, flags):
    for name in ("adrguard.py", "os.py", "sitecustomize.py", "usercustomize.py"):
        repo.write(name, "open('owned', 'w')\n")
    git_hooks.install(locate(repo), ["pre-commit"], Interpreter(Path(sys.executable).as_posix(), flags))
    repo.run("commit", "--allow-empty", "-m", "x", env={"PYTHONPATH": str(repo.root)})
    assert not (repo.root / "owned").exists()


def test_installing_twice_changes_nothing(repo, python):
    old_hook(repo, python)
    install(repo, python)
    before = {path.name: path.read_bytes() for path in (repo.root / ".git/hooks").iterdir()}
    assert [change.action for change in install(repo, python)] == ["unchanged"] * 3
    assert {path.name: path.read_bytes() for path in (repo.root / ".git/hooks").iterdir()} == before


def test_an_older_hook_of_ours_is_renewed_in_place(repo, python):
    old_hook(repo, python)
    install(repo, python)
    path = repo.root / ".git/hooks/pre-commit"
    current = path.read_bytes()
    path.write_bytes(current.replace(b"written by adrguard", b"written by adrguard 0.0.1 instead of"))
    changes = install(repo, python, ["pre-commit"])
    assert changes[0].action == "upgraded"
    assert path.read_bytes() == current
    assert changes[0].chained.endswith("pre-commit.adrguard-chained")


def test_uninstalling_puts_everything_back_as_it_was(repo, python):
    path = old_hook(repo, python)
    target = repo.write("scripts/push", "#!/bin/sh\nexit 0\n")
    link = repo.root / ".git/hooks/pre-push"
    link.symlink_to("../../scripts/push")
    before = (path.read_bytes(), path.stat().st_mode, path.stat().st_mtime_ns, sorted(os.listdir(path.parent)))
    install(repo, python)
    assert not link.is_symlink()
    changes = git_hooks.uninstall(locate(repo))
    assert (path.read_bytes(), path.stat().st_mode, path.stat().st_mtime_ns, sorted(os.listdir(path.parent))) == before
    assert link.readlink() == Path("../../scripts/push")
    assert target.read_bytes() == b"#!/bin/sh\nexit 0\n"
    assert [change.action for change in changes] == ["removed"] * 3
    assert [change.action for change in git_hooks.uninstall(locate(repo))] == ["absent"] * 3


def test_uninstalling_leaves_hooks_that_are_not_ours(repo, python):
    path = old_hook(repo, python)
    before = path.read_bytes()
    assert git_hooks.uninstall(locate(repo))[0].action == "absent"
    assert path.read_bytes() == before


def test_a_foreign_hook_over_ours_is_not_overwritten(repo, python):
    path = old_hook(repo, python)
    install(repo, python)
    path.write_text("#!/bin/sh\n# somebody else\n")
    with pytest.raises(AdrguardError, match="is not ours"):
        install(repo, python)
    assert "somebody else" in path.read_text()


def test_a_hook_that_was_there_may_be_a_large_program(repo, python):
    old = old_hook(repo, python, body="exit 0\n" + "x" * 2_000_000)
    before = old.read_bytes()
    assert [change.action for change in install(repo, python)] == ["installed"] * 3
    repo.run("commit", "--allow-empty", "-m", "x")
    assert python.calls == ["theirs ", "ours pre-commit"]
    git_hooks.uninstall(locate(repo))
    assert old.read_bytes() == before


def test_the_hook_that_was_there_stays_in_force_where_the_disk_takes_no_other(repo, python):
    resource = pytest.importorskip("resource")
    old = old_hook(repo, python)
    before = old.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            install(repo, python, ["pre-commit"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert old.read_bytes() == before
    assert not old.with_name("pre-commit" + git_hooks.CHAINED).exists()


def test_ours_moved_aside_by_the_pre_commit_framework_is_renewed_and_removed_there(repo, python):
    path = old_hook(repo, python)
    install(repo, python, ["pre-commit"])
    legacy = path.with_name("pre-commit.legacy")
    path.rename(legacy)
    path.write_text("#!/bin/sh\n# framework\n")
    assert install(repo, python, ["pre-commit"])[0].action == "unchanged"
    git_hooks.uninstall(locate(repo))
    assert "theirs" in legacy.read_text()
    assert "framework" in path.read_text()


@pytest.mark.parametrize("value", [".githooks", "tools/my hooks"])
def test_hooks_path_relative_to_the_top_is_respected_from_any_folder(repo, python, value):
    repo.git("config", "core.hooksPath", value)
    repo.write("sub/a", "1")
    folder = git_hooks.locate(repository.find(str(repo.root / "sub")))
    assert Path(folder.path) == repo.root / value
    assert folder.in_worktree
    git_hooks.install(folder, ALL, python.interpreter)
    repo.stage()
    subprocess.run(["git", "commit", "-q", "-m", "x"], cwd=repo.root / "sub", check=True)
    assert python.calls == ["ours pre-commit"]


def test_a_hooks_path_for_all_repositories_is_left_alone_unless_asked(repo, python, tmp_path, monkeypatch):
    config = tmp_path / "gitconfig"
    config.write_text(f"[core]\n\thooksPath = {(tmp_path / 'shared').as_posix()}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    with pytest.raises(AdrguardError, match="set for all repositories"):
        locate(repo)
    assert Path(locate(repo, everywhere=True).path) == tmp_path / "shared"


def test_hooks_that_are_switched_off_are_said_to_be(repo):
    repo.git("config", "core.hooksPath", os.devnull)
    with pytest.raises(AdrguardError, match="switched off"):
        locate(repo)


def test_a_linked_worktree_shares_the_hooks(repo, python, tmp_path):
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    folder = git_hooks.locate(repository.find(str(tmp_path / "linked")))
    assert Path(folder.path) == repo.root / ".git/hooks"
    assert not folder.in_worktree
    git_hooks.install(folder, ALL, python.interpreter)
    subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", "x"], cwd=tmp_path / "linked", check=True)
    assert python.calls == ["ours pre-commit"]


HUSKY = """\
#!/usr/bin/env sh
n=$(basename "$0")
s=$(dirname "$(dirname "$0")")/$n
[ ! -f "$s" ] && exit 0
sh -e "$s" "$@"
"""


@pytest.fixture
def husky(repo):
    repo.git("config", "core.hooksPath", ".husky/_")
    repo.write(".husky/_/h", HUSKY)
    for name in ALL:
        repo.write(f".husky/_/{name}", '#!/usr/bin/env sh\n. "$(dirname "$0")/h"').chmod(0o755)
    return repo


def test_with_husky_ours_is_a_block_in_the_persons_own_file(husky, python):
    mine = husky.write(".husky/pre-commit", f"#!/bin/sh\necho theirs >> '{python.log}'\n")
    before = mine.read_bytes()
    install(husky, python)
    # What husky makes anew with every `npm install` is not where ours lives.
    shutil.rmtree(husky.root / ".husky/_")
    husky.write(".husky/_/h", HUSKY)
    husky.write(".husky/_/pre-commit", '#!/usr/bin/env sh\n. "$(dirname "$0")/h"').chmod(0o755)
    husky.git("commit", "-q", "--allow-empty", "-m", "x")
    assert python.calls == ["ours pre-commit", "theirs"]
    assert husky.run("commit", "--allow-empty", "-m", "x", env={"FAKE_EXIT": "1"}).returncode == 1
    assert [change.action for change in install(husky, python)] == ["unchanged"] * 3
    git_hooks.uninstall(locate(husky))
    assert mine.read_bytes() == before
    assert not (husky.root / ".husky/pre-push").exists()


def test_with_husky_the_lines_of_a_push_reach_what_follows_our_block(husky, python, tmp_path):
    husky.write(".husky/pre-push", f"cat >> '{python.log}'\n")
    install(husky, python)
    husky.git("init", "-q", "--bare", str(tmp_path / "other.git"))
    head = husky.commit()
    python.log.unlink()
    husky.git("push", "-q", str(tmp_path / "other.git"), "HEAD:refs/heads/main")
    line = f"HEAD {head} refs/heads/main {'0' * 40}"
    assert python.calls[1:] == [line, line]
