"""The plugin for Claude Code, in that program itself."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from agents.acting import Say, Shell, Write
from agents.conftest import Session
from agents.programs import PROGRAMS, SCRIPTS, environment
from agents.test_agents import BAD, BY_SHELL, FILE, GOOD, MEND, MOST_BLOCKS, NEW_FILE, tells_what_is_wrong

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "hooks" / "claude-plugin"

pytestmark = pytest.mark.slow


def claude(home: Path, cwd: Path, *words: str) -> str:
    done = subprocess.run(
        [str(PROGRAMS["claude"].path), *words],
        cwd=cwd,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def is_told_once(told: str) -> bool:
    """Newer versions of Claude Code say themselves twice what a hook said: as an error, and as feedback."""
    errors = told.count("Stop hook blocking error")
    return errors <= 1 and told.count("The work is not done yet") == errors + 1


@pytest.fixture
def session(bare: Callable[[str], Session]) -> Session:
    """Claude Code where nothing is registered."""
    return bare("claude")


@pytest.mark.parametrize("folder", [ROOT, PLUGIN], ids=["the repository", "the plugin's own folder"])
def test_it_is_valid(session: Session, folder: Path) -> None:
    assert "Validation passed" in claude(session.home, session.root, "plugin", "validate", "--strict", str(folder))


@pytest.mark.parametrize("folder", [ROOT, PLUGIN], ids=["from the repository", "from the plugin's own folder"])
def test_it_is_installed_from_a_marketplace_and_holds_back_until_it_is_mended(session: Session, folder: Path) -> None:
    claude(session.home, session.root, "plugin", "marketplace", "add", str(folder))
    claude(session.home, session.root, "plugin", "install", "adrguard@adrguard")
    script = [Write(NEW_FILE, BAD), Shell("git commit -nqam x"), BY_SHELL, Say(), MEND, Say()]
    _, model = session.play(*script, path=str(SCRIPTS))
    assert "SELECT *" in model.heard[0]
    assert tells_what_is_wrong(model.heard[1], NEW_FILE)
    assert "adrguard" in model.heard[2]
    assert len(model.held_back) == 1
    assert tells_what_is_wrong(model.held_back[0])
    assert (session.root / FILE).read_text() == GOOD


def test_beside_the_settings_each_event_is_judged_once(session: Session) -> None:
    session.register()
    _, model = session.play(
        BY_SHELL, *[Say()] * (MOST_BLOCKS + 3), more=["--plugin-dir", str(PLUGIN)], path=str(SCRIPTS)
    )
    assert len(model.held_back) == MOST_BLOCKS
    assert all(is_told_once(told) for told in model.held_back)


def tells_of_server(output: str) -> tuple[str, list[str]]:
    """Return how the plugin's MCP server stood when the session began, and its tools."""
    told = next(line for line in map(json.loads, output.splitlines()) if line.get("subtype") == "init")
    (server,) = told["mcp_servers"]
    return server["status"], [one for one in told["tools"] if "adrguard" in one]


def test_it_brings_the_server(session: Session) -> None:
    run, _ = session.play(Say(), more=["--plugin-dir", str(PLUGIN)], path=str(SCRIPTS))
    status, tools = tells_of_server(run.output)
    assert status in ("connected", "pending")
    assert all(one.startswith("mcp__plugin_adrguard_adrguard__") for one in tools)


def test_a_server_without_its_extra_holds_nobody_up(session: Session, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "adrguard"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}" exec "{SCRIPTS / "adrguard"}" "$@"\n')
    program.chmod(0o755)
    (tmp_path / "mcp.py").write_text("raise ImportError('No module named mcp')\n")
    (tmp_path / "bin" / "adrguard-hook").symlink_to(SCRIPTS / "adrguard-hook")
    script = [Write(NEW_FILE, BAD), Say()]
    run, model = session.play(*script, more=["--plugin-dir", str(PLUGIN)], path=str(tmp_path / "bin"))
    assert tells_of_server(run.output) == ("failed", [])
    assert "SELECT *" in model.heard[0]


def test_without_the_program_nothing_is_held_back_and_the_person_is_told(session: Session) -> None:
    run, model = session.play(Write(NEW_FILE, BAD), BY_SHELL, Say(), more=["--plugin-dir", str(PLUGIN)])
    assert model.held_back == []
    assert (session.root / NEW_FILE).read_text() == BAD
    assert "adrguard-hook: not found" in run.output or "adrguard-hook: command not found" in run.output
