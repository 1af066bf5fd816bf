"""The door for coding agents: it answers in time with one object or nothing, and ends with 0 whatever happens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from adrguard.hooks import agent, watchdog

DOOR = "from adrguard.hooks.main import run\nrun()\n"
STOPS = {
    "session_id": "s",
    "transcript_path": "/t.jsonl",
    "cwd": "/nowhere",
    "hook_event_name": "Stop",
    "prompt_id": "p",
    "permission_mode": "default",
    "stop_hook_active": False,
}
STOP = json.dumps(STOPS).encode()
WRITE = json.dumps(
    {**STOPS, "hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": "a", "content": "x"}}
).encode()
NOT_JUDGED = "adrguard: nothing was judged: "

# Use cases that do what no use case should; `BODY` stands where the answer to an event is made.
INSTEAD = """
import os, sys, time, types
from adrguard.model.agents import Answer
from adrguard.model.errors import AdrguardError, NotARepositoryError
from adrguard.hooks import agent
def made(event):
BODY
import adrguard.usecases.agents
for name in ("stop", "edit", "shell", "start", "session"):
    module = types.ModuleType("adrguard.usecases.agents." + name)
    module.stop = module.before = module.after = module.start = made
    module.ensure = lambda event: None
    sys.modules[module.__name__] = module
    setattr(adrguard.usecases.agents, name, module)
"""


def instead(body: str, more: str = "") -> str:
    return INSTEAD.replace("BODY", "    " + body) + more + DOOR


def knock(
    given: bytes, *words: str, program: str = DOOR, env: dict[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    # A shell that starts this suite in the background would have it ignore an interrupt, and all that it starts.
    heeding = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    return subprocess.run(
        [sys.executable, "-P", "-c", heeding + program, "agent", *words],
        input=given,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        capture_output=True,
        check=False,
        timeout=60,
    )


def note(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the note to the person, which is all that was said, in a Claude Code's answer."""
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 1
    said = json.loads(done.stdout)
    assert list(said) == ["systemMessage"]
    return str(said["systemMessage"])


GARBAGE = [
    pytest.param(b"", "it is empty", id="nothing"),
    pytest.param(b" \n\t", "it is empty", id="blanks"),
    pytest.param(STOP[:-20], "it is not JSON, or cut off", id="truncated"),
    pytest.param(b"hello", "it is not JSON, or cut off", id="a word"),
    pytest.param(b"x" * (10 << 20), "it is not JSON, or cut off", id="10 MB of nothing"),
    pytest.param(b'{"a":"' + b"x" * (17 << 20) + b'"}', "it is larger than 16 MB", id="more than is read"),
    pytest.param(b"[1,2]", "it is JSON, but not an object", id="an array"),
    pytest.param(b"null", "it is JSON, but not an object", id="null"),
    pytest.param(b'"Stop"', "it is JSON, but not an object", id="a text"),
    pytest.param(b"[" * 200_000, "it is nested too deeply", id="deep arrays"),
    pytest.param(b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "it is nested too deeply", id="deep objects"),
    pytest.param(b"\0" * 100, "it is not JSON, or cut off", id="NUL"),
    pytest.param(b"\x80\xff\xfe", "it is not JSON, or cut off", id="no UTF-8"),
    pytest.param(b'{"a":' + b"9" * 5000 + b"}", "it is not JSON, or cut off", id="a number without end"),
    pytest.param(b"}" * 100_000, "it is not JSON, or cut off", id="ends of objects"),
]


@pytest.mark.parametrize(("given", "why"), GARBAGE)
def test_garbage_is_told_to_the_person_and_keeps_nobody_from_anything(given: bytes, why: str) -> None:
    assert note(knock(given, "claude")) == f"{NOT_JUDGED}the hook's input is of no use: {why}"


@pytest.mark.parametrize(("given", "why"), GARBAGE)
def test_garbage_from_nobody_knows_whom_says_nothing_on_stdout(given: bytes, why: str) -> None:
    done = knock(given)
    assert (done.returncode, done.stdout) == (0, b"")
    assert why in done.stderr.decode()


@pytest.mark.parametrize(
    ("name", "stdout"),
    [("cursor", b"{}\n"), ("cline", b'{"cancel":false}\n'), ("windsurf", b"")],
    ids=["cursor", "cline", "windsurf"],
)
def test_who_must_hear_something_hears_it_also_after_garbage(name: str, stdout: bytes) -> None:
    done = knock(b"garbage", name)
    assert (done.returncode, done.stdout) == (0, stdout)
    assert b"not JSON" in done.stderr


BLOCKS = instead("return Answer(block=True, reason=event.cwd)")
BLOCKED = b'{"decision":"block","reason":"/nowhere"}\n'


@pytest.mark.parametrize(
    ("given", "stdout"),
    [
        pytest.param(STOP, BLOCKED, id="as it is"),
        pytest.param(b"\xef\xbb\xbf" + STOP, BLOCKED, id="with a BOM"),
        pytest.param(STOP.decode().encode("utf-16"), BLOCKED, id="in UTF-16"),
        pytest.param(b"\n  " + STOP + b"  \r\n\n", BLOCKED, id="with blanks around"),
        pytest.param(STOP + STOP, BLOCKED, id="twice"),
        pytest.param(STOP + b"\nmore", BLOCKED, id="with text behind"),
        pytest.param(
            json.dumps({**STOPS, "last_assistant_message": "x" * (10 << 20)}).encode(), BLOCKED, id="of 10 MB"
        ),
        pytest.param(
            json.dumps({**STOPS, "last_assistant_message": "}" * (1 << 20)}).encode(), BLOCKED, id="with many ends"
        ),
        pytest.param(
            STOP.replace(b"/nowhere", b"/caf\xe9"), b'{"decision":"block","reason":"/caf?"}\n', id="with a Latin name"
        ),
        pytest.param(
            STOP.replace(b"/nowhere", b"/a\nb"), b'{"decision":"block","reason":"/a\\nb"}\n', id="with a raw line end"
        ),
        pytest.param(STOP.replace(b'"Stop"', b'"NotYetInvented"'), b"", id="an event nobody knows"),
        pytest.param(STOP.replace(b'"Stop"', b"7"), b"", id="an event that is a number"),
        pytest.param(STOP.replace(b'"Stop"', b'"Notification"'), b"", id="an event of no interest"),
        pytest.param(b"{}", b"", id="an empty object"),
    ],
)
def test_an_event_is_read_however_it_is_written(given: bytes, stdout: bytes) -> None:
    done = knock(given, "claude", program=BLOCKS)
    assert (done.returncode, done.stdout, done.stderr) == (0, stdout, b"")


@pytest.mark.parametrize(
    ("words", "stdout"),
    [
        pytest.param([], BLOCKED, id="no name"),
        pytest.param(["claude"], BLOCKED, id="its name"),
        pytest.param(["codex"], BLOCKED, id="another name in the same form"),
        pytest.param(["--nonsense"], BLOCKED, id="an option that is none"),
        pytest.param(["nobody", "--help", "-x"], BLOCKED, id="a name that is none"),
        pytest.param(["--help"], b"", id="help"),
    ],
)
def test_usage_never_ends_with_2(words: list[str], stdout: bytes) -> None:
    done = knock(STOP, *words, program=BLOCKS)
    assert (done.returncode, done.stdout) == (0, stdout)


def test_the_event_may_be_named_where_the_payload_does_not() -> None:
    given = json.dumps({"sessionId": "s", "timestamp": 1, "cwd": "/nowhere"}).encode()
    assert knock(given, "copilot", program=BLOCKS).stdout == b""
    assert knock(given, "copilot", "agentStop", program=BLOCKS).stdout == BLOCKED


@pytest.mark.parametrize(
    ("body", "told"),
    [
        pytest.param("raise RuntimeError('boom')", "internal error, RuntimeError: boom", id="raises"),
        pytest.param("raise AdrguardError('no git', 'get one')", "no git (get one)", id="says what is wrong"),
        pytest.param("raise MemoryError", "internal error, MemoryError: ", id="has no memory"),
        pytest.param("return made(event)", "internal error, RecursionError", id="recurses"),
        pytest.param("raise SystemExit(2)", "internal error, SystemExit: 2", id="exits"),
        pytest.param("raise KeyboardInterrupt", "internal error, KeyboardInterrupt: ", id="is interrupted"),
        pytest.param("os._exit(2)", "its process was left with code 2", id="is gone"),
        pytest.param("os.kill(os.getpid(), 9)", "its process was ended by signal 9", id="is killed"),
        pytest.param("os.kill(os.getppid(), 2)", "", id="interrupts the door"),
        pytest.param("open('/nowhere/x')", "/nowhere/x: No such file or directory", id="finds no file"),
        pytest.param("return None", "internal error, AttributeError", id="answers nothing"),
        pytest.param("return Answer(reason=[object()])", "internal error, a use case gave no answer", id="answers so"),
    ],
)
def test_a_use_case_that_fails_lets_the_agent_go_and_tells_the_person(body: str, told: str) -> None:
    done = knock(STOP, "claude", program=instead(body))
    assert done.stderr == b""
    if not told:
        assert (done.returncode, done.stdout) == (0, b"")
        return
    assert note(done).startswith(NOT_JUDGED + told)


def test_what_else_is_printed_reaches_nobody() -> None:
    body = (
        "print('one'); os.write(1, b'two'); os.write(2, b'three'); sys.__stdout__.write('four'); os.system('echo five');"
        " sys.stderr.write('six'); return Answer(block=True, reason='/nowhere')"
    )
    done = knock(STOP, "claude", program=instead(body))
    assert (done.returncode, done.stdout, done.stderr) == (0, BLOCKED, b"")


def test_no_repository_is_nothing_to_talk_about() -> None:
    done = knock(STOP, "claude", program=instead("raise NotARepositoryError('none')"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        pytest.param("time.sleep(60)", "sleeps", id="sleeps"),
        pytest.param("while True: pass", "spins", id="spins"),
        pytest.param("import re; re.match('(a*)*b', 'a' * 40)", "keeps the interpreter to itself", id="never returns"),
    ],
)
def test_a_use_case_that_hangs_is_left_in_time(body: str, what: str) -> None:
    started = time.monotonic()
    done = knock(STOP, "claude", program=instead(body, "agent.SECONDS = dict.fromkeys(agent.SECONDS, 1.5)\n"))
    assert note(done).startswith(NOT_JUDGED + "there was no verdict within ")
    assert time.monotonic() - started < 30, what


def test_time_outs_are_below_those_that_are_registered_with_agents() -> None:
    assert max(agent.SECONDS[kind] for kind in ("stop", "subagent stop")) < 60
    assert max(agent.SECONDS[kind] for kind in ("before edit", "after edit", "before shell")) < 10
    assert agent.SECONDS["start"] < 15
    assert min(agent.SECONDS.values()) > agent.SECONDS_TO_READ


@pytest.mark.parametrize(
    ("given", "stdout"),
    [
        pytest.param(STOP, BLOCKED, id="a whole object"),
        pytest.param(STOP + b"\n", BLOCKED, id="a line"),
        pytest.param(STOP[:-1], b"", id="half an object"),
        pytest.param(b"", b"", id="nothing"),
    ],
)
def test_stdin_need_not_be_closed(given: bytes, stdout: bytes) -> None:
    program = instead("return Answer(block=True, reason=event.cwd)", "agent.SECONDS_TO_READ = 1.0\n")
    with subprocess.Popen(
        [sys.executable, "-P", "-c", program, "agent"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(given)
        process.stdin.flush()
        assert process.stdout.read() == stdout
        assert process.wait(timeout=30) == 0
        assert (b"it did not come within" in process.stderr.read()) is (not stdout)


def test_stdin_may_come_in_pieces() -> None:
    given = json.dumps({**STOPS, "last_assistant_message": "}\n" * 30_000}).encode()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", BLOCKS, "agent"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for start in range(0, len(given), 5_000):
            process.stdin.write(given[start : start + 5_000])
            process.stdin.flush()
        assert process.stdout.read() == BLOCKED


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full"])
def test_streams_may_be_closed_or_full(closed: str, tmp_path: Path) -> None:
    (tmp_path / "event").write_bytes(STOP)
    redirected = closed if "<" in closed else f"<event {closed}"
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -P -c "$1" agent claude {redirected}', sys.executable, BLOCKS],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout in (b"", BLOCKED) or b"of no use" in done.stdout


def test_a_reader_that_went_away_is_no_trouble() -> None:
    source, sink = os.pipe()
    os.close(source)
    done = subprocess.run(
        [sys.executable, "-P", "-c", BLOCKS, "agent"], input=STOP, stdout=sink, stderr=subprocess.PIPE, check=False
    )
    os.close(sink)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("name", "stdout", "code"),
    [
        pytest.param("claude", True, 0, id="claude"),
        pytest.param("windsurf", False, 2, id="windsurf, which knows no other way"),
    ],
)
def test_only_windsurf_is_ever_told_by_an_exit_code(name: str, stdout: bool, code: int) -> None:
    given = {
        "claude": WRITE,
        "windsurf": json.dumps(
            {
                "agent_action_name": "pre_write_code",
                "trajectory_id": "t",
                "tool_info": {"file_path": "a", "edits": [{"old_string": "x", "new_string": "y"}]},
            }
        ).encode(),
    }[name]
    blocked = knock(given, name, program=instead("return Answer(block=True, reason='no')"))
    assert (blocked.returncode, bool(blocked.stdout)) == (code, stdout)
    for body in ("raise SystemExit(2)", "os._exit(2)", "return Answer(note='n', context='c')", "return Answer()"):
        assert knock(given, name, program=instead(body)).returncode == 0, body


def test_more_than_an_agent_takes_is_cut() -> None:
    done = knock(STOP, "claude", program=instead("return Answer(block=True, reason='x' * 100_000)"))
    assert len(json.loads(done.stdout)["reason"]) == agent.MOST_REASON
    start = STOP.replace(b'"Stop"', b'"SessionStart"')
    done = knock(start, "claude", program=instead("return Answer(context='x' * 100_000)"))
    assert len(json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]) == agent.MOST_CONTEXT


def test_a_block_without_a_reason_gets_one_because_some_agents_ignore_it_otherwise() -> None:
    said = json.loads(knock(STOP, "codex", program=instead("return Answer(block=True)")).stdout)
    assert said["reason"].startswith("adrguard holds this back")


def test_a_person_has_a_way_out_that_says_so() -> None:
    out = {"ADRGUARD_SKIP": "1"}
    assert "ADRGUARD_SKIP is set" in note(knock(STOP, "claude", program=BLOCKS, env=out))
    done = knock(WRITE, "claude", program=BLOCKS, env=out)
    assert (done.returncode, done.stdout) == (0, b"")
    assert knock(STOP, "claude", program=BLOCKS, env={"ADRGUARD_SKIP": "0"}).stdout == BLOCKED


def test_nothing_of_the_environment_is_shown() -> None:
    program = instead(
        "raise KeyError(dict.fromkeys('abc'))", "import sys; del sys.modules['adrguard.usecases.agents.edit']\n"
    )
    done = knock(STOP, "claude", program=program, env={"TOKEN_OF_A_SOCKET": "s3cr3t"})
    assert b"s3cr3t" not in done.stdout + done.stderr


def test_an_installation_that_is_broken_is_no_order_to_stop() -> None:
    program = "import sys\nsys.modules['adrguard.hooks.agents'] = None\n" + DOOR
    done = knock(STOP, "claude", program=program)
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_process_that_cannot_be_had_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    assert watchdog.guarded(lambda: ("x",), 5.0) == watchdog.Told(("x",))


def in_a_thread(work: Any, seconds: float = 5.0) -> watchdog.Told:
    """Do the work as where there is no `fork`."""
    forks, times = watchdog._FORKS, watchdog._TIMES
    watchdog._FORKS = watchdog._TIMES = False
    try:
        return watchdog.guarded(work, seconds)
    finally:
        watchdog._FORKS, watchdog._TIMES = forks, times


def test_without_fork_the_same_is_done_in_a_thread() -> None:
    def leave() -> None:
        raise SystemExit(2)

    assert in_a_thread(lambda: ("x",)) == watchdog.Told(("x",))
    assert in_a_thread(leave).fault == "internal error, SystemExit: 2"
    assert in_a_thread(lambda: time.sleep(2), 0.1).fault == "there was no verdict within 0 s"


def test_without_timers_waiting_ends_in_time_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "_TIMES", False)
    assert watchdog.in_time(lambda: "x", 5.0) == "x"
    with pytest.raises(ValueError, match="no"):
        watchdog.in_time(lambda: [].index("no"), 5.0)  # type: ignore[arg-type]
    with pytest.raises(watchdog.TooLateError):
        watchdog.in_time(lambda: time.sleep(2), 0.05)


def test_a_deadline_that_is_over_is_over() -> None:
    assert watchdog.guarded(lambda: ("x",), -1.0).fault.startswith("there was no verdict")
