"""Stack traces of Java and its relatives, and of JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.book import PLAIN, skeleton
from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

JAVA, NODE = "java", "node"
_THROWN = pattern(r"^(?:Exception in thread \"[^\"]*\" |.*?\s)?((?:[a-zA-Z_]\w*\.)+[A-Z]\w*)(?:: (.*))?$")
_CAUSED = pattern(r"^\s*Caused by: ((?:\w+\.)*\w+)(?:: (.*))?$")
_JAVA = pattern(r"^\s+at (?:[\w.@-]+/+)?([\w.$<>]+)\(([\w$-]+\.\w+):(\d+)\)")
_JAVA_ANY = pattern(
    r"^\s+at [\w.$<>/@-]+\((?:[\w$-]+\.\w+(?::\d+)?|Native Method|Unknown Source|<generated>)\)|^\s+\.{3} \d+ "
)
_SCRIPT = pattern(r"^(?:Uncaught |\(node:\d+\) )?(?:\[?\w+\]? )?(\w*(?:Error|Exception))(?: \[(\w+)\])?(?:: (.*))?$")
_NODE = pattern(r"^\s+at (?:.*? \()?(?:file://)?((?:node:)?(?:[A-Za-z]:)?[^\s():]+):(\d+):(\d+)\)?(?: \{)?$")
_NODE_ANY = pattern(r"^\s+at (?:.* )?\(?(?:<anonymous>|native|index \d+)\)?(?: \{)?$")
_NODE_CAUSE = pattern(r"^\s+\[cause\]: (\w*(?:Error|Exception))(?: \[(\w+)\])?(?:: (.*))?$")
_SOURCE = pattern(r"^(?:file://)?((?:[A-Za-z]:)?[^\s():]+|\[eval\]):(\d+)$")
_FOREIGN = ("java.", "javax.", "jdk.", "sun.", "kotlin.", "scala.", "org.junit", "org.apache.maven", "junit.")
_CLOSE = 8
"""Lines from the place of what cannot be read to what is wrong with it."""


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._words: tuple[int, str, str] | None = None
        self._java = False
        self._place: tuple[str, int] = ("", 0)
        self._first: tuple[str, int] = ("", 0)
        self._source: tuple[int, str, int] = (-_CLOSE, "", 0)
        self._frames = 0

    def read(self, text: str, at: int) -> bool:
        frame = _JAVA.match(text)
        if frame or _JAVA_ANY.match(text):
            return self._frame_of_java(frame[1] if frame else "", (frame[2], int(frame[3])) if frame else ("", 0))
        caused = _CAUSED.match(text)
        if caused:
            if self._words:  # the cause is what there is to mend
                self._words = (self._words[0], caused[1].rpartition(".")[2], caused[2] or "")
                self._place = ("", 0)
            return True
        if self._of_node(text):
            return True
        self.end()
        source = _SOURCE.match(text)
        if source:
            self._source = (at, source[1], int(source[2]))
            return False
        return self._thrown(text, at)

    def _of_node(self, text: str) -> bool:
        frame = _NODE.match(text)
        if frame:
            return self._frame_of_node(frame[1], int(frame[2]))
        if _NODE_ANY.match(text):
            self._frames += 1
            return True
        caused = _NODE_CAUSE.match(text) if self._words else None
        if caused and self._words:
            self._words = (self._words[0], caused[2] or caused[1], caused[3] or "")
            self._place = self._first = ("", 0)
        return bool(caused)

    def _thrown(self, text: str, at: int) -> bool:
        thrown = _THROWN.match(text)
        if thrown:
            self._words, self._java = (at, thrown[1].rpartition(".")[2], thrown[2] or ""), True
            return False  # it is one only if frames follow
        said = _SCRIPT.match(text)
        if said:
            self._words, self._java = (at, said[2] or said[1], said[3] or ""), False
            near = at - self._source[0] < _CLOSE
            self._first = (self._source[1], self._source[2]) if near else ("", 0)
        return bool(said)

    def _frame_of_java(self, name: str, place: tuple[str, int]) -> bool:
        self._frames += 1
        if place[0] and not self._first[0]:
            self._first = place
        if place[0] and not self._place[0] and not name.startswith(_FOREIGN):
            self._place = place
        return True

    def _frame_of_node(self, path: str, line: int) -> bool:
        self._frames += 1
        if not self._first[0]:
            self._first = (path, line)
        if not self._place[0] and "node_modules" not in path and not path.startswith("node:"):
            self._place = (path, line)
        return True

    def end(self) -> None:
        if self._words:
            self._write(*self._words)
        self._words, self._frames = None, 0
        self._place = self._first = ("", 0)

    def _write(self, at: int, code: str, message: str) -> None:
        place = self._place if self._place[0] else self._first
        if self._frames or place[0]:
            self._book.error(JAVA if self._java else NODE, at, code, message).place(*place)
        elif message and not self._java:  # whose it is nobody can tell
            self._book.error(PLAIN, at, "" if code == "Error" else code, message, skeleton(message))


KIND = Kind(
    JAVA,
    (
        r"Exception in thread ",
        r"(?:\S+ )*(?:[a-zA-Z_]\w*\.)+[A-Z]\w*(?:Exception|Error|Throwable)(?::|$)",
        r"\s+at ",
        r"\s*Caused by: ",
        r"\s+\.{3} \d+ (?:more|common)",
        r"(?:Uncaught |\(node:\d+\) )?\w*(?:Error|Exception)(?: \[\w+\])?(?::|$)",
        r"\s+\[cause\]: ",
        r"(?:(?:file://)?(?:[A-Za-z]:)?[^\s():]+\.\w+|\[eval\]):\d+$",
    ),
    _Reader,
)
