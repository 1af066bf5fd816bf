"""A model on the loopback interface that plays a script, whichever protocol a program speaks with it."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Protocol, Self

from agents.acting import Action, Say, strings

MOST_TURNS = 30
"""A program that has asked so often will ask for ever."""


class Dialect(Protocol):
    """How requests are read and answers are written in one protocol."""

    def conversation(self, address: str, body: dict[str, Any]) -> list[Any] | None:
        """Return the messages of a turn of the agent's conversation, None for any other request."""

    def spoken(self, action: Action, body: dict[str, Any], root: Path, number: int) -> bytes:
        """Return the stream that has the program do this."""

    def aside(self, address: str, body: dict[str, Any]) -> tuple[str, bytes]:
        """Return the type and the text of an answer to a request that is no turn, such as one for a title."""


class ModelServer:
    """`script` is played once, one action for each turn; then the model only says that it is done.

    `played` are the actions that were given, `heard` what was new to the model at each turn.
    """

    def __init__(self, dialect: Dialect, script: list[Action], root: Path) -> None:
        self.played: list[Action] = []
        self.heard: list[str] = []
        self._dialect = dialect
        self._script = list(script)
        self._root = root
        self._known = 0
        self._last: float | None = None
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def runs_wild(self) -> bool:
        return len(self.played) >= MOST_TURNS

    @property
    def quiet_seconds(self) -> float:
        """How long ago it was last asked for a turn; 0 while it never was."""
        return 0.0 if self._last is None else time.monotonic() - self._last

    @property
    def held_back(self) -> list[str]:
        """What the model was told each time when it had been done and was asked again all the same."""
        return [self.heard[n] for n in range(1, len(self.heard)) if isinstance(self.played[n - 1], Say)]

    def answer(self, address: str, body: dict[str, Any]) -> tuple[str, bytes]:
        messages = self._dialect.conversation(address, body)
        if messages is None:
            return self._dialect.aside(address, body)
        with self._lock:
            new = messages[self._known :] if len(messages) > self._known else messages
            self._known = len(messages)
            self.heard.append("\n".join(strings(new)))
            action = self._script.pop(0) if self._script else Say()
            self.played.append(action)
            self._last = time.monotonic()
            return "text/event-stream", self._dialect.spoken(action, body, self._root, len(self.played))


def events(*parts: dict[str, Any], named: bool = False) -> bytes:
    """Return server-sent events, each under the name that its `type` is where the protocol wants names."""
    lines = [(f"event: {one['type']}\n" if named else "") + f"data: {json.dumps(one)}\n\n" for one in parts]
    return "".join(lines).encode()


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            try:
                body = json.loads(data or b"{}")
            except ValueError:
                body = {}
            self._send(*server.answer(self.path, body if isinstance(body, dict) else {}))

        def do_GET(self) -> None:
            self._send("application/json", b'{"data": [], "models": []}')

        def do_HEAD(self) -> None:
            self._send("application/json", b"")

        def _send(self, kind: str, data: bytes) -> None:
            try:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except OSError:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler
