"""`adrguard offload` and `adrguard inspect` as processes: pipes, exit codes, signals."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fakes.published import checked

LOG = (
    b"   Compiling shop v1\n"
    b"error[E0382]: borrow of moved value: `x`\n --> src/main.rs:12:5\n\n"
    + b"   = note: this error originates in a macro\n"
    * 998
)
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and shells of POSIX")
PROGRAM = [sys.executable, "-m", "adrguard"]


def call(repo, *words: str, stdin: bytes = b"", env: dict[str, str] | None = None, cwd: Path | None = None):
    return subprocess.run(
        [*PROGRAM, *words],
        cwd=cwd or repo.root,
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
    )


def node_in(text: bytes) -> str:
    return text.decode().split("Reference ID: ")[1].split("\n")[0]


@pytest.mark.parametrize(
    "data",
    [b"", b"one", b"1\n" * 30, b"\x00\xff\r\n\x1b[31mred\n", b"x" * 15_000, "é\n".encode("utf-16") * 30],
    ids=["empty", "no line end", "thirty lines", "binary", "one long line", "UTF-16"],
)
def test_a_short_log_passes_byte_for_byte(repo, data: bytes) -> None:
    done = call(repo, "offload", stdin=data)
    assert (done.returncode, done.stdout, done.stderr) == (0, data, b"")
    assert not (repo.root / ".adrguard").exists()


@pytest.mark.parametrize("data", [b"1\n" * 31, b"x" * 16_000], ids=["lines", "bytes"])
def test_a_longer_log_does_not(repo, data: bytes) -> None:
    done = call(repo, "offload", stdin=data)
    assert b"Log offloaded" in done.stdout
    shown = call(repo, "inspect", node_in(done.stdout), "--raw")
    assert shown.stdout == data


def test_the_answer_is_a_diagram_the_reduction_and_the_node(repo) -> None:
    done = call(repo, "offload", "--task", "api", stdin=LOG)
    node = node_in(done.stdout)
    assert done.stdout.decode() == (
        "```mermaid\n"
        "stateDiagram-v2\n"
        "    direction TB\n"
        "    [*] --> Compilation: api\n"
        "    Compilation --> ErrorDetected: E0382 borrow of moved value x\n"
        "    note right of ErrorDetected\n"
        " E0382 src/main.rs:12 borrow of moved value: `x`\n"
        "    end note\n"
        f"    ErrorDetected --> Node_{node[5:]}: 1002 lines truncated\n"
        f"    Node_{node[5:]} --> [*]\n"
        "```\n\n"
        "✓ Log offloaded (1002 lines, 98.7% token reduction)\n"
        f"  Reference ID: {node}\n"
        f"  Use 'adrguard inspect {node}' to view raw stack frames.\n"
    )
    assert repo.git("status", "--porcelain") == ""


def test_the_answer_for_programs_is_described(repo) -> None:
    done = call(repo, "offload", "--format", "json", stdin=LOG)
    body = checked(done.stdout.decode())
    assert (body["lines"], body["errors"], body["tools"], body["redacted"]) == (1002, 1, ["cargo"], 0)
    shown = checked(call(repo, "inspect", body["node"], "--lines", "2:3", "--format", "json").stdout.decode())
    assert [one["number"] for one in shown["lines"]] == [2, 3]
    errors = json.loads(call(repo, "inspect", body["node"], "--errors", "--format", "json").stdout)
    assert errors["failures"] == body["failures"]
    short = json.loads(call(repo, "offload", "--format", "json", stdin=b"x\n").stdout)
    assert (short["offloaded"], short["passed"]) == (False, "x\n")


def test_secrets_are_neither_shown_nor_kept(repo) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    done = call(repo, "offload", stdin=f"ERROR {key} was refused\n".encode() + LOG)
    kept = b"".join(path.read_bytes() for path in (repo.root / ".adrguard").rglob("*") if path.is_file())
    assert key.encode() not in done.stdout + kept
    assert b"1 secret redacted." in done.stdout
    raw = call(repo, "inspect", node_in(done.stdout), "--raw").stdout
    assert raw == b"ERROR [redacted: AWS Access Key] was refused\n" + LOG


def test_outside_of_a_repository_logs_go_to_the_user(repo, tmp_path) -> None:
    place = tmp_path / "nowhere"
    place.mkdir()
    env = {"XDG_STATE_HOME": str(tmp_path / "state"), "GIT_CEILING_DIRECTORIES": str(tmp_path)}
    done = call(repo, "offload", stdin=LOG, cwd=place, env=env)
    assert call(repo, "inspect", node_in(done.stdout), "--raw", cwd=place, env=env).stdout == LOG
    assert list(place.iterdir()) == []


@POSIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is refused to the superuser")
def test_a_log_that_cannot_be_kept_comes_as_it_is(repo) -> None:
    repo.root.chmod(0o555)
    try:
        done = call(repo, "offload", stdin=LOG)
    finally:
        repo.root.chmod(0o755)
    assert (done.returncode, done.stdout) == (0, LOG)
    assert b"the log was not kept" in done.stderr


def test_a_log_whose_place_is_taken_comes_as_it_is(repo) -> None:
    repo.write(".adrguard/state", "a file")
    done = call(repo, "offload", stdin=LOG)
    assert (done.returncode, done.stdout) == (0, LOG)
    assert b"the log was not kept" in done.stderr
    run = call(repo, "offload", "--", sys.executable, "-c", "print('x\\n' * 50, end=''); raise SystemExit(3)")
    assert (run.returncode, run.stdout.replace(b"\r", b"")) == (3, b"x\n" * 50)


# With a command


def python(repo, program: str, *options: str):
    return call(repo, "offload", *options, "--", sys.executable, "-c", program)


def test_a_command_keeps_its_streams_and_its_exit_code(repo) -> None:
    done = python(repo, "import sys; print('out'); sys.stdout.flush(); print('err', file=sys.stderr); sys.exit(7)")
    assert (done.returncode, done.stdout.split(), done.stderr.split()) == (7, [b"out"], [b"err"])


def test_a_long_output_has_both_streams_in_order_and_the_exit_code(repo) -> None:
    program = (
        "import sys\n"
        "for number in range(40):\n"
        "    print('out', number, flush=True)\n"
        "    print('err', number, file=sys.stderr, flush=True)\n"
        "sys.exit(101)\n"
    )
    done = python(repo, program, "--format", "json")
    body = json.loads(done.stdout)
    assert done.returncode == body["exit_code"] == 101
    assert "--> [*]: exit code 101" in body["text"]
    lines = call(repo, "inspect", body["node"], "--raw").stdout.split(b"\n")[:-1]
    assert sorted(lines) == sorted(b"%s %d" % (kind, number) for number in range(40) for kind in (b"out", b"err"))
    for kind in (b"out", b"err"):
        assert [line for line in lines if line.startswith(kind)] == [b"%s %d" % (kind, number) for number in range(40)]


def test_a_command_has_our_standard_input(repo) -> None:
    done = call(repo, "offload", "--", sys.executable, "-c", "print(input())", stdin=b"hello\n")
    assert done.stdout.split() == [b"hello"]


@pytest.mark.parametrize(
    ("word", "code"),
    [("no-such-program-at-all", 127), pytest.param("./plain.txt", 126, marks=POSIX)],
)
def test_a_command_that_cannot_be_started_is_told_as_by_a_shell(repo, word: str, code: int) -> None:
    repo.write("plain.txt", "x")
    done = call(repo, "offload", "--", word)
    assert (done.returncode, done.stdout) == (code, b"")
    assert word.encode() in done.stderr


@POSIX
def test_a_command_ended_by_a_signal_has_the_code_of_a_shell(repo) -> None:
    assert python(repo, "import os; os.kill(os.getpid(), 9)").returncode == 128 + 9


@POSIX
def test_children_that_hold_the_output_do_not_hold_us(repo) -> None:
    began = time.monotonic()
    done = call(repo, "offload", "--", "sh", "-c", "sleep 60 & echo hi; echo $!")
    os.kill(int(done.stdout.split()[1]), signal.SIGKILL)
    assert done.stdout.startswith(b"hi\n")
    assert b"not waited for" in done.stderr
    assert time.monotonic() - began < 30


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_that_the_command_started(repo, number: int) -> None:
    """A shell starts its background jobs deaf to interrupts: they end all the same."""
    repo.write("job.sh", "echo ready; sleep 300 & echo $! > pid; wait\n")
    with subprocess.Popen(
        [*PROGRAM, "offload", "--", "sh", "job.sh"],
        cwd=repo.root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as program:
        pid = repo.root / "pid"
        while not (pid.exists() and pid.read_text().strip()):
            time.sleep(0.02)
        child = int(pid.read_text())
        program.send_signal(number)
        out, _ = program.communicate(timeout=30)
    assert program.returncode == 128 + number
    assert out == b"ready\n"
    assert not _is_running(child)


def _is_running(pid: int) -> bool:
    for _ in range(100):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return False
        except FileNotFoundError:
            return False
        time.sleep(0.05)
    return True


@POSIX
def test_a_reader_that_goes_away_is_no_error(repo) -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m adrguard offload -- seq 20 | head -1"],
        cwd=repo.root,
        capture_output=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (b"1\n", b"")


# inspect


@pytest.fixture
def kept(repo) -> str:
    lines = b"".join(b"line %d\n" % number for number in range(1, 1001))
    return node_in(call(repo, "offload", stdin=lines).stdout)


@pytest.mark.parametrize(
    ("options", "first", "last", "more"),
    [
        pytest.param((), 1, 200, "--lines 201:1000", id="all: a page"),
        pytest.param(("--lines", "10:12"), 10, 12, "", id="a range"),
        pytest.param(("--lines", "990:"), 990, 1000, "", id="to the end"),
        pytest.param(("--lines", ":3"), 1, 3, "", id="from the beginning"),
        pytest.param(("--lines", "7"), 7, 7, "", id="one line"),
        pytest.param(("--lines", "500:900"), 500, 699, "--lines 700:900", id="a range of several pages"),
        pytest.param(("--tail", "5"), 996, 1000, "", id="the tail"),
        pytest.param(("--tail", "300"), 801, 1000, "--lines 701:800", id="a long tail"),
        pytest.param(("--grep", "^line 77$"), 77, 77, "", id="a pattern"),
    ],
)
def test_lines_come_page_by_page(repo, kept: str, options, first: int, last: int, more: str) -> None:
    done = call(repo, "inspect", kept, *options)
    assert done.stdout == b"".join(b"line %d\n" % number for number in range(first, last + 1))
    assert f"lines {first} to {last} of 1000" in done.stderr.decode()
    assert (f"more: adrguard inspect {kept} {more}" in done.stderr.decode()) == bool(more)


def test_a_pattern_goes_on_where_the_page_ended(repo, kept: str) -> None:
    done = call(repo, "inspect", kept, "--grep", "line .*")
    assert f"more: adrguard inspect {kept} --lines 201:1000 --grep 'line .*'" in done.stderr.decode()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(("../../etc/passwd",), "is no node", id="a path"),
        pytest.param(("node_00000000",), "there is no node_00000000", id="unknown"),
        pytest.param(("KEPT", "--lines", "9:1"), "ends before it begins", id="a range backwards"),
        pytest.param(("KEPT", "--lines", "a:b"), "is no range", id="no range"),
        pytest.param(("KEPT", "--lines", "2000:"), "has 1000 lines", id="beyond the end"),
        pytest.param(("KEPT", "--grep", "(?=x)"), "is no pattern", id="a pattern that RE2 has not"),
        pytest.param(("KEPT", "--grep", "("), "is no pattern", id="no pattern"),
        pytest.param(("KEPT", "--tail", "3", "--errors"), "stand", id="two questions"),
    ],
)
def test_what_cannot_be_meant_is_told(repo, kept: str, words, message: str) -> None:
    done = call(repo, "inspect", *[kept if word == "KEPT" else word for word in words])
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_a_line_without_end_is_shown_in_part(repo) -> None:
    node = node_in(call(repo, "offload", stdin=b"x" * 3_000_000).stdout)
    done = call(repo, "inspect", node)
    assert done.stdout == b"x" * 65_536 + b"\n"
    assert b"goes on for 2934464 bytes" in done.stderr
    assert call(repo, "inspect", node, "--raw").stdout == b"x" * 3_000_000


def test_utf_16_is_shown_as_text_and_kept_as_it_was(repo) -> None:
    data = ("größer ✓\n" * 40).encode("utf-16")
    node = node_in(call(repo, "offload", stdin=data).stdout)
    assert call(repo, "inspect", node, "--lines", "2:2").stdout.decode() == "größer ✓\n"
    assert call(repo, "inspect", node, "--raw").stdout == data


def test_the_section_of_a_failing_phase_is_a_node(repo) -> None:
    log = (
        b"   Compiling a v1\nerror[E0382]: x\n" + b"c\n" * 40
        + b"     Running unittests\nthread 'a' panicked at src/a.rs:1:2:\nno\n"
    )  # fmt: skip
    body = json.loads(call(repo, "offload", "--format", "json", stdin=log).stdout)
    assert [(one["phase"], one["first"], one["last"]) for one in body["parts"]] == [
        ("Compilation", 1, 42),
        ("Tests", 43, 45),
    ]
    shown = call(repo, "inspect", body["parts"][1]["node"])
    assert shown.stdout == log.split(b"\n", 42)[42]


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="reads its peak where Linux tells it")
def test_memory_does_not_grow_with_the_log(repo) -> None:
    program = (
        "import sys\nfrom adrguard.usecases.memory.logs.offload_log import offload\n"
        "part = b'ERROR x y z\\n' * 40 + b'info 12345\\n' * 90_000\n"
        "left = 120\n"
        "def source(size):\n    global left\n    left -= 1\n    return part if left >= 0 else b''\n"
        "done = offload(sys.argv[1], source)\nassert done.trace.errors == 4800\n"
        "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(repo.root)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 100_000  # kB; the log has 119 MB
    shutil.rmtree(repo.root / ".adrguard")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device here that is always full")
@pytest.mark.parametrize(
    ("style", "lines", "code"), [("text", 5, 4), ("text", 500, 4), ("json", 500, 4), ("text", 500, 0)]
)
def test_where_the_answer_has_no_room_the_exit_code_of_the_command_counts(repo, style, lines, code) -> None:
    program = f"print('word\\n' * {lines}, end=''); raise SystemExit({code})"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "offload", "--format", style, "--", sys.executable, "-c", program],
            cwd=repo.root, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == (code or 2)
    first, hint = done.stderr.splitlines()
    assert first == "adrguard: the answer could not be written: No space left on device"
    assert ("adrguard inspect node_" in hint) is (lines > 30)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device here that is always full")
def test_a_disk_that_is_full_for_the_log_and_its_copy_does_not_disturb_the_command(repo) -> None:
    (repo.root / ".adrguard").write_text("in the way of the store")
    program = "print('word\\n' * 500_000, end='', flush=True); open('done', 'w').close(); raise SystemExit(4)"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "offload", "--", sys.executable, "-c", program],
            cwd=repo.root, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, (repo.root / "done").exists()) == (4, True)
    assert "the log was not kept" in done.stderr
    assert done.stderr.count("could not be written: No space left on device") == 1
