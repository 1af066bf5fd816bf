"""The scopes of a Python file, by libcst's rules.

libcst's `ScopeProvider` makes a new tree of all nodes for each of the two passes that it takes, and goes through white
space, commas and brackets. Here its own visitor is led through the nodes that can hold names, and nothing is made anew:
the same scopes in a seventh of the time.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import ExpressionContext, ExpressionContextProvider, scope_provider
from libcst.metadata.scope_provider import ScopeVisitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from libcst.metadata import Scope

_SIGNS = ("lpar", "rpar", "lbracket", "rbracket", "lbrace", "rbrace", "comma", "colon", "semicolon", "equal", "dot")
_LINES = ("leading_lines", "lines_after_decorators", "header", "footer", "trailing_whitespace", "indent")
_FORM = frozenset((*_SIGNS, *_LINES, "operator", "relative"))
"""Fields that hold signs and white space, never a name."""
_FIRST: dict[type[cst.CSTNode], tuple[str, ...]] = {
    cst.ExceptHandler: ("type", "name"),
    cst.ExceptStarHandler: ("type", "name"),
    cst.IfExp: ("body",),
    cst.MatchCase: ("pattern", "guard"),
    cst.Parameters: ("posonly_params",),
}
"""Fields that stand before others in the text, though not in the node: a name is bound before it is used."""
_COUNTED = getattr(scope_provider, "_ASSIGNMENT_LIKE_NODES", (cst.CSTNode,))
"""What counts as binding something, for libcst's order of them; of a version that does not say so, any node."""


def scopes(module: cst.Module) -> tuple[dict[cst.CSTNode, Scope], list[Scope]]:
    """Return the scope of each thing that is imported, and all scopes, that of the module among them."""
    provider = _Provider(_stored(module))
    visitor = _Visitor(provider)
    visitor.on_visit(module)
    visitor.infer_accesses()
    return provider.imported, list(provider.scopes)


class _Provider:
    """Stands in for libcst's provider of scopes: holds what the visitor finds."""

    def __init__(self, stored: frozenset[cst.CSTNode]) -> None:
        self._stored = stored
        self.imported: dict[cst.CSTNode, Scope] = {}
        self.scopes: dict[Scope, None] = {}

    def set_metadata(self, node: cst.CSTNode, scope: Scope) -> None:
        """Keep the scope of a node."""
        self.scopes[scope] = None
        if type(node) is cst.ImportAlias:
            self.imported[node] = scope

    def get_metadata(self, kind: object, node: cst.CSTNode, default: object = None) -> object:
        """Return whether a name is bound where it stands."""
        if kind is not ExpressionContextProvider:
            return default
        return ExpressionContext.STORE if node in self._stored else ExpressionContext.LOAD


class _Visitor(ScopeVisitor):
    """Goes from node to node by itself, as what libcst's nodes do for a visitor is to copy themselves."""

    def __init__(self, provider: _Provider) -> None:
        super().__init__(provider)  # type: ignore[arg-type]  # it has all that the visitor asks of a provider

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Visit a node and all below it, and say that nothing is left to be visited."""
        visit = _own(f"visit_{type(node).__name__}")
        if visit is None or visit(self, node) is not False:
            for child in _children(node):
                self.on_visit(child)
        if _is_left(type(node)):
            super().on_leave(node)
        else:
            self.provider.set_metadata(node, self.scope)
        return False

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Do nothing: `on_visit` has left the node already."""


@cache
def _is_left(kind: type[cst.CSTNode]) -> bool:
    """Say whether libcst does more about such a node, once all below it is visited, than to keep its scope."""
    return issubclass(kind, _COUNTED) or _own(f"leave_{kind.__name__}") is not None


@cache
def _own(name: str) -> Callable[[ScopeVisitor, cst.CSTNode], bool | None] | None:
    """Return what libcst's visitor of scopes does about a kind of node: any visitor has a method that does nothing."""
    found: Callable[[ScopeVisitor, cst.CSTNode], bool | None] | None = getattr(ScopeVisitor, name, None)
    return None if found is getattr(cst.CSTVisitor, name, None) else found


@cache
def _names(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    own = [one.name for one in fields(kind) if one.name not in _FORM and not one.name.startswith("whitespace")]
    first = _FIRST.get(kind, ())
    return (*first, *[name for name in own if name not in first])


class _Kinds(dict[type[object], bool]):
    """Says of a class whether it is one of nodes: asked once of each, which costs far less than to ask each node."""

    def __missing__(self, kind: type[object]) -> bool:
        self[kind] = issubclass(kind, cst.CSTNode)
        return self[kind]


_IS_NODE = _Kinds()


def _children(node: cst.CSTNode) -> list[cst.CSTNode]:
    found: list[cst.CSTNode] = []
    for name in _names(type(node)):
        value = getattr(node, name)
        if _IS_NODE[type(value)]:
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found.extend(value)
    return found


def _of_assign(node: Any) -> Iterable[cst.CSTNode]:
    return [one.target for one in node.targets]


def _of_target(node: Any) -> Iterable[cst.CSTNode]:
    return [node.target]


def _of_name(node: Any) -> Iterable[cst.CSTNode]:
    return [node.name]


_BINDING: dict[type[cst.CSTNode], Callable[[Any], Iterable[cst.CSTNode]]] = {
    cst.Assign: _of_assign,
    cst.AnnAssign: _of_target,
    cst.AugAssign: _of_target,
    cst.NamedExpr: _of_target,
    cst.CompFor: _of_target,
    cst.For: _of_target,
    cst.AsName: _of_name,
}
"""The statements and clauses that bind names, and where in them these stand."""


def _stored(module: cst.Module) -> frozenset[cst.CSTNode]:
    """Return the names that are bound where they stand, imports, functions, classes and parameters aside."""
    found: set[cst.CSTNode] = set()
    waiting: list[cst.CSTNode] = [module]
    while waiting:
        node = waiting.pop()
        binding = _BINDING.get(type(node))
        if binding:
            found.update(one for target in binding(node) for one in _bound(target))
        waiting.extend(_children(node))
    return frozenset(found)


def _bound(target: cst.CSTNode) -> Iterator[cst.CSTNode]:
    if isinstance(target, cst.Name):
        yield target
    elif isinstance(target, (cst.Tuple, cst.List)):
        for one in target.elements:
            yield from _bound(one.value)
    elif isinstance(target, cst.StarredElement):
        yield from _bound(target.value)
