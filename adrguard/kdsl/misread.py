"""Bare text that is hardly meant as text: a glob, a code pattern, an expression without slashes, a sentence for people.

As literal text each of them would match nothing, and the invariant would be dead without a word.
"""

from __future__ import annotations

import re

from adrguard.kdsl.faults import Fault
from adrguard.kdsl.markdown import as_span

_STARS = re.compile(r"(?:\A|/)\*\*(?:/|\Z)")
_SUFFIX = re.compile(r"\*\.[\w{},]+")
_PATTERN = re.compile(r"\$\$\$|\$[A-Z](?![\w$])")
_EXPRESSION = re.compile(r"\\[sdwbSDWB](?![a-z])|\\b\w+\(|\.[*+?](?=[\w\\(\[.])|\(\?[:i]|\[\^|\(\.[*+]\??\)")
# Each word can be read in one way only: with two, a long sentence would be read 2^n times.
_WORDS = re.compile(r"[A-Za-z][a-z]+(?:[ -][A-Z]?(?:[a-z]+(?:'[a-z]+)?|'[a-z]+)|[ ]A){2,}")
_OF_SENTENCES = frozenset(
    "the a an of must should are be without outside directly our their using usage anywhere everywhere".split()  # noqa: SIM905 - readable
)


def misread(text: str, verb: str) -> tuple[int, Fault] | None:
    """Return what the text seems to be, and where in it that shows; None for plain text."""
    literal = f"{verb}: {as_span(text)} for the text itself"
    if _is_glob(text):
        hint = f"write {verb} path: {as_span(text)} for files, {literal}"
        return 0, Fault("bare-glob", "bare text that looks like a glob", hint)
    if found := _PATTERN.search(text):
        hint = f"write {verb} code: {as_span(text)} for the pattern, {literal}"
        return found.start(), Fault("bare-pattern", "bare text that looks like a code pattern", hint)
    if found := _EXPRESSION.search(text):
        hint = f"write {verb}: /{text}/ for the expression, {literal}"
        return found.start(), Fault("bare-regex", "bare text that looks like a regular expression", hint)
    if _is_sentence(text):
        hint = f"write {literal}; a rule for people only stands as a sentence without a verb and its colon"
        return 0, Fault("bare-sentence", "bare text that looks like a sentence", hint)
    return None


def _is_glob(text: str) -> bool:
    one_word = not any(map(str.isspace, text))
    return (one_word and _STARS.search(text) is not None) or _SUFFIX.fullmatch(text) is not None


def _is_sentence(text: str) -> bool:
    return _WORDS.fullmatch(text) is not None and not _OF_SENTENCES.isdisjoint(text.lower().split())
