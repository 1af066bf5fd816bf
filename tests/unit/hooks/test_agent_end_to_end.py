"""The installed program, a real repository and a real violation: what each agent hears of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fakes.guarding import NO_STAR, decide

BAD = 'q = "SELECT * FROM t"\n'
PROGRAM = Path(sys.executable).parent / ("adrguard-hook.exe" if os.name == "nt" else "adrguard-hook")


def tell(
    repo: Any, event: dict[str, Any], *words: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [PROGRAM, "agent", *words],
        input=json.dumps(event).encode(),
        cwd=repo.root.parent,
        env={**os.environ, **(env or {})},
        capture_output=True,
        check=False,
    )


def said(done: subprocess.CompletedProcess[bytes]) -> dict[str, Any]:
    """Return the one object that was said."""
    assert (done.returncode, done.stderr) == (0, b"")
    value: dict[str, Any] = json.loads(done.stdout)
    assert done.stdout.endswith(b"}\n")
    assert done.stdout.count(b"\n") == 1
    return value


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.write("a.py", "x = 1\n")
    repo.commit()
    return repo


def claude(repo: Any, name: str, **more: Any) -> dict[str, Any]:
    base = {"session_id": "s", "transcript_path": "/t", "cwd": str(repo.root), "hook_event_name": name}
    return {**base, **({} if name == "SessionStart" else {"prompt_id": "p", "permission_mode": "default"}), **more}


def stops(repo: Any) -> dict[str, dict[str, Any]]:
    root = str(repo.root)
    return {
        "claude": claude(repo, "Stop", stop_hook_active=False),
        "codex": {
            "session_id": "s",
            "turn_id": "t",
            "transcript_path": None,
            "cwd": root,
            "hook_event_name": "Stop",
            "model": "m",
            "permission_mode": "default",
            "stop_hook_active": False,
            "last_assistant_message": "Done.",
        },
        "gemini": {
            "session_id": "s",
            "transcript_path": "/t",
            "cwd": root,
            "hook_event_name": "AfterAgent",
            "timestamp": "2026-01-02T03:04:05Z",
            "prompt": "p",
            "prompt_response": "Done.",
            "stop_hook_active": False,
        },
        "cursor": {
            "conversation_id": "c",
            "generation_id": "g",
            "model": "auto",
            "hook_event_name": "stop",
            "cursor_version": "2.3.0",
            "workspace_roots": [root],
            "status": "completed",
            "loop_count": 0,
        },
        "copilot": {"sessionId": "s", "timestamp": 1767322145000, "cwd": root, "stopReason": "end_turn"},
        "opencode": {"adrguard_agent": "opencode", "event": "session.idle", "cwd": root, "session": "s"},
    }


KEYS = {"cursor": ["followup_message"], "opencode": ["block", "reason"]}


@pytest.mark.parametrize("name", ["claude", "codex", "gemini", "cursor", "copilot", "opencode"])
def test_an_agent_that_has_broken_a_decision_is_held_back_and_told_why(ruled, name: str) -> None:
    stop = stops(ruled)[name]
    before = tell(ruled, stop, name)
    assert (before.returncode, before.stdout) == (0, b"{}\n" if name == "cursor" else b"")
    ruled.write("a.py", BAD)
    answer = said(tell(ruled, stop, name))
    assert list(answer) == KEYS.get(name, ["decision", "reason"])
    reason = answer.get("reason") or answer["followup_message"]
    assert "a.py:1" in reason
    assert "ADR-001" in reason
    ruled.write("a.py", "x = 2\n")
    mended = tell(ruled, stop)
    assert (mended.returncode, mended.stdout) == (0, b"{}\n" if name == "cursor" else b"")


def test_an_edit_that_would_break_one_is_not_made(ruled) -> None:
    path = str(ruled.root / "a.py")
    event = claude(ruled, "PreToolUse", tool_name="Write", tool_input={"file_path": path, "content": BAD})
    answer = said(tell(ruled, event, "claude"))["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "a.py:1" in answer["permissionDecisionReason"]
    good = claude(ruled, "PreToolUse", tool_name="Write", tool_input={"file_path": path, "content": "y = 1\n"})
    done = tell(ruled, good, "claude")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_windsurf_hears_the_same_on_stderr(ruled) -> None:
    edits = [{"old_string": "x = 1", "new_string": BAD}]
    event = {
        "agent_action_name": "pre_write_code",
        "trajectory_id": "t",
        "execution_id": "e",
        "timestamp": "2026-01-02T03:04:05Z",
        "tool_info": {"file_path": str(ruled.root / "a.py"), "edits": edits},
    }
    done = tell(ruled, event, "windsurf")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"a.py:1" in done.stderr


def test_cline_hears_the_same_of_a_path_in_its_workspace(ruled) -> None:
    call = {"toolName": "write_to_file", "parameters": {"path": "a.py", "content": BAD}}
    event = {
        "clineVersion": "3.40.0",
        "hookName": "PreToolUse",
        "taskId": "t",
        "workspaceRoots": [str(ruled.root)],
        "preToolUse": call,
    }
    answer = said(tell(ruled, event, "cline"))
    assert answer["cancel"] is True
    assert "a.py:1" in answer["errorMessage"]


def test_a_command_that_goes_round_the_guard_is_not_run(ruled) -> None:
    event = claude(ruled, "PreToolUse", tool_name="Bash", tool_input={"command": "git commit -nm x"})
    assert said(tell(ruled, event, "claude"))["hookSpecificOutput"]["permissionDecision"] == "deny"
    harmless = claude(ruled, "PreToolUse", tool_name="Bash", tool_input={"command": "git status"})
    done = tell(ruled, harmless, "claude")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_start_is_answered(ruled) -> None:
    done = tell(ruled, claude(ruled, "SessionStart", source="startup"), "claude")
    assert (done.returncode, done.stderr) == (0, b"")
    if done.stdout:
        assert list(said(done)) == ["hookSpecificOutput"]


def test_outside_of_a_repository_there_is_nothing_to_say(tmp_path, ruled) -> None:
    event = {**stops(ruled)["claude"], "cwd": str(tmp_path.parent)}
    done = tell(ruled, event, "claude", env={"GIT_CEILING_DIRECTORIES": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_folder_that_is_gone_is_no_trouble(ruled) -> None:
    done = tell(ruled, {**stops(ruled)["claude"], "cwd": str(ruled.root / "gone" / "long ago")}, "claude")
    assert done.returncode == 0


def test_a_folder_with_a_nul_is_no_trouble(ruled) -> None:
    done = tell(ruled, {**stops(ruled)["claude"], "cwd": "/a\0b"}, "claude")
    assert done.returncode == 0
    assert list(said(done)) == ["systemMessage"]


@pytest.mark.parametrize(
    ("on_error", "again", "key"),
    [
        pytest.param("allow", False, "systemMessage", id="it is let go"),
        pytest.param("block", False, "decision", id="it is held back"),
        pytest.param("block", True, "systemMessage", id="it is held back once"),
    ],
)
def test_without_git_nothing_is_judged_and_that_is_told(ruled, on_error: str, again: bool, key: str) -> None:
    ruled.write(".adrguard.toml", f'[agent]\non-error = "{on_error}"\n')
    ruled.commit()
    stop = {**stops(ruled)["claude"], "stop_hook_active": again}
    tell(ruled, stop, "claude")
    ruled.write("a.py", BAD)
    answer = said(tell(ruled, stop, "claude", env={"PATH": "/nowhere"}))
    assert next(iter(answer)) == key
    assert "'git' was not found on PATH" in next(text for text in answer.values() if text != "block")


def test_a_broken_configuration_is_no_trouble(ruled) -> None:
    ruled.write(".adrguard.toml", "[agent\nnonsense")
    ruled.commit()
    ruled.write("a.py", BAD)
    done = tell(ruled, stops(ruled)["claude"], "claude")
    assert done.returncode == 0
    assert len(said(done)) in (1, 2)


def test_a_plugin_beside_settings_is_silent(ruled, tmp_path) -> None:
    plugin = tmp_path / "plugin"
    hook = {"type": "command", "command": f'"{PROGRAM}" agent claude'}
    for path in (plugin / "hooks/hooks.json", ruled.root / ".claude/settings.json"):
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [hook]}]}}), encoding="utf-8")
    ruled.write("a.py", BAD)
    stop = stops(ruled)["claude"]
    project = {"CLAUDE_PROJECT_DIR": str(ruled.root), "HOME": str(tmp_path)}
    assert tell(ruled, stop, "claude", env={**project, "CLAUDE_PLUGIN_ROOT": str(plugin)}).stdout == b""
    assert said(tell(ruled, stop, "claude", env=project))["decision"] == "block"


@pytest.mark.parametrize("place", ["elsewhere", "gone", ".git"])
@pytest.mark.parametrize(("agent", "name"), [("claude", "CLAUDE_PROJECT_DIR"), ("gemini", "GEMINI_PROJECT_DIR")])
def test_an_agent_that_went_out_of_every_repository_is_judged_where_it_was_started(
    ruled, tmp_path, agent: str, name: str, place: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    ruled.write("a.py", BAD)
    folder = ruled.root / place if place == ".git" else tmp_path / place
    stop = {**stops(ruled)[agent], "cwd": str(folder)}
    assert said(tell(ruled, stop, agent, env={name: str(ruled.root)}))["decision"] == "block"
    assert tell(ruled, stop, agent, env={name: ""}).stdout == b""


def test_a_command_from_outside_that_goes_round_the_guard_is_refused(ruled, tmp_path) -> None:
    command = {"command": f"git -C '{ruled.root}' commit --no-verify -m x"}
    event = claude(ruled, "PreToolUse", tool_name="Bash", tool_input=command)
    event["cwd"] = str(tmp_path)
    done = tell(ruled, event, "claude", env={"CLAUDE_PROJECT_DIR": str(ruled.root)})
    assert said(done)["hookSpecificOutput"]["permissionDecision"] == "deny"


@pytest.mark.parametrize("folder", ["a\0b", "\ud800"])
def test_a_folder_that_can_be_none_is_told_in_one_sentence(ruled, folder: str) -> None:
    done = tell(ruled, {**stops(ruled)["claude"], "cwd": folder}, "claude")
    assert said(done)["systemMessage"].endswith("of no use: the folder that it names can be none")


def test_usage_ends_with_0_at_this_door_and_with_1_at_the_others(ruled) -> None:
    for words, code in ((["agent", "--nonsense"], 0), (["agent", "claude", "a", "b"], 0), (["--nonsense"], 1)):
        done = subprocess.run([PROGRAM, *words], input=b"", cwd=ruled.root, capture_output=True, check=False)
        assert (done.returncode, done.stdout[:1]) in ((code, b""), (code, b"{")), words
