"""The main flows on a Python that lacks what Windows lacks, and speaks to a console that knows few characters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fakes.guarding import NO_STAR, decide

# `fcntl`, `sysconf` and SIGKILL stay, as Python's own modules and the lock beside them need them on this system.
HIDING = """
import os, sys
import _signal

for name in (
    "posix_spawn posix_spawnp fork forkpty fchmod chown lchown fchown chroot mkfifo mknod killpg getpgid getpgrp setpgid setsid "
    "getuid geteuid getgid getegid getgroups uname listxattr getxattr setxattr removexattr sched_getaffinity statvfs sync "
    "O_NONBLOCK O_NOFOLLOW O_CLOEXEC O_DIRECTORY O_SYNC O_NOCTTY O_TMPFILE nice getloadavg openpty ttyname confstr wait3 "
    "wait4 waitid process_cpu_count"
).split():
    if hasattr(os, name):
        delattr(os, name)
for name in (
    "SIGHUP SIGQUIT SIGALRM SIGUSR1 SIGUSR2 SIGPIPE SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGWINCH alarm setitimer getitimer pause "
    "pthread_kill pthread_sigmask sigpending sigwait siginterrupt ITIMER_REAL ITIMER_VIRTUAL ITIMER_PROF"
).split():
    if hasattr(_signal, name):
        delattr(_signal, name)
for name in ("resource", "pwd", "grp", "termios", "tty", "pty", "readline", "syslog", "crypt", "spwd", "curses"):
    sys.modules[name] = None
"""


@pytest.fixture
def program(repo, tmp_path_factory):
    """Run a door of the program (`adrguard` or `adrguard-hook`), and return what it said and its exit code."""
    hiding = tmp_path_factory.mktemp("hiding")
    (hiding / "sitecustomize.py").write_text(HIDING, encoding="utf-8")
    root = str(Path(__file__).parents[2])
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(hiding), root)),
        "PYTHONIOENCODING": "cp1252",
        "PYTHONUTF8": "0",
    }

    look = "import os, signal; print(hasattr(os, 'posix_spawn') or hasattr(signal, 'SIGALRM'))"
    looked = subprocess.run([sys.executable, "-c", look], env=environ, capture_output=True, text=True, check=True)
    assert looked.stdout == "False\n"

    def run(*words: str, stdin: str = "", door: str = "adrguard", code: int = 0) -> str:
        module = {"adrguard": "adrguard", "adrguard-hook": "adrguard.hooks.main"}[door]
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=repo.root,
            env=environ,
            input=stdin.encode(),
            capture_output=True,
            check=False,
        )
        said = done.stdout.decode("cp1252") + done.stderr.decode("cp1252")
        assert done.returncode == code, said
        assert "Traceback" not in said
        return said

    return run


def test_a_repository_is_guarded(repo, program) -> None:
    program("init")
    decide(repo, NO_STAR)
    repo.commit()
    assert "installed" in program("install", "git")
    repo.write("src/größe.py", 'q = "SELECT * FROM größe"\n')
    repo.stage()
    assert "src/größe.py:1:6" in program("check", "--staged", code=1)
    assert "src/größe.py:1:6" in program("check", "--all", code=1)
    assert "src/größe.py:1:6" in program("pre-commit", door="adrguard-hook", code=1)
    head = repo.git("rev-parse", "HEAD")
    pushed = f"refs/heads/größe {head} refs/heads/größe {'0' * len(head)}\n"
    program("pre-push", "origin", "url", stdin=pushed, door="adrguard-hook")
    event = {"session_id": "one", "hook_event_name": "Stop", "cwd": str(repo.root)}
    answer = json.loads(program("agent", "claude", stdin=json.dumps(event), door="adrguard-hook"))
    assert answer["decision"] == "block"


def test_a_vault_is_kept(repo, program) -> None:
    program("init")
    repo.commit()
    program(
        "flush", "--title", "ADR-0002 Retry with a backoff", "--category", "decision", "--content", "It storms. ✅ μ"
    )
    program("adr", "new", "Retry", "never", "--status", "accepted")
    program("adr", "supersede", "ADR-0002", "--by", "ADR-0003")
    assert "superseded" in next(repo.root.rglob("*retry-with-a-backoff.md")).read_text(encoding="utf-8")
    assert "taken back" in program("undo")
    program("sync")
    assert "!u:L3|" in program("recall", "backoff")
    assert "hello" in program("offload", "--", sys.executable, "-c", "print('hello'); raise SystemExit(3)", code=3)
    turns = {"turns": [{"role": "user", "content": "a long session"}]}
    assert "a long session" in program("gc", "-", stdin=json.dumps(turns))


def test_a_server_answers(repo, program) -> None:
    pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")
    program("init")
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "one", "version": "1"}},
    }
    assert '"serverInfo"' in program("mcp", stdin=json.dumps(asked) + "\n")
