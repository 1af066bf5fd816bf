"""Calls and names that only one language has, beyond what the tables of `grammars` say."""

from __future__ import annotations

from adrguard.syntax.called import Call
from adrguard.syntax.calls.chains import Chain
from adrguard.syntax.nodes import of_kinds, span, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ast_grep_py import SgNode

    from adrguard.syntax.calls.trees import Reader

_RUBY_BODIES = ("program", "body_statement", "block_body", "then", "else", "ensure", "begin", "do")
_PATH_WORDS = ("identifier", "crate", "self", "super")


def _ruby(reader: Reader) -> Iterator[Call]:
    """Yield the bare words of Ruby that stand as a statement: methods without arguments (``byebug``)."""
    for node in reader.root.find_all(kind="identifier", inside={"any": [{"kind": kind} for kind in _RUBY_BODIES]}):
        names, maybe = reader.names(node)
        if names:
            yield Call(*span(node), tuple(names), tuple(maybe))


def _rust(reader: Reader) -> Iterator[Call]:
    """Yield the calls in the arguments of macros, which are mere tokens to the grammar: ``vec![std::fs::read(x)]``."""
    for tree in of_kinds(reader.root, "rust", ("token_tree",)):
        path: list[SgNode] = []
        before = ""
        for token in tree.children():
            kind, text = token.kind(), token.text()
            if kind == "token_tree" and path and text.startswith("(") and before not in (".", "fn"):
                names, maybe = reader.resolve(Chain(tuple([one.text() for one in path])), span(path[0])[0])
                if names or maybe:
                    yield Call(span(path[0])[0], span(path[-1])[1], tuple(names), tuple(maybe))
            if kind in _PATH_WORDS:
                if not (path and _joined(path[-1], token)):
                    before, path = _word_before(token), []
                path.append(token)
            elif text != "::":
                path = []


def _word_before(token: SgNode) -> str:
    return text_of(token.prev())


def _joined(left: SgNode, right: SgNode) -> bool:
    between = right.prev()
    return between is not None and between.text() == "::" and span(left)[1] == span(between)[0]


def cpp_names(reader: Reader) -> None:
    """Let `using` declarations and namespace aliases of C++ give names their meaning."""
    for node in of_kinds(reader.root, "cpp", ("using_declaration", "namespace_alias_definition")):
        words = node.text().rstrip(";").split()
        name = words[-1].removeprefix("::")
        if node.kind() == "namespace_alias_definition":
            reader.meanings.bind(
                text_of(node.field("name")), "".join(node.text().rstrip("; ").partition("=")[2].split())
            )
        elif "namespace" in words[:2]:
            reader.meanings.open(name)
        elif "::" in name:
            reader.meanings.bind(name.rpartition("::")[2], name)


def _php(reader: Reader) -> Iterator[Call]:
    """Yield every ``die`` that has no brackets."""
    for node in reader.root.find_all(kind="name", regex="^die$", inside={"kind": "expression_statement"}):
        yield Call(*span(node), ("die",))


EXTRAS: dict[str, Callable[[Reader], Iterator[Call]]] = {"ruby": _ruby, "rust": _rust, "php": _php}
