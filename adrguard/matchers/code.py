"""Structural patterns, by ast-grep: code of a shape, however it is spaced and whatever it is about."""

from __future__ import annotations

import json

from adrguard.matchers.brief import brief
from adrguard.matchers.context import MOST_HITS
from adrguard.model.findings import Match
from adrguard.model.rules import CodeTarget
from adrguard.syntax.nodes import span
from adrguard.syntax.problem import SyntaxProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ast_grep_py import SgNode

    from adrguard.matchers.context import Context
    from adrguard.model.rules import Rule
    from adrguard.syntax.source import Source

_FEW = 3


def find(target: CodeTarget, rule: Rule, source: Source, context: Context) -> list[Match]:
    """Return every node that the pattern matches in this file's language, in order. Raises `SyntaxProblem`.

    A match within a match is one of its own (``f(f(1))`` for `f($X)`).
    """
    pattern = _pattern(target, source)
    if pattern is None or not _worthwhile(rule, source):
        return []
    found: list[Match] = []
    for offset, root in source.trees():
        for node in _nodes(root, pattern):
            if len(found) == MOST_HITS:
                context.cut(source.path, rule, target.raw)
                return found
            start, end = span(node)
            start, end = start + offset, end + offset
            found.append(Match(start, end, brief(source.text[start:end])))
    return found


def _pattern(target: CodeTarget, source: Source) -> Any:
    text = _written(target, source)
    return json.loads(text) if text else None


def _written(target: CodeTarget, source: Source) -> str:
    """Return the ast-grep rule of a target for this file as JSON text, "" where it has none."""
    rules = dict(target.rules)
    text = rules.get(source.language, "")
    if not text and source.path[-2:] in (".h", ".H"):
        # A header may be either, and the author meant it by its name.
        text = rules.get("c", "")
    return text


def _worthwhile(rule: Rule, source: Source) -> bool:
    """Say whether any of a rule's many patterns matches: one pass for all is far cheaper than one for each."""
    if len(rule.targets) < _FEW:
        return True
    written = [text for target in rule.targets if isinstance(target, CodeTarget) and (text := _written(target, source))]

    def is_any() -> bool:
        patterns = [json.loads(text) for text in written]
        return any(_nodes(root, {"any": patterns}, first=True) for _, root in source.trees())

    # By the patterns themselves: a rule, and what a change makes of it, may have one id and one place.
    return source.remember("\n".join(["any of", *written]), is_any)


def _nodes(root: SgNode, pattern: Any, *, first: bool = False) -> list[SgNode]:
    try:
        if first:
            node = root.find({"rule": pattern})
            return [] if node is None else [node]
        return root.find_all({"rule": pattern})
    except RuntimeError as error:
        message = f"its pattern does not suit this version of ast-grep ({str(error).partition(chr(10))[0]})"
        raise SyntaxProblem(message) from error
