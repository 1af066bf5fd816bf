"""The imports of Swift: a module, or one declaration of it."""

from __future__ import annotations

from adrguard.syntax.imported import ALL, Import, Name
from adrguard.syntax.nodes import name_of, of_kinds, part_of, span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode


def read(root: SgNode, path: str, language: str) -> list[Import]:  # noqa: ARG001 - readers are called alike
    """Return the imports below `root`; a whole module's names are all at hand without its name."""
    found = []
    for node in of_kinds(root, language, ("import_declaration",)):
        module = name_of(part_of(node, "identifier")).replace("`", "")
        if not module:
            continue
        start, end = span(node)
        names: tuple[Name, ...] = (Name(ALL, "", start, end),)
        bindings: tuple[tuple[str, str], ...] = ((module.partition(".")[0], module.partition(".")[0]),)
        if part_of(node, "struct", "class", "enum", "protocol", "typealias", "func", "let", "var") is not None:
            outer, _, last = module.rpartition(".")
            names, bindings, module = (Name(last, last, start, end),), (*bindings, (last, module)), outer or module
        found.append(Import(module, start, end, module, names, bindings))
    return found
