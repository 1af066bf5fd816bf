"""The imports of JavaScript and TypeScript: `import`, `export … from`, `require`, `import()`."""

from __future__ import annotations

import sys
from re import compile as compile_regex

from adrguard.syntax.imported import ALL, Import, Name, folder_of, joined
from adrguard.syntax.nodes import name_of, named, of_kinds, part_of, parts_of, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from re import Match

    from ast_grep_py import SgNode

_KINDS = ("import_statement", "export_statement", "call_expression", "ERROR")
_IMPORTERS = (
    *("require", "import", "module.require", "require.resolve"),
    *("globalThis.require", "global.require", "process.mainModule.require"),
)
_RENAMED = compile_regex(r"createRequire|=\s{0,9}\(?(?:module\.)?require\b(?![(.?])")
_LISTERS = ("define", "require", "requirejs")
_OF_THE_LOADER = ("require", "exports", "module")
_TEXTS = ("string_fragment", "escape_sequence")
_ESCAPE = compile_regex(
    r"\\(?:u\{([0-9a-fA-F]{1,8})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|\r?\n|(.))"
)
_DEEPEST_SUM = 16


def read(root: SgNode, path: str, language: str) -> list[Import]:
    """Return the imports below `root`."""
    found = []
    importers = {*_IMPORTERS, *_own_importers(root, language)}
    for node in of_kinds(root, language, _KINDS):
        if node.kind() == "import_statement":
            one = _imported(node, path)
        elif node.kind() == "export_statement":
            one = _exported(node, path)
        elif node.kind() == "ERROR":
            one = _cut_off(node, path)
        else:
            one = _called(node, path, importers)
            found += _listed(node, path) if one is None else []
        if one is not None:
            found.append(one)
    return found


def literal(node: SgNode | None, depth: int = 0) -> str:
    """Return what a string, a template without substitutions or a sum of such says; "" for any other expression."""
    node = _inside(node)
    if node is None or depth > _DEEPEST_SUM:
        return ""
    if node.kind() == "binary_expression" and part_of(node, "+") is not None:
        texts = [literal(node.field(side), depth + 1) for side in ("left", "right")]
        return "".join(texts) if all(texts) else ""
    if node.kind() not in ("string", "template_string") or part_of(node, "template_substitution"):
        return ""
    return unescaped("".join([one.text() for one in parts_of(node, *_TEXTS)]))


def unescaped(text: str) -> str:
    r"""Return a text or a name with its escapes undone: ``ev\u0061l`` is `eval` to JavaScript, too."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if not (digits or escape[4]):
        return escape[5] or ""  # itself, or nothing where the line goes on
    code = int(digits, 16) if digits else int(escape[4], 8)
    return chr(code) if code <= sys.maxunicode else ""


def absolute_name(module: str, path: str) -> str:
    """Return the module without what does not matter; the place that a relative one leads to."""
    before, inside, package = module.rpartition("node_modules/")
    if inside and package and (not before or before.endswith("/")):
        # Whatever the way there, what lies in that folder is the package of the name.
        module = package
    if module in (".", "..") or module.startswith(("./", "../")):
        return joined(folder_of(path), module)
    module = module.rpartition("!")[2].partition("?")[0]
    scheme, colon, rest = module.partition(":")
    if colon and scheme in ("node", "bun"):
        return rest
    if colon and scheme in ("npm", "jsr"):
        return _without_version(rest.lstrip("/"))
    return module.rstrip("/")


def _without_version(module: str) -> str:
    parts = module.split("/")
    return "/".join([part if index == 0 and len(part) == 0 else part[:1] + part[1:].partition("@")[0]
                     for index, part in enumerate(parts)])  # fmt: skip


def _imported(node: SgNode, path: str) -> Import | None:
    required = part_of(node, "import_require_clause")
    module = literal(node.field("source") or (required and required.field("source")))
    if not module:
        return None
    absolute = absolute_name(module, path)
    only_types = part_of(node, "type", "typeof") is not None
    names: list[Name] = []
    bindings: list[tuple[str, str]] = []
    if required is not None:
        bindings.append((text_of(part_of(required, "identifier")), absolute))
    clause = part_of(node, "import_clause")
    for part in clause.children() if clause is not None else ():
        if part.kind() == "identifier":
            names.append(Name("default", part.text(), *span(part), only_types))
        elif part.kind() == "namespace_import":
            bindings.append((text_of(part_of(part, "identifier")), absolute))
        elif part.kind() == "named_imports":
            names += [_specified(one, only_types=only_types) for one in parts_of(part, "import_specifier")]
    bindings += [(one.local, member(absolute, one.name)) for one in names]
    only_types = only_types or (bool(names) and len(bindings) == len(names) and all(one.types_only for one in names))
    how = "require" if required is not None else "import"
    return Import(module, *span(node), absolute, tuple(names), tuple(bindings), how, only_types, "/")


def _cut_off(node: SgNode, path: str) -> Import | None:
    """Return the import of which a piece of a file shows only the end: ``} from "x"``."""
    module = literal(node.next()) if node.text().endswith("from") else ""
    return Import(module, *span(node), absolute_name(module, path), separator="/") if module else None


def member(module: str, name: str) -> str:
    """Return the qualified name of what a module exports; its default export goes by the module's own name."""
    return module if name == "default" else f"{module}.{name}"


def _specified(node: SgNode, *, only_types: bool) -> Name:
    name = text_of(node.field("name")).strip("\"'")
    local = text_of(node.field("alias")) or name
    return Name(name, local, *span(node), only_types or part_of(node, "type", "typeof") is not None)


def _exported(node: SgNode, path: str) -> Import | None:
    module = literal(node.field("source"))
    if not module:
        return None
    only_types = any(one.text() == "type" for one in parts_of(node, "type", "ERROR"))
    clause = part_of(node, "export_clause")
    names = [_specified(one, only_types=only_types) for one in parts_of(clause, "export_specifier")] if clause else []
    # What is exported from elsewhere is not bound in this file.
    names = [one.replace(local="") for one in names]
    if clause is None:
        names = [Name(ALL, "", *span(node), only_types)]
    only_types = only_types or all(one.types_only for one in names)
    absolute = absolute_name(module, path)
    return Import(module, *span(node), absolute, tuple(names), (), "export", only_types, "/")


def _own_importers(root: SgNode, language: str) -> list[str]:
    """Return the names that the file itself gives to `require`, or to one that it makes for itself."""
    if not _RENAMED.search(root.text()):
        return []
    found = []
    for node in of_kinds(root, language, ("variable_declarator", "assignment_expression")):
        name, value = node.field("name") or node.field("left"), _inside(node.field("value") or node.field("right"))
        if value is not None and value.kind() == "call_expression":
            made = _makes_importer(value)
        else:
            made = name_of(value) in _IMPORTERS
        if made and name is not None and name.kind() == "identifier":
            found.append(name.text())
    return found


def _makes_importer(call: SgNode) -> bool:
    return name_of(_inside(call.field("function"))).rpartition(".")[2] == "createRequire"


def _inside(node: SgNode | None) -> SgNode | None:
    """Return what stands in parentheses; of a sequence, the last."""
    while node is not None and node.kind() in ("parenthesized_expression", "sequence_expression"):
        node = next(reversed(list(named(node))), None)
    return node


def _called(node: SgNode, path: str, importers: Collection[str]) -> Import | None:
    function = _inside(node.field("function") or part_of(node, "import"))
    name = name_of(function)
    if function is None:
        return None
    if name not in importers and not (function.kind() == "call_expression" and _makes_importer(function)):
        return None
    arguments = node.field("arguments")
    module = literal(_inside(next(named(arguments), None))) if arguments else ""
    if not module:
        return None
    absolute = absolute_name(module, path)
    names, bindings = _bound(node, absolute)
    only_types = name == "import" and any(one.kind().startswith("type_") for one in node.ancestors())
    how = "dynamic" if name == "import" else "require"
    return Import(module, *span(node), absolute, names, bindings, how, only_types, "/")


def _listed(node: SgNode, path: str) -> list[Import]:
    """Return the imports of a list of modules (AMD): ``define(["x"], …)``, ``require(["x"], …)``."""
    arguments = node.field("arguments")
    if arguments is None or name_of(node.field("function")) not in _LISTERS:
        return []
    modules = next((one for one in list(named(arguments))[:2] if one.kind() == "array"), None)
    names = [literal(_inside(one)) for one in named(modules)] if modules is not None else []
    return [
        Import(name, *span(node), absolute_name(name, path), how="require", separator="/")
        for name in names
        if name and name not in _OF_THE_LOADER
    ]


def _bound(node: SgNode, absolute: str) -> tuple[tuple[Name, ...], tuple[tuple[str, str], ...]]:
    """Return what ``const x = require(…)`` takes from the module and binds."""
    qualified = absolute
    parent = node.parent()
    while parent is not None and parent.kind() in ("await_expression", "parenthesized_expression", "member_expression"):
        if parent.kind() == "member_expression":
            qualified = member(qualified, text_of(parent.field("property")))
        parent = parent.parent()
    target = parent.field("name") if parent is not None and parent.kind() == "variable_declarator" else None
    if target is None:
        return (), ()
    if target.kind() == "identifier":
        return (), ((target.text(), qualified),)
    taken = destructured(target)
    names = [Name(name, local, *span(target)) for name, local in taken] if qualified == absolute else []
    return tuple(names), tuple([(local, member(qualified, name)) for name, local in taken])


def destructured(pattern: SgNode) -> list[tuple[str, str]]:
    """Return ``(property, local name)`` for what an object pattern takes out, one level deep."""
    if pattern.kind() != "object_pattern":
        return []
    found = []
    for part in pattern.children():
        if part.kind() == "shorthand_property_identifier_pattern":
            found.append((part.text(), part.text()))
        elif part.kind() == "object_assignment_pattern":
            name = text_of(part.field("left"))
            found.append((name, name))
        elif part.kind() == "pair_pattern":
            value = part.field("value")
            if value is not None and value.kind() == "assignment_pattern":
                value = value.field("left")
            if value is not None and value.kind() == "identifier":
                found.append((text_of(part.field("key")).strip("\"'"), value.text()))
    return found
