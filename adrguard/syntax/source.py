"""One source file, seen as text, as trees, as imports: each view is made when first asked for, and once."""

from __future__ import annotations

from adrguard.syntax.languages import GRAMMARS, language_of
from adrguard.syntax.problem import SyntaxProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from ast_grep_py import SgNode

    from adrguard.model.changes import Content
    from adrguard.syntax.called import Call
    from adrguard.syntax.imported import Import
    from adrguard.syntax.regions import Region

    View = TypeVar("View")

__all__ = ["Source", "SyntaxProblem"]

_GAP = "\0"
_IMPORTER_WORDS = ("import_module", "__import__", "importorskip")


class Source:
    """One file on one side of a change.

    All offsets are in characters of `text`, all lines and columns 1-based; a line ends at a line feed. Of a fragment
    (a change known only as a diff) each part between NUL lines has a tree of its own, and line numbers are the file's.
    """

    def __init__(self, path: str, content: Content) -> None:
        self.path = path
        self.text = content.text
        self.fragment = content.fragment
        self.language = _language(path, content.text)
        self._numbers = content.lines
        self._views: dict[str, object] = {}
        # Why imports and calls are only those that a parser for pieces of a file sees; "" when they are all.
        self.doubt = ""

    # Text

    def position(self, offset: int) -> tuple[int, int]:
        """Return `(line, column)` of the character at `offset`."""
        index = self.row(offset)
        return self._number(index), offset - self._starts()[index] + 1

    def row(self, offset: int) -> int:
        """Return which line of the text, from 0, holds the character at `offset`: of a fragment no number of the file.

        Two lines of a fragment may have one number, as those of a diff that counts none.
        """
        from bisect import bisect_right

        return bisect_right(self._starts(), offset) - 1

    def line_text(self, row: int) -> str:
        """Return a line (see `row`) without its line end."""
        starts = self._starts()
        end = starts[row + 1] - 1 if row + 1 < len(starts) else len(self.text)
        return self.text[starts[row] : end].removesuffix("\r")

    def around(self, row: int) -> tuple[str, str]:
        """Return the nearest lines with text before and after that one, white space normalised."""
        count = len(self._starts())
        before = after = ""
        at = row - 1
        while at >= 0 and not before:
            before, at = " ".join(self.line_text(at).split()), at - 1
        at = row + 1
        while at < count and not after:
            after, at = " ".join(self.line_text(at).split()), at + 1
        return before, after

    def _starts(self) -> list[int]:
        return self.remember("starts", self._find_starts)

    def _find_starts(self) -> list[int]:
        from itertools import accumulate

        return [0, *accumulate(len(row) + 1 for row in self.text.split("\n"))][:-1]

    def _number(self, index: int) -> int:
        if index < len(self._numbers):
            return self._numbers[index]
        # After the last line end there is one more line, which no diff counts.
        return index + 1 if not self._numbers else self._numbers[-1] + index - len(self._numbers) + 1

    # Trees

    def parts(self) -> list[tuple[int, str]]:
        """Return the connected pieces of the text, each with its offset: one, unless this is a fragment."""
        if not self.fragment or _GAP not in self.text:
            return [(0, self.text)]
        found, start = [], 0
        for piece in self.text.split(_GAP):
            found.append((start, piece))
            start += len(piece) + 1
        return found

    def python_tree(self) -> ast.Module:
        """Return the tree of a Python file. Raises `SyntaxProblem`; a fragment has none."""
        from adrguard.syntax.trees import python_tree

        return self.remember("python", lambda: python_tree(self.text))

    def trees(self) -> list[tuple[int, SgNode]]:
        """Return `(offset, ast-grep root)` of each part; a broken one has errors in it. Raises `SyntaxProblem`."""
        from adrguard.syntax.trees import tree

        return self.remember("trees", lambda: [(at, tree(text, self.language)) for at, text in self.parts()])

    # What the trees say

    def mask(self, where: Sequence[str]) -> list[Region] | None:
        """Return the intervals of the text that are `code`, `comment` or `string`, as asked for, in order.

        None when the language has no grammar here, or the file is too large or too deep for one: everything is code.
        """
        if self.language not in GRAMMARS:
            return None
        return self.remember("mask " + " ".join(sorted(where)), lambda: self._mask(where))

    def _mask(self, where: Sequence[str]) -> list[Region] | None:
        from adrguard.syntax.regions import labelled, wanted

        try:
            return wanted(self.remember("labels", lambda: labelled(self)), where, len(self.text))
        except SyntaxProblem:
            return None

    def visible(self, where: Sequence[str]) -> str:
        """Return the text with everything but `where` blanked, offsets and line ends kept; () means anywhere."""
        if not where or self.language not in GRAMMARS:
            return self.text
        from adrguard.syntax.regions import blanked, may_hold_comments

        if "code" in where and "string" in where and not may_hold_comments(self.text, self.language):
            return self.text
        regions = self.mask(where)
        if regions is None:
            return self.text
        return self.remember("visible " + " ".join(sorted(where)), lambda: blanked(self.text, regions))

    def imports(self) -> tuple[Import, ...]:
        """Return every import in the file, in order. Raises `SyntaxProblem`; () in a language we cannot read."""
        return self.remember("imports", self._imports)

    def _imports(self) -> tuple[Import, ...]:
        from adrguard.syntax.imports import extract

        found = extract(self)
        if self.language != "python" or self.fragment or self.doubt:
            return found
        if any(word in self.text for word in _IMPORTER_WORDS):
            from adrguard.syntax.calls.python import imported

            found = tuple(sorted([*found, *imported(self)], key=lambda one: one.start))
        return found

    def calls(self) -> tuple[Call, ...]:
        """Return every call whose callee the file itself resolves. Raises `SyntaxProblem`; () as for `imports`."""
        from adrguard.syntax.calls import extract

        return self.remember("calls", lambda: extract(self))

    def remember(self, name: str, make: Callable[[], View]) -> View:
        """Return what `make` gave the first time it was asked for by that name, or its `SyntaxProblem` again."""
        if name not in self._views:
            try:
                self._views[name] = make()
            except SyntaxProblem as problem:
                self._views[name] = problem
            except RecursionError:
                self._views[name] = SyntaxProblem("nested too deeply to be judged")
        view = self._views[name]
        if isinstance(view, SyntaxProblem):
            raise view
        return view  # type: ignore[return-value]  # each name is used with one type


def _language(path: str, text: str) -> str:
    language = language_of(path)
    if language == "c" and path[-2:] in (".h", ".H") and any(mark in text for mark in _CPP_MARKS):
        return "cpp"
    return language


_CPP_MARKS = ("std::", "namespace ", "template <", "template<", "public:", "private:", "protected:", "constexpr ")
