"""Which stretches of a text are code, comment or string, so that a rule looks only where it was told to.

A comment is what the grammar calls one; a docstring (in Python any string that is a statement by itself, in Elixir what
follows `@doc`) counts as one. The quotes of a string are both string and code, so that ``eval("`` is found in code and
``"secret"`` in a string; what is interpolated into a string is both, too.

A rule reads the text with the rest blanked. So a comment within a match is white space to it, as it is to a compiler,
and an expression that would run on into a comment ends before it.
"""

from __future__ import annotations

from re import MULTILINE
from re import compile as compile_regex

from adrguard.syntax.nodes import of_kinds, span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ast_grep_py import SgNode

    from adrguard.syntax.source import Source

    Region = tuple[int, int]
    Label = tuple[int, int, int]

CODE, COMMENT, STRING = 1, 2, 4
_BITS = {"code": CODE, "comment": COMMENT, "string": STRING}

_COMMENTS = {
    "javascript": "comment html_comment",
    "typescript": "comment html_comment",
    "tsx": "comment html_comment",
    "rust": "line_comment block_comment",
    "java": "line_comment block_comment comment",
    "kotlin": "line_comment multiline_comment comment",
    "swift": "comment multiline_comment",
    "scala": "comment block_comment",
    "css": "comment js_comment",
    "haskell": "comment haddock",
}
_STRINGS = {
    "python": "string",
    "javascript": "string template_string",
    "typescript": "string template_string",
    "tsx": "string template_string",
    "rust": "string_literal raw_string_literal char_literal",
    "go": "interpreted_string_literal raw_string_literal rune_literal",
    "java": "string_literal text_block character_literal",
    "kotlin": "string_literal character_literal",
    "csharp": "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression "
    "character_literal",
    "c": "string_literal char_literal",
    "cpp": "string_literal raw_string_literal char_literal",
    "ruby": "string heredoc_body string_array symbol_array delimited_symbol subshell character",
    "php": "string encapsed_string heredoc nowdoc shell_command_expression",
    "swift": "line_string_literal multi_line_string_literal raw_string_literal",
    "scala": "string interpolated_string_expression character_literal",
    "bash": "string raw_string ansi_c_string translated_string heredoc_body",
    "css": "string_value",
    "html": "quoted_attribute_value",
    "lua": "string",
    "elixir": "string charlist sigil",
    "haskell": "string char",
    "json": "string",
    "yaml": "double_quote_scalar single_quote_scalar block_scalar",
    "nix": "string_expression indented_string_expression",
    "solidity": "string string_literal unicode_string_literal hex_string_literal",
    "hcl": "string_lit quoted_template heredoc_template",
}
_INTERPOLATIONS = {
    "python": "interpolation",
    "javascript": "template_substitution",
    "typescript": "template_substitution",
    "tsx": "template_substitution",
    "java": "string_interpolation",
    "kotlin": "interpolated_expression interpolated_identifier",
    "csharp": "interpolation",
    "ruby": "interpolation",
    "swift": "interpolated_expression",
    "scala": "interpolation",
    "bash": "command_substitution expansion simple_expansion",
    "elixir": "interpolation",
    "nix": "interpolation",
    "hcl": "template_interpolation template_directive",
}

# PHP puts expressions into strings without a node around them.
_PHP_TEXTS: list[Any] = [{"kind": kind} for kind in ("encapsed_string", "heredoc_body", "shell_command_expression")]
_PHP_PARTS: list[Any] = [
    {"kind": kind}
    for kind in (
        "variable_name",
        "dynamic_variable_name",
        "subscript_expression",
        "member_access_expression",
        "member_call_expression",
        "nullsafe_member_access_expression",
    )
]

# What a text must hold to have a comment, or a docstring, at all.
_SLASHES = ("//", "/*")
_MARKS = {
    "python": ("#", '"""', "'''"),
    "javascript": (*_SLASHES, "<!--", "-->"),
    "typescript": (*_SLASHES, "<!--", "-->"),
    "tsx": (*_SLASHES, "<!--", "-->"),
    "php": (*_SLASHES, "#"),
    "hcl": (*_SLASHES, "#"),
    "nix": ("/*", "#"),
    "css": ("/*",),
    "html": ("<!--",),
    "lua": ("--",),
    "haskell": ("--", "{-"),
    "elixir": ("#", "doc"),
    "bash": ("#",),
    "ruby": ("#", "=begin", "__END__"),
    "yaml": ("#",),
}
_STRING_STATEMENT = compile_regex(r"""(?:^|[:;])[ \t]*[rRuUbB]{0,2}["']""", MULTILINE)

_OPENING = compile_regex(r"""[A-Za-z0-9@$#%?~]{0,4}(?:"{3,}|'{3}|"|'|`)""")
_CLOSING = compile_regex(r"""(?:"{3,}|'{3}|"|'|`)#*$""")
_BLANKED = compile_regex(r"[^\n\r\0]")
_LONGEST_QUOTE = 16


def may_hold_comments(text: str, language: str) -> bool:
    """Say whether there can be a comment in the text; a glance that spares parsing a file that has none."""
    if any(mark in text for mark in _MARKS.get(language, _SLASHES)):
        return True
    return language == "python" and _STRING_STATEMENT.search(text) is not None


def labelled(source: Source) -> list[Label]:
    """Return `(start, end, bits)` of everything that is not plain code, in order, disjoint. Raises `SyntaxProblem`."""
    nested: list[Label] = []
    for offset, root in source.trees():
        for start, end, bits in _labels(root, source.language):
            nested += _with_quotes(source.text, start + offset, end + offset, bits)
    return _flat(sorted(nested, key=lambda label: (label[0], -label[1])))


def _labels(root: SgNode, language: str) -> list[Label]:
    documentation = {span(node) for node in _documentation(root, language)}
    kinds = dict.fromkeys(_COMMENTS.get(language, "comment").split(), COMMENT)
    kinds |= dict.fromkeys(_INTERPOLATIONS.get(language, "").split(), CODE | STRING)
    kinds |= dict.fromkeys(_STRINGS[language].split(), STRING)
    found = []
    for node in of_kinds(root, language, kinds):
        start, end = span(node)
        found.append((start, end, COMMENT if (start, end) in documentation else kinds[node.kind()]))
    if language == "php":
        found += [(*span(node), CODE | STRING) for node in root.find_all(any=_PHP_PARTS, inside={"any": _PHP_TEXTS})]
    return found


def _documentation(root: SgNode, language: str) -> list[SgNode]:
    if language == "python":
        return root.find_all(kind="string", inside={"kind": "expression_statement"})
    if language == "elixir":
        return root.find_all(
            any=[{"kind": "string"}, {"kind": "sigil"}],
            inside={
                "kind": "arguments",
                "inside": {"kind": "call", "regex": r"^(module|type)?doc\b", "inside": {"kind": "unary_operator"}},
            },
        )
    return []


def _with_quotes(text: str, start: int, end: int, bits: int) -> list[Label]:
    if bits != STRING:
        return [(start, end, bits)]
    opening = _OPENING.match(text, start, min(end, start + _LONGEST_QUOTE))
    closing = _CLOSING.search(text, max(start, end - _LONGEST_QUOTE), end)
    found = [(start, end, STRING)]
    if opening:
        found.append((start, opening.end(), CODE | STRING))
    if closing and (not opening or closing.start() >= opening.end()):
        found.append((closing.start(), end, CODE | STRING))
    return found


def _flat(labels: Iterable[Label]) -> list[Label]:
    """Turn properly nested labels, outer first, into disjoint ones: the inner wins."""
    found: list[Label] = []
    open_labels: list[tuple[int, int]] = []
    at = 0

    def upto(place: int) -> None:
        nonlocal at
        while open_labels:
            end, bits = open_labels[-1]
            stop = min(end, place)
            if stop > at:
                found.append((at, stop, bits))
                at = stop
            if end > place:
                return
            open_labels.pop()
        at = max(at, place)

    for start, end, bits in labels:
        upto(start)
        open_labels.append((end, bits))
    upto(max((end for end, _ in open_labels), default=at))
    return found


def wanted(labels: Iterable[Label], where: Iterable[str], length: int) -> list[Region]:
    """Return the intervals in which a rule for `where` looks; plain code is what no label covers."""
    bits = 0
    for name in where:
        bits |= _BITS[name]
    found: list[Region] = []
    at = 0
    for start, end, label in [*labels, (length, length, 0)]:
        if bits & CODE and start > at:
            _append(found, at, start)
        if label & bits:
            _append(found, start, end)
        at = max(at, end)
    return found


def _append(found: list[Region], start: int, end: int) -> None:
    if found and found[-1][1] == start:
        found[-1] = (found[-1][0], end)
    else:
        found.append((start, end))


def blanked(text: str, regions: Iterable[Region]) -> str:
    """Return the text with spaces for all that lies outside the regions; line ends and the gaps of a fragment stay."""
    pieces = []
    at = 0
    for start, end in [*regions, (len(text), len(text))]:
        pieces += [_BLANKED.sub(" ", text[at:start]), text[start:end]]
        at = end
    return "".join(pieces)
