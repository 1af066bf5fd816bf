"""The imports of Python in a piece of a file, which the interpreter's parser would refuse."""

from __future__ import annotations

from adrguard.syntax.imported import ALL, Import, Name
from adrguard.syntax.imports.python import absolute_name, below
from adrguard.syntax.nodes import of_kinds, part_of, parts_of, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_IMPORTERS = ("import_module", "__import__", "importorskip")
_TYPING_FLAGS = ("TYPE_CHECKING", "MYPY")


def read(root: SgNode, path: str, language: str) -> list[Import]:
    """Return the imports below `root`. What an `if TYPE_CHECKING` far above says is not known."""
    found = []
    for node in of_kinds(root, language, ("import_statement", "import_from_statement", "call", "ERROR")):
        if node.kind() == "import_statement":
            found += _plain(node)
        elif node.kind() == "import_from_statement":
            module = node.field("module_name")
            found.append(_taken_from(node, module, node.field_children("name"), path))
        elif node.kind() == "call":
            found += _by_call(node, path)
        else:
            found += _cut_off(node, path)
    return found


def _cut_off(node: SgNode, path: str) -> list[Import]:
    """Return the import that ends where the piece does: ``from a import (`` and some names."""
    parts = node.children()
    for at, part in enumerate(parts[:-2]):
        module, word = parts[at + 1], parts[at + 2]
        if part.text() == "from" and word.text() == "import" and module.kind() in ("dotted_name", "relative_import"):
            names = [one for one in parts[at + 3 :] if one.kind() in ("dotted_name", "aliased_import")]
            return [_taken_from(node, module, names, path)]
    return []


def _plain(node: SgNode) -> list[Import]:
    start, end = span(node)
    types_only = _only_for_types(node)
    found = []
    for one in parts_of(node, "dotted_name", "aliased_import"):
        name, local = _aliased(one)
        top = name.partition(".")[0]
        binding = (local, name) if one.kind() == "aliased_import" else (top, top)
        found.append(Import(name, start, end, name, (), (binding,), "import", types_only))
    return found


def _taken_from(node: SgNode, module_name: SgNode | None, taken: list[SgNode], path: str) -> Import:
    start, end = span(node)
    types_only = _only_for_types(node)
    module = "".join(text_of(module_name).split())
    absolute = absolute_name(module, path)
    names, bindings = [], []
    for one in taken:
        name, local = _aliased(one)
        names.append(Name(name, local, *span(one), types_only))
        if absolute:
            bindings.append((local, below(absolute, name)))
    names += [Name(ALL, "", *span(one), types_only) for one in parts_of(node, "wildcard_import")]
    return Import(module, start, end, absolute, tuple(names), tuple(bindings), "from", types_only)


def _aliased(node: SgNode) -> tuple[str, str]:
    if node.kind() != "aliased_import":
        name = "".join(node.text().split())
        return name, name
    return "".join(text_of(node.field("name")).split()), text_of(node.field("alias"))


def _only_for_types(node: SgNode) -> bool:
    start = span(node)[0]
    for one in node.ancestors():
        test = text_of(one.field("condition")) if one.kind() == "if_statement" else ""
        if test.rpartition(".")[2].split(" ")[-1] not in _TYPING_FLAGS:
            continue
        negated = test.startswith("not ")
        body = part_of(one, "else_clause") if negated else one.field("consequence")
        if body is not None and span(body)[0] <= start < span(body)[1]:
            return True
    return False


def _by_call(node: SgNode, path: str) -> list[Import]:
    arguments = node.field("arguments")
    if text_of(node.field("function")).rpartition(".")[2] not in _IMPORTERS or arguments is None:
        return []
    first = next((one for one in arguments.children() if one.is_named()), None)
    if first is None or first.kind() != "string" or first.find(kind="interpolation") is not None:
        return []
    module = text_of(first.find(kind="string_content"))
    start, end = span(node)
    return [Import(module, start, end, absolute_name(module, path), how="dynamic")] if module else []
