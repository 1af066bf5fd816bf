"""The imports of PHP: `use` with groups, functions and constants; `require` and `include` of a literal path."""

from __future__ import annotations

from adrguard.syntax.imported import Import, Name, folder_of, joined
from adrguard.syntax.nodes import of_kinds, part_of, parts_of, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_INCLUDES = ("require_expression", "require_once_expression", "include_expression", "include_once_expression")
_NAMES = ("qualified_name", "name", "namespace_name")
_FOLDERS = ("__DIR__", "dirname(__FILE__)")


def read(root: SgNode, path: str, language: str) -> list[Import]:
    """Return the imports below `root`."""
    found = []
    for node in of_kinds(root, language, ("namespace_use_declaration", *_INCLUDES)):
        if node.kind() == "namespace_use_declaration":
            found += _used(node)
            continue
        one = _included(node, path)
        if one is not None:
            found.append(one)
    return found


def _used(node: SgNode) -> list[Import]:
    group = part_of(node, "namespace_use_group")
    prefix = _name(part_of(node, *_NAMES)) + "\\" if group is not None else ""
    groups: dict[str, list[tuple[Name, str]]] = {}
    for clause in parts_of(group or node, "namespace_use_clause"):
        qualified = prefix + _name(part_of(clause, *_NAMES))
        module, _, last = qualified.rpartition("\\")
        local = text_of(clause.field("alias")) or last
        groups.setdefault(module, []).append((Name(last, local, *span(clause)), qualified))
    found = []
    for module, taken in groups.items():
        bindings = tuple([(name.local, qualified) for name, qualified in taken])
        if module:
            names = tuple([name for name, _ in taken])
            found.append(Import(module, *span(node), module, names, bindings, separator="\\"))
        else:
            found += [
                Import(name.name, *span(node), name.name, (), (bound,), separator="\\")
                for (name, _), bound in zip(taken, bindings, strict=True)
            ]
    return found


def _name(node: SgNode | None) -> str:
    return "".join(text_of(node).split()).strip("\\")


def _included(node: SgNode, path: str) -> Import | None:
    value = next((one for one in node.children() if one.is_named()), None)
    while value is not None and value.kind() == "parenthesized_expression":
        value = next((one for one in value.children() if one.is_named()), None)
    beside = False
    if value is not None and value.kind() == "binary_expression":
        beside = "".join(text_of(value.field("left")).split()) in _FOLDERS
        value = value.field("right") if beside else None
    written = _literal(value)
    if not written:
        return None
    relative = beside or written.startswith(("./", "../"))
    absolute = joined(folder_of(path), written) if relative else written
    how = node.kind().removesuffix("_expression")
    module = "./" + written.lstrip("/") if beside else written
    return Import(module, *span(node), absolute, how=how, separator="/")


def _literal(node: SgNode | None) -> str:
    if node is None or node.kind() not in ("string", "encapsed_string"):
        return ""
    parts = [one for one in node.children() if one.is_named()]
    return parts[0].text() if len(parts) == 1 and parts[0].kind() == "string_content" else ""
