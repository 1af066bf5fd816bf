"""PHP amid HTML, made into PHP alone: the grammar that ast-grep brings knows no HTML. Every offset stays."""

from __future__ import annotations

from re import DOTALL, IGNORECASE, VERBOSE, escape
from re import compile as compile_regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

_OPEN = compile_regex(r"<\?(?:php\b|=)", IGNORECASE)
_SIGNS = compile_regex(
    r"""
    ['"`]  |  /\*  |  (?://|\#(?!\[))(?:[^\n?]|\?(?!>))*+
    |  (?P<heredoc><<<[ \t]*["']?(?P<word>\w+)["']?\r?\n)
    |  (?P<end>\?>)
    """,
    VERBOSE,
)
_CLOSED = {
    "'": compile_regex(r"'(?:[^'\\]|\\.)*+'", DOTALL),
    '"': compile_regex(r'"(?:[^"\\]|\\.)*+"', DOTALL),
    "`": compile_regex(r"`(?:[^`\\]|\\.)*+`", DOTALL),
    "/*": compile_regex(r"/\*.*?\*/", DOTALL),
}
_VISIBLE = compile_regex(r"[^\n\r]")


def php_alone(text: str) -> str:
    """Return the text with spaces for HTML and tags, a semicolon where a tag ends a statement.

    A text without any tag is taken for PHP: it is a piece of a file.
    """
    opening = _OPEN.search(text)
    if opening is None or (opening.start() == 0 and not text.partition("?>")[2].strip()):
        return text
    pieces, at, code = [], 0, _Code(text)
    while opening is not None:
        pieces.append(_VISIBLE.sub(" ", text[at : opening.end()]))
        end = code.end(opening.end())
        pieces.append(text[opening.end() : end])
        at = min(end + 2, len(text))
        # The line end closes a comment that the tag stands in.
        pieces.append(";\n"[: at - end])
        opening = _OPEN.search(text, at)
    pieces.append(_VISIBLE.sub(" ", text[at:]))
    return "".join(pieces)


class _Code:
    """Finds where stretches of PHP end, one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._unclosed: set[str] = set()

    def end(self, start: int) -> int:
        """Return where the tag that closes this stretch of PHP stands, the end of the text when none does."""
        at = start
        while True:
            found = _SIGNS.search(self._text, at)
            if found is None:
                return len(self._text)
            if found["end"]:
                return found.start()
            at = self._after_heredoc(found) if found["heredoc"] else self._after(found)

    def _after(self, sign: Match[str]) -> int:
        """Return where a string or a comment ends; what nothing closes is a mere sign, as all like it further on."""
        shape = _CLOSED.get(sign[0])
        if shape is None:
            return sign.end()
        closed = shape.match(self._text, sign.start()) if sign[0] not in self._unclosed else None
        if closed is None:
            self._unclosed.add(sign[0])
        return closed.end() if closed else sign.start() + 1

    def _after_heredoc(self, sign: Match[str]) -> int:
        closing = compile_regex(rf"\n[ \t]*{escape(sign['word'])}\b").search(self._text, sign.end() - 1)
        return closing.end() if closing else len(self._text)
