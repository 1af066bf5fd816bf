"""What makes a trajectory valid, said apart from the code that writes them; and a store to look folds up in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import shapes
from adrguard.memory.gc.collecting import Wanted, collect
from adrguard.memory.gc.framing import parsed
from adrguard.usecases.memory.logs.log_store import log_store
from adrguard.usecases.memory.logs.node_shelf import NodeShelf
from adrguard.usecases.shell.edited import edited

if TYPE_CHECKING:
    from pathlib import Path

    from adrguard.memory.gc.closing import Collection


class Keeper:
    """Collects with a store of its own."""

    def __init__(self, folder: Path) -> None:
        (folder / ".git").mkdir(exist_ok=True)
        (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.place = log_store(str(folder))
        self.shelf = NodeShelf(self.place)

    def collect(self, text: str, **wanted: int) -> Collection:
        document = parsed(text)
        return collect(document, shapes.shape_of(document), Wanted(**wanted), self.shelf, edited)

    def content(self, node: str) -> str:
        held = self.shelf.read(node)
        assert held is not None, node
        return held


def items(text: str) -> list[dict[str, Any]]:
    return parsed(text).values


def slices(text: str) -> list[str]:
    document = parsed(text)
    return [document.slice(index) for index in range(len(document.items))]


def wrong_with(text: str, shape: str) -> list[str]:
    """Return what the makers of a shape would refuse in a trajectory, nothing if it is valid."""
    return CHECKS[shape](items(text))


def _anthropic(told: list[dict[str, Any]]) -> list[str]:
    wrong = []
    for before, after in zip([None, *told], told, strict=False):
        if before and before["role"] == after["role"]:
            wrong.append(f"two {after['role']}s in a row")
        given = _ids(after, "tool_result", "tool_use_id")
        called = _ids(before, "tool_use", "id") if before else []
        if sorted(given) != sorted(called):
            wrong.append(f"results of {given} after calls of {called}")
        if after["role"] == "assistant" and any(
            b.get("type") == "thinking" and not b.get("signature") for b in _blocks(after)
        ):
            wrong.append("reasoning without its signature")
    if told and told[0]["role"] != "user":
        wrong.append("the first message is not the user's")
    return wrong


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    return message["content"] if isinstance(message["content"], list) else []


def _ids(message: dict[str, Any], kind: str, key: str) -> list[str]:
    return [block[key] for block in _blocks(message) if block.get("type") == kind]


def _openai(told: list[dict[str, Any]]) -> list[str]:
    wrong = []
    waiting: list[str] = []
    for message in told:
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                wrong.append(f"a result of {message['tool_call_id']}, which was not called")
            else:
                waiting.remove(message["tool_call_id"])
            continue
        if waiting:
            wrong.append(f"no result of {waiting}")
        waiting = [call["id"] for call in message.get("tool_calls", [])]
    return wrong


def _responses(told: list[dict[str, Any]]) -> list[str]:
    called = [one["call_id"] for one in told if one.get("type") == "function_call"]
    given = [one["call_id"] for one in told if one.get("type") == "function_call_output"]
    wrong = [] if sorted(called) == sorted(given) else [f"results of {given}, calls of {called}"]
    for at, one in enumerate(told):
        following = told[at + 1] if at + 1 < len(told) else {}
        if one.get("type") == "reasoning" and following.get("type") not in ("message", "function_call"):
            wrong.append("reasoning without what it led to")
    return wrong


def _claude_code(told: list[dict[str, Any]]) -> list[str]:
    known = {one["uuid"] for one in told if "uuid" in one}
    wrong = [
        f"{one['uuid']} follows nothing" for one in told if one.get("parentUuid") and one["parentUuid"] not in known
    ]
    roots = [one for one in told if "uuid" in one and one["parentUuid"] is None]
    wrong += ["not one chain"] if len(roots) != min(len(known), 1) else []
    messages = [one["message"] for one in told if one.get("type") in ("user", "assistant")]
    called = [name for one in messages for name in _ids(one, "tool_use", "id")]
    given = [name for one in messages for name in _ids(one, "tool_result", "tool_use_id")]
    return wrong + ([] if sorted(called) == sorted(given) else [f"results of {given}, calls of {called}"])


def _codex(told: list[dict[str, Any]]) -> list[str]:
    wrong = [f"a line without {key}" for one in told for key in ("timestamp", "type", "payload") if key not in one]
    if told and told[0]["type"] != "session_meta":
        wrong.append("the first line is not the session's")
    return wrong + _responses([one["payload"] for one in told if one["type"] == "response_item"])


def _gemini(told: list[dict[str, Any]]) -> list[str]:
    wrong = [] if told and "sessionId" in told[0] else ["the first line is not the session's"]
    names = [one["id"] for one in told[1:]]
    wrong += ["two messages with one id"] if len(names) != len(set(names)) else []
    for one in told[1:]:
        called = [part["functionCall"]["id"] for part in one["content"] if "functionCall" in part]
        tools = one.get("toolCalls", [])
        given = [part["functionResponse"]["id"] for tool in tools for part in tool["result"]]
        if not called == given == [tool["id"] for tool in tools]:
            wrong.append(f"results of {given}, calls of {called}")
    return wrong


def _opencode(told: list[dict[str, Any]]) -> list[str]:
    users = {one["info"]["id"] for one in told if one["info"]["role"] == "user"}
    answers = [one["info"] for one in told if one["info"]["role"] == "assistant"]
    wrong = [f"{one['id']} answers nothing" for one in answers if users and one["parentID"] not in users]
    names = [one["info"]["id"] for one in told]
    wrong += ["messages out of order"] if names != sorted(set(names)) else []
    for one in told:
        owners = {part["messageID"] for part in one["parts"]}
        wrong += [f"parts of {owners} in {one['info']['id']}"] if owners - {one["info"]["id"]} else []
    return wrong


def _turns(told: list[dict[str, Any]]) -> list[str]:
    return [] if all(isinstance(one, dict) and "role" in one for one in told) else ["a turn that is none"]


CHECKS = {
    "turns": _turns,
    "claude-code": _claude_code,
    "openai": _openai,
    "openai-responses": _responses,
    "codex": _codex,
    "gemini-cli": _gemini,
    "opencode": _opencode,
    "anthropic": _anthropic,
}


def parses(text: str) -> bool:
    """Say whether a JSON reader that is not ours takes a text, line by line or whole."""
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError:
        for line in filter(str.strip, text.split("\n")):
            json.loads(line, strict=False)
    return True
