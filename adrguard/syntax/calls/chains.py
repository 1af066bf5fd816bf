"""What is called, as a chain of names: ``a.b.c`` is (a, b, c), in whatever way a language spells it."""

from __future__ import annotations

from re import compile as compile_regex

from adrguard.model.record import Record
from adrguard.syntax.calls.patterns import LEAVES
from adrguard.syntax.imports.ecmascript import literal, unescaped
from adrguard.syntax.nodes import part_of, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ast_grep_py import SgNode


class Chain(Record):
    """`names` from left to right; the first is "" where the language says that the chain starts at the root (`::a`).

    With `start` >= 0 they follow what the call of an importing function there yields.
    """

    names: tuple[str, ...]
    start: int = -1


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Fields of the left and the right side.
_PAIRS = {
    "member_expression": ("object", "property"),
    "selector_expression": ("operand", "field"),
    "scoped_identifier": ("path", "name"),
    "field_access": ("object", "field"),
    "method_invocation": ("object", "name"),
    "member_access_expression": ("expression", "name"),
    "scope_resolution": ("scope", "name"),
    "scoped_call_expression": ("scope", "name"),
    "attribute": ("object", "attribute"),
}
_WRAPPERS = _set(
    "parenthesized_expression non_null_expression as_expression satisfies_expression generic_function"
    " instantiation_expression template_function postfix_expression try_expression constructor_invocation"
    " constructor_expression instance_expression object_creation_expression await_expression generic_name"
    " bracketed_type"
)
_SPELT = _set(
    "user_type stable_type_identifier stable_identifier scoped_type_identifier qualified_name qualified_type"
    " generic_type namespace_name predefined_type qualified_identifier alias_qualified_name template_type"
)
_ECMASCRIPT = ("javascript", "typescript", "tsx")
_RESULTS = frozenset(("method_invocation", "scoped_call_expression"))
"""Chains by themselves, but where another name follows they are what a call yields."""
_THIS = frozenset(("this", "super"))
# Words that stand for an object or its type; in any other language they are names like others.
_NOT_NAMES = {
    **dict.fromkeys(("javascript", "typescript", "tsx", "java", "kotlin", "scala", "cpp"), _THIS),
    "csharp": _set("this base"),
    "php": _set("$this this self static parent"),
    "ruby": _set("self super"),
    "rust": _set("Self"),
    "swift": _set("self super Self"),
}
_GENERICS = compile_regex(r"<[^<>]*>|\[[^\[\]]*\]")
_SEPARATORS = compile_regex(r"::|[.\\]")
_LONGEST_SPELT = 500
_LONGEST = 64
"""Names in a chain; longer ones are made to be slow, not to be called."""


def chain(node: SgNode | None, language: str) -> Chain | None:
    """Return the chain of an expression, None when it starts at something without a name, or at ``this``."""
    tail: list[str] = []
    first = node
    while node is not None and len(tail) < _LONGEST:
        if node is not first and node.kind() in _RESULTS:
            return None
        end = _end(node, language)
        if end is not None:
            names = (*end.names, *reversed(tail))
            return None if not end.names and end.start < 0 else Chain(names, end.start)
        node, name = _step(node, language)
        if name is None:
            return None
        tail += [name] if name else []
    return None


def keyword(node: SgNode) -> str:
    """Return the word of a statement of PHP that is a call in all but its grammar."""
    return node.text()[: len("print") if node.kind() == "print_intrinsic" else len("exit")]


def _end(node: SgNode, language: str) -> Chain | None:
    """Return the chain of a node that is one by itself; an empty one for what is a dead end, None to go on."""
    kind = node.kind()
    if kind in LEAVES or kind in ("crate", "self", "super"):
        text = unescaped(node.text()) if language in _ECMASCRIPT else node.text().strip("`")
        if language == "rust":
            text = text.removeprefix("r#")
        # `self::f()` and `super::f()` of Rust are places, not objects.
        return Chain((text,) if _is_name(text, language) else ())
    if kind in _SPELT:
        # Of `<Command as Trait>` of Rust the type.
        text = node.text().partition(" as ")[0] if kind == "qualified_type" else node.text()
        return Chain(_spelt(text, language))
    if kind in ("exit_statement", "print_intrinsic"):
        return Chain((keyword(node),))
    if kind == "call_expression" and text_of(node.field("function")) in ("require", "import"):
        return Chain((), span(node)[0])
    if kind in _PAIRS and node.field(_PAIRS[kind][0]) is None:
        root = ("",) if kind == "scope_resolution" else ()
        return Chain((*root, _plain(text_of(node.field(_PAIRS[kind][1])))))
    if kind == "call" and language == "ruby" and node.field("receiver") is None:
        return Chain((text_of(node.field("method")),))
    return None


def _is_name(word: str, language: str) -> bool:
    return word not in _NOT_NAMES.get(language, ())


def _step(node: SgNode, language: str) -> tuple[SgNode | None, str | None]:
    """Return what stands to the left, and the name to the right of it; no name at all (None) at a dead end."""
    kind = node.kind()
    if kind in _PAIRS:
        left, right = _PAIRS[kind]
        name = _plain(text_of(node.field(right)))
        return node.field(left), unescaped(name) if language in _ECMASCRIPT else name
    if kind in _WRAPPERS:
        return next((child for child in node.children() if child.is_named() and child.kind() != "modifiers"), None), ""
    if kind == "sequence_expression":
        return node.children()[-1], ""
    special = _SPECIAL.get(kind)
    return special(node, language) if special is not None else (None, None)


def _field_expression(node: SgNode, language: str) -> tuple[SgNode | None, str | None]:
    # Elsewhere it is a method of a value, which no import can name.
    return (node.field("value"), text_of(node.field("field"))) if language == "scala" else (None, None)


def _subscript(node: SgNode, language: str) -> tuple[SgNode | None, str | None]:  # noqa: ARG001 - called alike
    key = literal(node.field("index"))
    return (node.field("object"), key) if key else (None, None)


def _navigation(node: SgNode, language: str) -> tuple[SgNode | None, str | None]:  # noqa: ARG001 - called alike
    parts = [child for child in node.children() if child.is_named()]
    if len(parts) != 2:  # noqa: PLR2004 - an object and a suffix
        return None, None
    return parts[0], text_of(next((one for one in parts[1].children() if one.is_named()), None)).strip("`") or None


def _conditional(node: SgNode, language: str) -> tuple[SgNode | None, str | None]:  # noqa: ARG001 - called alike
    binding = part_of(node, "member_binding_expression")
    return node.children()[0], _plain(text_of(binding.field("name"))) if binding is not None else None


def _ruby_call(node: SgNode, language: str) -> tuple[SgNode | None, str | None]:
    if language != "ruby":
        return None, None
    receiver = node.field("receiver")
    if receiver is not None and receiver.kind() == "call" and receiver.field("arguments") is not None:
        return None, None
    return receiver, text_of(node.field("method"))


_SPECIAL: dict[str, Callable[[SgNode, str], tuple[SgNode | None, str | None]]] = {
    "field_expression": _field_expression,
    "subscript_expression": _subscript,
    "navigation_expression": _navigation,
    "conditional_access_expression": _conditional,
    "call": _ruby_call,
}


def _plain(name: str) -> str:
    return _GENERICS.sub("", name).strip("`") if "<" in name or "`" in name else name


def _spelt(text: str, language: str) -> tuple[str, ...]:
    text = "".join(text[:_LONGEST_SPELT].split()).replace("global::", "::")
    while True:
        plain = _GENERICS.sub("", text)
        if plain == text:
            break
        text = plain
    first, *rest = _SEPARATORS.split(text)
    return (first, *[name for name in rest if name]) if _is_name(first, language) else ()
