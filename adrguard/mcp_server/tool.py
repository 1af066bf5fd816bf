"""What a tool is to us: a function with two schemas. Nothing here knows the SDK, so that a tool is tested as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from adrguard.usecases.served_places import Served


class Desk(Record):
    """What the server was started with: the places that it serves, and the vault that stands in ("" for none)."""

    places: Served
    vault: str = ""


class Work(Protocol):
    """One call while it is worked on."""

    def begin(self, what: str) -> None:
        """Say what is done next, for whoever waits, and heed that nobody waits any more."""

    def now_ms(self) -> float:
        """Return a clock's milliseconds, and heed that nobody waits any more."""


class Answer(Record):
    """What a call came to: text for people, all of it for programs (None: the text is all), remarks beside it."""

    text: str
    data: dict[str, Any] | None = None
    remarks: tuple[str, ...] = ()


class Tool(Record):
    """One tool.

    `call` takes the desk, the work and the arguments by name (those that were not given are missing), and raises
    `AdrguardError` for what the caller can mend. `takes` and `gives` are JSON schemas, `gives` None where the answer is
    text alone. `reads_only` says that it changes nothing but what is kept to be quick; none of them destroys anything,
    and a second call with the same arguments changes nothing more. `sidecar` says that it is also there for agents
    that bring tools of their own. `meta` is for clients that know it.
    """

    name: str
    title: str
    description: str
    takes: dict[str, Any]
    call: Callable[..., Answer]
    gives: dict[str, Any] | None = None
    reads_only: bool = True
    sidecar: bool = True
    meta: dict[str, Any] | None = None

    def run(self, desk: Desk, work: Work, arguments: Mapping[str, Any]) -> Answer:
        """Check the arguments and call. Raises `AdrguardError`."""
        from adrguard.mcp_server.arguments import checked

        return self.call(desk, work, **checked(self.name, self.takes, arguments))
