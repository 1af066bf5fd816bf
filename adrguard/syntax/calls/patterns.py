"""The names that a pattern binds: parameters, left sides, destructuring, declarators."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ast_grep_py import SgNode

LEAVES = frozenset(
    [
        *("identifier", "simple_identifier", "type_identifier", "field_identifier", "namespace_identifier"),
        *("package_identifier", "shorthand_property_identifier_pattern", "constant", "name", "variable"),
        "implicit_parameter",
    ]
)

# Where a pattern's names are in one of its fields; the rest is values, keys and types.
_INNER = {
    "assignment_pattern": ("left",),
    "object_assignment_pattern": ("left",),
    "pair_pattern": ("value",),
    "required_parameter": ("pattern",),
    "optional_parameter": ("pattern", "name"),
    "default_parameter": ("name",),
    "typed_default_parameter": ("name",),
    "keyword_parameter": ("name",),
    "splat_parameter": ("name",),
    "hash_splat_parameter": ("name",),
    "block_parameter": ("name",),
    "init_declarator": ("declarator",),
    "pointer_declarator": ("declarator",),
    "array_declarator": ("declarator",),
    "function_declarator": ("declarator",),
    "typed_pattern": ("pattern",),
    "parameter": ("pattern", "name"),
    "field_pattern": ("pattern", "name"),
}
_TYPED_FIRST = frozenset(("tuple_struct_pattern", "struct_pattern", "case_class_pattern"))
_NO_NAMES = ("type", "annotation", "literal", "specifier", "modifier", "attribute", "qualified", "subscript", "member")


def names_in(pattern: SgNode) -> Iterator[str]:
    """Yield the names that the pattern binds."""
    stack = [pattern]
    while stack:
        node = stack.pop()
        kind = node.kind()
        if kind in LEAVES:
            yield node.text()
            continue
        if kind in _INNER:
            stack += [part for field in _INNER[kind] for part in node.field_children(field)][:1]
            continue
        if any(word in kind for word in _NO_NAMES) and kind not in ("typed_parameter", "typed_pattern"):
            continue
        children = [child for child in node.children() if child.is_named()]
        stack += children[1:] if kind in _TYPED_FIRST else children[:1] if kind == "typed_parameter" else children
