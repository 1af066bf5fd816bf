"""The imports of Go."""

from __future__ import annotations

from re import compile as compile_regex

from adrguard.syntax.escapes import unescaped
from adrguard.syntax.imported import ALL, Import, Name, folder_of, joined
from adrguard.syntax.nodes import of_kinds, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_VERSION = compile_regex(r"v[0-9]+")
_VERSION_SUFFIX = compile_regex(r"\.v[0-9]+$")


def read(root: SgNode, path: str, language: str) -> list[Import]:
    """Return the imports below `root`."""
    found = []
    for node in of_kinds(root, language, ("import_spec",)):
        written = text_of(node.field("path"))
        module = written[1:-1] if written[:1] == "`" else unescaped(written[1:-1])
        if not module:
            continue
        absolute = joined(folder_of(path), module) if module.startswith((".", "..")) else module
        local = text_of(node.field("name"))
        names = (Name(ALL, "", *span(node)),) if local == "." else ()
        locals_ = () if local in (".", "_") else (local,) if local else package_names(module)
        bindings = tuple([(one, absolute) for one in locals_])
        found.append(Import(module, *span(node), absolute, names, bindings, separator="/"))
    return found


def package_names(module: str) -> tuple[str, ...]:
    """Return what the package at an import path is called: only its source would say, but there are customs."""
    parts = module.split("/")
    if len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    last = _VERSION_SUFFIX.sub("", parts[-1])
    short = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    return tuple(dict.fromkeys([last, short, short.replace("-", "_"), short.replace("-", "")]))
