"""What the index is told of a note, as plain values: whoever reads notes hands them over, and knows Markdown."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    Reader = Callable[["File", bytes], "Facts"]

    class LinkSaid(Protocol):
        """A link as written: `kind` is a word of the reader's, `target` "" for the note itself."""

        @property
        def kind(self) -> str:
            """What kind of link it is."""

        @property
        def target(self) -> str:
            """The note that is named, without heading and alias."""

        @property
        def anchor(self) -> str:
            """The heading or block in it, with its sign."""

        @property
        def alias(self) -> str:
            """What is shown for it."""

        @property
        def line(self) -> int:
            """Its line, from 1."""

    class HeadingSaid(Protocol):
        """A heading."""

        @property
        def level(self) -> int:
            """1 to 6."""

        @property
        def text(self) -> str:
            """Its text as a reader sees it."""

        @property
        def line(self) -> int:
            """Its line, from 1."""


class File(Record):
    """A note's place: `path` as it is shown, `inside` as it would lie in a vault."""

    path: str
    inside: str


class Facts(Record):
    """One note. No text in it has lone surrogates.

    title     what it is called, `called` the id by which others name it ("" for none)
    tier      0 to 3
    status    the word of its status, "" for none; `is_over`: what it says does not hold any more, or never did;
              `binds`: another note gives way to it
    replaces  names of the notes in whose place it stands; `replaced_by` of those that stand in its own
    body      its text, as it is searched
    trouble   why not all of it could be read, "" where it could
    """

    title: str
    called: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    tier: int = 1
    status: str = ""
    is_over: bool = False
    binds: bool = True
    headings: tuple[HeadingSaid, ...] = ()
    links: tuple[LinkSaid, ...] = ()
    replaces: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    body: str = ""
    trouble: str = ""
