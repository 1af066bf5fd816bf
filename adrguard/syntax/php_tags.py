"""PHP amid HTML, made into PHP alone: the grammar that ast-grep brings knows no HTML. Every offset stays."""

from __future__ import annotations

from re import DOTALL, IGNORECASE, VERBOSE, escape
from re import compile as compile_regex

_OPEN = compile_regex(r"<\?(?:php\b|=)", IGNORECASE)
_ENDS = compile_regex(
    r"""
    '(?:[^'\\]|\\.)*'  |  "(?:[^"\\]|\\.)*"  |  `(?:[^`\\]|\\.)*`
    |  /\*.*?\*/  |  (?://|\#(?!\[))[^\n]*?(?=\n|\?>|\Z)
    |  (?P<heredoc><<<[ \t]*["']?(?P<word>\w+)["']?\r?\n)
    |  (?P<end>\?>)
    """,
    DOTALL | VERBOSE,
)
_VISIBLE = compile_regex(r"[^\n\r]")


def php_alone(text: str) -> str:
    """Return the text with spaces for HTML and tags, a semicolon where a tag ends a statement.

    A text without any tag is taken for PHP: it is a piece of a file.
    """
    opening = _OPEN.search(text)
    if opening is None or (opening.start() == 0 and not text.partition("?>")[2].strip()):
        return text
    pieces = []
    at = 0
    while opening is not None:
        pieces.append(_VISIBLE.sub(" ", text[at : opening.end()]))
        end = _end_of_code(text, opening.end())
        pieces.append(text[opening.end() : end])
        at = min(end + 2, len(text))
        # The line end closes a comment that the tag stands in.
        pieces.append(";\n"[: at - end])
        opening = _OPEN.search(text, at)
    pieces.append(_VISIBLE.sub(" ", text[at:]))
    return "".join(pieces)


def _end_of_code(text: str, start: int) -> int:
    """Return where the tag that closes this stretch of PHP stands, the end of the text when none does."""
    at = start
    while True:
        found = _ENDS.search(text, at)
        if found is None:
            return len(text)
        if found["end"]:
            return found.start()
        at = found.end()
        if found["heredoc"]:
            closing = compile_regex(rf"\n[ \t]*{escape(found['word'])}\b").search(text, at - 1)
            if closing is None:
                return len(text)
            at = closing.end()
