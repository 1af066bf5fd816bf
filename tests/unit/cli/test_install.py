from __future__ import annotations

import pytest


def test_git_hooks_are_told_one_by_one(repo, adrguard):
    hook = repo.write(".git/hooks/pre-commit", "#!/bin/sh\n")
    hook.chmod(0o755)
    assert adrguard("install", "git") == 0
    assert "  pre-commit        installed  (pre-commit.adrguard-chained runs first)\n" in adrguard.out
    assert "ADRGUARD_SKIP=1" in adrguard.out
    document = adrguard.json("install", "git", "--pre-push")
    assert [one["action"] for one in document["hooks"]] == ["unchanged", "unchanged", "installed"]


def test_a_folder_of_the_working_tree_comes_with_a_word_of_caution(repo, adrguard):
    repo.git("config", "core.hooksPath", ".githooks")
    assert adrguard("install", "git") == 0
    assert "do not commit it" in adrguard.out


def test_the_framework_is_configured(repo, adrguard):
    assert adrguard("install", "pre-commit") == 0
    assert "created" in adrguard.out
    assert "pre-commit install -t pre-commit" in adrguard.out
    assert adrguard.json("install", "pre-commit")["action"] == "unchanged"


@pytest.mark.parametrize("words", [["git"], ["pre-commit"]])
def test_outside_of_a_repository_it_is_refused(adrguard, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    assert adrguard("install", *words) == 2
