"""What the items of a trajectory say, whatever shape they have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


USER, ASSISTANT, SYSTEM, ASIDE = "user", "assistant", "system", "aside"


class Call(Record):
    """A tool that was called: the call's id ("" for none), the tool's name, its arguments by name."""

    id: str
    name: str
    arguments: Mapping[str, Any]


class Result(Record):
    """What a tool gave back.

    call    id of the call that it answers, "" where it does not say
    slot    which one of the item's results it is, as its shape counts them
    text    all of its text
    failed  whether it is marked as an error
    code    the exit code where there is a field for it
    name    the tool's name where the result has it
    fixed   whether it has to stay as it is
    shadow  whether it only repeats for a program what another result says; no model reads it
    """

    call: str
    slot: int
    text: str
    failed: bool = False
    code: int | None = None
    name: str = ""
    fixed: bool = False
    shadow: bool = False


class Entry(Record):
    """What an item says.

    speaker   `USER`, `ASSISTANT`, `SYSTEM`, or `ASIDE` for what is no part of the talk
    text      the words said, without reasoning
    calls, results  of tools
    tokens    upper estimate of what a model reads of it
    response  id of the answer of a model that this is a piece of, "" for an answer of its own
    side      name of a talk beside the main one, "" for the main one
    kept      whether it stays, however old it is
    asks      whether a person says this: no result, no reminder of a program
    failure   what went wrong, where the item is the report of that
    """

    speaker: str
    text: str = ""
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()
    tokens: int = 0
    response: str = ""
    side: str = ""
    kept: bool = False
    asks: bool = False
    failure: str = ""


class Turn(Record):
    """Items that belong together: what a person says, or an answer of the model with the results of its calls."""

    items: tuple[int, ...]
    speaker: str
    kept: bool = False


class Output(Record):
    """A result of a turn as it is dealt with.

    item    where it stands
    call    the call that it answers, if there is one
    result  as the item has it
    clean   its text without secrets; where it was put away before, the text that was put away
    redacted  how many secrets were taken out of that, -1 where nobody looked for any
    node    the node that holds `clean`, "" where none does
    lost    whether it was put away before, and that node is gone: `clean` is then only what took its place
    aside   whether it belongs to a talk beside the main one
    """

    item: int
    call: Call | None
    result: Result
    clean: str
    node: str = ""
    lost: bool = False
    aside: bool = False
    redacted: int = -1

    @property
    def slot(self) -> int:
        """Which of its item's results it is."""
        return self.result.slot

    def put(self, shelf: Shelf, task: str) -> Kept:
        """Put its text on a shelf."""
        looked = self.redacted >= 0
        return shelf.keep((self.clean if looked else self.result.text,), task, self.redacted)


class Kept(Record):
    """What is to be put away: the node that it was promised, its lines."""

    node: str
    lines: int


class Settled(Record):
    """What was put away in the end: the nodes that are not as promised, and how many secrets were taken out."""

    others: Mapping[str, str]
    redacted: int


class Shelf(Protocol):
    """Keeps texts, and gives them back."""

    def keep(self, parts: Iterable[str], task: str, redacted: int = -1) -> Kept:
        """Take a text that is to be put away, in parts that end where lines do, and promise it a node.

        `redacted` is how many secrets were taken out of it, -1 where nobody looked for any.
        """

    def read(self, node: str) -> str | None:
        """Return the text of a node, None where it is gone."""

    def settle(self, nodes: Iterable[str]) -> Settled:
        """Put away what was promised these nodes, and drop all else. Raises `WriteError`."""
