"""The calls of Python: names followed through scopes, imports, aliases and the importing functions."""

from __future__ import annotations

import ast
import builtins

from adrguard.syntax.called import Call
from adrguard.syntax.calls.python_scopes import Scope, Survey
from adrguard.syntax.imported import Import
from adrguard.syntax.imports.python import absolute_name, below, imported_by_call
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.python_places import Places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.syntax.source import Source

_BUILTINS = frozenset(dir(builtins))
_IMPORTERS = frozenset(
    ("importlib.import_module", "importlib.__import__", "builtins.__import__", "__import__", "pytest.importorskip")
)
_GETATTR_ARGUMENTS = 2
_DEEPEST = 16


def read(source: Source) -> tuple[Call, ...]:
    """Return every call whose callee is not local to the file. Raises `SyntaxProblem`."""
    tree = source.python_tree()
    places = Places(source.text)
    try:
        survey = Survey(tree, places, source.path)
        resolver = _Resolver(survey, source.path)
        found = []
        for node, scope in survey.calls:
            names = resolver.names(node.func, scope)
            maybe = resolver.by_wildcard(node.func, scope)
            if len(maybe) == 1 and names[:1] and names[0].partition(".")[0] not in _BUILTINS:
                # Nothing else in the file can have brought the name.
                names, maybe = [*names, *maybe], []
            if names:
                found.append(Call(*places.span(node.func), tuple(dict.fromkeys(names)), tuple(maybe)))
    except RecursionError:
        raise SyntaxProblem("nested too deeply to be judged") from None
    return tuple(sorted(found, key=lambda call: call.start))


def imported(source: Source) -> list[Import]:
    """Return what calls of importing functions import, by whatever name those go. Raises `SyntaxProblem`."""
    tree = source.python_tree()
    places = Places(source.text)
    found = []
    try:
        survey = Survey(tree, places, source.path)
        resolver = _Resolver(survey, source.path)
        for node, scope in survey.calls:
            callee = [*resolver.names(node.func, scope), *resolver.by_wildcard(node.func, scope)]
            module = "" if _IMPORTERS.isdisjoint(map(plain_builtin, callee)) else imported_by_call(node)
            if module:
                absolute = absolute_name(module, source.path)
                found.append(Import(module, *places.span(node), absolute, how="dynamic"))
    except RecursionError:
        raise SyntaxProblem("nested too deeply to be judged") from None
    return found


class _Resolver:
    """Follows an expression back to the qualified names it may stand for."""

    def __init__(self, survey: Survey, path: str) -> None:
        self._stars = survey.stars
        self._path = path

    def by_wildcard(self, node: ast.expr, scope: Scope) -> list[str]:
        """Return what a name that nothing binds stands for if it comes by ``from m import *``."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or scope.find(node.id) is not None:
            return []
        return [below(module, ".".join([node.id, *reversed(attributes)])) for module in self._stars]

    def names(self, node: ast.expr, scope: Scope, depth: int = 0) -> list[str]:
        """Return the qualified names of an expression, none when it is local or cannot be told."""
        if depth > _DEEPEST:
            return []
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        tail = ".".join(reversed(attributes))
        return [below(name, tail) if tail else name for name in self._root(node, scope, depth) if name]

    def _root(self, node: ast.expr, scope: Scope, depth: int) -> list[str]:
        if isinstance(node, ast.Name):
            return self._named(node.id, scope, depth)
        if isinstance(node, ast.NamedExpr):
            return self.names(node.value, scope, depth + 1)
        if isinstance(node, ast.IfExp):
            return self.names(node.body, scope, depth + 1) + self.names(node.orelse, scope, depth + 1)
        if isinstance(node, ast.BoolOp):
            return [name for one in node.values for name in self.names(one, scope, depth + 1)]
        if isinstance(node, ast.Call):
            return self._called(node, scope, depth)
        return []

    def _called(self, node: ast.Call, scope: Scope, depth: int) -> list[str]:
        """Return what a call yields where that is told by its text: an imported module, an attribute."""
        callee = self.names(node.func, scope, depth + 1)
        if not _IMPORTERS.isdisjoint(callee):
            module = imported_by_call(node)
            if any(name.endswith("__import__") for name in callee):
                # `__import__("a.b")` yields the package `a`.
                module = module.partition(".")[0]
            return [absolute_name(module, self._path)] if module else []
        if "getattr" in callee and len(node.args) >= _GETATTR_ARGUMENTS:
            attribute = node.args[1]
            if isinstance(attribute, ast.Constant) and isinstance(attribute.value, str):
                return [below(name, attribute.value) for name in self.names(node.args[0], scope, depth + 1)]
        return []

    def _named(self, name: str, scope: Scope, depth: int) -> list[str]:
        home = scope.find(name)
        if home is None:
            return [name, "builtins"] if name == "__builtins__" else [name]
        found = list(home.imports.get(name, ()))
        aliases = home.aliases.get(name, ())
        if len(aliases) == 1 and name not in home.others:
            if isinstance(aliases[0], ast.Name) and aliases[0].id == name:
                # `eval = eval` is what it was further out.
                return found + (self._named(name, home.parent, depth + 1) if home.parent is not None else [name])
            found += self.names(aliases[0], home, depth + 1)
        return found


def plain_builtin(name: str) -> str:
    """Return a builtin without its module, any other name as it is."""
    short = name.removeprefix("builtins.").removeprefix("__builtins__.")
    return short if short in _BUILTINS else name
