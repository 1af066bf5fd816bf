"""Literal text as RE2 source, and where in a file such text is to be looked for when the author does not say."""

from __future__ import annotations

import re

CODE = "code"
COMMENT = "comment"
STRING = "string"

_BLANKS = " \t\n\f\r"
_PLAIN = re.compile(r"[A-Za-z0-9_]")
_MARKERS = re.compile(
    r"(?<!:)//|/\*|\*/|<!--|-->|\"\"\"|'''|(?:^|\s)(?:#|--|;;)(?=\s|$)|^#!",
)
_MARKER_WORDS = re.compile(
    r"\b(?:TODO|FIXME|XXX|HACK|NOSONAR|NOLINT\w*|NOSEC|SPDX-\w+|Copyright)\b"
    r"|\b(?:noqa|nolint|nosec|type:\s?ignore|mypy:|pyright:|pylint:|pragma:|isort:|fmt:\s?(?:off|on|skip)|noinspection|shellcheck)"
    r"|(?:eslint|oxlint|biome|tslint|stylelint|prettier|istanbul|c8|v8|rubocop|swiftlint|ktlint|phpcs|phpstan|psalm|detekt|golangci|checkstyle|lint)"
    r"[-: ](?:disable|enable|ignore|off)|@?ts-(?:ignore|expect-error|nocheck|check)\b"
)


def pattern_of(text: str, *, insensitive: bool) -> str:
    """Return RE2 source that matches the text, any run of white space standing for any other, line ends included."""
    parts = re.split(r"(\s+)", text)
    source = "".join([_blank(part) if index % 2 else escaped(part) for index, part in enumerate(parts)])
    return f"(?i){source}" if insensitive else source


def _blank(run: str) -> str:
    """Return RE2 source for any run of white space, with those blanks of this one that RE2 does not count as such."""
    others = sorted(set(run) - set(_BLANKS))
    spelt = "".join([f"\\x{{{ord(char):x}}}" for char in others])
    return rf"[\s{spelt}]+" if spelt else r"\s+"


def escaped(text: str) -> str:
    """Return RE2 source for exactly this text; characters beyond ASCII stand for themselves."""
    return "".join([_escape(char) for char in text])


def _escape(char: str) -> str:
    if _PLAIN.match(char) or ord(char) > 127:  # noqa: PLR2004 - the end of ASCII
        return char
    return f"\\x{ord(char):02x}" if not char.isprintable() else f"\\{char}"


def is_word(char: str) -> bool:
    """Say whether a character belongs to identifiers, by Unicode's own definition."""
    return f"a{char}".isidentifier()


def speaks_of_comments(text: str, *, insensitive: bool) -> bool:
    """Say whether a text holds a comment marker or a word that only comments have: then comments are meant, too."""
    if _MARKERS.search(text):
        return True
    flags = re.IGNORECASE if insensitive else re.NOFLAG
    return re.search(_MARKER_WORDS.pattern, text, flags) is not None


def default_where(texts: tuple[str, ...], *, insensitive: bool) -> tuple[str, ...]:
    """Return where texts (or the sources of expressions) are looked for; () for everywhere.

    A forbidden query lives in a string; a comment that warns of it is no violation.
    """
    if any(speaks_of_comments(text, insensitive=insensitive) for text in texts):
        return ()
    return (CODE, STRING)


def unescaped(source: str) -> str:
    r"""Return an expression as it looks without its escapes (``\/\/`` is ``//``), to find comment markers in it."""
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", re.sub(r"\\[A-Za-z][*+?]?", " ", source))
