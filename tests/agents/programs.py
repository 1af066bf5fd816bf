"""The programs of the agents: how each is started, alone in an empty home, with a model of ours."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agents import serving
from agents.dialects import Completions, Generate, Messages, Responses
from agents.model_server import Dialect, ModelServer

ASKED_FOR = "ADRGUARD_AGENT_TESTS"
WHERE = "ADRGUARD_AGENT_PATH"
SECONDS = 180
SCRIPTS = Path(sys.executable).parent
"""Where this installation's own programs are."""
_PROMPT = "Do what there is to do."


@dataclass(frozen=True)
class Run:
    """How a program ended: `code` is None when it had to be ended."""

    code: int | None
    output: str


@dataclass(frozen=True)
class Program:
    """`arguments` are for one prompt without a person, or with `serves` for a server that is then given it.

    `prepare` writes what the program wants to find in its home.
    """

    name: str
    dialect: Callable[[], Dialect]
    arguments: Callable[[Path], list[str]]
    environment: Callable[[str, Path], dict[str, str]]
    prepare: Callable[[str, Path, Path], None] = lambda _url, _home, _root: None
    serves: bool = False

    @property
    def path(self) -> str | None:
        return shutil.which(self.name, path=os.pathsep.join([os.environ.get(WHERE, ""), os.environ.get("PATH", "")]))

    @property
    def version(self) -> str:
        done = subprocess.run([str(self.path), "--version"], capture_output=True, text=True, timeout=60, check=False)
        return done.stdout.strip()

    def run(self, model: ModelServer, root: Path, home: Path, more: list[str] | None = None, path: str = "") -> Run:
        """Give it one prompt in a repository, and wait until it ends, or would never end."""
        self.prepare(model.url, home, root)
        log = home / "output.txt"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [str(self.path), *self.arguments(root), *(more or [])],
                cwd=root,
                env={**environment(home, path), **self.environment(model.url, home)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code = self._code(process, log, model)
            finally:
                _end(process)
        return Run(code, log.read_text(errors="replace"))

    def _code(self, process: subprocess.Popen[bytes], log: Path, model: ModelServer) -> int | None:
        until = time.monotonic() + SECONDS
        if self.serves:
            return serving.prompted(process, log, model, _PROMPT, until)
        while time.monotonic() < until and not model.runs_wild:
            try:
                return process.wait(timeout=0.1)
            except subprocess.TimeoutExpired:
                continue
        return None


def environment(home: Path, path: str = "") -> dict[str, str]:
    """Return an environment with nothing of the person's own in it."""
    node = shutil.which("node")
    folders = [path, str(Path(node).parent) if node else "", "/usr/local/bin", "/usr/bin", "/bin"]
    return {
        "PATH": os.pathsep.join(folder for folder in folders if folder),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
        "NO_PROXY": "127.0.0.1,localhost",
        **{name: value for name, value in os.environ.items() if name.startswith("GIT_")},
    }


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _claude(_: Path) -> list[str]:
    tools = ["--allowedTools", "Bash,Write,Edit", "--permission-mode", "acceptEdits"]
    return ["-p", _PROMPT, "--output-format", "stream-json", "--verbose", "--model", "claude-sonnet-4-5", *tools]


def _claude_environment(url: str, _: Path) -> dict[str, str]:
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }


def _codex(root: Path) -> list[str]:
    unasked = ["--dangerously-bypass-hook-trust", "--sandbox", "danger-full-access"]
    return ["exec", *unasked, "--json", "-C", str(root), _PROMPT]


def _codex_home(url: str, home: Path, root: Path) -> None:
    folder = home / ".codex"
    folder.mkdir()
    (folder / "config.toml").write_text(
        f"""\
model = "gpt-5.5"
model_provider = "loopback"
approval_policy = "never"

[model_providers.loopback]
name = "loopback"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "LOOPBACK_KEY"

[projects."{root}"]
trust_level = "trusted"

[analytics]
enabled = false
"""
    )


def _gemini(_: Path) -> list[str]:
    return ["--approval-mode", "yolo", "--model", "gemini-2.5-flash", "--output-format", "json", "-p", _PROMPT]


def _gemini_environment(url: str, _: Path) -> dict[str, str]:
    return {
        "GEMINI_API_KEY": "none",
        "GOOGLE_GEMINI_BASE_URL": url,
        "GEMINI_TELEMETRY_ENABLED": "false",
        "GEMINI_CLI_NO_RELAUNCH": "true",
        # Not --skip-trust: without a second start it comes too late for the project's settings.
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }


def _gemini_home(_url: str, home: Path, _root: Path) -> None:
    folder = home / ".gemini"
    folder.mkdir()
    (folder / "settings.json").write_text('{"security": {"auth": {"selectedType": "gemini-api-key"}}}\n')


def _opencode_home(url: str, home: Path, _: Path) -> None:
    folder = home / ".config" / "opencode"
    folder.mkdir(parents=True)
    (folder / "opencode.json").write_text(
        f"""\
{{
  "model": "loopback/a-model",
  "small_model": "loopback/a-model",
  "autoupdate": false,
  "share": "disabled",
  "snapshot": false,
  "provider": {{
    "loopback": {{
      "npm": "@ai-sdk/openai-compatible",
      "options": {{"baseURL": "{url}/v1", "apiKey": "none"}},
      "models": {{"a-model": {{"name": "a model", "tool_call": true, "limit": {{"context": 100000, "output": 8000}}}}}}
    }}
  }}
}}
"""
    )


PROGRAMS = {
    one.name: one
    for one in (
        Program("claude", Messages, _claude, _claude_environment),
        Program("codex", Responses, _codex, lambda _url, _home: {"LOOPBACK_KEY": "none"}, _codex_home),
        Program("gemini", Generate, _gemini, _gemini_environment, _gemini_home),
        Program(
            "opencode",
            Completions,
            lambda _: ["serve", "--port", "0"],
            lambda _url, _home: {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1"},
            _opencode_home,
            serves=True,
        ),
    )
}
