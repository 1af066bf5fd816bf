"""`adrguard mcp` before it serves: what it is given, and what it lacks."""

from __future__ import annotations

import sys

import pytest

from adrguard.cli.main import run


@pytest.fixture
def here(repo, monkeypatch):
    """A repository that is the current folder."""
    monkeypatch.chdir(repo.root)
    return repo


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(["--toolset", "gard"], "there is no set of tools 'gard'", id="a set that is not there"),
        pytest.param(["--repo", "nowhere"], "there is no folder 'nowhere'", id="a folder that is not there"),
        pytest.param(["--repo", "/"], "is not in a git repository", id="a folder that is no repository"),
        pytest.param(["--vault", "nowhere"], "there is no folder", id="a vault that is not there"),
        pytest.param(["--sidcar"], "No such option", id="an option that is not there"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_served(here, capsys, options, said: str) -> None:
    assert run(["mcp", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


def test_without_the_sdk_the_way_to_it_is_told(here, capsys, monkeypatch) -> None:
    for name in [one for one in sys.modules if one.startswith("adrguard.mcp_server.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server.caching", None)
    assert run(["mcp"]) == 2
    assert "which pip install 'adrguard[mcp]' brings" in capsys.readouterr().err


def test_help_needs_no_sdk(capsys, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert run(["mcp", "--help"]) == 0
    assert "--toolset" in capsys.readouterr().out
