"""One target against one file: what a matcher finds, as the texts that it found."""

from __future__ import annotations

from typing import Any

from fakes.tree import MemoryTree

from adrguard.kdsl.literals import is_word, pattern_of
from adrguard.kdsl.patterns import rules as code_rules
from adrguard.matchers.context import Context
from adrguard.matchers.registry import KINDS
from adrguard.model.changes import NEW, ChangeSet, Content
from adrguard.model.findings import Match
from adrguard.model.rules import CallTarget, CodeTarget, ImportTarget, RegexTarget, Rule, TextTarget
from adrguard.syntax.languages import CODE
from adrguard.syntax.source import Source

DEFAULT = ("code", "string")


def rule_of(kind: str, *targets: Any, where: tuple[str, ...] = DEFAULT) -> Rule:
    return Rule("ADR-1#a", "ADR-1", "n.md", 1, 1, f"deny {kind}", "deny", "block", kind, targets, where=where)


def target_of(kind: str, text: str, **options: Any) -> Any:
    if kind == "text":
        pattern = pattern_of(text, insensitive=options.get("insensitive", False))
        return TextTarget(text, pattern, is_word(text[0]), is_word(text[-1]))
    if kind == "regex":
        return RegexTarget(f"/{text}/", text)
    if kind == "import":
        return ImportTarget(text, **options)
    if kind == "call":
        return CallTarget(text, text.removesuffix("*").rstrip(".:"), text.endswith("*"))
    return CodeTarget(text, code_rules(text, sorted(CODE)))


def context_of(files: dict[str, str | Content] | None = None) -> Context:
    return Context(MemoryTree(**{NEW: files or {}}), NEW, ChangeSet("all", ()))


def matches(  # noqa: D103
    kind: str, target: Any, path: str, content: str | Content, context: Context, where: tuple[str, ...] = DEFAULT
) -> list[Match]:
    text = content if isinstance(content, Content) else Content(content)
    return KINDS[kind].load().find(target, rule_of(kind, target, where=where), Source(path, text), context)


def found(kind: str, target: str, path: str, content: str | Content, **options: Any) -> list[str]:
    """Return the texts that were found, in order, white space normalised."""
    where = options.pop("where", DEFAULT)
    context = context_of(options.pop("files", None))
    text = content.text if isinstance(content, Content) else content
    hits = matches(kind, target_of(kind, target, **options), path, content, context, where)
    return [" ".join(text[hit.start : hit.end].split()) for hit in hits]


def fragment(*parts: tuple[int, str]) -> Content:
    """Return parts of a file, each with the number of its first line, as a diff gives them."""
    texts, lines = [], []
    for number, part in parts:
        if texts:
            texts.append("\0\n")
            lines.append(0)
        rows = part.split("\n")[:-1]
        texts += [row + "\n" for row in rows]
        lines += range(number, number + len(rows))
    return Content("".join(texts), fragment=True, lines=(*lines, lines[-1] + 1))
