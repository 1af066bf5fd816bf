"""Lines of a client that are no message: each is answered, where the SDK would leave the client waiting for ever."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from mcp.shared._stream_protocols import ReadStream, WriteStream

    Message = SessionMessage | Exception


class Incoming:
    """The stream of messages from the client (a `ReadStream`) without what is none."""

    def __init__(self, lines: ReadStream[Message], answers: WriteStream[SessionMessage]) -> None:
        self._lines = lines
        self._answers = answers

    async def receive(self) -> Message:
        """Return the next message."""
        while True:
            found = await self._lines.receive()
            if not isinstance(found, Exception):
                return found
            await self._answers.send(refusal(found))

    def __aiter__(self) -> Incoming:
        return self

    async def __anext__(self) -> Message:
        while True:
            found = await self._lines.__anext__()
            if not isinstance(found, Exception):
                return found
            await self._answers.send(refusal(found))

    async def aclose(self) -> None:
        """Take no more."""
        await self._lines.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def refusal(error: Exception) -> SessionMessage:
    """Return the answer to a line that could not be read, to its own request where that can be told."""
    line = error.errors(include_url=False)[0]["input"] if isinstance(error, ValidationError) else None
    data, what = _parsed(line)
    own = data.get("id") if isinstance(data, dict) else None
    known = own if isinstance(own, (str, int)) and not isinstance(own, bool) else None
    code = PARSE_ERROR if data is None else INVALID_REQUEST
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=known, error=ErrorData(code=code, message=what)))


def _parsed(line: Any) -> tuple[Any, str]:
    if not isinstance(line, str):
        return line, "this is no message of JSON-RPC 2.0"
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return None, f"this line is not JSON: {error}"
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return data, "this message holds half of a surrogate pair, which is no character: leave it out"
    return data, "this is no message of JSON-RPC 2.0"
