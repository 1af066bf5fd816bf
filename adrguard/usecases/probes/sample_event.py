"""An edit that has to be refused, as each agent would tell of it, in a repository that is made for it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from adrguard.model.errors import AdrguardError
from adrguard.system import files, process

if TYPE_CHECKING:
    from adrguard.system.process import Completed

FORBIDDEN = "adrguard-doctor-sample"
_FILE = "sample.txt"
_DECISION = f"# 1. A sample\n\nStatus: accepted\n\n## Invariants\n\n- deny: `{FORBIDDEN}` in `{_FILE}`\n"
_WINDSURF_BLOCKS = 2


def lay_out(folder: str) -> None:
    """Make an empty folder a repository with one decision. Raises `AdrguardError`."""
    environment = {key: one for key, one in os.environ.items() if not key.startswith("GIT_")}
    done = process.run(["git", "init", "-q", "--template="], folder, env=environment)
    if done.code:
        raise AdrguardError(f"no sample repository can be made in {folder}: {done.words}")
    files.write_atomic(os.path.join(folder, "docs", "adr", "0001-a-sample.md"), _DECISION.encode())


def edit(agent: str, folder: str) -> bytes:
    """Return the event: the agent is about to write what the decision forbids."""
    path, text = os.path.join(folder, _FILE), FORBIDDEN + "\n"
    patch = f"*** Begin Patch\n*** Add File: {_FILE}\n+{text}*** End Patch\n"
    whole = {"file_path": path, "content": text}
    events: dict[str, dict[str, Any]] = {
        "codex": {"turn_id": "t", "tool_name": "apply_patch", "tool_input": {"command": patch}},
        "gemini": {"hook_event_name": "BeforeTool", "tool_name": "write_file", "tool_input": whole},
        "cursor": {
            "hook_event_name": "preToolUse",
            "conversation_id": "c",
            "generation_id": "g",
            "workspace_roots": [folder],
            "tool_name": "Write",
            "tool_input": whole,
        },
        "copilot": {"sessionId": "s", "toolName": "create", "toolArgs": {"path": path, "file_text": text}},
        "windsurf": {
            "agent_action_name": "pre_write_code",
            "tool_info": {"file_path": path, "edits": [{"old_string": "", "new_string": text}]},
        },
        "cline": {
            "hookName": "PreToolUse",
            "taskId": "t",
            "workspaceRoots": [folder],
            "preToolUse": {"toolName": "write_to_file", "parameters": {"path": path, "content": text}},
        },
        "opencode": {
            "adrguard_agent": "opencode",
            "event": "tool.execute.before",
            "tool": "write",
            "args": {"filePath": path, "content": text},
        },
    }
    base: dict[str, Any] = {"session_id": "adrguard-doctor", "cwd": folder}
    if agent in ("claude", "codex"):
        base |= {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": whole}
    return json.dumps({**base, **events.get(agent, {})}).encode()


def is_refusal(agent: str, done: Completed) -> bool:
    """Say whether what the hook answered refuses the edit: one JSON object that names what is forbidden.

    Windsurf takes an exit code for that, with the reason on stderr.
    """
    if agent == "windsurf":
        return done.code == _WINDSURF_BLOCKS and FORBIDDEN.encode() in done.stderr
    try:
        return done.code == 0 and isinstance(json.loads(done.stdout), dict) and FORBIDDEN.encode() in done.stdout
    except ValueError:
        return False
