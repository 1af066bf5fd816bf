"""XML with the place of every element, through defusedxml: no entities, no external files."""

from __future__ import annotations

from io import StringIO
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler, feature_external_ges, feature_external_pes
from xml.sax.xmlreader import InputSource

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.sax.xmlreader import AttributesImpl, Locator

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
    handler = _Builder(text)
    # No DTD at all: no manifest needs one, and entities are the door for attacks.
    reader = DefusedExpatParser(forbid_dtd=True)
    reader.setFeature(feature_external_ges, False)  # noqa: FBT003 - the signature is SAX's
    reader.setFeature(feature_external_pes, False)  # noqa: FBT003 - the signature is SAX's
    reader.setContentHandler(handler)
    source = InputSource()
    source.setCharacterStream(StringIO(text))
    try:
        reader.parse(source)
    except SAXParseException as error:
        line, column = error.getLineNumber() or 0, (error.getColumnNumber() or 0) + 1
        raise XmlProblem(error.getMessage(), line, column) from error
    except DefusedXmlException as error:
        raise XmlProblem("document type declarations and entities are not read") from error
    if handler.root is None:
        raise XmlProblem("no element")
    return handler.root


class _Builder(ContentHandler):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.root: Element | None = None
        self._text = text
        self._starts = [0]
        for at, char in enumerate(text):
            if char == "\n" or (char == "\r" and text[at + 1 : at + 2] != "\n"):
                self._starts.append(at + 1)
        self._open: list[Element] = []
        self._locator: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 - the name is SAX's
        self._locator = locator

    def _offset(self) -> int:
        if self._locator is None:
            return 0
        line, column = self._locator.getLineNumber() or 1, self._locator.getColumnNumber() or 0
        return self._starts[min(line, len(self._starts)) - 1] + column

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the name is SAX's
        element = Element(name.rpartition(":")[2], dict(attrs.items()), self._offset())
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        if len(self._open) > DEEPEST:
            msg = f"more than {DEEPEST} levels of nesting"
            raise XmlProblem(msg)

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002 - the names are SAX's
        self._open.pop()

    def characters(self, content: str) -> None:
        element = self._open[-1]
        if not element.chunks and content.strip():
            element.text_start = self._offset()
        if element.chunks or content.strip():
            element.chunks.append(content)
