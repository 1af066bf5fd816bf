"""A real headless browser, driven through its own pipe: no library, no port, no network."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
PATIENCE = 60


def program() -> str:
    """Return the browser that is installed, "" where none is."""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


class Browser:
    """One page of one browser. `events` are those that came so far: (method, params)."""

    def __init__(self, profile: str) -> None:
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        shell = f'exec "$@" 3<&{to_read} 4>&{to_write}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "browser", program(), *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._count = 0
        self._rest = b""
        self.session = ""
        self.events: list[tuple[str, dict[str, Any]]] = []
        pages = [one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        self.session = self.call("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of the DevTools protocol and return its result."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self._send(message)
        while True:
            answer = self._next()
            if answer.get("id") == self._count:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]

    def _send(self, message: dict[str, Any]) -> None:
        rest = memoryview(json.dumps(message).encode() + b"\0")
        while rest:
            rest = rest[os.write(self._out, rest) :]

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready = select.select([self._in], [], [], max(0.0, until - time.monotonic()))[0]
            assert ready, f"the browser said nothing for {PATIENCE} s"
            data = os.read(self._in, 1 << 20)
            assert data, "the browser is gone"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message = json.loads(line)
        if "method" in message:
            self.events.append((message["method"], message.get("params", {})))
        return message

    def wait(self, method: str) -> None:
        """Wait for an event."""
        while not any(name == method for name, _ in self.events):
            self._next()

    def open(self, url: str) -> None:
        """Load a page and wait until it stands."""
        self.events.clear()
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def ask(self, expression: str) -> Any:
        """Return the value of an expression (a promise's, too)."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def resize(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )

    def prefer(self, scheme: str, medium: str = "") -> None:
        """Set ``dark`` or ``light``, and the medium (``print``)."""
        self.call(
            "Emulation.setEmulatedMedia", media=medium, features=[{"name": "prefers-color-scheme", "value": scheme}]
        )

    def press(self, key: str) -> None:
        """Press ``Tab`` or ``Enter``."""
        code, text = {"Tab": (9, ""), "Enter": (13, "\r")}[key]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text=text)

    def picture(self, path: str, *, whole: bool = False) -> None:
        """Keep a screenshot as a PNG file."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    @property
    def requests(self) -> list[str]:
        """The addresses that were asked for since the page was opened."""
        return [params["request"]["url"] for name, params in self.events if name == "Network.requestWillBeSent"]

    @property
    def complaints(self) -> list[str]:
        """What the console says since the page was opened: errors, refusals of the policy, warnings."""
        found = []
        for name, params in self.events:
            if name == "Log.entryAdded":
                found.append(params["entry"]["text"])
            elif name == "Runtime.exceptionThrown":
                found.append(json.dumps(params["exceptionDetails"]))
            elif name == "Runtime.consoleAPICalled":
                found.append(json.dumps(params["args"]))
        return found

    def close(self) -> None:
        self.session = ""
        try:
            self.call("Browser.close")
        except (AssertionError, OSError):
            self._process.kill()
        self._process.wait(PATIENCE)
        os.close(self._out)
        os.close(self._in)
