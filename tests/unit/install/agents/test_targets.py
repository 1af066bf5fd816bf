"""What is registered with each agent, and in which of its files."""

from __future__ import annotations

import json
import os
import sys

import pytest

from adrguard.hooks.agents import named
from adrguard.install import agents
from adrguard.install.agents import programs, settings
from adrguard.install.agents.programs import Programs, called, is_ours, quoted
from adrguard.install.agents.wanted import OWN, Where

PROGRAMS = Programs(("/opt/a b/adrguard-hook",), ("/opt/adrguard",))
WINDOWS = Programs(("C:/a b/adrguard-hook.exe",), ("C:/adrguard.exe",), windows=True)
PROJECT = Where("/repo", "/home/me", {})
USER = Where("/home/me", "/home/me", {}, user=True)
LINE = '"/opt/a b/adrguard-hook" agent '
GUARDED = '[ -x "/opt/a b/adrguard-hook" ] || exit 0; exec "/opt/a b/adrguard-hook" agent '


def files(name, where, ours=PROGRAMS):
    return {target.path: target for target in agents.agent(name).targets(where, ours)}


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("claude", ["/repo/.claude/settings.json", "/repo/.mcp.json"]),
        ("codex", ["/repo/.codex/hooks.json", "/repo/.codex/config.toml"]),
        ("gemini", ["/repo/.gemini/settings.json"]),
        ("cursor", ["/repo/.cursor/hooks.json", "/repo/.cursor/mcp.json"]),
        ("copilot", ["/repo/.github/hooks/adrguard.json", "/repo/.mcp.json"]),
        ("windsurf", ["/repo/.windsurf/hooks.json"]),
        (
            "cline",
            [
                f"/repo/.clinerules/hooks/{one}"
                for one in ("PreToolUse", "PostToolUse", "TaskStart", "TaskResume", "TaskComplete")
            ],
        ),
        ("vscode", ["/repo/.github/hooks/adrguard.json", "/repo/.vscode/mcp.json"]),
        ("opencode", ["/repo/.opencode/plugins/adrguard.ts", "/repo/opencode.json"]),
        ("hermes", []),
        ("openclaw", []),
        ("omp", ["/repo/.omp/mcp.json"]),
    ],
)
def test_the_repository_has_these_files(name, paths):
    assert list(files(name, PROJECT)) == paths
    assert all(target.inside == "/repo" for target in files(name, PROJECT).values())


@pytest.mark.skipif(sys.platform != "linux", reason="VS Code keeps its settings elsewhere")
@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("claude", [".claude/settings.json", ".claude.json"]),
        ("codex", [".codex/hooks.json", ".codex/config.toml"]),
        ("gemini", [".gemini/settings.json"]),
        ("cursor", [".cursor/hooks.json", ".cursor/mcp.json"]),
        ("copilot", [".copilot/hooks/adrguard.json", ".copilot/mcp-config.json"]),
        ("windsurf", [".codeium/windsurf/hooks.json", ".codeium/windsurf/mcp_config.json"]),
        ("vscode", [".copilot/hooks/adrguard.json", ".config/Code/User/mcp.json"]),
        ("opencode", [".config/opencode/plugins/adrguard.ts", ".config/opencode/opencode.json"]),
        ("hermes", [".hermes/config.yaml"]),
        ("openclaw", [".openclaw/openclaw.json"]),
        ("omp", [".omp/agent/mcp.json"]),
    ],
)
def test_the_person_has_these_files(name, paths):
    assert list(files(name, USER)) == [f"/home/me/{path}" for path in paths]


@pytest.mark.parametrize(
    ("name", "variable", "value", "path", "inside"),
    [
        ("claude", "CLAUDE_CONFIG_DIR", "/c", "/c/settings.json", "/c"),
        ("claude", "CLAUDE_CONFIG_DIR", "/c", "/c/.claude.json", "/c"),
        ("codex", "CODEX_HOME", "/c", "/c/config.toml", "/c"),
        ("copilot", "COPILOT_HOME", "/c", "/c/hooks/adrguard.json", "/c"),
        ("opencode", "XDG_CONFIG_HOME", "/c", "/c/opencode/opencode.json", "/c"),
        ("hermes", "HERMES_HOME", "/c", "/c/config.yaml", "/c"),
        ("openclaw", "OPENCLAW_STATE_DIR", "/c", "/c/openclaw.json", "/c"),
        ("openclaw", "OPENCLAW_CONFIG_PATH", "/c/x.json5", "/c/x.json5", "/c"),
        ("omp", "PI_CODING_AGENT_DIR", "/c", "/c/mcp.json", "/c"),
    ],
)
def test_what_an_agents_own_variable_says_is_obeyed_for_the_person_only(name, variable, value, path, inside):
    found = files(name, USER.replace(environ={variable: value}))
    assert found[path].inside == inside
    assert files(name, PROJECT.replace(environ={variable: value})).keys() == files(name, PROJECT).keys()


def hooks(name, ours=PROGRAMS):
    """Return the hooks of a project: for each event the matcher, the command line and the time-out of each entry."""
    target = next(one for one in files(name, PROJECT, ours).values() if one.hooks)
    assert target.hooks
    return {event: [_flat(entry) for entry in entries] for event, entries in target.hooks.events}


def _flat(entry):
    handler = entry["hooks"][0] if "hooks" in entry else entry
    line = next(handler[key] for key in ("command", "bash", "powershell") if key in handler)
    return entry.get("matcher", ""), line, handler.get("timeout", handler.get("timeoutSec"))


EDITS = "Write|Edit|MultiEdit|NotebookEdit"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "claude",
            {
                "SessionStart": [("startup|resume|clear|compact", LINE + "claude", 15)],
                "PreToolUse": [(EDITS, LINE + "claude", 10), ("Bash|PowerShell", LINE + "claude", 10)],
                "PostToolUse": [(EDITS, LINE + "claude", 10)],
                "Stop": [("", LINE + "claude", 60)],
                "SubagentStop": [("", LINE + "claude", 60)],
            },
        ),
        (
            "codex",
            {
                "SessionStart": [("", LINE + "codex", 15)],
                "PreToolUse": [("Bash|apply_patch", LINE + "codex", 10)],
                "PostToolUse": [("apply_patch", LINE + "codex", 10)],
                "Stop": [("", LINE + "codex", 60)],
                "SubagentStop": [("", LINE + "codex", 60)],
            },
        ),
        (
            "gemini",
            {
                "SessionStart": [("", GUARDED + "gemini", 15000)],
                "BeforeTool": [("write_file|replace|run_shell_command", GUARDED + "gemini", 10000)],
                "AfterTool": [("write_file|replace", GUARDED + "gemini", 10000)],
                "AfterAgent": [("", GUARDED + "gemini", 60000)],
            },
        ),
        (
            "cursor",
            {
                "sessionStart": [("", LINE + "cursor", 15)],
                "preToolUse": [("Write|Edit|Patch|Notebook|Replace", LINE + "cursor", 10)],
                "beforeShellExecution": [("", LINE + "cursor", 10)],
                "afterFileEdit": [("", LINE + "cursor", 10)],
                "stop": [("", LINE + "cursor", 60)],
                "subagentStop": [("", LINE + "cursor", 60)],
            },
        ),
        (
            "copilot",
            {
                "sessionStart": [("", GUARDED + "copilot sessionStart", 15)],
                "preToolUse": [("", GUARDED + "copilot preToolUse", 10)],
                "postToolUse": [("", GUARDED + "copilot postToolUse", 10)],
                "agentStop": [("", GUARDED + "copilot agentStop", 60)],
                "subagentStop": [("", GUARDED + "copilot subagentStop", 60)],
            },
        ),
        (
            "windsurf",
            {
                event: [("", LINE + "windsurf", None)]
                for event in ("pre_write_code", "post_write_code", "pre_run_command")
            },
        ),
    ],
)
def test_these_events_are_registered_with_these_lines(name, expected):
    assert hooks(name) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("claude", {"type": "stdio", "command": "/opt/adrguard", "args": ["mcp"]}),
        ("codex", {"command": "/opt/adrguard", "args": ["mcp"]}),
        ("gemini", {"command": "/opt/adrguard", "args": ["mcp"]}),
        ("cursor", {"command": "/opt/adrguard", "args": ["mcp"]}),
        ("copilot", {"type": "stdio", "command": "/opt/adrguard", "args": ["mcp"]}),
        ("vscode", {"type": "stdio", "command": "/opt/adrguard", "args": ["mcp"]}),
        ("opencode", {"type": "local", "command": ["/opt/adrguard", "mcp"], "enabled": True}),
        ("omp", {"type": "stdio", "command": "/opt/adrguard", "args": ["mcp", "--sidecar"]}),
    ],
)
def test_the_server_is_registered_so(name, value):
    (server,) = [target.server for target in files(name, PROJECT).values() if target.server]
    assert server.value == value


def test_windows_gets_lines_for_its_shells():
    assert hooks("claude", WINDOWS)["Stop"] == [("", '"C:/a b/adrguard-hook.exe" agent claude', 60)]
    line = "if (Test-Path -LiteralPath 'C:/a b/adrguard-hook.exe') { & 'C:/a b/adrguard-hook.exe' agent gemini; exit $LASTEXITCODE }"
    assert hooks("gemini", WINDOWS)["AfterAgent"] == [("", line, 60000)]
    assert called(line) == ("C:/a b/adrguard-hook.exe",)
    assert files("cline", PROJECT, WINDOWS) == {}


@pytest.mark.parametrize(
    ("name", "words"), [("claude", "agent claude"), ("gemini", "agent gemini"), ("copilot", "agent copilot preToolUse")]
)
def test_our_program_is_found_in_a_registered_line(name, words):
    line = next(line for entries in hooks(name).values() for _, line, _ in entries if line.endswith(words))
    assert is_ours(line)
    assert called(line) == ("/opt/a b/adrguard-hook",)


@pytest.mark.parametrize("line", ["agent", "adrguard check", "my-agent --adrguard", "adrguard-hook pre-commit", "'"])
def test_other_lines_are_not_ours(line):
    assert not is_ours(line)
    assert called(line) == ()


def test_each_agent_with_hooks_is_one_that_the_door_speaks_with():
    assert all(named(one) for one in set(agents.TITLES) - set(agents.ONLY_SERVER))
    assert [agents.agent(name).name for name in agents.TITLES] == list(agents.TITLES)
    assert [agents.agent(name).title for name in agents.TITLES] == list(agents.TITLES.values())


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("/a/b", '"/a/b"'),
        ("/a b", '"/a b"'),
        ("/a$b", "'/a$b'"),
        ("-I", "-I"),
        ("adrguard.hooks.main", "adrguard.hooks.main"),
    ],
)
def test_a_path_is_quoted_for_the_shell(word, shown):
    assert quoted(word) == shown


def test_this_installations_own_programs_are_absolute():
    found = programs.here()
    assert os.path.isabs(found.hook[0])
    assert os.path.isabs(found.command[0])


def test_without_console_scripts_this_python_runs_the_modules(monkeypatch, tmp_path):
    monkeypatch.setattr(
        sys, "executable", os.path.join(os.path.dirname(sys.executable), os.path.basename(sys.executable))
    )
    monkeypatch.setattr(programs, "HOOK", "adrguard-hook")
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    monkeypatch.setattr("os.access", lambda path, _: not path.endswith(("adrguard-hook", "adrguard")))
    found = programs.here()
    assert found.hook[0] == sys.executable
    assert found.hook[-2:] == ("-m", "adrguard.hooks.main")
    assert is_ours(found.line("claude"))
    assert called(found.line("claude")) == found.hook
    assert settings.json_settings.serves(found.server()[1][-2])


def test_a_hook_of_clines_answers_even_when_its_program_is_gone(tmp_path):
    import subprocess

    target = files("cline", Where(str(tmp_path), str(tmp_path), {}))[str(tmp_path / ".clinerules/hooks/PreToolUse")]
    assert target.form == OWN
    done = subprocess.run(["sh", "-c", target.text], capture_output=True, check=True)
    assert json.loads(done.stdout) == {"cancel": False}


def test_opencodes_plugin_names_the_program():
    plugin = files("opencode", PROJECT)["/repo/.opencode/plugins/adrguard.ts"]
    assert 'const PROGRAM = ["/opt/a b/adrguard-hook"]' in plugin.text
    lines, _ = settings.registered(plugin, plugin.text.encode())
    assert [called(line) for _, line in lines] == [("/opt/a b/adrguard-hook",)]


def test_opencodes_configuration_is_the_one_that_is_there(tmp_path):
    where = Where(str(tmp_path), str(tmp_path), {})
    (tmp_path / "opencode.jsonc").write_text("{}")
    assert str(tmp_path / "opencode.jsonc") in files("opencode", where)
    (tmp_path / "opencode.json").write_text("{}")
    assert str(tmp_path / "opencode.json") in files("opencode", where)
