"""Which name means what, where: the scopes of a Python file, as the language defines them."""

from __future__ import annotations

import ast

from adrguard.syntax.imported import ALL
from adrguard.syntax.imports.python import plain, taken_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, ClassVar

    from adrguard.syntax.python_places import Places

MODULE, FUNCTION, CLASS, COMPREHENSION = "module", "function", "class", "comprehension"

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_WITH_OWN_CHILDREN = (*_COMPREHENSIONS, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LEAVES = frozenset((ast.Constant, ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal, str, int, type(None)))
_NO_NODES = frozenset(("ctx", "op", "ops", "kind", "type_comment", "names", "attr", "id", "arg", "lineno"))
_known_fields: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a kind of node that may hold nodes still to be visited."""
    known = _known_fields.get(kind)
    if known is None:
        own = kind in _WITH_OWN_CHILDREN
        fields = () if own else tuple([one for one in getattr(kind, "_fields", ()) if one not in _NO_NODES])
        known = _known_fields[kind] = fields
    return known


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Scope:
    """A stretch of code with names of its own.

    imports  what a name is by an import: qualified names
    aliases  the expression a name is set to by plain assignment
    others   names bound in any other way
    """

    def __init__(self, kind: str, parent: Scope | None) -> None:
        self.kind = kind
        self.parent = parent
        self.imports: dict[str, list[str]] = {}
        self.aliases: dict[str, list[ast.expr]] = {}
        self.others: set[str] = set()
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()

    def module(self) -> Scope:
        """Return the outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def home(self, name: str) -> Scope:
        """Return the scope in which an assignment here binds the name."""
        if name in self.globals:
            return self.module()
        if name in self.nonlocals and self.parent is not None:
            return self.parent
        return self

    def binds(self, name: str) -> bool:
        """Say whether the name is one of this scope's own."""
        return name in self.imports or name in self.aliases or name in self.others

    def find(self, name: str) -> Scope | None:
        """Return the scope that a name used here belongs to, None for a builtin or an unknown one."""
        scope: Scope | None = self
        if name in self.globals:
            scope = self.module()
        elif name in self.nonlocals:
            scope = self.parent
        start = scope
        while scope is not None:
            # The names of a class are not seen from the functions in it.
            if (scope is start or scope.kind != CLASS) and scope.binds(name):
                return scope
            scope = scope.parent
        return None


class Survey:
    """All scopes of a file, the calls with the scope each stands in, and the modules of `from m import *`."""

    def __init__(self, tree: ast.Module, places: Places, path: str) -> None:
        self.stars: list[str] = []
        self.calls: list[tuple[ast.Call, Scope]] = []
        self._places = places
        self._path = path
        self._stack: list[tuple[ast.AST, Scope]] = []
        self._aliased: set[int] = set()
        top = Scope(MODULE, None)
        stack = self._stack
        self._later(tree.body, top)
        while stack:
            node, scope = stack.pop()
            visit = self._visitors.get(type(node))
            if visit is not None:
                visit(self, node, scope)
            self._children(node, scope)

    def _later(self, nodes: Iterable[ast.AST | None], scope: Scope) -> None:
        self._stack += [(node, scope) for node in nodes if node is not None]

    def _children(self, node: ast.AST, scope: Scope) -> None:
        """Put off what is below a node; the visitors of `_WITH_OWN_CHILDREN` have done so themselves."""
        stack = self._stack
        for field in _fields(type(node)):
            value = getattr(node, field)
            if value.__class__ is list:
                stack += [(one, scope) for one in value if type(one) not in _LEAVES]
            elif type(value) not in _LEAVES:
                stack.append((value, scope))

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        scope.home(node.name).others.add(node.name)
        inner = self._with_type_parameters(node, Scope(CLASS, scope))
        self._decorate(node.decorator_list, scope)
        self._later([*node.decorator_list, *node.bases, *(one.value for one in node.keywords)], scope)
        self._later(node.body, inner)

    def _call(self, node: ast.Call, scope: Scope) -> None:
        self.calls.append((node, scope))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope) -> None:
        inner = self._with_type_parameters(node, Scope(FUNCTION, scope))
        for one in _arguments(node.args):
            inner.others.add(one.arg)
            self._later([one.annotation], scope)
        self._later([*node.args.defaults, *node.args.kw_defaults], scope)
        if isinstance(node, ast.Lambda):
            self._later([node.body], inner)
            return
        scope.home(node.name).others.add(node.name)
        self._decorate(node.decorator_list, scope)
        self._later([*node.decorator_list, node.returns], scope)
        self._declare(node.body, inner)
        self._later(node.body, inner)

    def _decorate(self, decorators: list[ast.expr], scope: Scope) -> None:
        """A decorator is called with what stands below it, whether or not a call makes it first."""
        self.calls += [(ast.Call(one, [], []), scope) for one in decorators if not isinstance(one, ast.Call)]

    @staticmethod
    def _with_type_parameters(node: ast.AST, inner: Scope) -> Scope:
        for one in getattr(node, "type_params", ()):
            inner.others.add(one.name)
        return inner

    @staticmethod
    def _declare(body: list[ast.stmt], scope: Scope) -> None:
        """Read `global` and `nonlocal` first: they hold for the whole function, wherever they stand."""
        stack: list[ast.AST] = list(body)
        while stack:
            node = stack.pop()
            if isinstance(node, ast.Global):
                scope.globals.update(node.names)
            elif isinstance(node, ast.Nonlocal):
                scope.nonlocals.update(node.names)
            elif isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)) and not isinstance(
                node, (*_FUNCTIONS, ast.ClassDef)
            ):
                stack += ast.iter_child_nodes(node)

    def _comprehension(self, node: ast.AST, scope: Scope) -> None:
        inner = Scope(COMPREHENSION, scope)
        for index, one in enumerate(getattr(node, "generators", ())):
            self._later([one.target, *one.ifs], inner)
            self._later([one.iter], inner if index else scope)
        self._later([getattr(node, field, None) for field in ("elt", "key", "value")], inner)

    def _name(self, node: ast.Name, scope: Scope) -> None:
        if type(node.ctx) is ast.Store and id(node) not in self._aliased:
            scope.home(node.id).others.add(node.id)

    def _walrus(self, node: ast.NamedExpr, scope: Scope) -> None:
        while scope.kind == COMPREHENSION and scope.parent is not None:
            scope = scope.parent
        self._alias(node.target, node.value, scope)

    def _other(self, node: ast.AST, scope: Scope) -> None:
        for name in _names_bound(node):
            scope.home(name).others.add(name)

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        if isinstance(node, ast.Import):
            found = plain(node, self._places)
        else:
            found = [taken_from(node, self._places, self._path)]
            if found[0].absolute and any(one.name == ALL for one in found[0].names):
                self.stars.append(found[0].absolute)
        for one in found:
            for local, qualified in one.bindings:
                known = scope.home(local).imports.setdefault(local, [])
                if qualified not in known:
                    known.append(qualified)

    def _assign(self, node: ast.Assign | ast.AnnAssign, scope: Scope) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            for name, value in _pairs(target, node.value):
                self._alias(name, value, scope)

    def _alias(self, target: ast.Name, value: ast.expr, scope: Scope) -> None:
        self._aliased.add(id(target))
        scope.home(target.id).aliases.setdefault(target.id, []).append(value)

    _visitors: ClassVar[dict[type, Callable[[Any, Any, Scope], None]]] = {
        ast.FunctionDef: _function,
        ast.AsyncFunctionDef: _function,
        ast.Lambda: _function,
        ast.ClassDef: _class,
        ast.ListComp: _comprehension,
        ast.SetComp: _comprehension,
        ast.DictComp: _comprehension,
        ast.GeneratorExp: _comprehension,
        ast.Import: _import,
        ast.ImportFrom: _import,
        ast.Assign: _assign,
        ast.AnnAssign: _assign,
        ast.NamedExpr: _walrus,
        ast.Name: _name,
        ast.Call: _call,
        ast.ExceptHandler: _other,
        ast.MatchAs: _other,
        ast.MatchStar: _other,
        ast.MatchMapping: _other,
    }


def _pairs(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.Name, ast.expr]]:
    if value is None:
        return
    if isinstance(target, ast.Name):
        yield target, value
    elif (
        isinstance(target, (ast.Tuple, ast.List))
        and isinstance(value, (ast.Tuple, ast.List))
        and len(target.elts) == len(value.elts)
        and not any(isinstance(one, ast.Starred) for one in (*target.elts, *value.elts))
    ):
        for name, part in zip(target.elts, value.elts, strict=True):
            yield from _pairs(name, part)


def _names_bound(node: ast.AST) -> list[str]:
    """Return the names that a node other than an assignment, an import or a definition binds."""
    if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        return [node.name] if node.name else []
    if isinstance(node, ast.MatchMapping):
        return [node.rest] if node.rest else []
    return []


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return found + [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
