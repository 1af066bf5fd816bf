"""What the parser of Python takes and its compiler does not: what stands where it means nothing."""

from __future__ import annotations

import ast

_FUNCTIONS = (ast.FunctionDef, ast.Lambda)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_UNPACKING = (ast.Call, ast.List, ast.Tuple, ast.Set, ast.ClassDef, ast.Subscript, ast.arg)
_PLAIN, _ASYNC = "function", "async"


def misplaced(tree: ast.Module) -> int:
    """Return how many nodes are at no place for them: a `yield` in no function, a `break` in no loop, a loose star."""
    count = 0
    waiting: list[tuple[ast.AST, str, bool]] = [(tree, "", False)]
    while waiting:
        node, function, loop = waiting.pop()
        if isinstance(node, ast.AsyncFunctionDef):
            function, loop = _ASYNC, False
        elif isinstance(node, _FUNCTIONS):
            function, loop = _PLAIN, False
        elif isinstance(node, ast.ClassDef):
            function, loop = "", False
        elif isinstance(node, _LOOPS):
            loop = True
        for child in ast.iter_child_nodes(node):
            count += _is_misplaced(child, node, function, loop=loop)
            waiting.append((child, function, loop))
    return count


def _is_misplaced(child: ast.AST, parent: ast.AST, function: str, *, loop: bool) -> bool:
    if isinstance(child, (ast.Return, ast.Yield, ast.YieldFrom)):
        return not function
    if isinstance(child, ast.Await):
        return function != _ASYNC
    if isinstance(child, (ast.Break, ast.Continue)):
        return not loop
    return isinstance(child, ast.Starred) and not isinstance(parent, _UNPACKING)
