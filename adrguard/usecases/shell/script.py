"""A command line of a POSIX shell as the commands in it: quotes taken off, here-documents and comments set apart.

Nothing is run and nothing expanded: what only the shell can know (`$NAME`, `$(…)`) stays as it is written, and the
commands within it are listed as well. What is no valid shell is read as far as it goes.
"""

from __future__ import annotations

import re

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    _Node: TypeAlias = "_Simple | list[_Node]"

LONGEST = 1_000_000
"""Characters of a command line that are read; what stands behind them is not."""

_DEEPEST = 30
_BLANK = " \t\r"
_PLAIN = re.compile(r"[^ \t\r\n;&|<>()'\"\\$`]+")
_IN_DOUBLE = re.compile(r'[^"\\$`]+')
_NAME = re.compile(r"[A-Za-z_]\w*\+?=", re.ASCII)
_BEFORE_COMMANDS = frozenset(
    ("if", "then", "elif", "else", "while", "until", "do", "!", "{", "time", "coproc", "fi", "done", "esac", "}")
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_NUMBER = re.compile(r"x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|([0-7]{1,3})")
_UNESCAPED = re.compile(r"\\([\\`$])")
_REDIRECTIONS = ("<<<", "<<-", "<<", "<&", "<>", "<(", "&>>", "&>", ">>", ">|", ">&", ">(", "<", ">")


class Command(Record):
    """A simple command: its words without their quotes, what is assigned before it, the files it is redirected to.

    `given` is the text of a here-document or here-string on its standard input; `piped` means that this is what the
    command before it says.
    """

    words: tuple[str, ...]
    assigned: tuple[tuple[str, str], ...] = ()
    written: tuple[str, ...] = ()
    given: str = ""
    piped: bool = False


class Group(Record):
    """Commands that run on their own: a subshell, or a substitution. What they change of the folder ends with them."""

    items: tuple[Command | Group, ...]


def read(text: str) -> Group:
    """Read a command line, or a whole script."""
    return _frozen(_Reader(text[:LONGEST]).commands(""))


def _frozen(nodes: Iterable[_Node]) -> Group:
    return Group(tuple([_frozen(node) if isinstance(node, list) else node.command() for node in nodes]))


class _Document:
    """A here-document: announced by the word that ends it, its text follows on the next line."""

    def __init__(self, end: str, *, indented: bool) -> None:
        self.end = end
        self.indented = indented
        self.text = ""


class _Simple:
    """A simple command as far as it is read."""

    def __init__(self, *, piped: bool) -> None:
        self.words: list[str] = []
        self.assigned: list[tuple[str, str]] = []
        self.written: list[str] = []
        self.documents: list[_Document] = []
        self._piped = piped

    def add(self, word: str, *, quoted: bool) -> None:
        if not self.words and not quoted and word in _BEFORE_COMMANDS:
            return
        name = None if self.words else _NAME.match(word)
        if name:
            self.assigned.append((name[0].rstrip("+="), word[name.end() :]))
        else:
            self.words.append(word)

    def command(self) -> Command:
        given = "".join([one.text for one in self.documents])
        return Command(tuple(self.words), tuple(self.assigned), tuple(self.written), given, self._piped)


class _Reader:
    """Reads from `at` on; each method leaves it behind what it read."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self.text = text
        self.at = 0
        self._depth = depth
        self._pending: list[_Document] = []

    def _next(self, ahead: int = 0) -> str:
        return self.text[self.at + ahead : self.at + ahead + 1]

    def _till(self, sign: str) -> str:
        """Take what stands before the next such sign, and the sign; all there is where none follows."""
        end = self.text.find(sign, self.at)
        end = len(self.text) if end < 0 else end
        taken = self.text[self.at : end]
        self.at = end + len(sign)
        return taken

    def commands(self, closing: str) -> list[_Node]:
        """Read commands up to the closing sign, or the end."""
        found: list[_Node] = []
        piped = False
        while self.at < len(self.text):
            char = self._next()
            if char == closing:
                self.at += 1
                break
            if char == "\n":
                self.at += 1
                self._documents()
            elif char == "#":
                self._till("\n")
                self.at -= 1
            elif char == "(":
                found.append(self._group())
                piped = False
            elif char in ";&|)" and not self.text.startswith("&>", self.at):
                piped = char == "|" and self._next(1) != "|" and self.text[self.at - 1 : self.at] != "|"
                self.at += 1
            elif char in _BLANK or self.text.startswith("\\\n", self.at):
                self.at += 1 if char in _BLANK else 2
            else:
                found += self._command(piped=piped)
                piped = False
        return found

    def _group(self) -> list[_Node]:
        self.at += 1
        if self._depth >= _DEEPEST:
            self.at = len(self.text)
            return []
        self._depth += 1
        nodes = self.commands(")")
        self._depth -= 1
        return nodes

    def _documents(self) -> None:
        """Take the texts of the here-documents that the line before announced."""
        for one in self._pending:
            while self.at < len(self.text):
                line = self._till("\n")
                if (line.lstrip("\t") if one.indented else line).rstrip("\r") == one.end:
                    break
                one.text += f"{line}\n"
        self._pending.clear()

    def _command(self, *, piped: bool) -> list[_Node]:
        """Read a simple command; what is in its substitutions comes before it."""
        simple = _Simple(piped=piped)
        nested: list[_Node] = []
        while self.at < len(self.text):
            char = self._next()
            if char in _BLANK:
                self.at += 1
            elif self.text.startswith("\\\n", self.at):
                self.at += 2
            elif char in "<>" or self.text.startswith("&>", self.at):
                self._redirection(simple, nested)
            elif char == "(" and len(simple.words) == 1 and self._next(1) == ")":
                # A function: what is in it is read as if it ran.
                self.at += 2
                simple.words.clear()
            elif char == "(":
                nested.append(self._group())
            elif char in "\n;&|)" or (char == "#" and not self._within_word()):
                break
            else:
                word, quoted = self._word(nested)
                if not (word.isdigit() and not quoted and self._next() in ("<", ">")):
                    simple.add(word, quoted=quoted)
        return [*nested, simple]

    def _within_word(self) -> bool:
        return self.at > 0 and not self.text[self.at - 1].isspace() and self.text[self.at - 1] not in ";&|()"

    def _redirection(self, simple: _Simple, nested: list[_Node]) -> None:
        sign = next(sign for sign in _REDIRECTIONS if self.text.startswith(sign, self.at))
        self.at += len(sign)
        if sign in ("<(", ">("):
            self.at -= 1
            nested.append(self._group())
            return
        while self._next() and self._next() in _BLANK:
            self.at += 1
        word = self._word(nested)[0]
        if sign in ("<<", "<<-"):
            simple.documents.append(_Document(word, indented=sign == "<<-"))
            self._pending.append(simple.documents[-1])
        elif sign == "<<<":
            simple.documents.append(_Document("", indented=False))
            simple.documents[-1].text = f"{word}\n"
        elif ">" in sign and not (sign == ">&" and (word.isdigit() or word == "-")):
            simple.written.append(word)

    def _word(self, nested: list[_Node]) -> tuple[str, bool]:
        """Read a word, and say whether any of it is quoted."""
        parts: list[str] = []
        quoted = False
        while self.at < len(self.text):
            char = self._next()
            plain = _PLAIN.match(self.text, self.at)
            if plain:
                parts.append(plain[0])
                self.at = plain.end()
            elif char in "\"'\\" or self.text.startswith(("$'", '$"'), self.at):
                quoted = True
                parts.append(self._quoted(nested))
            elif char in "$`":
                parts.append(self._substitution(nested))
            else:
                break
        return "".join(parts), quoted

    def _quoted(self, nested: list[_Node]) -> str:
        char = self._next()
        self.at += 1
        if char == "\\":
            self.at += 1
            return self._next(-1) if self._next(-1) != "\n" else ""
        if char == "'":
            return self._till("'")
        if char == "$" and self._next() == "'":
            self.at += 1
            return self._escaped()
        self.at += 1 if char == "$" else 0
        return self._double(nested)

    def _double(self, nested: list[_Node]) -> str:
        parts: list[str] = []
        while self.at < len(self.text):
            char = self._next()
            plain = _IN_DOUBLE.match(self.text, self.at)
            if plain:
                parts.append(plain[0])
                self.at = plain.end()
            elif char == '"':
                self.at += 1
                break
            elif char == "\\":
                following = self._next(1)
                parts.append({"\n": ""}.get(following, following if following in '$`"\\' else f"\\{following}"))
                self.at += 2
            else:
                parts.append(self._substitution(nested))
        return "".join(parts)

    def _escaped(self) -> str:
        """Read what stands in `$'…'`."""
        parts: list[str] = []
        while self.at < len(self.text):
            char = self._next()
            self.at += 1
            if char == "'":
                break
            if char == "\\":
                number = _NUMBER.match(self.text, self.at)
                if number:
                    self.at = number.end()
                    digits = number[1] or number[2]
                    parts.append(chr(int(digits, 16) if digits else int(number[3], 8)))
                    continue
                char = _ESCAPES.get(self._next(), self._next())
                self.at += 1
            parts.append(char)
        return "".join(parts)

    def _substitution(self, nested: list[_Node]) -> str:
        """Read what the shell puts in (`$(…)`, a pair of backticks, `${…}`, a lone `$`), and return it as written."""
        start = self.at
        if self._next() == "`":
            self.at += 1
            inner = _UNESCAPED.sub(r"\1", self._backquoted())
            if self._depth < _DEEPEST:
                nested.append(_Reader(inner, self._depth + 1).commands(""))
        elif self.text.startswith("$(", self.at):
            self.at += 1
            nested.append(self._group())
        elif self.text.startswith("${", self.at):
            self._till("}")
        else:
            self.at += 1
        return self.text[start : self.at]

    def _backquoted(self) -> str:
        start = self.at
        while self.at < len(self.text) and self._next() != "`":
            self.at += 2 if self._next() == "\\" else 1
        self.at += 1
        return self.text[start : self.at - 1]
