"""OpenCode, which ends with the first answer when it is given one prompt: served, so that it can be told to go on."""

from __future__ import annotations

import json
import re
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

from agents.model_server import ModelServer

QUIET_SECONDS = 15
"""Longer than its plugin and the guard take to have it go on."""
_URL = re.compile(r"http://127\.0\.0\.1:\d+")


def prompted(process: subprocess.Popen[bytes], log: Path, model: ModelServer, prompt: str, until: float) -> int | None:
    """Give a server that is being started one prompt; return 0 once it has come to rest, None when it never does."""
    url = _url(process, log, until)
    session = _ask(f"{url}/session", {})["id"]
    _ask(f"{url}/session/{session}/prompt_async", {"parts": [{"type": "text", "text": prompt}]})
    while time.monotonic() < until and not model.runs_wild and process.poll() is None:
        time.sleep(0.5)
        busy = _ask(f"{url}/session/status").get(session, {}).get("type", "idle") != "idle"
        if not busy and model.quiet_seconds > QUIET_SECONDS:
            return 0
    return None


def _url(process: subprocess.Popen[bytes], log: Path, until: float) -> str:
    while time.monotonic() < until and process.poll() is None:
        if found := _URL.search(log.read_text(errors="replace")):
            return found[0]
        time.sleep(0.1)
    raise AssertionError(f"it serves nothing:\n{log.read_text(errors='replace')}")


def _ask(url: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})  # noqa: S310 -- our own loopback
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if text else {}
