"""The MCP server beside a bare one of the same SDK with one empty tool: from start to tools listed, and its calls.

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


def calls(root: Path, runs: int) -> None:
    diff = subprocess.run(["git", "diff", "--cached"], cwd=root, env=ENV, capture_output=True, text=True, check=True)
    server = Server(OURS, root)
    server.start()
    for label, arguments in (("everything uncommitted", {}), ("a diff", {"diff": diff.stdout})):
        times, engine = [], []
        for number in range(runs + 2):
            began = time.perf_counter()
            answer = server.ask("tools/call", {"name": "guard_check", "arguments": arguments})
            if number >= 2:
                times.append((time.perf_counter() - began) * 1000)
                engine.append(answer["structuredContent"]["elapsed_ms"])
            assert answer["structuredContent"]["verdict"] == "clean", answer
        times.sort()
        print(
            f"guard_check, {label:<23} round trip {statistics.median(times):6.1f} ms (p95 {times[int(len(times) * 0.95)]:.1f}),"
            f" of which the engine {statistics.median(engine):.1f} ms"
        )
    git = ["git", "diff", "--cached", "--quiet"]
    began = time.perf_counter()
    for _ in range(runs):
        subprocess.run(git, cwd=root, env=ENV, check=False)
    print(f"for comparison, one `git diff --cached --quiet` {(time.perf_counter() - began) * 1000 / runs:.1f} ms")
    server.end()


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repository"
        corpus.hook_repository(root, rules=corpus.invariants(120), decisions=60, files=12, lines=120, added=500)
        start(root, runs)
        calls(root, runs * 5)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
