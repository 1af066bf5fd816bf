"""A guard that is registered twice is asked twice, and answers once; one that is registered once always answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adrguard.hooks import duplicates
from adrguard.model.agents import BEFORE_EDIT, START, STOP, Event

OURS = {"type": "command", "command": f'"{sys.executable}" -I -m adrguard.hooks.main agent claude', "timeout": 60}


class Home:
    """A person's home and project, and a plugin that is installed."""

    def __init__(self, root: Path) -> None:
        self.project, self.user, self.plugin = root / "p", root / "home", root / "plugin"
        self.environ = {"HOME": str(self.user), "CLAUDE_PROJECT_DIR": str(self.project), "PATH": str(root / "bin")}
        self.write(root / "bin/adrguard-hook", "#!/bin/sh\n")
        self.write(
            self.plugin / "hooks/hooks.json", {"hooks": {"Stop": [{"hooks": [{"command": "adrguard-hook agent"}]}]}}
        )

    def write(self, path: Path, content: Any) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")

    def settings(self, hook: Any, *, event: str = "Stop", matcher: str | None = None) -> dict[str, Any]:
        entry = {"hooks": [hook]} if matcher is None else {"matcher": matcher, "hooks": [hook]}
        return {"hooks": {event: [entry]}}

    def event(self, kind: str = STOP, name: str = "Stop", agent: str = "claude", **more: Any) -> Event:
        return Event(agent, kind, name, str(self.project)).replace(**more)

    def second(self, event: Event | None = None, *, plugin: bool = True, given: str = "claude") -> bool:
        environ = {**self.environ, "CLAUDE_PLUGIN_ROOT": str(self.plugin)} if plugin else self.environ
        return duplicates.is_second(event or self.event(), given, environ)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_a_plugin_is_silent_where_the_project_registers_the_same(home: Home, name: str) -> None:
    assert not home.second()
    home.write(home.project / ".claude" / name, home.settings(OURS))
    assert home.second()


def test_a_plugin_is_silent_where_the_user_registers_the_same(home: Home, tmp_path: Path) -> None:
    home.write(home.user / ".claude/settings.json", home.settings(OURS))
    assert home.second()
    home.environ["CLAUDE_CONFIG_DIR"] = str(tmp_path / "elsewhere")
    assert not home.second()
    home.write(tmp_path / "elsewhere/settings.json", home.settings(OURS))
    assert home.second()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("{", id="broken"),
        pytest.param([], id="no object"),
        pytest.param({"hooks": ["adrguard-hook"]}, id="no events"),
        pytest.param({"hooks": {"Stop": "adrguard-hook agent"}}, id="no hooks"),
        pytest.param({"hooks": {"Stop": [{"hooks": [{"command": ["adrguard-hook", "agent"]}]}]}}, id="no command"),
        pytest.param({"hooks": {"Stop": [{"hooks": [{"command": "other"}]}]}, "x": "adrguard-hook"}, id="another's"),
        pytest.param({"hooks": {"Stop": [{"hooks": [{"command": "adrguard-hook pre-commit"}]}]}}, id="another door"),
        pytest.param({"hooks": {"SubagentStop": [{"hooks": [OURS]}]}}, id="another event"),
        pytest.param(
            {"hooks": {"Stop": [{"hooks": [{"command": '"/gone/adrguard-hook" agent claude'}]}]}},
            id="a program that is gone",
        ),
    ],
)
def test_a_plugin_answers_where_settings_do_not(home: Home, content: Any) -> None:
    home.write(home.project / ".claude/settings.json", content)
    assert not home.second()


@pytest.mark.parametrize(
    "hook",
    [
        pytest.param({"command": "adrguard-hook agent"}, id="by its name"),
        pytest.param({"command": "adrguard-hook", "args": ["agent", "claude"]}, id="without a shell"),
        pytest.param({"command": f"'{sys.executable}' -m adrguard.hooks.main agent claude"}, id="by a Python"),
        pytest.param({"command": "adrguard-hook agent claude; exit 0"}, id="with more behind"),
        pytest.param({"command": '"BIN/adrguard-hook" agent claude'}, id="by its path"),
        pytest.param(
            {"command": '[ -x "BIN/adrguard-hook" ] || exit 0; exec "BIN/adrguard-hook" agent claude'},
            id="if it is there",
        ),
    ],
)
def test_settings_may_call_the_door_as_they_like(home: Home, hook: Any) -> None:
    hook = {**hook, "command": hook["command"].replace("BIN", home.environ["PATH"])}
    home.write(home.project / ".claude/settings.json", home.settings(hook))
    assert home.second()


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("/bin/true adrguard-hook agent", id="another program"),
        pytest.param("true; adrguard-hook agent", id="another program first"),
        pytest.param("exit 0; adrguard-hook agent", id="never reached"),
        pytest.param("[ -x /gone ] || exit 0; adrguard-hook agent", id="asked for what is gone"),
        pytest.param("[ -x /bin/sh ] && exit 0; adrguard-hook agent", id="an end where it is there"),
        pytest.param("/bin/true -m adrguard.hooks.main agent", id="no Python"),
        pytest.param(f"'{sys.executable}' -c 0 -m adrguard.hooks.main agent", id="a Python with another program"),
        pytest.param("adrguard-hook --help agent", id="no event"),
        pytest.param("adrguard-hook agent > /dev/null", id="unheard"),
        pytest.param("adrguard-hook agent | true", id="into another program"),
        pytest.param("adrguard-hook 'agent", id="broken"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_only_names_the_door_makes_nobody_silent(home: Home, command: str) -> None:
    home.write(home.project / ".claude/settings.json", home.settings({"command": command}))
    assert not home.second()
    home.write(home.project / ".claude/settings.json", home.settings({"command": "adrguard-hook agent"}))
    assert home.second()
    home.environ["PATH"] = ""
    assert not home.second()


@pytest.mark.parametrize(
    ("matcher", "second"),
    [
        (None, True),
        ("", True),
        ("*", True),
        ("Write|Edit", True),
        ("^(Write|Edit)$", True),
        ("Bash", False),
        ("W.*", False),
    ],
)
def test_only_the_same_tool_is_the_same_event(home: Home, matcher: str | None, second: bool) -> None:
    home.write(home.project / ".claude/settings.json", home.settings(OURS, event="PreToolUse", matcher=matcher))
    assert home.second(home.event(BEFORE_EDIT, "PreToolUse", tool="Write")) is second


def test_only_the_same_source_is_the_same_start(home: Home) -> None:
    home.write(
        home.project / ".claude/settings.json", home.settings(OURS, event="SessionStart", matcher="startup|resume")
    )
    assert home.second(home.event(START, "SessionStart", source="resume"))
    assert not home.second(home.event(START, "SessionStart", source="compact"))


def test_the_environment_of_another_plugin_makes_nobody_silent(home: Home) -> None:
    home.write(home.project / ".claude/settings.json", home.settings(OURS))
    home.write(home.plugin / "hooks/hooks.json", {"hooks": {"Stop": []}})
    assert not home.second()


@pytest.mark.parametrize(
    ("agent", "path"),
    [("cursor", ".cursor/hooks.json"), ("copilot", ".github/hooks/adrguard.json")],
    ids=["cursor", "copilot"],
)
def test_an_agent_that_runs_claude_codes_hooks_beside_its_own_is_answered_by_its_own(
    home: Home, agent: str, path: str
) -> None:
    event = home.event(agent=agent)
    assert not home.second(event, plugin=False)
    home.write(home.project / path, {"hooks": {"stop": [{"command": "adrguard-hook agent " + agent}]}})
    assert home.second(event, plugin=False)


@pytest.mark.parametrize(
    ("agent", "path"),
    [("cursor", ".cursor/hooks.json"), ("copilot", ".copilot/hooks/adrguard.json")],
    ids=["cursor", "copilot"],
)
def test_also_where_they_are_the_users(home: Home, agent: str, path: str) -> None:
    home.write(home.user / path, {"hooks": {"stop": [{"command": "adrguard-hook agent " + agent}]}})
    assert home.second(home.event(agent=agent), plugin=False)


def test_an_agents_other_name_is_its_own_registration(tmp_path: Path) -> None:
    hooks = tmp_path / ".github/hooks/adrguard.json"
    hooks.parent.mkdir(parents=True)
    hooks.write_text('{"hooks": {"agentStop": [{"bash": "adrguard-hook agent vscode agentStop"}]}}', encoding="utf-8")
    event = {"sessionId": "s", "timestamp": 1, "cwd": str(tmp_path), "stopReason": "end_turn"}
    for name, heard in (("vscode", True), ("copilot", True), ("claude", False)):
        done = subprocess.run(
            [sys.executable, "-P", "-c", "from adrguard.hooks.main import run; run()", "agent", name],
            input=json.dumps(event).encode(),
            env={**os.environ, "ADRGUARD_SKIP": "1"},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, b"ADRGUARD_SKIP is set" in done.stdout) == (0, heard), name
