"""Edits that take names out of import statements and put new statements beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from adrguard.fixer.edits import Edit, newline_of
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from libcst.metadata import Scope

    from adrguard.fixer.python.tree import Alias, PythonTree, Statement


class Wanted(Record):
    """An import to be added: its text, what it binds and means, and the statement whose place or company it takes.

    Without a statement it goes to the others at the top of the file.
    """

    text: str
    local: str
    means: tuple[str, ...]
    module: tuple[str, ...]
    scope: Scope | None
    beside: Statement | None = None


def import_edits(tree: PythonTree, dropped: Iterable[Alias], wanted: Iterable[Wanted]) -> list[Edit]:
    """Return the edits that drop these names from their statements and add those imports."""
    gone: dict[int, list[Alias]] = {}
    new: dict[int, list[str]] = {}
    statements: dict[int, Statement] = {}
    top: list[str] = []
    for alias in dropped:
        gone.setdefault(alias.statement.start, []).append(alias)
        statements[alias.statement.start] = alias.statement
    for one in wanted:
        if one.beside is None:
            top.append(one.text)
        else:
            new.setdefault(one.beside.start, []).append(one.text)
            statements[one.beside.start] = one.beside
    edits = [Edit(*at_top(tree, top))] if top else []
    for start, statement in statements.items():
        taken, added = gone.get(start, []), new.get(start, [])
        if len(taken) == len(_names(statement)):
            edits.append(_instead(tree, statement, added))
            continue
        if taken:
            edits.append(Edit(statement.start, statement.end, _without(tree, statement, taken)))
        if added:
            edits.append(_after(tree, statement, added))
    return edits


def _names(statement: Statement) -> Sequence[cst.ImportAlias]:
    names = statement.node.names
    return () if isinstance(names, cst.ImportStar) else names


def _without(tree: PythonTree, statement: Statement, taken: list[Alias]) -> str:
    """Return the statement without some of its names, laid out as it was."""
    away = {id(one.node) for one in taken}
    names = list(_names(statement))
    kept = [one for one in names if id(one) not in away]
    if id(names[-1]) in away:
        kept[-1] = kept[-1].with_changes(comma=names[-1].comma)
    code = tree.module.code_for_node(statement.node.with_changes(names=kept))
    # A semicolon belongs to the line, and stands behind the statement's place.
    semicolon = statement.node.semicolon
    return code if isinstance(semicolon, cst.MaybeSentinel) else code.removesuffix(tree.module.code_for_node(semicolon))


def _instead(tree: PythonTree, statement: Statement, added: list[str]) -> Edit:
    """Put imports in the place of a statement; where there are none, take it out with its line."""
    text, start, end = tree.text, statement.start, statement.end
    line = text.rfind("\n", 0, start) + 1
    indent = text[line:start]
    if added:
        if statement.block and not indent.strip():
            return Edit(start, end, (newline_of(text, start) + indent).join(added))
        return Edit(start, end, "; ".join(added))
    parts = statement.line.body
    if len(parts) > 1:
        index = statement.index
        if index + 1 < len(parts):
            return Edit(start, tree.span(parts[index + 1])[0], "")
        return Edit(tree.span(parts[index - 1])[1], end, "")
    if statement.only or not statement.block or indent.strip():
        return Edit(start, end, "pass")
    stop = text.find("\n", end)
    return Edit(line, len(text) if stop < 0 else stop + 1, "")


def _after(tree: PythonTree, statement: Statement, added: list[str]) -> Edit:
    """Add lines below the one of a statement that stays."""
    text = tree.text
    line = text.rfind("\n", 0, statement.start) + 1
    first = tree.span(statement.line.body[0])[0]
    indent = text[line : line + len(text[line:first]) - len(text[line:first].lstrip())]
    end = text.find("\n", tree.span(statement.line.body[-1])[1])
    newline = newline_of(text, statement.start)
    if end < 0:
        return Edit(len(text), len(text), "".join(newline + indent + one for one in added))
    return Edit(end + 1, end + 1, "".join(indent + one + newline for one in added))


def at_top(tree: PythonTree, added: list[str]) -> tuple[int, int, str]:
    """Return where imports go that have no old one beside them, and their text: below the first imports of the file.

    Without any they stand below its docstring, or before its first statement and the comment that belongs to that.
    """
    text = tree.text
    newline = newline_of(text, 0)
    lines = "".join(one + newline for one in added)
    last = _last_import(tree)
    if last is not None:
        end = text.find("\n", tree.span(last.body[-1])[1])
        return (len(text), len(text), newline + lines.rstrip()) if end < 0 else (end + 1, end + 1, lines)
    body = [one for one in tree.module.body if not _is_docstring(one, tree.module)]
    if not body:
        return len(text), len(text), newline + lines
    start = text.rfind("\n", 0, _first_place(tree, body[0])) + 1
    while start and text[text.rfind("\n", 0, start - 1) + 1 : start].startswith("#"):
        above = text.rfind("\n", 0, start - 1) + 1
        if not above:
            # A comment that begins the file is about the file.
            start = text.rfind("\n", 0, _first_place(tree, body[0])) + 1
            break
        start = above
    return start, start, lines + newline


def _first_place(tree: PythonTree, node: cst.CSTNode) -> int:
    decorators = getattr(node, "decorators", ())
    return min([tree.span(one)[0] for one in (node, *decorators)])


def _last_import(tree: PythonTree) -> cst.SimpleStatementLine | None:
    """Return the last line of the imports that begin the file, as far as they stand in no block."""
    last = None
    for node in tree.module.body:
        if isinstance(node, cst.SimpleStatementLine):
            if any(isinstance(one, (cst.Import, cst.ImportFrom)) for one in node.body):
                last = node
        elif not isinstance(node, (cst.If, cst.Try)):
            break
    return last


def _is_docstring(node: cst.CSTNode, module: cst.Module) -> bool:
    if node is not module.body[0] or not isinstance(node, cst.SimpleStatementLine) or len(node.body) != 1:
        return False
    small = node.body[0]
    return isinstance(small, cst.Expr) and isinstance(small.value, (cst.SimpleString, cst.ConcatenatedString))
