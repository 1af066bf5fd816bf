"""`adrguard install AGENT` and `adrguard uninstall AGENT`, and `adrguard init --install`."""

from __future__ import annotations

import json
import os
import sys
import tomllib

import pytest

from adrguard.usecases.agents.names import ALL, TITLES


@pytest.fixture
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setattr("adrguard.usecases.setup.install_agents._is_on_path", lambda _: False)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HERMES_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def terminal(monkeypatch):
    """Make stdin and stdout a terminal's, on which the answers are given one by one."""

    def answers(*words):
        given = iter(words)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: next(given))

    return answers


def test_what_was_done_and_what_is_to_do_now_is_told(repo, adrguard, home):
    assert adrguard("install", "claude", "--mcp") == 0
    assert adrguard.out.splitlines() == [
        "Claude Code  created  .claude/settings.json",
        "Claude Code  created  .mcp.json",
        "These settings name this machine's program: who shares them with you installs it for themselves.",
        "Claude Code: Start claude in the root of the repository: it reads the project's settings from nowhere else.",
        "Claude Code: It asks once whether the MCP server adrguard may be used: say yes.",
    ]
    assert adrguard("install", "claude", "--mcp") == 0
    assert "Claude Code  unchanged  .claude/settings.json" in adrguard.out
    assert adrguard("uninstall", "claude") == 0
    assert "Claude Code  deleted  .claude/settings.json" in adrguard.out
    assert list(repo.root.iterdir()) == [repo.root / ".git"]


def test_a_file_that_stays_is_said_to_stay_and_where_nothing_was_it_is_said(repo, adrguard, home):
    repo.write(".claude/settings.json", '{"model": "x"}\n')
    assert adrguard("install", "claude", "--no-mcp") == 0
    assert adrguard("uninstall", "all") == 0
    assert "Claude Code  taken out of  .claude/settings.json" in adrguard.out
    assert (repo.root / ".claude/settings.json").read_text() == '{"model": "x"}\n'
    assert adrguard("uninstall", "all") == 0
    assert adrguard.out == "Nothing of adrguard was there to take away.\n"


def test_what_is_set_up_in_part_is_not_said_to_be_ready(repo, adrguard, home):
    repo.write(".claude/settings.json", "[]\n")
    assert adrguard("install", "claude", "--mcp") == 2
    assert "Claude Code  created  .mcp.json" in adrguard.out
    assert "Start claude" not in adrguard.out


def test_a_dry_run_shows_the_change_and_writes_nothing(repo, adrguard, home):
    repo.write(".mcp.json", '{\n  "mcpServers": {}\n}\n')
    assert adrguard("install", "claude", "--mcp", "--dry-run") == 0
    assert '  +    "adrguard": {\n' in adrguard.out
    assert "Claude Code  would be added    .mcp.json" in adrguard.out
    assert adrguard.out.endswith("Nothing was written.\n")
    assert not (repo.root / ".claude").exists()


def test_on_a_terminal_the_change_is_shown_and_asked_for(repo, adrguard, home, terminal):
    terminal("n", "y")
    assert adrguard("install", "gemini") == 0
    assert '  +  "hooks": {' in adrguard.out
    assert adrguard.out.endswith("Nothing was written.\n")
    assert not (repo.root / ".gemini").exists()
    assert adrguard("install", "gemini") == 0
    assert (repo.root / ".gemini/settings.json").exists()


def test_with_yes_nobody_is_asked(repo, adrguard, home, terminal):
    terminal()
    assert adrguard("install", "gemini", "--yes") == 0
    assert adrguard("install", "gemini") == 0, "where nothing changes there is nothing to ask"
    assert adrguard("uninstall", "gemini", "-y") == 0


def test_nothing_of_the_settings_moves_the_cursor(repo, adrguard, home):
    repo.write(".mcp.json", '{"mcpServers": {},\n"a": "\x1b[2J"}'.replace("\x1b", "\u202e"))
    assert adrguard("install", "claude", "--mcp", "--dry-run") == 0
    assert "\u202e" not in adrguard.out


def test_a_refused_file_ends_in_2_and_says_where_and_what_to_do(repo, adrguard, home):
    repo.write(".claude/settings.json", "{broken")
    assert adrguard("install", "claude", "--no-mcp") == 2
    assert ".claude/settings.json:1:2: not valid JSON: a key in double quotes is missing\n" in adrguard.out
    assert "--set-aside\n" in adrguard.out
    assert adrguard("install", "claude", "--no-mcp", "--set-aside") == 0
    assert "could not be read, and is kept as .claude/settings.json.adrguard-backup.\n" in adrguard.out
    assert adrguard("uninstall", "claude") == 0
    assert "What was there came back from .claude/settings.json.adrguard-backup.\n" in adrguard.out


@pytest.mark.parametrize("name", TITLES)
def test_the_same_as_json(repo, adrguard, home, name):
    document = adrguard.json("install", name, "--user", "--mcp", "--dry-run")
    assert document["agents"] == [name]
    assert document["dry_run"] is True
    assert all(one["diff"] for one in document["files"])
    assert {one["action"] for one in adrguard.json("install", name, "--user", "--mcp")["files"]} == {"created"}
    assert {one["action"] for one in adrguard.json("uninstall", name, "--user")["files"]} == {"deleted"}


STDIO = {"type": "stdio", "command": "adrguard", "args": ["mcp"]}
PLAIN = {"command": "adrguard", "args": ["mcp"]}


@pytest.mark.skipif(sys.platform != "linux", reason="VS Code keeps its settings elsewhere")
@pytest.mark.parametrize(
    ("name", "path", "document"),
    [
        ("claude", ".mcp.json", {"mcpServers": {"adrguard": STDIO}}),
        ("claude", "~/.claude.json", {"mcpServers": {"adrguard": STDIO}}),
        ("cursor", ".cursor/mcp.json", {"mcpServers": {"adrguard": PLAIN}}),
        ("cursor", "~/.cursor/mcp.json", {"mcpServers": {"adrguard": PLAIN}}),
        ("vscode", ".vscode/mcp.json", {"servers": {"adrguard": STDIO}}),
        ("vscode", "~/.config/Code/User/mcp.json", {"servers": {"adrguard": STDIO}}),
        ("windsurf", "~/.codeium/windsurf/mcp_config.json", {"mcpServers": {"adrguard": PLAIN}}),
        (
            "cline",
            "~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            {"mcpServers": {"adrguard": {**PLAIN, "disabled": False}}},
        ),
        ("gemini", ".gemini/settings.json", {"mcpServers": {"adrguard": PLAIN}}),
        ("codex", ".codex/config.toml", {"mcp_servers": {"adrguard": PLAIN}}),
        ("codex", "~/.codex/config.toml", {"mcp_servers": {"adrguard": PLAIN}}),
        (
            "opencode",
            "opencode.json",
            {"mcp": {"adrguard": {"type": "local", "command": ["adrguard", "mcp"], "enabled": True}}},
        ),
    ],
)
def test_each_client_finds_the_server_where_it_looks_until_it_is_taken_away(repo, adrguard, home, name, path, document):
    scope = ("--user",) if path.startswith("~/") else ()
    file = home / path.removeprefix("~/") if scope else repo.root / path
    assert adrguard("install", name, "--mcp", *scope) == 0
    read = tomllib.loads if file.suffix == ".toml" else json.loads
    written = {key: value for key, value in read(file.read_text()).items() if key != "hooks"}
    ((server,),) = [one.values() for one in document.values()]
    ((ours,),) = [one.values() for one in written.values()]
    assert written.keys() == document.keys()
    assert with_bare_program(ours) == server
    assert adrguard("uninstall", name, *scope) == 0
    assert not file.exists()


def with_bare_program(server):
    """Return what is registered with the program's name alone, which is registered by its path."""
    command = server["command"]
    if isinstance(command, list):
        return {**server, "command": [os.path.basename(command[0]), *command[1:]]}
    return {**server, "command": os.path.basename(command)}


def test_a_failure_as_json(repo, adrguard, home):
    assert "no coding agent was found" in adrguard.json("install", ALL)["error"]["message"]
    repo.write(".mcp.json", "{broken")
    document = adrguard.json("install", "claude", "--mcp")
    assert [one["action"] for one in document["files"]] == ["created", "refused"]
    assert document["files"][1]["problem"]


def test_outside_of_a_repository_it_is_refused_but_for_the_person(adrguard, home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert adrguard("install", "claude") == 2
    assert adrguard("install", "claude", "--user") == 0
    assert (home / ".claude/settings.json").exists()


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_every_agent_has_a_command(adrguard, verb):
    assert adrguard(verb, "--help") == 0
    listed = adrguard.out
    for name in (*TITLES, ALL):
        assert f"  {name} " in listed
        assert adrguard(verb, name, "--help") == 0


def test_init_sets_up_all_that_is_found(repo, adrguard, home):
    (repo.root / ".cursor").mkdir()
    assert adrguard("init", "--install") == 0
    assert "  pre-commit        installed\n" in adrguard.out
    assert "Cursor  created  .cursor/hooks.json\n" in adrguard.out
    document = adrguard.json("init", "--install")
    assert {one["action"] for one in document["installed"]["git"]["hooks"]} == {"unchanged"}
    assert document["installed"]["agents"]["agents"] == ["cursor"]


def test_init_where_no_agent_is_found(repo, adrguard, home):
    assert adrguard("init", "--install") == 0
    assert "No coding agent was found" in adrguard.out
    assert adrguard.json("init", "--install")["installed"]["agents"]["files"] == []
