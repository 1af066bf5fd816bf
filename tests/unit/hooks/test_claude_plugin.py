"""The plugin for Claude Code, as far as it can be told without that program."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import adrguard
from adrguard.install.agents import agent
from adrguard.install.agents.programs import Programs
from adrguard.install.agents.wanted import Where

ROOT = Path(__file__).parents[3]
PLUGIN = ROOT / "hooks" / "claude-plugin"
HOOKS: dict[str, list[dict[str, Any]]] = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
COMMANDS = {event: hook["command"] for event, groups in HOOKS.items() for group in groups for hook in group["hooks"]}


def manifest(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text())


def test_its_version_is_ours() -> None:
    assert manifest(PLUGIN / ".claude-plugin" / "plugin.json")["version"] == adrguard.__version__


@pytest.mark.parametrize("folder", [ROOT, PLUGIN], ids=["the repository", "the plugin's own folder"])
def test_a_marketplace_leads_to_it(folder: Path) -> None:
    market = manifest(folder / ".claude-plugin" / "marketplace.json")
    (entry,) = market["plugins"]
    own = manifest(PLUGIN / ".claude-plugin" / "plugin.json")
    assert (entry["name"], entry["version"]) == (own["name"], own["version"])
    assert (folder / entry["source"]).resolve() == PLUGIN


def test_its_licence_is_ours() -> None:
    assert (PLUGIN / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_it_has_the_hooks_that_are_registered_in_settings() -> None:
    """Else one of them would be silent for the other's sake, and nobody would judge."""
    programs = Programs(("/bin/adrguard-hook",), ("/bin/adrguard",))
    target = agent("claude").targets(Where(str(ROOT), str(ROOT), {}), programs)[0]
    assert target.hooks is not None
    assert covered(HOOKS) == covered({event: list(groups) for event, groups in target.hooks.events})


def test_its_server_is_the_one_that_is_registered_in_settings() -> None:
    """By its name alone, as a plugin does not know where programs are."""
    programs = Programs(("adrguard-hook",), ("adrguard",))
    target = agent("claude").targets(Where(str(ROOT), str(ROOT), {}), programs)[1]
    assert target.server is not None
    servers = manifest(PLUGIN / ".claude-plugin" / "plugin.json")["mcpServers"]
    assert {"type": "stdio", **servers["adrguard"]} == target.server.value


def covered(hooks: dict[str, list[dict[str, Any]]]) -> set[tuple[str, str, int]]:
    return {
        (event, name, hook["timeout"])
        for event, groups in hooks.items()
        for group in groups
        for name in group.get("matcher", "").split("|")
        for hook in group["hooks"]
    }


@pytest.mark.skipif(os.name == "nt", reason="runs the lines by sh")
@pytest.mark.parametrize("event", sorted(COMMANDS))
def test_without_the_program_nothing_is_held_back(event: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", COMMANDS[event]], env={"PATH": str(tmp_path)}, input=b"{}", capture_output=True, check=False
    )
    assert done.stdout == b""
    # The start of a session may say so: an exit code other than 2 holds nothing back there, and is shown.
    assert done.returncode == (127 if event == "SessionStart" else 0)


@pytest.mark.skipif(os.name == "nt", reason="runs the lines by sh")
@pytest.mark.parametrize("event", sorted(COMMANDS))
def test_the_programs_answer_is_what_claude_gets(event: str, tmp_path: Path) -> None:
    program = tmp_path / "adrguard-hook"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "-c", COMMANDS[event]], env={"PATH": str(tmp_path)}, input=b"{}", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"agent claude\n")
