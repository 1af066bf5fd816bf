"""The words and strings of a Gradle build script, Groovy or Kotlin, without its comments."""

from __future__ import annotations

from adrguard.model.record import Record

WORD, STRING, MARK = "word", "string", "mark"


class Token(Record):
    """`text` is a dotted word (``libs.log4j.core``), a string without its quotes, or one other character.

    `start` and `end` are offsets, quotes included. `literal` is false for a string that may hold ``$`` expressions.
    """

    kind: str
    text: str
    start: int
    end: int
    literal: bool = True


def tokens(text: str) -> list[Token]:
    """Split a script. A string that never ends stops at its line, so that one odd line does not hide the rest."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif text.startswith("//", at):
            at = _until(text, "\n", at)
        elif text.startswith("/*", at):
            at = _until(text, "*/", at + 2)
        else:
            found.append(_token(text, at))
            at = found[-1].end
    return found


def _until(text: str, mark: str, at: int) -> int:
    end = text.find(mark, at)
    return len(text) if end < 0 else end + len(mark)


def _token(text: str, at: int) -> Token:
    char = text[at]
    if char in "\"'":
        return _string(text, at)
    if char.isalpha() or char in "_$":
        end = at
        while end < len(text) and (text[end].isalnum() or text[end] in "_$" or _joins(text, end)):
            end += 1
        return Token(WORD, text[at:end], at, end)
    return Token(MARK, char, at, at + 1)


def _joins(text: str, at: int) -> bool:
    return text[at] == "." and text[at + 1 : at + 2].isalpha()


def _string(text: str, at: int) -> Token:
    quote = text[at]
    if text.startswith(quote * 3, at):
        end = text.find(quote * 3, at + 3)
        end = len(text) if end < 0 else end
        return Token(STRING, text[at + 3 : end], at, min(end + 3, len(text)), literal=quote == "'")
    end = at + 1
    while end < len(text) and text[end] not in (quote, "\n"):
        end += 2 if text[end] == "\\" else 1
    closed = text[end : end + 1] == quote
    return Token(STRING, text[at + 1 : end], at, min(end + closed, len(text)), literal=quote == "'")
