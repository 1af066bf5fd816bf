from __future__ import annotations

from pathlib import Path

from adrguard.usecases.setup.install_hooks import install, uninstall


def test_hooks_come_and_go_in_the_repository_of_the_folder(repo):
    below = repo.root / "a"
    below.mkdir()
    hooks = install(str(below))
    assert [(one.name, one.action) for one in hooks.changes] == [
        ("pre-commit", "installed"),
        ("pre-merge-commit", "installed"),
    ]
    assert hooks.interpreter is not None
    assert hooks.interpreter.path in Path(hooks.changes[0].path).read_text()
    assert [one.name for one in install(str(below), push=True).changes] == [
        "pre-commit",
        "pre-merge-commit",
        "pre-push",
    ]
    assert {one.action for one in uninstall(str(below)).changes} == {"removed"}
    assert list((repo.root / ".git/hooks").iterdir()) == []
