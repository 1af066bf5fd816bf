"""Imports of a module or of anything below it, in any spelling of the file's language."""

from __future__ import annotations

from adrguard.matchers.brief import brief
from adrguard.model.findings import Match
from adrguard.syntax.rooted import dotted_names, path_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.matchers.context import Context
    from adrguard.model.rules import ImportTarget, Rule
    from adrguard.syntax.imported import Import
    from adrguard.syntax.source import Source


def find(target: ImportTarget, rule: Rule, source: Source, context: Context) -> list[Match]:  # noqa: ARG001 - as all
    """Return every import that the target covers, once a statement. Raises `SyntaxProblem`.

    It is reported where the statement starts, or where the name stands when only that name is covered
    (``from a import b`` for `a.b`); of a group of modules (``use std::{fs::File, io}``) where the covered part stands.
    """
    found: list[Match] = []
    wanted = _Wanted(target, source, context)
    for statement in _statements(source, types=not target.ignore_types):
        covered = [wanted.covers(one.absolute, one.separator) for one in statement]
        if all(covered):
            found.append(_whole(statement[0], source))
        else:
            found += _parts_of(statement, covered, wanted, source)
    return sorted(found, key=lambda match: match.start)


def _statements(source: Source, *, types: bool) -> list[list[Import]]:
    """Return the imports of each statement, those that are none at run time only where `types` count."""
    statements: dict[int, list[Import]] = {}
    for one in source.imports():
        if one.how != "mod" and (types or not one.types_only):
            names = one.names if types else tuple([name for name in one.names if not name.types_only])
            statements.setdefault(one.start, []).append(one if names == one.names else one.replace(names=names))
    return list(statements.values())


def _whole(one: Import, source: Source) -> Match:
    return Match(one.start, one.end, brief(source.text[one.start : one.end]))


def _parts_of(statement: list[Import], covered: list[bool], wanted: _Wanted, source: Source) -> list[Match]:
    """Return what is covered of a statement that is not covered as a whole, once a line.

    ``fs::{self, File}`` is two imports to the reader of it, and one to the person.
    """
    found: dict[int, Match] = {}
    for one, is_covered in zip(statement, covered, strict=True):
        if is_covered and not one.names:
            return [_whole(one, source)]
        for name in one.names[:1] if is_covered else one.names:
            qualified = one.qualified(name)
            if is_covered or wanted.covers(qualified, one.separator):
                line = source.position(name.start)[0]
                # What else the line of a group takes does not make this another import.
                key = (one.absolute if is_covered else qualified) if len(statement) > 1 else ""
                found.setdefault(line, Match(name.start, name.end, qualified.lstrip("/"), key=key))
    return list(found.values())


class _Wanted:
    """What the target covers, in the terms of one file."""

    def __init__(self, target: ImportTarget, source: Source, context: Context) -> None:
        self._name = _normal(target.raw, source.language)
        self._exact = target.exact
        self._language = source.language
        self._folder = source.path.split("/")[:-1]
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
        return dotted_names(parts, lambda: self._context.tree.paths(self._context.side), self._folder)


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
