"""What is read from a session: only what its tools say, and what the listed marks mark."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from adrguard.memory.gc.facts.book import Book
from adrguard.memory.gc.facts.decisions import decisions, records
from adrguard.memory.gc.facts.edits import edits
from adrguard.memory.gc.facts.outcome import outcome
from adrguard.memory.gc.facts.tasks import Tasks
from adrguard.memory.gc.facts.tools import kind_of
from adrguard.memory.gc.outputs import Outputs
from adrguard.memory.gc.parts import ASSISTANT, USER, Call, Entry, Kept, Result, Settled
from adrguard.usecases.shell.edited import edited


class Nothing:
    """A shelf with nothing on it."""

    def keep(self, parts: Iterable[str], task: str, redacted: int = -1) -> Kept:
        raise NotImplementedError

    def read(self, node: str) -> str | None:
        return None

    def settle(self, nodes: Iterable[str]) -> Settled:
        return Settled({}, 0)


def book_of(*entries: Entry) -> Book:
    book, outputs = Book(edited), Outputs(entries, Nothing())
    by_call = {id(one.call): one for one in outputs.every if one.call}
    for entry in entries:
        book.ask(entry)
        book.read(entry, by_call)
    for number, output in enumerate(outputs.every):
        book.result(output, outputs.trace(number))
    return book


def used(
    name: str, arguments: dict[str, object], text: str = "", *, failed: bool = False, code: int | None = None
) -> list[Entry]:
    return [
        Entry(ASSISTANT, calls=(Call("c", name, arguments),)),
        Entry(USER, results=(Result("c", 0, text, failed, code),)),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Decision: use RE2", ["use RE2"], id="a mark"),
        pytest.param("- **Decision:** use RE2", ["use RE2"], id="bold in a list"),
        pytest.param("Final decision - use RE2", ["use RE2"], id="with a dash"),
        pytest.param("Decision 3: use RE2", ["use RE2"], id="numbered"),
        pytest.param("## Decision\n\nWe use RE2.\n\nMore.", ["We use RE2."], id="a heading"),
        pytest.param("Well. We decided to use RE2. It is fast.", ["We decided to use RE2."], id="a sentence"),
        pytest.param("I've chosen RE2. Let's go with it.", ["Let's go with it."], id="let us"),
        pytest.param("The decision of the judge was read.", [], id="a word only"),
        pytest.param("Decision:", [], id="a mark of nothing"),
        pytest.param("```\nDecision: quoted\n```\nafter", [], id="in a fence"),
        pytest.param("````md\n```\nDecision: quoted\n```\n````", [], id="in a fence that holds fences"),
        pytest.param("~~~\n~~~text\nDecision: quoted\n~~~", [], id="in a fence that shows how one begins"),
        pytest.param("```a``` is code\nDecision: use RE2", ["use RE2"], id="below code that is no fence"),
        pytest.param("decided against it", [], id="nobody who decides"),
    ],
)
def test_decisions(text: str, found: list[str]) -> None:
    assert list(decisions(text)) == found


def test_records_of_decisions_are_named_as_they_stand() -> None:
    assert list(records("see ADR-012, [[adr-001-lock|the lock]] and docs/adr/0003-x.md")) == [
        "ADR-012",
        "adr-001-lock",
        "docs/adr/0003-x.md",
    ]
    assert list(records("quadrant 4 and a madrigal/x.md")) == []


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        pytest.param(["- [ ] write docs"], ["write docs"], id="a box"),
        pytest.param(["1. [ ] write docs", "- [x] write docs"], [], id="ticked later"),
        pytest.param(["- [x] write docs\n- [ ] write docs"], ["write docs"], id="opened again"),
        pytest.param(["TODO: write docs\nFIXME(me): mend it"], ["write docs", "mend it"], id="marks"),
        pytest.param(["**Next steps:** write docs", "Remaining: tests"], ["write docs", "tests"], id="what is next"),
        pytest.param(["the todo list is long", "opening: x"], [], id="words only"),
        pytest.param(["```\nTODO: quoted\n```"], [], id="in a fence"),
    ],
)
def test_what_is_said_to_be_left(texts: list[str], left: list[str]) -> None:
    tasks = Tasks()
    for text in texts:
        tasks.say(text)
    assert [*tasks.listed, *tasks.said] == left


def todo(*states: str) -> dict[str, object]:
    return {"todos": [{"content": f"t{at}", "status": state, "activeForm": "x"} for at, state in enumerate(states)]}


@pytest.mark.parametrize(
    ("calls", "left"),
    [
        pytest.param([("TodoWrite", todo("completed", "pending", "in_progress"), "")], ["t1", "t2"], id="Claude Code"),
        pytest.param([("TodoWrite", todo("pending"), ""), ("TodoWrite", todo("completed"), "")], [], id="done later"),
        pytest.param([("TodoWrite", todo("pending"), ""), ("TodoWrite", {"todos": []}, "")], [], id="emptied"),
        pytest.param(
            [("update_plan", {"plan": [{"step": "a", "status": "pending"}, {"step": "b", "status": "completed"}]}, "")],
            ["a"],
            id="Codex",
        ),
        pytest.param([("write_todos", {"todos": [{"description": "a", "status": "cancelled"}]}, "")], [], id="Gemini"),
        pytest.param(
            [
                ("todo_write", todo("pending", "pending"), ""),
                ("todo_write", {"merge": True, "todos": [{"content": "t0", "status": "completed"}]}, ""),
            ],
            ["t1"],
            id="Cursor's, merged",
        ),
        pytest.param(
            [
                ("TaskCreate", {"subject": "a"}, "Task #1 created"),
                ("TaskCreate", {"subject": "b"}, "Task #2 created"),
                ("TaskUpdate", {"taskId": "1", "status": "completed"}, ""),
            ],
            ["#2 b"],
            id="tasks one by one",
        ),
        pytest.param([("search", {"items": ["a", "b"]}, "")], [], id="a list of something else"),
    ],
)
def test_the_agents_own_list(calls: list[tuple[str, dict[str, object], str]], left: list[str]) -> None:
    tasks = Tasks()
    for name, arguments, result in calls:
        tasks.call(Call("c", name, arguments), result)
    assert list(tasks.listed) == left


PATCH = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n*** Add File: c d.py\n*** End Patch"
DIFF = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/new.py\n"


@pytest.mark.parametrize(
    ("name", "arguments", "paths"),
    [
        pytest.param("Edit", {"file_path": "a.py", "old_string": "x"}, ["a.py"], id="Edit"),
        pytest.param("NotebookEdit", {"notebook_path": "a.ipynb"}, ["a.ipynb"], id="NotebookEdit"),
        pytest.param("str_replace_based_edit_tool", {"command": "create", "path": "a.py"}, ["a.py"], id="create"),
        pytest.param("str_replace_based_edit_tool", {"command": "view", "path": "a.py"}, [], id="view"),
        pytest.param("apply_patch", {"input": PATCH}, ["a.py", "b.py", "c d.py"], id="a patch"),
        pytest.param("apply_diff", {"diff": DIFF}, ["x.py", "x.py", "new.py"], id="a diff"),
        pytest.param(
            "shell",
            {"command": ["bash", "-lc", f"apply_patch <<'E'\n{PATCH}\nE"]},
            ["a.py", "b.py", "c d.py"],
            id="a patch by the shell",
        ),
        pytest.param("Bash", {"command": "sed -i 's/a/b/' x.py && cat x.py"}, ["x.py"], id="sed"),
        pytest.param("mcp__fs__write_file", {"path": "a.py", "content": "x"}, ["a.py"], id="a server's"),
        pytest.param(
            "multi_edit", {"edits": [{"file_path": "a.py"}, {"file_path": "b.py"}]}, ["a.py", "b.py"], id="several"
        ),
        pytest.param("UpdateDocument", {"uri": "file:///a.md"}, ["file:///a.md"], id="unknown, but telling"),
        pytest.param("Read", {"file_path": "a.py"}, [], id="Read"),
        pytest.param("Bash", {"command": "grep x a.py 2>/dev/null | head > /dev/null"}, [], id="nowhere"),
    ],
)
def test_files_edited(name: str, arguments: dict[str, object], paths: list[str]) -> None:
    assert list(edits(Call("c", name, arguments), None, edited)) == paths


def test_what_failed_edited_nothing_but_a_command_may_have() -> None:
    assert list(book_of(*used("Edit", {"file_path": "a.py"}, "String to replace not found", failed=True)).edits) == []
    assert list(book_of(*used("Bash", {"command": "sed -i s/a/b/ a.py && pytest"}, "boom", failed=True)).edits) == [
        "a.py"
    ]


@pytest.mark.parametrize(
    ("text", "failed", "code"),
    [
        pytest.param("fine", False, None, id="nothing told"),
        pytest.param("Exit code 2\nboom", True, 2, id="Claude Code"),
        pytest.param("Chunk ID: 1\nWall time: 0.1 s\nProcess exited with code 1\nOutput:\nx", True, 1, id="Codex"),
        pytest.param("ok\nProcess exited with code 0", False, 0, id="well"),
        pytest.param('{"output": "boom", "metadata": {"exit_code": 3}}', True, 3, id="packed in JSON"),
        pytest.param("<tool_use_error>File not found</tool_use_error>", True, None, id="a tool's error"),
        pytest.param("the exit code was told to be 4 by him", False, None, id="in prose"),
    ],
)
def test_whether_a_call_went_wrong(text: str, failed: bool, code: int | None) -> None:
    done = outcome(Result("c", 0, text), text)
    assert (done.failed, done.code) == (failed, code)


CARGO = "   Compiling x\nerror[E0382]: use of moved value: `a`\n  --> src/main.rs:12:5\n   |\nerror: could not compile `x` (bin)"


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        pytest.param(
            used("Bash", {"command": "cargo build"}, CARGO, failed=True),
            ["E0382 src/main.rs:12 use of moved value: `a`"],
            id="a build",
        ),
        pytest.param(
            used("Bash", {"command": "cargo build | tail"}, CARGO),
            ["E0382 src/main.rs:12 use of moved value: `a`"],
            id="behind a pipe",
        ),
        pytest.param(used("Bash", {"command": "cat build.log"}, CARGO), [], id="a log that is shown"),
        pytest.param(used("Read", {"file_path": "build.log"}, CARGO), [], id="a file that is read"),
        pytest.param(used("Task", {"prompt": "look"}, "Error: I found 3 errors"), [], id="the words of another agent"),
        pytest.param(
            used("Edit", {"file_path": "a.py"}, "String not found", failed=True),
            ["Edit a.py: String not found"],
            id="an edit",
        ),
        pytest.param(used("Bash", {"command": "make x"}, "", code=2), ["Bash make x: exit code 2"], id="a code alone"),
        pytest.param(used("Bash", {"command": "make x"}, "all fine", code=0), [], id="no error"),
    ],
)
def test_errors_met(entries: list[Entry], found: list[str]) -> None:
    assert list(book_of(*entries).errors) == found


def test_an_error_that_the_program_itself_reports() -> None:
    assert list(book_of(Entry(ASSISTANT, "API Error: 529 overloaded", failure="API Error: 529 overloaded")).errors) == [
        "API Error: 529 overloaded"
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "text", "found"),
    [
        pytest.param(
            "AskUserQuestion",
            {"questions": []},
            'User has answered: "DB?"="SQLite"',
            ['User has answered: "DB?"="SQLite"'],
            id="an answer",
        ),
        pytest.param("ExitPlanMode", {"plan": "# Plan\n\nFirst this."}, "ok", ["plan: Plan"], id="a plan"),
        pytest.param(
            "flush_session", {"title": "ADR-012: Redlock", "content": "x"}, "ok", ["ADR-012: Redlock"], id="a note"
        ),
        pytest.param(
            "Bash",
            {"command": "cd x && adrguard adr accept 7; ls"},
            "ok",
            ["adrguard adr accept 7"],
            id="a record accepted",
        ),
    ],
)
def test_decisions_by_tools(name: str, arguments: dict[str, object], text: str, found: list[str]) -> None:
    assert list(book_of(*used(name, arguments, text)).decisions) == found


def test_secrets_and_control_characters_stay_out() -> None:
    book = book_of(Entry(USER, "Decision: the password = 'hunter2hunter2' is \x1b[31mred\nagain", asks=True))
    assert "hunter2" not in "".join([*book.decisions, *book.asked])
    assert list(book.decisions) == ["the password = '[redacted: Secret Keyword]' is \\x1b[31mred"]


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("functions.exec_command", {"cmd": "ls"}, "run"),
        ("Bash", {"command": "ls"}, "run"),
        ("view", {"path": "a"}, "read"),
        ("mcp__docs__search", {"query": "a"}, "read"),
        ("TodoWrite", {}, "talk"),
        ("rocket_launch", {"target": "moon"}, "other"),
        ("run_my_checks", {"command": "x"}, "run"),
    ],
)
def test_kinds_of_tools(name: str, arguments: dict[str, object], kind: str) -> None:
    assert kind_of(name, arguments) == kind
