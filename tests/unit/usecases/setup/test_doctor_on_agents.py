"""What doctor says of coding agents."""

from __future__ import annotations

import json
import os

import pytest

from adrguard.install.agents import programs
from adrguard.install.agents.programs import Programs
from adrguard.usecases.setup.doctor import examine
from adrguard.usecases.setup.install_agents import Asked, carry_out, plan_install

WITH_HOOKS = ("claude", "codex", "gemini", "cursor", "copilot", "windsurf", "cline", "vscode", "opencode")


@pytest.fixture
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


def install(repo, name, **options):
    return carry_out(plan_install(str(repo.root), Asked(name, **{"mcp": False, **options})))


def said(repo):
    return [check for check in examine(str(repo.root)).checks if check.name.startswith("agent")]


def wrong(repo):
    return [(check.state, check.what) for check in said(repo) if check.state != "ok"]


def test_of_agents_that_nothing_is_registered_with_nothing_is_said(repo, home):
    (repo.root / ".claude").mkdir()
    repo.write(".claude/settings.json", '{"hooks": {}}')
    assert said(repo) == []


def test_each_agents_hook_is_asked_and_refuses_what_is_forbidden(repo, home):
    for name in WITH_HOOKS:
        install(repo, name)
    assert wrong(repo) == []
    assert len(said(repo)) == len(WITH_HOOKS)
    assert said(repo)[0].what.endswith("settings.json: hooks SessionStart, PreToolUse, PostToolUse, Stop, SubagentStop")


def test_what_is_registered_for_the_person_is_told_as_well(repo, home):
    install(repo, "claude", user=True)
    (check,) = said(repo)
    assert check.what.startswith(str(home / ".claude/settings.json"))


def rewrite(repo, old, new, path=".claude/settings.json"):
    file = repo.root / path
    file.write_text(file.read_text().replace(old, new))


def test_a_program_that_is_gone_is_told(repo, home):
    install(repo, "claude")
    hook = programs.here().hook[0]
    rewrite(repo, hook, "/gone/adrguard-hook")
    ((state, what),) = wrong(repo)
    assert state == "failure"
    assert what.endswith("the program that its hooks start is gone: /gone/adrguard-hook")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("adrguard-hook agent claude", "is no absolute path"),
        ("'adrguard-hook agent", "cannot be understood"),
        ("{top}/adrguard-hook agent claude", "cannot be run"),
    ],
)
def test_a_line_that_cannot_run_is_told(repo, home, line, words):
    install(repo, "claude")
    repo.write("adrguard-hook").chmod(0o644)
    rewrite(repo, json.dumps(programs.here().line("claude")), json.dumps(line.format(top=repo.root)))
    ((state, what),) = wrong(repo)
    assert state == "failure"
    assert words in what


def test_another_installation_is_not_run(repo, home, tmp_path):
    other = tmp_path / "adrguard-hook"
    other.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-run\n")
    other.chmod(0o755)
    install(repo, "claude")
    rewrite(repo, programs.here().hook[0], str(other))
    ((state, what),) = wrong(repo)
    assert (state, "another installation" in what) == ("warning", True)
    assert not (tmp_path / "was-run").exists()


def test_our_own_program_that_does_not_refuse_is_told(repo, home, tmp_path, monkeypatch):
    silent = tmp_path / "adrguard-hook"
    silent.write_text("#!/bin/sh\nexit 0\n")
    silent.chmod(0o755)
    monkeypatch.setattr(programs, "here", lambda: Programs((str(silent),), ("/opt/adrguard",)))
    install(repo, "claude")
    ((state, what),) = wrong(repo)
    assert state == "failure"
    assert what.endswith("in a sample repository its hook lets a forbidden edit pass (exit code 0)")


def test_a_hook_that_never_answers_is_told(repo, home, tmp_path, monkeypatch):
    slow = tmp_path / "adrguard-hook"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setattr(programs, "here", lambda: Programs((str(slow),), ("/opt/adrguard",)))
    monkeypatch.setattr("adrguard.usecases.probes.agents.SECONDS", 0.1)
    install(repo, "claude")
    assert "gave no answer" in wrong(repo)[0][1]


def test_an_older_registration_is_told(repo, home):
    install(repo, "claude")
    rewrite(repo, '"timeout": 60', '"timeout": 5')
    ((state, what),) = wrong(repo)
    assert (state, what.endswith("not as this version registers it")) == ("warning", True)


def test_a_server_without_the_sdk_is_told(repo, home, monkeypatch):
    install(repo, "omp", mcp=True)
    monkeypatch.setattr(programs, "can_serve", lambda: False)
    ((state, what),) = wrong(repo)
    assert (state, "extra 'mcp'" in what) == ("warning", True)
    monkeypatch.setattr(programs, "can_serve", lambda: True)
    assert said(repo)[0].what.endswith("mcp.json: MCP server")


def test_settings_that_cannot_be_read_are_told(repo, home):
    repo.write(".cursor/hooks.json", "{broken")
    ((state, what),) = wrong(repo)
    assert (state, ".cursor/hooks.json:1:2: not valid JSON" in what) == ("warning", True)


def test_hooks_that_are_switched_off_are_told(repo, home):
    install(repo, "claude")
    repo.write(".claude/settings.local.json", '{"disableAllHooks": true}')
    ((state, what),) = wrong(repo)
    assert (state, "settings.local.json switches all hooks off" in what) == ("failure", True)


@pytest.mark.parametrize("config", [{"enabled": False}, {"disabled": ["adrguard"]}])
def test_geminis_too(repo, home, config):
    install(repo, "gemini")
    path = repo.root / ".gemini/settings.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "hooksConfig": config}))
    assert any("hooksConfig" in what for _, what in wrong(repo))


def test_a_plugin_beside_the_settings_is_told(repo, home):
    install(repo, "claude")
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text('{"enabledPlugins": {"adrguard@adrguard": true}}')
    ((state, what),) = wrong(repo)
    assert (state, "the plugin" in what) == ("warning", True)


def test_the_plugin_alone_is_well(repo, home):
    repo.write(".claude/settings.json", '{"enabledPlugins": {"adrguard@adrguard": true, "other@x": true}}')
    assert wrong(repo) == []


def test_two_registrations_for_one_agent_are_told(repo, home):
    install(repo, "claude")
    install(repo, "claude", user=True)
    assert [what for _, what in wrong(repo) if "asked twice" in what]


def test_where_no_program_can_be_found_that_is_said(repo, home, monkeypatch):
    from adrguard.model.errors import AdrguardError

    def lost():
        raise AdrguardError("not to be found", "install it")

    monkeypatch.setattr(programs, "here", lost)
    assert [(check.state, check.what) for check in said(repo)] == [("warning", "not to be found")]
    assert os.path.isdir(repo.root)
