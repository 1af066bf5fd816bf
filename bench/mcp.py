"""The MCP server beside a bare one of the same SDK with one empty tool: from start to tools listed, and its calls.

A call is timed twice: what the tool does in the server, and the round trip of a client, which has the protocol in it.

python bench/mcp.py [runs]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import corpus

ROOT = Path(__file__).parents[1]
ENV = {**corpus.ENV, "PYTHONPATH": str(ROOT)}
OURS = [sys.executable, "-m", "adrguard", "mcp"]
BARE = """
from mcp.server import MCPServer

server = MCPServer("bare")


@server.tool()
def nothing() -> str:
    return ""


server.run("stdio")
"""
REFERENCE = ["git", "diff", "--cached", "--quiet"]
STARTS = ("os.posix_spawn", "subprocess.Popen")
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


class Server:
    """A server over pipes; requests are written by hand, so that no client's own time is measured."""

    def __init__(self, argv: list[str], cwd: Path) -> None:
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            argv, cwd=cwd, env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.number = 0

    def ask(self, method: str, params: dict[str, object]) -> dict:
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return json.loads(self.process.stdout.readline())["result"]

    def send(self, message: dict[str, object]) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def start(self) -> float:
        """Shake hands and list the tools; return the ms since the process was started."""
        self.ask("initialize", INITIALIZE)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert self.ask("tools/list", {})["tools"]
        return (time.perf_counter() - self.began) * 1000

    def resident(self) -> int:
        """Return its resident set in kB."""
        shown = subprocess.run(["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=True)
        return int(shown.stdout)

    def end(self) -> int:
        """Close the server's input and return its largest resident set in kB."""
        self.process.stdin.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        assert self.process.returncode == 0
        return usage.ru_maxrss


def started(argv: list[str], cwd: Path) -> tuple[float, int]:
    server = Server(argv, cwd)
    return server.start(), server.end()


def start(root: Path, runs: int) -> None:
    bare = [sys.executable, str(root.parent / "bare.py")]
    Path(bare[1]).write_text(BARE, encoding="utf-8")
    started(OURS, root), started(bare, root)
    pairs = [(started(OURS, root), started(bare, root)) for _ in range(runs)]
    ours = statistics.median([one[0][0] for one in pairs])
    theirs = statistics.median([one[1][0] for one in pairs])
    ratio = statistics.median([one[0][0] / one[1][0] for one in pairs])
    peaks = [max(one[n][1] for one in pairs) / 1024 for n in (0, 1)]
    print(f"start to tools/list {ours:7.0f} ms  ÷ bare server {theirs:5.0f} ms = {ratio:.2f}")
    print(f"peak memory         {peaks[0]:7.1f} MB ÷ bare server {peaks[1]:5.1f} MB")


def spread(times: list[float]) -> str:
    times = sorted(times)
    return f"{statistics.median(times):6.1f} ms (p95 {times[int(len(times) * 0.95)]:.1f})"


def situations(root: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield what is judged, each time the same 12 files and 500 lines: staged, as a diff, and edited but not staged."""
    diff = subprocess.run(["git", "diff", "--cached"], cwd=root, env=ENV, capture_output=True, text=True, check=True)
    yield "staged", {}
    yield "as a diff", {"diff": diff.stdout}
    corpus.git(root, "reset", "-q")
    yield "edited", {}
    corpus.git(root, "add", "-A")


def inside(root: Path, runs: int) -> None:
    """Time the work of the tool itself, in this process: what a call costs in the server beside the protocol."""
    sys.path.insert(0, str(ROOT))
    from adrguard.mcp_server.tool import Desk
    from adrguard.mcp_server.toolsets import tools
    from adrguard.mcp_server.work import Task
    from adrguard.usecases.served_places import served

    os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1")
    started: list[str] = []
    sys.addaudithook(lambda event, _: started.append(event) if event in STARTS else None)
    (tool,) = tools(["guard"])
    desk = Desk(served(str(root)))
    for label, arguments in situations(root):
        times, engine, ratios = [], [], []
        for number in range(runs + 2):
            began = time.perf_counter()
            subprocess.run(REFERENCE, cwd=root, env=ENV, check=False)
            reference = time.perf_counter() - began
            started.clear()
            began = time.perf_counter()
            answer = tool.run(desk, Task(), arguments)
            took = time.perf_counter() - began
            if number >= 2:
                times.append(took * 1000)
                ratios.append(took / reference)
                engine.append(answer.data["elapsed_ms"])
            assert answer.data["verdict"] == "clean", answer.text
        print(
            f"guard_check {label:<10} in the server {spread(times)}, the quickest {min(times):.1f} ms;"
            f" ÷ {' '.join(REFERENCE)} = {statistics.median(ratios):.2f};"
            f" of which the engine {statistics.median(engine):4.1f} ms; git was started {len(started)}x",
            flush=True,
        )


def calls(root: Path, runs: int) -> None:
    server = Server(OURS, root)
    server.start()
    for label, arguments in situations(root):
        times = []
        for number in range(runs + 2):
            began = time.perf_counter()
            answer = server.ask("tools/call", {"name": "guard_check", "arguments": arguments})
            if number >= 2:
                times.append((time.perf_counter() - began) * 1000)
            assert answer["structuredContent"]["verdict"] == "clean", answer
        print(f"guard_check {label:<10} round trip    {spread(times)}")
    server.end()


def many(root: Path, calls: int, at_once: int = 32) -> None:
    """Call again and again, then often at once: each answer must be the right one, in order, and nothing may pile up."""
    server = Server(OURS, root)
    server.start()
    sizes = []
    began = time.perf_counter()
    for number in range(calls):
        answer = server.ask("tools/call", planted(number))
        assert found(answer) == [f"f{number}.py"], answer
        if number in (calls // 10, calls - 1):
            sizes.append(server.resident())
    took = (time.perf_counter() - began) * 1000 / calls
    growth = (sizes[1] / sizes[0] - 1) * 100
    print(
        f"{calls:,} calls in a row: {took:.1f} ms each, no wrong answer, memory {sizes[1] / 1024:.1f} MB, {growth:+.1f} %"
    )
    began = time.perf_counter()
    for _ in range(calls // at_once):
        first = server.number + 1
        for number in range(at_once):
            server.number += 1
            params = planted(number)
            server.send({"jsonrpc": "2.0", "id": server.number, "method": "tools/call", "params": params})
        for number in range(at_once):
            answer = json.loads(server.process.stdout.readline())
            assert answer["id"] == first + number, "out of order"
            assert found(answer["result"]) == [f"f{number}.py"], answer
    took = (time.perf_counter() - began) * 1000 / calls
    growth = (server.resident() / sizes[0] - 1) * 100
    print(
        f"{at_once} at once, {calls // at_once} times: {took:.1f} ms each, no wrong answer, in order, memory {growth:+.1f} %"
    )
    server.end()


def planted(number: int) -> dict[str, object]:
    """Return a call whose right answer is one finding, in the file of that number."""
    diff = f"diff --git a/f{number}.py b/f{number}.py\n+planted_text({number})\n"
    return {"name": "guard_check", "arguments": {"diff": diff}}


def found(answer: dict) -> list[str]:
    return [one["path"] for one in answer["structuredContent"]["findings"]]


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repository"
        rules = [*corpus.invariants(120), "- deny: `planted_text(`"]
        corpus.hook_repository(root, rules=rules, decisions=60, files=12, lines=120, added=500)
        start(root, runs)
        inside(root, runs * 5)
        calls(root, runs * 5)
        many(root, 1000)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
