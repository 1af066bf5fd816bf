"""The imports of Rust: `use` with nested groups, `extern crate`, and the `mod x;` that ties files together."""

from __future__ import annotations

from adrguard.syntax.imported import ALL, Import, Name
from adrguard.syntax.nodes import name_of, named, of_kinds, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_KINDS = ("use_declaration", "extern_crate_declaration", "mod_item")


def read(root: SgNode, path: str, language: str) -> list[Import]:
    """Return the imports below `root`: of a nested group one for each module in it."""
    found = []
    for node in of_kinds(root, language, _KINDS):
        if node.kind() == "use_declaration":
            found += _used(node, path)
        elif node.kind() == "extern_crate_declaration":
            name = text_of(node.field("name"))
            local = text_of(node.field("alias")) or name
            found.append(Import(name, *span(node), name, (), ((local, name),), "extern", separator="::"))
        elif node.field("body") is None:
            module = f"self::{text_of(node.field('name'))}"
            found.append(_import(module, node, path, []).replace(how="mod"))
    return _by_alias(found)


def _by_alias(imports: list[Import]) -> list[Import]:
    """Return the imports with what they take from a crate or module by a name of the file's own put as it is."""
    known = {
        local: qualified
        for one in imports
        for local, qualified in one.bindings
        if local != qualified.rpartition("::")[2]
    }
    if not known:
        return imports
    found = []
    for one in imports:
        first, mark, rest = one.absolute.partition("::")
        found.append(one.replace(absolute=known[first] + mark + rest) if one.how != "mod" and first in known else one)
    return found


def _used(node: SgNode, path: str) -> list[Import]:
    argument = node.field("argument")
    groups: dict[str, list[Name]] = {}
    if argument is not None:
        for module, name in _leaves(argument):
            groups.setdefault(module, []).append(name)
    crates = [_import("", node, path, [name]) for name in groups.pop("", [])]
    return crates + [_import(module, node, path, names) for module, names in groups.items()]


def _leaves(tree: SgNode) -> list[tuple[str, Name]]:
    """Return `(module, name)` for every leaf of a use tree; a crate by itself is a name of the module ""."""
    found = []
    stack = [(tree, "")]
    while stack:
        node, prefix = stack.pop()
        kind = node.kind()
        if kind == "use_list":
            stack += [(child, prefix) for child in reversed(list(named(node)))]
        elif kind == "scoped_use_list":
            group = node.field("list")
            stack += [(group, _below(prefix, name_of(node.field("path"))))] if group is not None else []
        else:
            found.append(_leaf(node, kind, prefix))
    return found


def _leaf(node: SgNode, kind: str, prefix: str) -> tuple[str, Name]:
    if kind == "use_wildcard":
        path = next((name_of(child) for child in named(node)), "")
        return _below(prefix, path), Name(ALL, "", *span(node))
    local = ""
    target: SgNode | None = node
    if kind == "use_as_clause":
        local = text_of(node.field("alias"))
        target = node.field("path")
    module, _, name = _below(prefix, name_of(target)).rpartition("::")
    if name == "self" and module not in ("", "self", "super", "crate"):
        module, _, name = module.rpartition("::")
    return module, Name(name, "" if local == "_" else local or name, *span(node))


def _below(prefix: str, path: str) -> str:
    path = "".join(path.split()).replace("r#", "").removeprefix("::")
    return f"{prefix}::{path}" if prefix and path else prefix or path


def _import(module: str, node: SgNode, path: str, names: list[Name]) -> Import:
    inline = _inline(node)
    if not module:
        # `use x;` imports the crate itself.
        module, names, local = names[0].name, [], names[0].local
        absolute = absolute_name(module, path, inline)
        bindings: list[tuple[str, str]] = [(local, absolute)] if local else []
    else:
        absolute = absolute_name(module, path, inline)
        bindings = [(one.local, f"{absolute}::{one.name}" if absolute else one.name) for one in names if one.local]
    return Import(module, *span(node), absolute, tuple(names), tuple(bindings), separator="::", inline=inline)


def _inline(node: SgNode) -> tuple[str, ...]:
    found = [text_of(one.field("name")) for one in node.ancestors() if one.kind() == "mod_item"]
    return tuple(reversed(found))


def absolute_name(module: str, path: str, inline: tuple[str, ...] = ()) -> str:
    """Return the path from the crate's root where `self` or `super` begins it; any other as it is."""
    parts = module.split("::")
    if parts[0] not in ("self", "super"):
        return module
    here = [*_module_of(path), *inline]
    while parts and parts[0] in ("self", "super"):
        if parts.pop(0) == "super":
            if not here:
                return module
            here.pop()
    return "::".join(["crate", *here, *parts])


def _module_of(path: str) -> list[str]:
    """Return the module path of a file below its crate's `src`."""
    parts = path.removesuffix(".rs").split("/")
    if "src" in parts:
        parts = parts[len(parts) - parts[::-1].index("src") :]
    if parts and parts[-1] in ("mod", "lib", "main"):
        parts.pop()
    return parts
