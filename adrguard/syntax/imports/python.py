"""The imports of Python, by the interpreter's own parser."""

from __future__ import annotations

import ast

from adrguard.syntax.imported import ALL, Import, Name, dotted_folder
from adrguard.syntax.python_places import Places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.syntax.source import Source

_TYPING_FLAGS = ("TYPE_CHECKING", "MYPY")
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")


def read(source: Source) -> tuple[Import, ...]:
    """Return every import statement of a whole file. Raises `SyntaxProblem`."""
    tree = source.python_tree()
    places = Places(source.text)
    found = []
    for node, types_only in _statements(tree.body):
        if isinstance(node, ast.Import):
            found += plain(node, places, types_only=types_only)
        else:
            found.append(taken_from(node, places, source.path, types_only=types_only))
    return tuple(found)


def _statements(body: list[ast.stmt]) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield the import statements in order, and whether only a type checker sees them."""
    stack: list[tuple[ast.AST, bool]] = [(node, False) for node in reversed(body)]
    while stack:
        node, types_only = stack.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node, types_only
            continue
        inner = []
        for field in _BODIES:
            children = getattr(node, field, None)
            if isinstance(children, list):
                seen = types_only or _only_for_types(node, field)
                inner += [(child, seen) for child in children]
        stack += reversed(inner)


def _only_for_types(node: ast.AST, field: str) -> bool:
    if not isinstance(node, ast.If):
        return False
    test, branch = node.test, "body"
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, branch = test.operand, "orelse"
    name = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
    return name in _TYPING_FLAGS and field == branch


def plain(node: ast.Import, places: Places, *, types_only: bool = False) -> list[Import]:
    """Return the imports of ``import a.b, c as d``: one for each module."""
    start, end = places.span(node)
    found = []
    for alias in node.names:
        top = alias.name.partition(".")[0]
        binding = (alias.asname, alias.name) if alias.asname else (top, top)
        found.append(Import(alias.name, start, end, alias.name, (), (binding,), "import", types_only))
    return found


def taken_from(node: ast.ImportFrom, places: Places, path: str, *, types_only: bool = False) -> Import:
    """Return the import of ``from a import b, c as d``; a relative one is resolved against the file's folder."""
    start, end = places.span(node)
    module = "." * node.level + (node.module or "")
    absolute = absolute_name(module, path)
    names, bindings = [], []
    for alias in node.names:
        local = "" if alias.name == ALL else alias.asname or alias.name
        names.append(Name(alias.name, local, *places.span(alias), types_only))
        if local and absolute:
            bindings.append((local, below(absolute, alias.name)))
    return Import(module, start, end, absolute, tuple(names), tuple(bindings), "from", types_only)


def absolute_name(module: str, path: str) -> str:
    """Return what a module name with or without leading dots means in the file at `path` (see `Import.absolute`)."""
    tail = module.lstrip(".")
    level = len(module) - len(tail)
    if not level:
        return module
    folder = dotted_folder(path, level)
    return below(folder, tail) if folder and tail else folder


def below(module: str, name: str) -> str:
    """Return the qualified name of something in a module; ``/`` is the root of the repository."""
    return module + name if module == "/" else f"{module}.{name}"


def imported_by_call(node: ast.Call) -> str:
    """Return the module that a call of an importing function names; "" when it is not written out."""
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    module = _literal(node.args[0] if node.args else named.get("name"))
    if not module.startswith("."):
        return module
    package = _literal(node.args[1] if len(node.args) > 1 else named.get("package"))
    if not package:
        # `__package__`, `__name__` or nothing: the file's own.
        return module
    parts = package.split(".")
    level = len(module) - len(module.lstrip("."))
    parts = parts[: len(parts) - (level - 1)]
    return ".".join([*parts, module.lstrip(".")]).strip(".")


def _literal(node: ast.expr | None) -> str:
    """Return the text that an expression is made of as it stands; "" where it depends on anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts: list[ast.expr] = []
    if isinstance(node, ast.JoinedStr):
        parts = node.values
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    texts = [_literal(part) for part in parts]
    return "".join(texts) if all(texts) else ""
