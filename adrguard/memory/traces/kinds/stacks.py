"""Stack traces of Java and its relatives, and of JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
_NODE = pattern(r"^\s+at (?:.*? \()?(?:file://)?((?:[A-Za-z]:)?[^\s():]+):(\d+):(\d+)\)?$")
_FOREIGN = ("java.", "javax.", "jdk.", "sun.", "kotlin.", "scala.", "org.junit", "org.apache.maven", "junit.")
_CLOSE = 12


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._words: tuple[int, str, str] | None = None
        self._java = False
        self._place: tuple[str, int] = ("", 0)
        self._first: tuple[str, int] = ("", 0)
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
        frame = _NODE.match(text)
        if frame:
            return self._frame_of_node(frame[1], int(frame[2]))
        self.end()
        return self._thrown(text, at)

    def _thrown(self, text: str, at: int) -> bool:
        thrown = _THROWN.match(text)
        if thrown:
            self._words, self._java = (at, thrown[1].rpartition(".")[2], thrown[2] or ""), True
        else:
            said = _SCRIPT.match(text)
            if said:
                self._words, self._java = (at, said[2] or said[1], said[3] or ""), False
        self._frames = 0
        self._place = self._first = ("", 0)
        return False  # it is one only if frames follow

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
        if self._words and self._frames:
            at, code, message = self._words
            self._book.error(JAVA if self._java else NODE, at, code, message).place(
                *(self._place if self._place[0] else self._first)
            )
        self._words, self._frames = None, 0


KIND = Kind(
    JAVA,
    (
        r"Exception in thread ",
        r"(?:\S+ )*(?:[a-zA-Z_]\w*\.)+[A-Z]\w*(?:Exception|Error|Throwable)(?::|$)",
        r"\s+at ",
        r"\s*Caused by: ",
        r"\s+\.{3} \d+ (?:more|common)",
        r"(?:Uncaught |\(node:\d+\) )?\w*(?:Error|Exception)(?: \[\w+\])?(?::|$)",
    ),
    _Reader,
)
