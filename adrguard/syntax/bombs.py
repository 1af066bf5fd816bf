"""Texts that would take the parser, and the process with it, down: found by a glance before anything is parsed.

Tree-sitter grammars assert on their own buffers (a process that aborts gives no verdict) and can take quadratic time on
deep or repetitive nonsense, which nothing can interrupt. The figures below are well above what people write and well
below where ast-grep-py 0.40 to 0.51 broke.
"""

from __future__ import annotations

from itertools import accumulate
from re import MULTILINE
from re import compile as compile_regex

DEEPEST = 1000
"""Open brackets at one point; code that people write stays below fifty."""

_DEEPEST_KOTLIN = 250
_OPENING, _CLOSING = b"([{", b")]}"
_NO_BRACKETS = bytes(set(range(256)) - set(_OPENING + _CLOSING))
_STEPS = bytes.maketrans(_OPENING + _CLOSING, bytes([2, 2, 2, 0, 0, 0]))

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
