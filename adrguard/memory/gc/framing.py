"""Read a trajectory's text: a JSON array, an object that holds one, or one JSON object a line. Any place is known."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from adrguard.memory.gc.document import ARRAY, LINES, Document, Item, place
from adrguard.model.errors import AdrguardError

KEYS = ("turns", "messages", "input")
"""Under which an object holds its items, the likeliest first."""

SHAPES = (
    "understood are an object with `session_id` and `turns`, a transcript of Claude Code, a rollout of Codex or a"
    " recording of Gemini CLI (JSONL), an export of OpenCode, and arrays of messages as OpenAI or Anthropic take them"
)
_BLANK = re.compile(r"[ \t\r\n]*")
_LONE = re.compile("[\ud800-\udfff]")
_LONGEST_WORD = 10
"""Characters of JSON outside of texts that say nothing before they are whole: ``fals``, ``-1.``, a half escape."""
_CUT_OFF = "it was cut off: export it again, whole"


class TrajectoryError(AdrguardError):
    """A text that is no trajectory, and where that shows."""


def parsed(text: str, name: str = "trajectory") -> Document:
    """Return the document. Raises `TrajectoryError`; `name` is what messages call the text."""
    return _Reader(text, name).document()


def dumped(value: Any) -> str:
    """Return a value as JSON on one line; what UTF-8 cannot carry is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        # A raw control character in a string is no reason to refuse a session.
        self._decoder = json.JSONDecoder(strict=False, parse_float=_number)

    def document(self) -> Document:
        at = self._blank(0)
        sign = self._text[at : at + 1]
        if not sign:
            raise TrajectoryError(f"{self._name}: there is no trajectory in it, it is empty", SHAPES)
        if sign == "[":
            items, end = self._array(at)
            self._ended(end)
            return Document(self._text, tuple(items), ARRAY)
        if sign != "{":
            raise self._error(at, "neither a JSON array nor an object begins here", SHAPES)
        return self._lines() if self._has_lines(at) else self._object(at)

    def _has_lines(self, at: int) -> bool:
        """Say whether an object ends where its line does, and is not one that holds the items."""
        stop = self._text.find("\n", at)
        line = self._text[at : stop if stop >= 0 else len(self._text)]
        if '"' not in line:
            return False
        try:
            value, end = self._decoder.raw_decode(line)
        except (ValueError, RecursionError):
            return False
        more = self._blank(at + end) < len(self._text)
        return more or not any(isinstance(value.get(key), list) for key in KEYS)

    def _lines(self) -> Document:
        items: list[Item] = []
        at = 0
        while at < len(self._text):
            stop = self._text.find("\n", at)
            stop = stop if stop >= 0 else len(self._text)
            start = self._blank(at)
            if start < stop:
                if items and self._is_cut(start, stop):
                    return Document(self._text, tuple(items), LINES, cut=start)
                items.append(self._line(start, stop))
            at = stop + 1
        return Document(self._text, tuple(items), LINES)

    def _line(self, start: int, stop: int) -> Item:
        value, end = self._value(start, stop)
        if not isinstance(value, dict):
            raise self._error(start, "a line of a transcript has to be an object", SHAPES)
        if self._blank(end) < stop:
            raise self._error(self._blank(end), "something follows the object of this line", "one object a line")
        return Item(start, end, value)

    def _is_cut(self, start: int, stop: int) -> bool:
        """Say whether a line is the last, and the beginning of an object: who writes it is at it, or was stopped."""
        if self._text[start] != "{" or self._blank(stop) < len(self._text):
            return False
        try:
            self._decoder.raw_decode(self._text, start)
        except json.JSONDecodeError as error:
            return self._is_over(error, stop) or (stop == len(self._text) and stop - error.pos < _LONGEST_WORD)
        except (ValueError, RecursionError):
            return False
        return False

    def _object(self, at: int) -> Document:
        found: dict[str, list[Item]] = {}
        rest: dict[str, Any] = {}
        at = self._blank(at + 1)
        while self._text[at : at + 1] != "}":
            key, at = self._value(at, expected="a name in quotation marks")
            if not isinstance(key, str):
                raise self._error(at, "an object's member needs a name in quotation marks")
            at = self._blank(at)
            self._sign(at, ":")
            at = self._blank(at + 1)
            if key in KEYS and self._text[at : at + 1] == "[" and key not in found:
                found[key], at = self._array(at)
            else:
                rest[key], at = self._value(at)
            at = self._after(at, "}")
        self._ended(at + 1)
        chosen = next((key for key in KEYS if key in found), "")
        if not chosen:
            raise self._error(0, "an object without `turns`, `messages` or `input`", SHAPES)
        return Document(self._text, tuple(found[chosen]), ARRAY, chosen, rest)

    def _array(self, at: int) -> tuple[list[Item], int]:
        items: list[Item] = []
        at = self._blank(at + 1)
        while self._text[at : at + 1] != "]":
            value, end = self._value(at)
            items.append(Item(at, end, value))
            at = self._after(end, "]")
        return items, at + 1

    def _after(self, at: int, closing: str) -> int:
        """Return where the next element begins, or the closing sign stands."""
        at = self._blank(at)
        if self._text[at : at + 1] == closing:
            return at
        self._sign(at, ",")
        at = self._blank(at + 1)
        if self._text[at : at + 1] == closing:
            raise self._error(at, f"a comma stands before `{closing}`", "take the comma away")
        return at

    def _sign(self, at: int, sign: str) -> None:
        if self._text[at : at + 1] != sign:
            ended = at >= len(self._text)
            said = "the text ends" if ended else f"`{self._text[at : at + 20]}` stands"
            raise self._error(at, f"{said} where `{sign}` has to", _CUT_OFF if ended else "mend the JSON there")

    def _ended(self, at: int) -> None:
        at = self._blank(at)
        if at < len(self._text):
            raise self._error(at, "something follows the end of the trajectory", "one trajectory at a time")

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return found.end() if found else at

    def _value(self, at: int, stop: int = -1, expected: str = "a value") -> tuple[Any, int]:
        try:
            value, end = self._decoder.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            raise self._broken(error, at, stop, expected) from error
        except RecursionError as error:
            raise self._error(at, "this is nested too deep", "no session nests values so deep") from error
        except ValueError as error:
            raise self._error(at, str(error), "no session has such numbers") from error
        if 0 <= stop < end:
            raise self._error(at, "an object does not end on its line", "one object a line")
        return value, end

    def _broken(self, error: json.JSONDecodeError, at: int, stop: int, expected: str) -> TrajectoryError:
        ends = stop if stop >= 0 else len(self._text)
        if self._is_over(error, ends):
            return self._error(min(error.pos, ends), "the JSON ends in the middle of something", _CUT_OFF)
        said = error.msg[:1].lower() + error.msg[1:]
        return self._error(
            error.pos, f"no JSON: {said}" if error.pos > at else f"no JSON: {expected} has to stand here"
        )

    def _is_over(self, error: json.JSONDecodeError, ends: int) -> bool:
        """Say whether the JSON is wrong in nothing but that it ends."""
        return error.msg.startswith("Unterminated string") or self._blank(error.pos) >= ends

    def _error(self, at: int, said: str, hint: str = "mend the JSON there") -> TrajectoryError:
        line, column = place(self._text, at)
        return TrajectoryError(f"{self._name}:{line}:{column}: {said}", hint)


def _number(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"the number {digits[:40]} is beyond what can be kept")
    return value
