"""The imports of Ruby: `require`, `require_relative`, `load`, `autoload` of a text that is written out."""

from __future__ import annotations

from adrguard.syntax.escapes import unescaped
from adrguard.syntax.imported import Import, folder_of, joined
from adrguard.syntax.nodes import named, of_kinds, part_of, parts_of, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_METHODS = ("require", "require_relative", "load", "autoload", "require_dependency")
_RECEIVERS = ("", "Kernel", "self")


def read(root: SgNode, path: str, language: str) -> list[Import]:
    """Return the imports below `root`."""
    found = []
    for node in of_kinds(root, language, ("call",)):
        method = text_of(node.field("method"))
        arguments = node.field("arguments")
        if method not in _METHODS or text_of(node.field("receiver")) not in _RECEIVERS or arguments is None:
            continue
        feature = _literal(list(named(arguments)), at=1 if method == "autoload" else 0)
        if not feature:
            continue
        relative = method == "require_relative" or feature.startswith(("./", "../"))
        plain = feature.removesuffix(".rb")
        absolute = joined(folder_of(path), plain) if relative else plain
        found.append(Import(feature, *span(node), absolute, how=method, separator="/"))
    return found


def _literal(arguments: list[SgNode], at: int) -> str:
    if len(arguments) <= at or arguments[at].kind() != "string" or part_of(arguments[at], "interpolation") is not None:
        return ""
    # An escape is a node of its own between the pieces of the text.
    return "".join([unescaped(one.text()) for one in parts_of(arguments[at], "string_content", "escape_sequence")])
