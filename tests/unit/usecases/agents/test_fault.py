"""What becomes of an agent when the guard fails is the project's choice, and letting go is the default."""

from __future__ import annotations

import pytest

from adrguard.model.errors import NotARepositoryError
from adrguard.usecases.agents.fault import blocks

BLOCK = '[agent]\non-error = "block"\n'
SHARED = '[tool.adrguard.agent]\non-error = "block"\n'


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("other.toml", "", False, id="unsaid"),
        pytest.param(".adrguard.toml", BLOCK, True, id="block"),
        pytest.param(".adrguard.toml", BLOCK.replace("block", "allow"), False, id="allow"),
        pytest.param(".adrguard.toml", "[agent\n", False, id="broken"),
        pytest.param("pyproject.toml", SHARED, True, id="in the project's own file"),
    ],
)
@pytest.mark.parametrize("git", [True, False], ids=["with git", "without git"])
def test_the_configuration_decides(repo, monkeypatch, path: str, text: str, expected: bool, git: bool) -> None:
    repo.write(path, text)
    repo.commit()
    if not git:
        monkeypatch.setenv("PATH", "/nowhere")
    assert blocks(str(repo.root)) is expected


def test_what_an_agent_has_just_written_does_not_count(repo) -> None:
    repo.write(".adrguard.toml", BLOCK)
    repo.commit()
    repo.write(".adrguard.toml", "")
    assert blocks(str(repo.root))


def test_outside_of_a_repository_there_is_no_choice(tmp_path) -> None:
    with pytest.raises(NotARepositoryError):
        blocks(str(tmp_path))
