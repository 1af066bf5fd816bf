from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from fakes.guarding import NO_STAR, decide

from adrguard.install import git_hooks
from adrguard.model.errors import AdrguardError
from adrguard.system.writing import transaction
from adrguard.system.writing.journal import Edit, Journal
from adrguard.system.writing.state_folder import StateFolder
from adrguard.usecases.setup import doctor, install_hooks, install_precommit
from adrguard.usecases.setup.doctor import examine


@pytest.fixture(autouse=True)
def _home(tmp_path_factory, monkeypatch):
    # Whose machine this is may have agents set up.
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture
def sound(repo):
    """A repository in which everything is in place."""
    decide(repo, NO_STAR)
    repo.commit()
    install_hooks.install(str(repo.root))
    return repo


def checks(repo):
    found = {}
    for check in examine(str(repo if isinstance(repo, Path) else repo.root)).checks:
        found.setdefault(check.name, []).append(check)
    return found


def one(repo, name):
    (check,) = checks(repo)[name]
    return check


def hook(repo, name="pre-commit"):
    return repo.root / ".git/hooks" / name


def test_where_all_is_in_place_all_is_well(sound):
    found = examine(str(sound.root))
    assert [(check.name, check.what, check.remedy) for check in found.checks if check.state != "ok"] == []
    assert found.exit_code == 0
    assert [check.name for check in found.checks] == [
        "program",
        "git",
        "repository",
        "hook pre-commit",
        "hook pre-merge-commit",
        "configuration",
        "decisions",
        "vault",
        "cache",
        "changes",
    ]


def test_everything_that_is_wrong_comes_with_a_way_out(tmp_path, repo):
    repo.write(".adrguard.toml", 'vault = "gone"\nnonsense = 1\n')
    decide(repo, "- denny: `x`")
    for place in (tmp_path, repo.root):
        for check in examine(str(place)).checks:
            assert check.remedy or check.state == "ok", check


# The ground


def test_a_machine_without_git_is_told(sound, monkeypatch):
    monkeypatch.setenv("PATH", "")
    found = examine(str(sound.root))
    assert found.exit_code == 1
    assert "'git' was not found" in next(check.what for check in found.checks if check.name == "git")


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("git version 2.29.9", "warning"),
        ("git version 2.30.0", "ok"),
        ("git version 3.0.1.windows.1", "ok"),
        ("something else", "failure"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="a script stands in for git")
def test_an_old_git_is_told(tmp_path, monkeypatch, said, state):
    program = tmp_path / "bin/git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho '{said}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    assert one(tmp_path, "git").state == state


def test_outside_of_a_repository_nothing_is_guarded(tmp_path):
    check = one(tmp_path, "repository")
    assert (check.state, examine(str(tmp_path)).exit_code) == ("failure", 1)


def test_a_folder_of_decisions_without_git_can_be_read(tmp_path):
    (tmp_path / "docs/adr").mkdir(parents=True)
    (tmp_path / "docs/adr/0001-x.md").write_text("# 1. X\n\n## Status\n\nAccepted\n")
    assert one(tmp_path, "repository").state == "warning"
    assert one(tmp_path, "decisions").what.startswith("1 decision (1 in force)")
    assert "hooks" not in checks(tmp_path)


def test_a_broken_git_file_is_told(tmp_path):
    (tmp_path / ".git").write_text("gitdir: /nowhere\n")
    check = one(tmp_path, "repository")
    assert check.state == "failure"
    assert "does not lead to a git directory" in check.what


def test_a_shallow_clone_is_told(sound, tmp_path):
    sound.commit()
    sound.git("clone", "-q", "--depth", "1", f"file://{sound.root}", str(tmp_path / "clone"))
    assert "shallow" in one(tmp_path / "clone", "repository").what


def test_a_linked_working_tree_is_told(sound, tmp_path):
    sound.git("worktree", "add", "-q", str(tmp_path / "linked"))
    check = one(tmp_path / "linked", "repository")
    assert (check.state, "a linked working tree" in check.what) == ("ok", True)


# Hooks


def test_a_repository_that_nothing_guards_is_told(repo):
    assert one(repo, "hooks").remedy == "`adrguard install git`"


def test_a_hook_that_is_missing_is_told(sound):
    hook(sound, "pre-merge-commit").unlink()
    assert "no pre-merge-commit" in one(sound, "hooks").what


def replace(sound, old, new):
    text = hook(sound).read_text()
    assert old in text
    hook(sound).write_text(text.replace(old, new))


@pytest.mark.skipif(os.name == "nt", reason="file modes")
def test_a_hook_that_git_passes_over_is_told(sound):
    hook(sound).chmod(0o644)
    check = one(sound, "hook pre-commit")
    assert (check.state, check.remedy) == ("failure", f"chmod +x {hook(sound)}")


@pytest.mark.parametrize(
    ("old", "new", "state", "said"),
    [
        pytest.param(Path(sys.executable).as_posix(), "/gone/python", "failure", "is gone: /gone/python", id="a Python that is gone"),
        pytest.param("adrguard_python=", "adrguard_python='un", "failure", "does not say which Python", id="no word at all"),
        pytest.param("written by adrguard ", "written by adrguard 0.0.", "warning", "was written by adrguard 0.0.", id="another version"),
        pytest.param(f"git hook {git_hooks.FORMAT},", "git hook 99,", "warning", "was written by adrguard", id="another format"),
    ],
)  # fmt: skip
def test_a_hook_that_would_not_do_is_told(sound, old, new, state, said):
    replace(sound, old, new)
    check = one(sound, "hook pre-commit")
    assert check.state == state
    assert said in check.what
    assert "adrguard install git" in check.remedy


def test_nothing_that_a_hook_names_is_run(sound, tmp_path):
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-run\n")
    program.chmod(0o755)
    replace(sound, Path(sys.executable).as_posix(), program.as_posix())
    check = one(sound, "hook pre-commit")
    assert str(program) in check.what
    assert not (tmp_path / "was-run").exists()


def test_a_hook_that_was_there_before_is_told(repo):
    decide(repo)
    hook(repo).parent.mkdir(exist_ok=True)
    hook(repo).write_text("#!/bin/sh\n")
    install_hooks.install(str(repo.root))
    assert "after pre-commit.adrguard-chained" in one(repo, "hook pre-commit").what


def test_a_hook_in_huskys_folder_is_found(repo):
    repo.write(".husky/_/h", "")
    repo.git("config", "core.hooksPath", ".husky/_")
    install_hooks.install(str(repo.root))
    assert one(repo, "hook pre-commit").state == "ok"


def test_hooks_that_are_switched_off_are_told(sound):
    sound.git("config", "core.hooksPath", os.devnull)
    check = one(sound, "hooks")
    assert (check.state, "switched off" in check.what) == ("failure", True)


def test_a_configuration_of_the_framework_that_names_us_is_told_with_its_hook(repo):
    install_precommit.install(str(repo.root))
    named, lacking = checks(repo)["pre-commit"]
    assert (named.state, lacking.state) == ("ok", "warning")
    assert "pre-commit install" in lacking.remedy
    hook(repo).parent.mkdir(exist_ok=True)
    hook(repo).write_text("#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n")
    assert one(repo, "pre-commit").state == "ok"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("repos: []\n", "does not name adrguard", id="without us"),
        pytest.param("repos: [\n", ".pre-commit-config.yaml", id="broken"),
        pytest.param(b"\xff\xfe", "not UTF-8", id="no text"),
    ],
)
def test_a_configuration_of_the_framework_that_does_not_run_us_is_told(sound, text, said):
    sound.write(".pre-commit-config.yaml", text)
    check = one(sound, "pre-commit")
    assert check.state == "warning"
    assert said in check.what


# What decides


def test_a_configuration_that_cannot_be_read_is_told(sound):
    sound.write(".adrguard.toml", "strict = [\n")
    check = one(sound, "configuration")
    assert check.state == "failure"
    assert check.what.startswith(".adrguard.toml:1")


def test_mistakes_that_hide_rules_are_counted(sound):
    decide(sound, "- denny: `x`", "- denny: `y`", number=2)
    check = one(sound, "decisions")
    assert (check.state, "2 errors" in check.what, check.remedy) == ("failure", True, "`adrguard lint` says where")


def test_a_repository_without_decisions_is_told(repo):
    assert one(repo, "decisions").state == "warning"


def test_a_vault_that_is_not_there_is_told(sound, tmp_path):
    sound.write(".adrguard.toml", f'vault = "{(tmp_path / "vault").as_posix()}"\n')
    assert one(sound, "vault").state == "failure"
    (tmp_path / "vault").mkdir()
    assert one(sound, "vault").state == "ok"


# What is kept


def test_a_cache_that_is_no_folder_is_told(sound):
    folder = sound.root / ".git/adrguard"
    for path in folder.iterdir() if folder.exists() else ():
        path.unlink()
    if folder.exists():
        folder.rmdir()
    folder.write_text("")
    assert one(sound, "cache").state == "warning"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may write everywhere")
def test_a_cache_that_cannot_be_written_is_told(sound):
    folder = sound.root / ".git/adrguard"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o555)
    assert one(sound, "cache").state == "warning"
    folder.chmod(0o755)


def interrupted(repo):
    path = "docs/adr/0001-decision.md"
    before = (repo.root / path).read_bytes()
    state = StateFolder(str(repo.root))
    state.make()
    state.begin(
        Journal("ADR-002 supersedes ADR-001", "2026-01-02T03:04:05.000Z", (Edit(path, before, before + b"\n"),))
    )
    return repo.root / path, before


def test_a_change_that_was_interrupted_is_shown_and_left_alone(sound):
    note, before = interrupted(sound)
    check = one(sound, "changes")
    assert check.state == "warning"
    assert check.what == "interrupted: ADR-002 supersedes ADR-001 (1 note, 2026-01-02T03:04:05.000Z)"
    assert note.read_bytes() == before
    assert transaction.pending(str(sound.root)) is not None
    assert one(sound, "decisions").what.startswith("not read")


def test_a_journal_that_cannot_be_obeyed_is_shown_and_left_alone(sound):
    sound.write(".adrguard/state/journal", b"nonsense")
    assert "cannot be obeyed" in one(sound, "changes").what
    assert (sound.root / ".adrguard/state/journal").exists()


def test_the_last_change_is_shown(sound):
    path = "docs/adr/0001-decision.md"
    before = (sound.root / path).read_bytes()
    with transaction.exclusive(str(sound.root)) as held:
        held.commit("accept ADR-001", [Edit(path, before, before + b"\n")])
    check = one(sound, "changes")
    assert (check.state, check.what.startswith("the last one: accept ADR-001 (")) == ("ok", True)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("docs/adr/0001-decision.md.conflict", "was to become"),
        ("docs/adr/0001-decision.md.conflict-2", "was to become"),
        (".adrguard/state/0001-decision.md.conflict", "was to become"),
        (".adrguard/state/journal.bad", "was put aside"),
        (".adrguard/state/journal.bad-2", "was put aside"),
    ],
)
def test_what_an_interrupted_change_left_behind_is_shown(sound, path, said):
    sound.write(path, "x")
    check = checks(sound)["changes"][-1 if "conflict" in path else 0]
    assert check.state == "warning"
    assert said in check.what
    assert str(sound.root / path) in check.what


def test_a_state_that_is_broken_is_a_failure(sound):
    sound.write(".adrguard/state", "x")
    check = one(sound, "changes")
    assert (check.state, check.remedy) == ("failure", "move it out of the way")
    assert check.what.startswith(f"{sound.root / '.adrguard/state'}: a regular file stands where a folder is needed")


def test_a_record_that_is_damaged_is_a_warning(sound):
    sound.write(".adrguard/state/done-1", "x")
    check = one(sound, "changes")
    assert check.state == "warning"
    assert "done-1: it is cut, changed, or of another version, so the last change cannot" in check.what


def test_a_vault_that_is_no_folder_is_a_failure(sound):
    sound.write(".adrguard/wiki", "x")
    check = one(sound, "vault")
    assert (check.state, "is no folder" in check.what) == ("failure", True)
    sound.write(".adrguard.toml", 'vault = "README"\n')
    sound.write("README", "x")
    assert one(sound, "vault").state == "failure"


# The registry


def test_a_probe_that_cannot_look_says_so_and_the_others_go_on(sound, monkeypatch):
    def wrong(_):
        raise AdrguardError("it is stuck", "shake it")

    def denied(_):
        raise PermissionError(13, "Permission denied", "/secret")

    monkeypatch.setattr(doctor, "PROBES", (("one", wrong), ("two", denied), *doctor.PROBES[:1]))
    found = examine(str(sound.root)).checks
    assert [(check.name, check.state, check.what) for check in found[:2]] == [
        ("one", "failure", "it is stuck"),
        ("two", "failure", "cannot be looked at: /secret Permission denied"),
    ]
    assert found[2].name == "program"
