"""The imports of Scala 2 and 3: selectors, renames, wildcards, several in one statement."""

from __future__ import annotations

from adrguard.syntax.imported import ALL, Import, Name
from adrguard.syntax.nodes import of_kinds, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_RENAMED = ("arrow_renamed_identifier", "as_renamed_identifier")


def read(root: SgNode, path: str, language: str) -> list[Import]:  # noqa: ARG001 - readers are called alike
    """Return the imports below `root`: one for each path of a statement."""
    found = []
    for node in of_kinds(root, language, ("import_declaration", "export_declaration")):
        parts: list[SgNode] = []
        for child in node.children()[1:]:
            # A comma, or a name where a dot should be, begins the next path.
            if child.text() == "," or (parts and child.is_named() and not _after_dot(child)):
                found += _path(parts, node)
                parts = []
            if child.is_named() and "comment" not in child.kind():
                parts.append(child)
        found += _path(parts, node)
    return found


def _after_dot(node: SgNode) -> bool:
    before = node.prev()
    return before is not None and before.text() == "."


def _path(parts: list[SgNode], node: SgNode) -> list[Import]:
    if not parts:
        return []
    last = parts[-1]
    if len(parts) > 1 and parts[0].text() == "_root_":
        parts = parts[1:]
    before = ".".join([one.text().strip("`") for one in parts[:-1]])
    if last.kind() == "namespace_selectors":
        names = [one for child in last.children() if child.is_named() for one in _name(child)]
    else:
        names = _name(last)
    start, end = span(node)
    if not before:
        return [Import(one.name, start, end, one.name, (), ((one.local, one.name),)) for one in names if one.local]
    bindings = [(one.local, f"{before}.{one.name}") for one in names if one.local]
    return [Import(before, start, end, before, tuple(names), tuple(bindings))]


def _name(node: SgNode) -> list[Name]:
    kind = node.kind()
    if kind in _RENAMED:
        name = text_of(node.field("name")) or node.children()[0].text()
        local = text_of(node.field("alias")) or node.children()[-1].text()
        if local == "_":
            return []  # hidden, not imported
        return [Name(name.strip("`"), local.strip("`"), *span(node))]
    if kind in ("namespace_wildcard", "wildcard") or node.text() in ("_", "*", "given"):
        return [Name(ALL, "", *span(node))]
    if "comment" in kind:
        return []
    return [Name(node.text().strip("`"), node.text().strip("`"), *span(node))]
