"""XML with the place of every element, through defusedxml: no entities, no external files."""

from __future__ import annotations

from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

DEEPEST = 200
"""Levels of nesting that are still read."""


class XmlProblem(ValueError):  # noqa: N818 - a fact about the judged file, not an error of ours
    """Text that is no XML, or XML that attacks its reader. `line` and `column` are 1-based, 0 when unknown."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class Element:
    """One element, namespaces left off. `start` is the offset of its tag; its text starts at `text_start`."""

    def __init__(self, name: str, attributes: dict[str, str], start: int) -> None:
        self.name = name
        self.attributes = attributes
        self.start = start
        self.text_start = start
        self.chunks: list[str] = []
        self.children: list[Element] = []

    @property
    def text(self) -> str:
        """The element's own text, stripped."""
        return "".join(self.chunks).strip()

    @property
    def text_place(self) -> tuple[int, int]:
        """The offsets of the stripped text."""
        raw = "".join(self.chunks)
        start = self.text_start + len(raw) - len(raw.lstrip())
        return start, start + len(self.text)

    def child(self, name: str) -> Element | None:
        """Return the first child of that name."""
        return next((one for one in self.children if one.name == name), None)

    def value(self, *path: str) -> str:
        """Return the text at a path of names, "" where there is none."""
        found: Element | None = self
        for name in path:
            found = found.child(name) if found is not None else None
        return found.text if found is not None else ""

    def each(self, *path: str) -> Iterator[Element]:
        """Yield all elements at a path of names."""
        if not path:
            yield self
            return
        for one in self.children:
            if one.name == path[0]:
                yield from one.each(*path[1:])

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in order."""
        yield self
        for one in self.children:
            yield from one.walk()


def parse(text: str) -> Element:
    """Read a document and return its root. Raises `XmlProblem`."""
    builder = _Builder(text)
    # No DTD at all: no manifest needs one, and entities are the door for attacks. The encoding is ours, as the text has
    # been decoded already, whatever its declaration says.
    reader: Any = DefusedXMLParser(target=builder, encoding="utf-8", forbid_dtd=True)
    # The parser beneath tells where it stands, but not after it has gathered text.
    builder.parser = reader.parser
    builder.parser.buffer_text = False
    try:
        reader.feed(builder.encoded)
        reader.close()
    except ParseError as error:
        line, column = error.position
        raise XmlProblem(str(error).partition(":")[0], line, column + 1) from error
    except DefusedXmlException as error:
        raise XmlProblem("document type declarations and entities are not read") from error
    if builder.root is None:
        raise XmlProblem("no element")
    return builder.root


class _Builder:
    """Receives what the parser finds, as ElementTree calls it."""

    def __init__(self, text: str) -> None:
        self.encoded = text.encode("utf-8", "replace")
        self.parser: Any = None
        self.root: Element | None = None
        self._plain = len(self.encoded) == len(text)
        self._open: list[Element] = []
        # Bytes and characters that are known to correspond: offsets only grow, so each byte is counted once.
        self._known = (0, 0)

    def _offset(self) -> int:
        index: int = self.parser.CurrentByteIndex
        if self._plain:
            return index
        at, characters = self._known
        if index < at:
            at, characters = 0, 0
        self._known = (index, characters + len(self.encoded[at:index].decode("utf-8", "replace")))
        return self._known[1]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag.rpartition("}")[2], attributes, self._offset())
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        if len(self._open) > DEEPEST:
            msg = f"more than {DEEPEST} levels of nesting"
            raise XmlProblem(msg)

    def end(self, _tag: str) -> None:
        self._open.pop()

    def data(self, content: str) -> None:
        element = self._open[-1]
        if not element.chunks and content.strip():
            element.text_start = self._offset()
        if element.chunks or content.strip():
            element.chunks.append(content)

    def close(self) -> None:
        """Nothing is left to do."""
