from __future__ import annotations

import pytest
from fakes.guarding import decide
from fakes.published import checked

from adrguard.cli.main import run

BAD = 'q = "SELECT * FROM users"\n'


class CommandLine:
    """Calls the command line in a repository and keeps what it said."""

    def __init__(self, capsys) -> None:
        self._capsys = capsys
        self.out = self.err = ""

    def __call__(self, *words: str) -> int:
        self._capsys.readouterr()
        code = run(words)
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *words: str):
        """Call it for JSON, which must be as the published schema says, and return that."""
        code = self(*words, "--format", "json")
        document = checked(self.out)
        assert document["exit_code"] == code
        return document


@pytest.fixture
def adrguard(repo, monkeypatch, capsys):
    """The command line in an empty repository, without colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(repo.root)
    return CommandLine(capsys)


@pytest.fixture
def ruled(repo):
    """A repository with one decision and one file, both committed."""
    decide(
        repo,
        "- deny: `SELECT * FROM` in `src/**`\n  - id: star\n  - remediation: Name the columns.\n  - bad: `SELECT * FROM x`",
    )
    repo.write("src/keep.py", "x = 1\n")
    repo.commit("decide")
    return repo
