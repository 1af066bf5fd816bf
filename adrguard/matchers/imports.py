"""Imports of a module or of anything below it, in any spelling of the file's language."""

from __future__ import annotations

from adrguard.model.findings import Match
from adrguard.syntax.rooted import dotted_names, path_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.matchers.context import Context
    from adrguard.model.rules import ImportTarget, Rule
    from adrguard.syntax.imported import Import
    from adrguard.syntax.source import Source

_LONGEST_SHOWN = 80


def find(target: ImportTarget, rule: Rule, source: Source, context: Context) -> list[Match]:  # noqa: ARG001 - as all
    """Return every import that the target covers, once a statement. Raises `SyntaxProblem`.

    It is reported where the statement starts, or where the name stands when only that name is covered
    (``from a import b`` for `a.b`).
    """
    found: list[Match] = []
    statements: set[int] = set()
    for one in source.imports():
        if one.how == "mod" or (target.ignore_types and one.types_only) or one.start in statements:
            continue
        wanted = _parts(_normal(target.raw, source.language), one.separator)
        if _covers(target, wanted, one.absolute, one, source, context):
            statements.add(one.start)
            found.append(Match(one.start, one.end, _shown(source.text[one.start : one.end])))
            continue
        for name in one.names:
            if target.ignore_types and name.types_only:
                continue
            if _covers(target, wanted, one.qualified(name), one, source, context):
                found.append(Match(name.start, name.end, one.qualified(name).lstrip("/")))
    return sorted(found)


def _covers(  # noqa: PLR0913 - a name is covered or not in the light of all of these
    target: ImportTarget, wanted: Sequence[str], name: str, one: Import, source: Source, context: Context
) -> bool:
    return any(
        parts == tuple(wanted) if target.exact else parts[: len(wanted)] == tuple(wanted)
        for parts in _plausible(_normal(name, source.language), one, wanted, context)
    )


def _plausible(name: str, one: Import, wanted: Sequence[str], context: Context) -> Sequence[tuple[str, ...]]:
    parts = _parts(name, one.separator)
    if not wanted or wanted[0] not in parts:
        return []
    if not name.startswith("/"):
        return [tuple(parts)]
    if one.separator == "/":
        return path_names(parts)
    return dotted_names(parts, lambda: context.tree.paths(context.side))


def _normal(name: str, language: str) -> str:
    """Return a module name as its language compares it."""
    if language == "rust":
        return name.replace("-", "_").replace("r#", "")
    if language in ("javascript", "typescript", "tsx"):
        return name.removeprefix("node:")
    return name


def _parts(name: str, separator: str) -> list[str]:
    return [part for part in name.lstrip("/").split(separator) if part]


def _shown(statement: str) -> str:
    """Return what to show of a statement that is too long to be shown whole; "" otherwise."""
    text = " ".join(statement.split())
    return text[: _LONGEST_SHOWN - 1] + "…" if len(text) > _LONGEST_SHOWN else ""
