"""From a line to what is written in it, by the grammar in `grammar/kdsl.lark`. No other module knows lark."""

from __future__ import annotations

from functools import cache

from lark import Lark, Token, Tree, UnexpectedInput, UnexpectedToken

from adrguard.kdsl import markdown, nodes
from adrguard.kdsl.nodes import Piece, Written, WrittenClause
from adrguard.system.resources import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.line import Line

INVARIANT = "invariant"
CLAUSE = "clause"
INCLUDE = "include"
EXCLUDE = "exclude"

_STYLES = {"SPAN": nodes.SPAN, "QUOTED": nodes.QUOTED, "REGEX": nodes.REGEX}


class SyntaxFault(Exception):  # noqa: N818 - it carries a fault to its message, and ends nothing
    """The line is not in the language: where (index in the line's text), and the parser's states, for `messages`."""

    def __init__(self, line: Line, index: int, states: tuple[object, ...]) -> None:
        super().__init__(f"at {index}")
        self.line = line
        self.index = index
        self.states = states


@cache
def grammar() -> Lark:
    """Return the compiled grammar, built once per process."""
    return Lark(
        read_text("grammar/kdsl.lark"),
        parser="lalr",
        lexer="contextual",
        start=[INVARIANT, CLAUSE],
        maybe_placeholders=False,
    )


def parse_invariant(line: Line) -> Written:
    """Read one invariant, its head already spelt properly. Raises `SyntaxFault`."""
    tree = _tree(line, INVARIANT)
    scopes: dict[str, tuple[Piece, ...]] = {}
    targets: list[tuple[Piece, ...]] = []
    for child in tree.children[1:]:
        if isinstance(child, Tree) and child.data in (INCLUDE, EXCLUDE):
            scopes[child.data] = _pieces(line, child)
        else:
            targets.append(_pieces(line, child))
    kind = str(tree.data).rstrip("_")
    verb = line.text.split(None, 1)[0].rstrip(":")
    return Written(
        line, verb, "" if kind == "text" else kind, tuple(targets), scopes.get(INCLUDE, ()), scopes.get(EXCLUDE, ())
    )


def parse_clause(line: Line, name: str) -> WrittenClause:
    """Read one clause, its name already spelt properly. Raises `SyntaxFault`."""
    tree = _tree(line, CLAUSE)
    return WrittenClause(line, name, tuple([_pieces(line, child) for child in tree.children[1:]]))


def _tree(line: Line, start: str) -> Tree[Token]:
    try:
        return grammar().parse(line.text, start=start)
    except UnexpectedInput as error:
        index = error.pos_in_stream
        if isinstance(error, UnexpectedToken) and error.token.type == "$END":
            index = len(line.text)
        raise SyntaxFault(line, index or 0, tuple(getattr(error.state, "state_stack", ()))) from None


def _pieces(line: Line, node: Tree[Token] | Token) -> tuple[Piece, ...]:
    if isinstance(node, Token):
        return (_piece(line, node),)
    if node.data == "dependency" and len(node.children) > 1:
        return (_joined(line, node),)
    return tuple([piece for child in node.children for piece in _pieces(line, child)])


def _joined(line: Line, node: Tree[Token]) -> Piece:
    """Put the words of a dependency together again, one blank between them."""
    words = [_piece(line, child) for child in node.children if isinstance(child, Token)]
    text = " ".join([word.text for word in words])
    columns = [column for word in words for column in word.columns]
    return Piece(text, nodes.BARE, tuple(columns), "", tuple([doubt for word in words for doubt in word.doubts]))


def _piece(line: Line, token: Token) -> Piece:
    start = token.start_pos or 0
    source = str(token).rstrip()
    style = _STYLES.get(token.type, nodes.BARE)
    flags = ""
    if style == nodes.SPAN:
        found = markdown.SPAN.fullmatch(source)
        assert found is not None  # noqa: S101 - the terminal has the same form
        text = markdown.span_text(found["body"])
        start += found.start("body") + (1 if text != found["body"] else 0)
        plain = markdown.Plain(text, tuple(range(len(text) + 1)))
    elif style == nodes.QUOTED:
        start += 1
        plain = _unescaped(source[1:-1]) if line.literal else markdown.plain(source[1:-1])
    elif style == nodes.REGEX:
        # Escapes belong to the expression: nobody who writes `\.` means a full stop that matches everything.
        text, _, flags = source[1:].rpartition("/")
        start += 1
        plain = markdown.Plain(text, tuple(range(len(text) + 1)))
    else:
        plain = markdown.Plain(source, tuple(range(len(source) + 1))) if line.literal else markdown.plain(source)
    columns = tuple([line.place(start + offset) for offset in plain.at])
    doubts = tuple([(line.place(start + offset), what) for offset, what in plain.doubts])
    return Piece(plain.text, style, columns, flags, doubts)


def _unescaped(source: str) -> markdown.Plain:
    r"""Undo ``\"`` and ``\\``, all that is escaped in quotes where no Markdown is read."""
    chars, at, index = [], [], 0
    while index < len(source):
        index += source[index] == "\\" and source[index + 1 : index + 2] in ('"', "\\")
        chars.append(source[index])
        at.append(index)
        index += 1
    return markdown.Plain("".join(chars), (*at, len(source)))
