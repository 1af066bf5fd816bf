"""The usings of C#: namespaces, static ones, aliases, global ones."""

from __future__ import annotations

from adrguard.syntax.imported import ALL, Import, Name
from adrguard.syntax.nodes import name_of, of_kinds, parts_of, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_NAMES = ("qualified_name", "identifier", "generic_name", "alias_qualified_name")


def read(root: SgNode, path: str, language: str) -> list[Import]:  # noqa: ARG001 - readers are called alike
    """Return the usings below `root`."""
    found = []
    for node in of_kinds(root, language, ("using_directive",)):
        names = parts_of(node, *_NAMES)
        if not names:
            continue
        start, end = span(node)
        module = _without_generics(name_of(names[-1])).removeprefix("global::").replace("::", ".").replace("@", "")
        words = {one.kind() for one in node.children()}
        taken: tuple[Name, ...] = (Name(ALL, "", start, end),)
        bindings: tuple[tuple[str, str], ...] = ()
        how = "static" if "static" in words else "import"
        if "=" in words:
            local = text_of(node.field("name")) or names[0].text()
            taken, bindings, how = (), ((local, module),), "alias"
        found.append(Import(module, start, end, module, taken, bindings, how))
    return found


def _without_generics(name: str) -> str:
    start = name.find("<", name.rfind(".") + 1)
    return name if start < 0 else name[:start]
