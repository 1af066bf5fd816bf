"""The includes of C and C++."""

from __future__ import annotations

from adrguard.syntax.imported import Import, folder_of, joined
from adrguard.syntax.nodes import of_kinds, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_DIRECTIVES = ("#include_next", "#import")


def read(root: SgNode, path: str, language: str) -> list[Import]:
    """Return the includes below `root`; one that names a macro is none that we can read."""
    found = []
    for node in of_kinds(root, language, ("preproc_include", "preproc_call")):
        if node.kind() == "preproc_include":
            written = text_of(node.field("path"))
        elif "".join(text_of(node.field("directive")).split()) in _DIRECTIVES:
            written = text_of(node.field("argument")).strip()
        else:
            continue
        header = written[1:-1].strip()
        if written[:1] not in ("<", '"') or not header:
            continue
        relative = header.startswith(("./", "../"))
        absolute = joined(folder_of(path), header) if relative else _plain(header)
        how = "include <>" if written[0] == "<" else "include"
        start, end = span(node)
        # The grammar counts the line end to the directive.
        end -= len(node.text()) - len(node.text().rstrip())
        found.append(Import(header, start, end, absolute, how=how, separator="/"))
    return found


def _plain(header: str) -> str:
    """Return a header without the steps of its path that go nowhere: ``sys/./mman.h`` is ``sys/mman.h``."""
    first, *rest = header.split("/")
    return "/".join([first, *[part for part in rest if part not in ("", ".")]])
