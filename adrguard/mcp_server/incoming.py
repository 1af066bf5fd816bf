"""Lines of a client that are no message: each is answered, where the SDK would leave the client waiting for ever."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
)
from pydantic import ValidationError

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from mcp.shared._stream_protocols import ReadStream, WriteStream

    Message = SessionMessage | Exception

_MOST_SHOWN = 60
_NO_MESSAGE = "this is no message of JSON-RPC 2.0"
_TOLD = "notifications/"
"""What the methods begin with that have no answer, all of them."""
_NAMED: dict[str, tuple[type, str, bool]] = {"name": (str, "a text", True), "arguments": (dict, "an object", False)}
_TAKES: dict[str, dict[str, tuple[type, str, bool]]] = {
    "tools/call": _NAMED,
    "prompts/get": _NAMED,
    "resources/read": {"uri": (str, "a text", True)},
}
"""Parameters of requests: their kind, and whether they are needed."""


class Incoming:
    """The stream of messages from the client (a `ReadStream`) without what is none."""

    def __init__(self, lines: ReadStream[Message], answers: WriteStream[SessionMessage]) -> None:
        self._lines = lines
        self._answers = answers

    async def receive(self) -> Message:
        """Return the next message."""
        while True:
            found = await self._lines.receive()
            answer = _answer(found)
            if answer is None:
                return found
            await self._answers.send(answer)

    def __aiter__(self) -> Incoming:
        return self

    async def __anext__(self) -> Message:
        while True:
            found = await self._lines.__anext__()
            answer = _answer(found)
            if answer is None:
                return found
            await self._answers.send(answer)

    async def aclose(self) -> None:
        """Take no more."""
        await self._lines.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _answer(found: Message) -> SessionMessage | None:
    return refusal(found) if isinstance(found, Exception) else mistaken(found)


def mistaken(found: SessionMessage) -> SessionMessage | None:
    """Return the answer to a request with parameters of the wrong kind, of which the SDK would only say that much."""
    asked = found.message
    if isinstance(asked, JSONRPCNotification) and not asked.method.startswith(_TOLD):
        # The SDK takes a request for a notification where its id is none, such as null or 1.0.
        return _error(None, INVALID_REQUEST, f"{asked.method[:_MOST_SHOWN]} needs an id, a text or a whole number")
    if not isinstance(asked, JSONRPCRequest) or asked.method not in _TAKES:
        return None
    given = asked.params or {}
    for name, (kind, what, is_needed) in _TAKES[asked.method].items():
        value = given.get(name)
        if (value is None and is_needed) or not (value is None or isinstance(value, kind)):
            said = "it is missing" if value is None else f"not {json.dumps(value)[:_MOST_SHOWN]}"
            return _error(asked.id, INVALID_PARAMS, f"'{name}' of {asked.method} must be {what}, {said}")
    return None


def refusal(error: Exception) -> SessionMessage:
    """Return the answer to a line that could not be read, to its own request where that can be told."""
    line = _whole(error) if isinstance(error, ValidationError) else ""
    code, data, what = _parsed(line)
    own = data.get("id") if isinstance(data, dict) else None
    known = own if isinstance(own, (str, int)) and not isinstance(own, bool) and _is_sayable(own) else None
    return _error(known, code, what)


def _error(own: str | int | None, code: int, what: str) -> SessionMessage:
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=own, error=ErrorData(code=code, message=what)))


def _whole(error: ValidationError) -> Any:
    """Return all that could not be read: of a message, where only a part of it is wrong, that a part is missing."""
    found = error.errors(include_url=False)
    missing = (one["input"] for one in found if one["type"] == "missing" and isinstance(one["input"], dict))
    return next(missing, found[0]["input"])


def _parsed(line: Any) -> tuple[int, Any, str]:
    """Return the code of the fault, what could be read of the line, and the fault."""
    if not isinstance(line, str):
        return INVALID_REQUEST, line, _NO_MESSAGE
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return PARSE_ERROR, None, f"this line is not JSON: {error}"
    if _is_sayable(data):
        return INVALID_REQUEST, data, _NO_MESSAGE
    return INVALID_REQUEST, data, "this message holds half of a surrogate pair, which is no character: leave it out"


def _is_sayable(data: Any) -> bool:
    """Say whether what was read can be written: half of a surrogate pair cannot, and would end the server."""
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
