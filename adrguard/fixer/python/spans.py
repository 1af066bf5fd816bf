"""Where each node of a libcst tree stands in its text, in characters.

libcst tells the same by `ByteSpanPositionProvider`, in bytes and three times as slowly: there each position is a record
of its own, and each node that knows more of its place than its text does costs a generator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from libcst._nodes.internal import CodegenState

if TYPE_CHECKING:
    import libcst as cst

Span = tuple[int, int]


def spans(module: cst.Module) -> dict[cst.CSTNode, Span]:
    """Return where every node begins and ends, white space that belongs to it left out."""
    state = _Positions(module.default_indent, module.default_newline)
    module._codegen(state)  # noqa: SLF001 -- what libcst's own providers of positions call
    return state.found


class _Positions(CodegenState):
    """Counts what would be written, and writes nothing."""

    def __init__(self, indent: str, newline: str) -> None:
        super().__init__(indent, newline)
        self.position = 0
        self.found: dict[cst.CSTNode, Span] = {}
        self._starts: list[int] = []

    def add_indent_tokens(self) -> None:
        """Count the indentation of a line."""
        for token in self.indent_tokens:
            self.position += len(token)

    def add_token(self, value: str) -> None:
        """Count a piece of text."""
        self.position += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:  # noqa: ARG002 -- libcst's signature
        """Note where a node begins."""
        self._starts.append(self.position)

    def after_codegen(self, node: cst.CSTNode) -> None:
        """Note where a node ends, unless it said so itself."""
        start = self._starts.pop()
        if node not in self.found:
            self.found[node] = (start, self.position)

    def record_syntactic_position(  # type: ignore[override]  # a context manager like the other, of another class
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> _Recording:
        """Return what notes where a node begins and ends without its white space."""
        return _Recording(self, node, start_node, end_node)


class _Recording:
    __slots__ = ("_end", "_first", "_node", "_start", "_state")

    def __init__(
        self, state: _Positions, node: cst.CSTNode, first: cst.CSTNode | None, end: cst.CSTNode | None
    ) -> None:
        self._state, self._node, self._first, self._end = state, node, first, end
        self._start = 0

    def __enter__(self) -> None:
        self._start = self._state.position

    def __exit__(self, *_: object) -> None:
        found = self._state.found
        start = self._start if self._first is None else found[self._first][0]
        end = self._state.position if self._end is None else found[self._end][1]
        found[self._node] = (start, end)
