"""The protocols in which programs speak with a model: as much of each as a scripted model needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from agents.acting import Action, Say, Shell, Write
from agents.model_server import events

_JSON, _STREAM = "application/json", "text/event-stream"
_OK = "a title"


def _names(tools: object) -> set[str]:
    """Return the names of the tools that a request offers, however they are listed."""
    if isinstance(tools, dict):
        own = {tools["name"]} if isinstance(tools.get("name"), str) else set()
        return own | {name for part in tools.values() if isinstance(part, (dict, list)) for name in _names(part)}
    return {name for one in tools for name in _names(one)} if isinstance(tools, list) else set()


class Messages:
    """Anthropic's Messages API, streamed. The tools are Claude Code's."""

    def conversation(self, address: str, body: dict[str, Any]) -> list[Any] | None:
        offered = _names(body.get("tools"))
        return body["messages"] if "/messages" in address and {"Write", "Bash"} <= offered else None

    def spoken(self, action: Action, body: dict[str, Any], root: Path, number: int) -> bytes:
        if isinstance(action, Say):
            block: dict[str, Any] = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": action.text}
        else:
            name, given = self._call(action, root)
            block = {"type": "tool_use", "id": f"toolu_{number:04}", "name": name, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(given)}
        return self._stream(body, block, delta, number)

    @staticmethod
    def _call(action: Write | Shell, root: Path) -> tuple[str, dict[str, str]]:
        if isinstance(action, Shell):
            return "Bash", {"command": action.command, "description": "a command"}
        return "Write", {"file_path": str(root / action.path), "content": action.text}

    @staticmethod
    def _stream(body: dict[str, Any], block: dict[str, Any], delta: dict[str, str], number: int) -> bytes:
        message = {
            "id": f"msg_{number:04}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "a-model"),
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 1},
        }
        reason = "tool_use" if block["type"] == "tool_use" else "end_turn"
        return events(
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {
                "type": "message_delta",
                "delta": {"stop_reason": reason, "stop_sequence": None},
                "usage": {"output_tokens": 9},
            },
            {"type": "message_stop"},
            named=True,
        )

    def aside(self, address: str, body: dict[str, Any]) -> tuple[str, bytes]:
        if "count_tokens" in address:
            return _JSON, b'{"input_tokens": 10}'
        if "/messages" not in address:
            return _JSON, b"{}"
        delta = {"type": "text_delta", "text": _OK}
        if body.get("stream"):
            return _STREAM, self._stream(body, {"type": "text", "text": ""}, delta, 0)
        message = {
            "id": "msg_aside",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "a-model"),
            "content": [{"type": "text", "text": _OK}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 1},
        }
        return _JSON, json.dumps(message).encode()


class Responses:
    """OpenAI's Responses API, streamed. The tools are Codex's, which differ from model to model."""

    def conversation(self, address: str, body: dict[str, Any]) -> list[Any] | None:
        return body["input"] if address.endswith("/responses") and body.get("tools") else None

    def spoken(self, action: Action, body: dict[str, Any], root: Path, number: int) -> bytes:
        return self._stream(self._item(action, _names(body["tools"]), body["tools"], number), number)

    def _item(self, action: Action, offered: set[str], tools: list[Any], number: int) -> dict[str, Any]:
        if isinstance(action, Say):
            content = [{"type": "output_text", "text": action.text, "annotations": []}]
            return {"type": "message", "role": "assistant", "id": f"msg_{number}", "content": content}
        call = {"id": f"fc_{number}", "call_id": f"call_{number}"}
        if isinstance(action, Write):
            return self._patch(call, action, tools)
        name = next(one for one in ("exec_command", "shell_command", "shell") if one in offered)
        command: str | list[str] = ["sh", "-c", action.command] if name == "shell" else action.command
        given = {"cmd" if name == "exec_command" else "command": command}
        return {"type": "function_call", **call, "name": name, "arguments": json.dumps(given)}

    @staticmethod
    def _patch(call: dict[str, str], action: Write, tools: list[Any]) -> dict[str, Any]:
        added = "".join(f"+{line}\n" for line in action.text.splitlines())
        patch = f"*** Begin Patch\n*** Add File: {action.path}\n{added}*** End Patch\n"
        tool = next(one for one in tools if one.get("name") == "apply_patch")
        if tool["type"] == "custom":
            return {"type": "custom_tool_call", **call, "name": "apply_patch", "input": patch}
        return {"type": "function_call", **call, "name": "apply_patch", "arguments": json.dumps({"input": patch})}

    @staticmethod
    def _stream(item: dict[str, Any], number: int) -> bytes:
        usage = {
            "input_tokens": 10,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 9,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 19,
        }
        return events(
            {"type": "response.created", "response": {"id": f"resp_{number}"}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": {"id": f"resp_{number}", "usage": usage}},
            named=True,
        )

    def aside(self, address: str, body: dict[str, Any]) -> tuple[str, bytes]:
        if not address.endswith("/responses"):
            return _JSON, b"{}"
        return _STREAM, self._stream(self._item(Say(_OK), set(), [], 0), 0)


class Generate:
    """Google's generateContent, streamed or whole. The tools are Gemini CLI's."""

    def conversation(self, address: str, body: dict[str, Any]) -> list[Any] | None:
        offered = _names(body.get("tools"))
        return body["contents"] if "streamGenerateContent" in address and "write_file" in offered else None

    def spoken(self, action: Action, body: dict[str, Any], root: Path, number: int) -> bytes:
        return events(self._candidate(self._part(action, root)))

    @staticmethod
    def _part(action: Action, root: Path) -> dict[str, Any]:
        if isinstance(action, Say):
            return {"text": action.text}
        if isinstance(action, Shell):
            given = {"command": action.command, "description": "a command"}
            return {"functionCall": {"name": "run_shell_command", "args": given}}
        given = {"file_path": str(root / action.path), "content": action.text}
        return {"functionCall": {"name": "write_file", "args": given}}

    @staticmethod
    def _candidate(part: dict[str, Any]) -> dict[str, Any]:
        return {
            "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 9, "totalTokenCount": 19},
        }

    def aside(self, address: str, body: dict[str, Any]) -> tuple[str, bytes]:
        if "countTokens" in address:
            return _JSON, b'{"totalTokens": 10}'
        answer = self._candidate({"text": _OK})
        if "streamGenerateContent" in address:
            return _STREAM, events(answer)
        return _JSON, json.dumps(answer).encode()


class Completions:
    """OpenAI's chat completions, streamed. The tools are OpenCode's."""

    def conversation(self, address: str, body: dict[str, Any]) -> list[Any] | None:
        offered = _names(body.get("tools"))
        return body["messages"] if {"bash", "write"} <= offered else None

    def spoken(self, action: Action, body: dict[str, Any], root: Path, number: int) -> bytes:
        if isinstance(action, Say):
            return self._stream({"content": action.text}, "stop", number)
        if isinstance(action, Shell):
            name, given = "bash", {"command": action.command, "description": "a command"}
        else:
            name, given = "write", {"filePath": str(root / action.path), "content": action.text}
        function = {"name": name, "arguments": json.dumps(given)}
        call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
        return self._stream({"tool_calls": [call]}, "tool_calls", number)

    @staticmethod
    def _stream(delta: dict[str, Any], reason: str, number: int) -> bytes:
        def chunk(change: dict[str, Any], finished: str | None) -> dict[str, Any]:
            return {
                "id": f"chatcmpl-{number}",
                "object": "chat.completion.chunk",
                "created": 1_780_000_000,
                "model": "a-model",
                "choices": [{"index": 0, "delta": change, "finish_reason": finished}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 9, "total_tokens": 19} if finished else None,
            }

        return events(chunk({"role": "assistant", **delta}, None), chunk({}, reason)) + b"data: [DONE]\n\n"

    def aside(self, address: str, body: dict[str, Any]) -> tuple[str, bytes]:
        return _STREAM, self._stream({"content": _OK}, "stop", 0)
