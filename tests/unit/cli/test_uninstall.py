from __future__ import annotations


def test_git_hooks_go_and_what_was_there_comes_back(repo, adrguard):
    hook = repo.write(".git/hooks/pre-commit", "#!/bin/sh\n# mine\n")
    hook.chmod(0o755)
    adrguard("install", "git")
    assert adrguard("uninstall", "git") == 0
    assert "  pre-commit        removed  (pre-commit is back in its place)\n" in adrguard.out
    assert hook.read_text() == "#!/bin/sh\n# mine\n"
    assert {one["action"] for one in adrguard.json("uninstall", "git")["hooks"]} == {"absent"}


def test_the_framework_configuration_goes_when_it_was_ours_alone(repo, adrguard):
    adrguard("install", "pre-commit")
    assert adrguard("uninstall", "pre-commit") == 0
    assert "deleted" in adrguard.out
    assert adrguard.json("uninstall", "pre-commit")["action"] == "absent"
