"""Texts that would take the parser, and the process with it, down: found by a glance before anything is parsed.

Tree-sitter grammars assert on their own buffers (a process that aborts gives no verdict) and can take quadratic time on
deep or repetitive nonsense, which nothing can interrupt. The figures below are well above what people write and well
below where ast-grep-py 0.40 to 0.51 broke.
"""

from __future__ import annotations

from itertools import accumulate
from re import MULTILINE
from re import compile as compile_regex
from zlib import compress

DEEPEST = 1000
"""Open brackets at one point; code that people write stays below fifty."""

_DEEPEST_KOTLIN = 250
_MOST_UNCLOSED = 300
_HASH_COMMENTS = frozenset(("python", "ruby", "bash", "yaml", "lua", "elixir", "haskell", "html", "json"))
_OPENING, _CLOSING = b"([{", b")]}"
_NO_BRACKETS = bytes(set(range(256)) - set(_OPENING + _CLOSING))
_STEPS = bytes.maketrans(_OPENING + _CLOSING, bytes([2, 2, 2, 0, 0, 0]))

_WINDOW = 512
_DENSE = 12
_KEPT = 128
_SLOW = frozenset(("lua", "nix", "css", "bash", "scala", "kotlin"))
_LONG = 8 * 1024
_MOST_ERRORS = 7

# Each alternative is one run of one class: no backtracking to speak of.
_DEEP_YAML = compile_regex(r"^[ \t?:-]{200}", MULTILINE)
_LONG_HEREDOC = compile_regex(r"""<<[-~]?(?:\w{200}|["'`][^"'`\n]{200})""")


def danger(text: str, language: str) -> str:
    """Return why the text must not be given to the parser of that language, for a person; "" when it may."""
    if language == "yaml" and _DEEP_YAML.search(text):
        return "nested too deeply to be parsed"
    if language == "ruby" and _LONG_HEREDOC.search(text):
        return "a heredoc's word is too long to be parsed"
    if depth(text) > (_DEEPEST_KOTLIN if language == "kotlin" else DEEPEST):
        return "nested too deeply to be parsed"
    if language not in _HASH_COMMENTS and text.count("/*", text.rfind("*/") + 1) > _MOST_UNCLOSED:
        return "a comment in it is never closed"
    return ""


def depth(text: str) -> int:
    """Return the greatest number of brackets open at one point, whatever they stand in; a stray closing one is none."""
    brackets = text.encode("utf-8", "replace").translate(_STEPS, _NO_BRACKETS)
    if len(brackets) <= _DEEPEST_KOTLIN:
        return len(brackets)
    return max(accumulate(brackets, _step, initial=0))


def _step(open_now: int, step: int) -> int:
    # Steps are written as bytes: 2 opens, 0 closes.
    return max(open_now + step - 1, 0)


def repetitions(text: str) -> list[tuple[int, int]]:
    """Return the stretches in which a text says the same again and again, in steps of some hundred characters."""
    found: list[tuple[int, int]] = []
    if len(text) < 2 * _WINDOW:
        return found
    for start in range(0, len(text) - _WINDOW + 1, _WINDOW):
        window = text[start : start + _WINDOW].encode("utf-8", "replace")
        if len(compress(window, 1)) * _DENSE > len(window):
            continue
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], start + _WINDOW)
        else:
            found.append((start, start + _WINDOW))
    return found


def abridged(text: str, stretches: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Return the text with only the beginning of each stretch, and where these are: what is wrong there is wrong."""
    pieces: list[str] = []
    kept: list[tuple[int, int]] = []
    at = length = 0
    for start, end in stretches:
        beginning = text[start : start + _KEPT]
        # Cut where lines or elements end, so that the cut itself breaks nothing.
        ends = (beginning.rfind(mark) + 1 for mark in ("\n", ";", ",", " "))
        beginning = beginning[: next((end for end in ends if end), None)]
        pieces += [text[at:start], beginning]
        length += start - at + len(beginning)
        kept.append((length - len(beginning), length))
        at = end
    return "".join([*pieces, text[at:]]), kept


def bearable(stretches: list[tuple[int, int]], language: str) -> int:
    """Return how many errors the beginning of a stretch may have: the parser takes the longer for them, and the memory.

    Less than none where a grammar is slow at stretches of that length even without.
    """
    length = sum(end - start for start, end in stretches)
    if length <= _LONG:
        return _MOST_ERRORS
    return -1 if language in _SLOW and length > 2 * _LONG else 0
