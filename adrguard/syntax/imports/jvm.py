"""The imports of Java and Kotlin: a qualified name, whose last part is what is taken."""

from __future__ import annotations

from adrguard.syntax.imported import ALL, Import, Name
from adrguard.syntax.nodes import name_of, of_kinds, part_of, parts_of, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode


def read(root: SgNode, path: str, language: str) -> list[Import]:  # noqa: ARG001 - readers are called alike
    """Return the imports below `root`."""
    if language == "kotlin":
        return [_kotlin(node) for node in of_kinds(root, language, ("import_header",))]
    return [_java(node) for node in of_kinds(root, language, ("import_declaration",))]


def _java(node: SgNode) -> Import:
    written = part_of(node, "scoped_identifier", "identifier")
    word, *rest = text_of(written).split(maxsplit=1) or [""]
    if word == "module" and rest and not rest[0].startswith("."):
        # Java 25: all packages of a module at once, which the grammar takes for one name.
        return qualified("".join(rest[0].split()), node, star=True)
    name = name_of(written)
    how = "static" if part_of(node, "static") is not None else "import"
    star = part_of(node, "asterisk") is not None
    return qualified(name, node, star=star, how=how)


def _kotlin(node: SgNode) -> Import:
    name = name_of(part_of(node, "identifier")).replace("`", "")
    star = part_of(node, "wildcard_import") is not None
    local = "".join([one.text() for alias in parts_of(node, "import_alias") for one in alias.children()[1:]])
    return qualified(name, node, star=star, local=local)


def qualified(name: str, node: SgNode, *, star: bool = False, how: str = "import", local: str = "") -> Import:
    """Return the import of a dotted name, or with `star` of all that it holds."""
    start, end = span(node)
    if star:
        return Import(name, start, end, name, (Name(ALL, "", start, end),), (), how)
    module, _, last = name.rpartition(".")
    bindings = ((local or last, name),)
    if not module:
        return Import(name, start, end, name, (), bindings, how)
    return Import(module, start, end, module, (Name(last, local or last, start, end),), bindings, how)
