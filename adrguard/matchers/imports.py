"""Imports of a module or of anything below it, in any spelling of the file's language."""

from __future__ import annotations

from adrguard.matchers.brief import brief
from adrguard.model.findings import Match
from adrguard.syntax.rooted import dotted_names, path_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.matchers.context import Context
    from adrguard.model.rules import ImportTarget, Rule
    from adrguard.syntax.source import Source


def find(target: ImportTarget, rule: Rule, source: Source, context: Context) -> list[Match]:  # noqa: ARG001 - as all
    """Return every import that the target covers, once a statement. Raises `SyntaxProblem`.

    It is reported where the statement starts, or where the name stands when only that name is covered
    (``from a import b`` for `a.b`).
    """
    found: list[Match] = []
    statements: set[int] = set()
    wanted = _Wanted(target, source, context)
    for one in source.imports():
        if one.how == "mod" or (target.ignore_types and one.types_only) or one.start in statements:
            continue
        if wanted.covers(one.absolute, one.separator):
            statements.add(one.start)
            found.append(Match(one.start, one.end, brief(source.text[one.start : one.end])))
            continue
        for name in one.names:
            qualified = one.qualified(name)
            if not (target.ignore_types and name.types_only) and wanted.covers(qualified, one.separator):
                found.append(Match(name.start, name.end, qualified.lstrip("/")))
    return sorted(found, key=lambda match: match.start)


class _Wanted:
    """What the target covers, in the terms of one file."""

    def __init__(self, target: ImportTarget, source: Source, context: Context) -> None:
        self._name = _normal(target.raw, source.language)
        self._exact = target.exact
        self._language = source.language
        self._context = context

    def covers(self, name: str, separator: str) -> bool:
        """Say whether the name, or one that a relative import may stand for, is the target or lies below it."""
        wanted = _parts(self._name, separator)
        return any(
            parts == wanted if self._exact else parts[: len(wanted)] == wanted
            for parts in self._plausible(_normal(name, self._language), separator, wanted)
        )

    def _plausible(self, name: str, separator: str, wanted: tuple[str, ...]) -> list[tuple[str, ...]]:
        parts = _parts(name, separator)
        if not wanted or (wanted[0] not in parts and separator != "/"):
            return []
        if not name.startswith("/"):
            return [parts]
        if separator == "/":
            # A file may be called as a package is: a target means a file only when it has a folder.
            return path_names(parts) if len(wanted) > 1 else []
        return dotted_names(parts, lambda: self._context.tree.paths(self._context.side))


def _normal(name: str, language: str) -> str:
    """Return a module name as its language compares it."""
    if language == "rust":
        return name.replace("-", "_").replace("r#", "")
    if language in ("javascript", "typescript", "tsx"):
        return name.removeprefix("node:")
    # Namespaces of PHP are the same in any case.
    return name.lower() if language == "php" else name


def _parts(name: str, separator: str) -> tuple[str, ...]:
    return tuple([part for part in name.lstrip("/").split(separator) if part])
