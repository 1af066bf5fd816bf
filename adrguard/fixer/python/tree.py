"""A Python file as libcst sees it: its imports, what they bind, and every use of a name, with places in the text."""

from __future__ import annotations

import ast
import contextlib
import gc
import re
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import ImportAssignment

from adrguard.fixer.edits import CannotRewriteError
from adrguard.fixer.python.scopes import scopes
from adrguard.fixer.python.spans import spans
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from libcst.metadata import Access, Scope

    from adrguard.syntax.source import Source

Small = cst.Import | cst.ImportFrom

_ROOT = re.compile(r"(?<![\w.])([^\W\d]\w*)")
_TYPING = ("TYPE_CHECKING", "MYPY")


class Statement(Record):
    """One import statement and where it stands.

    node       the statement itself; `line` the logical line that holds it, `index` which of its parts it is
    start, end of the statement, in characters
    typing     only a type checker sees it
    block      it stands alone on its own lines, in a block or at the top: lines may be added after it
    only       it is all that its block holds
    top        it stands in the module itself, in no block
    """

    node: Small
    line: cst.SimpleStatementLine | cst.SimpleStatementSuite
    index: int
    start: int
    end: int
    typing: bool
    block: bool
    only: bool
    top: bool


class Alias(Record):
    """One thing that an import statement brings: `local` is the name bound in `scope`, `means` what that name means.

    `module` is the module that is imported, or taken from, as parts; relative ones begin with as many "" as they have
    dots.
    """

    statement: Statement
    node: cst.ImportAlias
    scope: Scope
    local: str
    means: tuple[str, ...]
    module: tuple[str, ...]

    @property
    def renamed(self) -> bool:
        """True for ``… as x``."""
        return self.node.asname is not None

    @property
    def reexport(self) -> bool:
        """True for ``from a import b as b``, which says that others import it from here."""
        asname = self.node.asname
        return asname is not None and cst.ensure_type(asname.name, cst.Name).value == self.node.evaluated_name


class Use(Record):
    """One use of a name: `root` is the name, `start` where it stands, `scope` where it is looked up.

    `quoted` is true within a string that is an annotation.
    """

    root: str
    start: int
    scope: Scope
    quoted: bool = False


class PythonTree:
    """Parsed once per text. Raises `CannotRewriteError` where libcst does not take it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        try:
            with _uncollected():
                module = cst.parse_module(self.text)
                self._imported, self._scopes = scopes(module)
                self._spans = spans(module)
        except (cst.ParserSyntaxError, cst.CSTValidationError) as error:
            raise CannotRewriteError(f"libcst cannot parse the file ({str(error).partition(chr(10))[0]})") from None
        except (RecursionError, UnicodeError):
            raise CannotRewriteError("libcst cannot parse the file: nested too deeply, or no text") from None
        self.module = module
        self.statements = list(self._statements(module.body, top=True, typing=False))
        self.aliases = [alias for one in self.statements for alias in self._aliases(one)]
        self._by_name = {self._key(one.statement.node, self._bound(one.node)): one for one in self.aliases}
        self.uses = sorted(self._uses(), key=lambda one: one.start)
        if not all(self.text.startswith(one.root, one.start) for one in self.uses):
            raise CannotRewriteError("libcst does not read the file as it is written")
        self._by_start = {one.start: one for one in self.uses}
        self.names = self._names()
        self.exported = _exported(source) if "__all__" in self.text else frozenset()

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Return where a node stands, in characters."""
        return self._spans[node]

    def use_at(self, start: int) -> Use | None:
        """Return the use of a name that begins at an offset."""
        return self._by_start.get(start)

    def meaning(self, use: Use) -> tuple[list[Alias], bool]:
        """Return the imports that a name may stand for where it is used, in order, and whether it is only these."""
        found, alone = [], True
        for one in use.scope[use.root]:
            alias = self._by_name.get(self._key(one.node, one.as_name)) if isinstance(one, ImportAssignment) else None
            if alias is None:
                alone = False
            else:
                found.append(alias)
        return sorted(found, key=lambda one: one.statement.start), alone and bool(found)

    def bindings(self, name: str, within: Scope | None = None) -> tuple[list[Alias], bool]:
        """Return the imports that bind a name in a scope, or anywhere in the file, and whether nothing else does."""
        aliases = [one for one in self.aliases if one.local == name and (within is None or one.scope is within)]
        keys = {id(one.statement.node) for one in aliases}
        others = [
            one
            for scope in (self._scopes if within is None else [within])
            for one in scope.assignments[name]
            if not isinstance(one, ImportAssignment) or id(one.node) not in keys
        ]
        return aliases, not others

    def _key(self, statement: cst.CSTNode, name: cst.CSTNode) -> tuple[int, int]:
        return id(statement), id(name)

    def _bound(self, alias: cst.ImportAlias) -> cst.CSTNode:
        return alias.asname.name if alias.asname is not None else alias.name

    def _uses(self) -> Iterator[Use]:
        for scope in self._scopes:
            for access in scope.accesses:
                yield from self._used(access)

    def _used(self, access: Access) -> Iterator[Use]:
        start, end = self.span(access.node)
        if not isinstance(access.node, (cst.Name, cst.Attribute)):
            for found in _ROOT.finditer(self.text, start, end):
                yield Use(found[1], found.start(), access.scope, quoted=True)
            return
        root: Any = access.node
        while isinstance(root, cst.Attribute):
            root = root.value
        if isinstance(root, cst.Name):
            yield Use(root.value, self.span(root)[0], access.scope)

    def _names(self) -> frozenset[str]:
        bound = [one.name.partition(".")[0] for scope in self._scopes for one in scope.assignments]
        builtin = {one.name for one in self._scopes[0].globals.parent.assignments}
        return frozenset([name for name in bound if name not in builtin]) | {one.root for one in self.uses}

    def _statements(self, body: Sequence[Any], *, top: bool, typing: bool) -> Iterator[Statement]:
        for node in body:
            if isinstance(node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
                yield from self._in_line(node, body, top=top, typing=typing)
            elif isinstance(node, cst.IndentedBlock):
                yield from self._statements(node.body, top=False, typing=typing)
            else:
                yield from self._inside(node, typing=typing)

    def _inside(self, node: Any, *, typing: bool) -> Iterator[Statement]:
        """Go through the blocks of a compound statement, never into expressions."""
        only = isinstance(node, cst.If) and _is_typing(node.test)
        for field in ("body", "orelse", "handlers", "finalbody", "cases"):
            below = getattr(node, field, None)
            for one in below if isinstance(below, (list, tuple)) else [below]:
                if one is not None:
                    yield from self._statements([one], top=False, typing=typing or (only and field == "body"))

    def _in_line(self, line: Any, body: Sequence[Any], *, top: bool, typing: bool) -> Iterator[Statement]:
        block = isinstance(line, cst.SimpleStatementLine)
        for index, small in enumerate(line.body):
            if isinstance(small, (cst.Import, cst.ImportFrom)):
                only = len(body) == 1 and len(line.body) == 1 and not top
                start, end = self.span(small)
                yield Statement(small, line, index, start, end, typing, block, only, top)

    def _aliases(self, statement: Statement) -> Iterator[Alias]:
        node = statement.node
        if isinstance(node.names, cst.ImportStar):
            return
        for one in node.names:
            scope = self._imported.get(one)
            if scope is None:
                continue
            name = tuple(one.evaluated_name.split("."))
            local = one.evaluated_alias or name[0]
            if isinstance(node, cst.Import):
                yield Alias(statement, one, scope, local, name if one.asname else name[:1], name)
            else:
                module = module_of(node)
                yield Alias(statement, one, scope, local, (*module, *name), module)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Let no garbage be looked for: of millions of nodes that are all needed, that takes as long as to make them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def module_of(node: cst.ImportFrom) -> tuple[str, ...]:
    """Return the module that names are taken from, as parts, with an "" for each leading dot."""
    written = cst.helpers.get_full_name_for_node(node.module) if node.module is not None else ""
    return (*([""] * len(node.relative)), *(written.split(".") if written else ()))


def _is_typing(test: cst.BaseExpression) -> bool:
    name = test.attr if isinstance(test, cst.Attribute) else test
    return isinstance(name, cst.Name) and name.value in _TYPING


def _exported(source: Source) -> frozenset[str]:
    """Return every text in a statement that speaks of `__all__`."""
    found = set()
    for node in source.python_tree().body:
        inner = list(ast.walk(node))
        if any(isinstance(one, ast.Name) and one.id == "__all__" for one in inner):
            found |= {one.value for one in inner if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return frozenset(found)
