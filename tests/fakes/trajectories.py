"""Sessions of agents as they might have been, told in each shape: files read again, builds that fail, edits, lists of tasks."""

from __future__ import annotations

import json
import random
import uuid
from typing import Any, NamedTuple

FILES = [
    f"src/{name}.py"
    for name in [
        "orders",
        "payments",
        "ledger",
        "refunds",
        "webhooks",
        "cart",
        "stock",
        "users",
        "mailer",
        "routes",
        "audit",
        "tax",
    ]
]
NAMES = [
    "order",
    "amount",
    "total",
    "ledger_entry",
    "refund",
    "event_id",
    "retries",
    "payload",
    "session_key",
    "currency",
    "line_item",
    "customer",
]
VERBS = ["load", "check", "apply", "store", "notify", "settle", "reserve", "release", "merge", "split"]
CRATES = ["E0382", "E0502", "E0308", "E0425", "E0433"]
SIGNATURE = "EqQBCkYIBxgCKkBsaWduYXR1cmU" * 12


class Used(NamedTuple):
    id: str
    name: str
    arguments: dict[str, Any]
    output: str
    failed: bool = False


class Step(NamedTuple):
    """What a person says (`asked`), or an answer: reasoning, words and the tools used."""

    asked: str = ""
    thought: str = ""
    said: str = ""
    used: tuple[Used, ...] = ()


class Story:
    """A session of so many turns; it knows which errors, edits, decisions and open tasks it tells of, by the turn."""

    def __init__(self, seed: int = 1, turns: int = 120) -> None:
        self._random = random.Random(seed)  # noqa: S311 -- stories, no secrets
        self._number = 0
        self.errors: list[tuple[int, str]] = []
        self.edits: list[tuple[int, str]] = []
        self.decisions: list[tuple[int, str]] = []
        self.tasks: list[tuple[int, list[str]]] = []
        self.steps: list[Step] = []
        for turn in range(turns):
            self.steps.append(self._step(turn))

    @classmethod
    def of(cls, *steps: Step) -> Story:
        """Return a story of these steps."""
        story = cls(turns=0)
        story.steps += steps
        return story

    def _step(self, turn: int) -> Step:
        if turn % 17 == 16:
            return Step(thought=self._words(20), said=self._words(40))
        if turn % 17 == 0:
            return Step(
                asked=f"Please {self._verb()} the {self._name()} in {self._file()} and keep the tests green. {self._words(30)}"
            )
        said = self._words(self._random.randint(12, 60))
        if turn % 9 == 4:
            decision = f"{self._verb()} every {self._name()} through queue number {turn}"
            self.decisions.append((turn, decision))
            said += f"\n\nDecision: {decision}"
        makers = [self._read, self._read, self._edit, self._edit, self._test, self._build, self._search, self._log]
        used = [self._random.choice(makers)(turn) for _ in range(self._random.choice((1, 1, 1, 2, 3)))]
        if turn % 23 == 5:
            used.append(self._todo(turn))
        return Step(thought=self._words(40), said=said, used=tuple(used))

    def _verb(self) -> str:
        return self._random.choice(VERBS)

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _file(self) -> str:
        return self._random.choice(FILES)

    def _words(self, count: int) -> str:
        return (
            " ".join(
                self._random.choice((*VERBS, *NAMES, "the", "a", "when", "so", "that", "now")) for _ in range(count)
            )
            + "."
        )

    def _code(self, lines: int) -> list[str]:
        return [
            f"    {self._name()}_{self._random.randint(1, 99)} = {self._verb()}({self._name()}, {self._name()})"
            for _ in range(lines)
        ]

    def _id(self) -> str:
        self._number += 1
        return f"toolu_{self._number:06d}"

    def _read(self, _: int) -> Used:
        path = self._file()
        state = random.Random(path)  # noqa: S311 -- stories, no secrets
        lines = [
            f"{n:>6}\t    {state.choice(NAMES)}_{n} = {state.choice(VERBS)}({state.choice(NAMES)})"
            for n in range(1, state.randint(80, 300))
        ]
        return Used(self._id(), "Read", {"file_path": path}, "\n".join(lines))

    def _edit(self, turn: int) -> Used:
        path = self._file()
        size = self._random.randint(2, 16)
        self.edits.append((turn, path))
        given = {
            "file_path": path,
            "old_string": "\n".join(self._code(size)),
            "new_string": "\n".join(self._code(size)),
        }
        return Used(self._id(), "Edit", given, f"The file {path} has been updated.")

    def _test(self, turn: int) -> Used:
        test, path = f"test_{self._verb()}_{turn}", self._file()
        lines = [
            f"tests/test_{self._name()}.py::test_{self._verb()}_{n} PASSED [{n:>3}%]"
            for n in range(self._random.randint(20, 90))
        ]
        if turn % 3 == 0:
            error = f"AssertionError: assert {turn} == {self._name()}_{turn}"
            lines += ["=" * 30 + " FAILURES " + "=" * 30, f"____________ {test} ____________", "", *self._code(12),
                      f">       assert {turn} == {self._name()}", f"E       {error}", "", f"{path}:{turn + 1}: AssertionError",
                      "=" * 26 + " short test summary info " + "=" * 26, f"FAILED {path}::{test} - {error}",
                      "=" * 20 + " 1 failed, 60 passed in 3.21s " + "=" * 20]  # fmt: skip
            self.errors.append((turn, f"{path}:{turn + 1}"))
        else:
            lines.append("=" * 20 + " 61 passed in 3.21s " + "=" * 20)
        return Used(self._id(), "Bash", {"command": "pytest -v"}, "\n".join(lines), turn % 3 == 0)

    def _build(self, turn: int) -> Used:
        code = self._random.choice(CRATES)
        lines = [f"   Compiling {self._name()}-{self._verb()} v0.{n}.1" for n in range(self._random.randint(10, 60))]
        place = f"crates/{self._name()}/src/lib.rs:{turn + 7}:9"
        lines += [f"error[{code}]: cannot {self._verb()} `{self._name()}_{turn}` here", f"  --> {place}", "   |",
                  f"{turn + 7} |     let x = {self._name()};", "   |             ^^^^^ found here", "",
                  "error: could not compile `shop` (lib) due to 1 previous error"]  # fmt: skip
        self.errors.append((turn, f"{code} crates/"))
        return Used(self._id(), "Bash", {"command": "cargo build"}, "\n".join(lines), True)

    def _search(self, _: int) -> Used:
        word = self._name()
        hits = [
            f"{self._file()}:{n}:    {word} = {self._verb()}({self._name()})"
            for n in range(self._random.randint(5, 120))
        ]
        return Used(self._id(), "Grep", {"pattern": word, "path": "src"}, "\n".join(hits))

    def _log(self, _: int) -> Used:
        return Used(
            self._id(),
            "Bash",
            {"command": "git log --oneline -60"},
            "\n".join(f"{n:07x} {self._words(6)}" for n in range(60)),
        )

    def _todo(self, turn: int) -> Used:
        names = [f"task {turn}.{n}: {self._verb()} the {self._name()}" for n in range(4)]
        todos = [
            {"content": one, "status": "completed" if n < 2 else "pending", "activeForm": one}
            for n, one in enumerate(names)
        ]
        self.tasks.append((turn, names[2:]))
        return Used(self._id(), "TodoWrite", {"todos": todos}, "Todos have been modified successfully.")

    def before(self, turn: int) -> tuple[list[str], list[str], list[str], list[str]]:
        """Return errors, edits and decisions of the turns before one, and the tasks that were open there."""
        lists = [[one for at, one in told if at < turn] for told in (self.errors, self.edits, self.decisions)]
        opened = [names for at, names in self.tasks if at < turn]
        return lists[0], lists[1], lists[2], opened[-1] if opened else []


def anthropic(story: Story) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    for step in story.steps:
        if step.asked:
            told.append({"role": "user", "content": step.asked})
            continue
        blocks: list[dict[str, Any]] = [
            {"type": "thinking", "thinking": step.thought, "signature": SIGNATURE},
            {"type": "text", "text": step.said},
        ]
        told.append(
            {
                "role": "assistant",
                "content": blocks
                + [{"type": "tool_use", "id": one.id, "name": one.name, "input": one.arguments} for one in step.used],
            }
        )
        if step.used:
            told.append({"role": "user", "content": [_result(one) for one in step.used]})
    return told


def _result(one: Used) -> dict[str, Any]:
    return {
        "type": "tool_result",
        "tool_use_id": one.id,
        "content": one.output,
        **({"is_error": True} if one.failed else {}),
    }


def openai(story: Story) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [{"role": "system", "content": "You are an agent that writes code."}]
    for step in story.steps:
        if step.asked:
            told.append({"role": "user", "content": step.asked})
            continue
        calls = [
            {"id": one.id, "type": "function", "function": {"name": one.name, "arguments": json.dumps(one.arguments)}}
            for one in step.used
        ]
        told.append({"role": "assistant", "content": step.said, **({"tool_calls": calls} if calls else {})})
        told += [{"role": "tool", "tool_call_id": one.id, "content": one.output + _code_of(one)} for one in step.used]
    return told


def _code_of(one: Used) -> str:
    return f"\nProcess exited with code {int(one.failed)}\n" if one.name == "Bash" else ""


def responses(story: Story) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    for step in story.steps:
        if step.asked:
            told.append({"type": "message", "role": "user", "content": [{"type": "input_text", "text": step.asked}]})
            continue
        told.append(
            {
                "type": "reasoning",
                "id": f"rs_{len(told)}",
                "summary": [{"type": "summary_text", "text": step.thought}],
                "encrypted_content": SIGNATURE,
            }
        )
        told.append({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": step.said}]})
        told += [
            {"type": "function_call", "call_id": one.id, "name": one.name, "arguments": json.dumps(one.arguments)}
            for one in step.used
        ]
        told += [
            {"type": "function_call_output", "call_id": one.id, "output": one.output + _code_of(one)}
            for one in step.used
        ]
    return told


def codex(story: Story) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []

    def line(kind: str, **payload: Any) -> None:
        moment = f"2026-11-30T10:{len(told) // 60 % 60:02d}:{len(told) % 60:02d}.000Z"
        told.append({"timestamp": moment, "type": kind, "payload": payload})

    line("session_meta", id="0199-5e55", timestamp="2026-11-30T10:00:00.000Z", cwd="/work/shop", cli_version="0.140.0")
    for number, step in enumerate(story.steps):
        items = responses(Story.of(step))
        if step.asked:
            line("event_msg", type="task_started", turn_id=f"turn-{number}")
            line("turn_context", cwd="/work/shop", model="gpt-5-codex", turn_id=f"turn-{number}")
            line("response_item", **items[0])
            line("event_msg", type="user_message", message=step.asked)
            continue
        for item in items:
            line("response_item", **item)
            if item["type"] == "reasoning":
                line("event_msg", type="agent_reasoning", text=step.thought)
        line("event_msg", type="agent_message", message=step.said)
        line("event_msg", type="token_count", info=None)
    return told


def gemini(story: Story) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [
        {"sessionId": "5e55-10", "projectHash": "ab12", "startTime": "2026-11-30T10:00:00.000Z", "kind": "main"}
    ]
    for number, step in enumerate(story.steps):
        moment = f"2026-11-30T10:{number // 60 % 60:02d}:{number % 60:02d}.000Z"
        like = {"id": f"m{number}", "timestamp": moment}
        if step.asked:
            told.append({**like, "type": "user", "content": [{"text": step.asked}]})
            continue
        parts: list[dict[str, Any]] = [{"text": step.thought, "thought": True}, {"text": step.said}]
        parts += [{"functionCall": {"id": one.id, "name": one.name, "args": one.arguments}} for one in step.used]
        called = [
            {
                "id": one.id,
                "name": one.name,
                "args": one.arguments,
                "result": [
                    {
                        "functionResponse": {
                            "id": one.id,
                            "name": one.name,
                            "response": {"output": one.output + _code_of(one)},
                        }
                    }
                ],
                "status": "error" if one.failed else "success",
                "timestamp": moment,
                "resultDisplay": one.output,
            }
            for one in step.used
        ]
        told.append({**like, "type": "gemini", "content": parts, "toolCalls": called, "model": "gemini-3-pro"})
    return told


def opencode(story: Story) -> dict[str, Any]:
    session = "ses_5e5510aaaaffeABCDEFGHIJKLM"
    messages: list[dict[str, Any]] = []
    asked = ""
    for number, step in enumerate(story.steps):
        name = f"msg_{number:012x}AAAAAAAAAAAAAA"
        parts: list[dict[str, Any]] = []

        def part(kind: str, name: str = name, parts: list[dict[str, Any]] = parts, **more: Any) -> None:
            identity = f"prt_{name[4:16]}{len(parts):014d}"
            parts.append({"type": kind, **more, "id": identity, "sessionID": session, "messageID": name})

        info: dict[str, Any] = {"id": name, "sessionID": session, "agent": "build"}
        if step.asked:
            asked = name
            part("text", text=step.asked)
            known = {"role": "user", "time": {"created": 1_700_000_000_000 + number}}
            messages.append(
                {"info": {**info, **known, "model": {"providerID": "anthropic", "modelID": "claude"}}, "parts": parts}
            )
            continue
        part("step-start")
        part("reasoning", text=step.thought, time={"start": 1, "end": 2})
        part("text", text=step.said)
        for one in step.used:
            ended = (
                {"error": one.output}
                if one.failed and one.name != "Bash"
                else {"output": one.output, "title": one.name}
            )
            state = {
                "status": "error" if "error" in ended else "completed",
                "input": one.arguments,
                **ended,
                "metadata": {"output": one.output, "exit": int(one.failed)} if one.name == "Bash" else {},
                "time": {"start": 1, "end": 2},
            }
            part("tool", callID=one.id, tool=one.name.lower(), state=state)
        spent = {"input": 1, "output": 1, "reasoning": 0, "cache": {"read": 0, "write": 0}}
        part("step-finish", reason="tool-calls" if step.used else "stop", cost=0, tokens=spent)
        known = {
            "role": "assistant",
            "time": {"created": 1_700_000_000_000 + number, "completed": 1_700_000_000_001 + number},
        }
        place = {"path": {"cwd": "/work/shop", "root": "/work/shop"}, "cost": 0, "tokens": spent, "mode": "build"}
        model = {"modelID": "claude", "providerID": "anthropic", "finish": "tool-calls" if step.used else "stop"}
        messages.append({"info": {**info, **known, "parentID": asked, **place, **model}, "parts": parts})
    about = {
        "slug": "calm-fox",
        "projectID": "global",
        "directory": "/work/shop",
        "title": "The shop",
        "version": "1.18.33",
    }
    moments = {"time": {"created": 1_700_000_000_000, "updated": 1_700_000_009_000}}
    return {"info": {"id": session, **about, **moments}, "messages": messages}


def turns(story: Story) -> dict[str, Any]:
    return {"session_id": "s-1", "turns": [{"turn": at, **_turn(step)} for at, step in enumerate(story.steps, 1)]}


def _turn(step: Step) -> dict[str, Any]:
    if step.asked:
        return {"role": "user", "content": step.asked}
    used = [
        {"name": one.name, "arguments": one.arguments, "output": one.output, "exit_code": int(one.failed)}
        for one in step.used
    ]
    return {"role": "assistant", "content": step.said, **({"tool_calls": used} if used else {})}


def claude_code(story: Story) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [{"type": "summary", "summary": "The shop", "leafUuid": str(uuid.UUID(int=1))}]
    made = random.Random(7)  # noqa: S311 -- stories, no secrets
    parent: str | None = None
    common = {
        "isSidechain": False,
        "userType": "external",
        "cwd": "/work/shop",
        "sessionId": "5e55-10",
        "version": "2.1.332",
        "gitBranch": "main",
    }

    def line(body: dict[str, Any]) -> None:
        nonlocal parent
        name = str(uuid.UUID(int=made.getrandbits(128)))
        told.append(
            {
                "parentUuid": parent,
                **common,
                **body,
                "uuid": name,
                "timestamp": f"2026-11-30T10:{len(told) // 60 % 60:02d}:{len(told) % 60:02d}.000Z",
            }
        )
        parent = name

    for number, step in enumerate(story.steps):
        if step.asked:
            told.append(
                {"type": "file-history-snapshot", "messageId": f"m{number}", "snapshot": {}, "isSnapshotUpdate": False}
            )
            line({"type": "user", "message": {"role": "user", "content": step.asked}})
            continue
        blocks = [
            {"type": "thinking", "thinking": step.thought, "signature": SIGNATURE},
            {"type": "text", "text": step.said},
        ]
        blocks += [{"type": "tool_use", "id": one.id, "name": one.name, "input": one.arguments} for one in step.used]
        for block in blocks:
            message = {
                "id": f"msg_{number}",
                "type": "message",
                "role": "assistant",
                "model": "claude",
                "content": [block],
                "usage": {"input_tokens": 9, "output_tokens": 9},
            }
            line({"type": "assistant", "message": message, "requestId": f"req_{number}"})
        for one in step.used:
            repeats = (
                {"stdout": one.output, "stderr": "", "interrupted": False}
                if one.name == "Bash"
                else {"type": "text", "file": {"content": one.output}}
            )
            line({"type": "user", "message": {"role": "user", "content": [_result(one)]}, "toolUseResult": repeats})
    return told


def text(shape: str, story: Story) -> str:
    """Return a story as a file of a shape holds it."""
    told = SHAPES[shape](story)
    if shape in ("claude-code", "codex", "gemini-cli"):
        return "".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for one in told)
    return json.dumps(told, ensure_ascii=False, indent=1)


SHAPES: dict[str, Any] = {
    "turns": turns,
    "claude-code": claude_code,
    "openai": openai,
    "openai-responses": responses,
    "codex": codex,
    "gemini-cli": gemini,
    "opencode": opencode,
    "anthropic": anthropic,
}
