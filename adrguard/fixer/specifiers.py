"""Imports of other languages than Python: another module under the same names, where that is all there is to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit, Left, Proposal, apply
from adrguard.fixer.rewrites import pairs
from adrguard.model.changes import Content
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.findings import Finding
    from adrguard.syntax.imported import Import


def propose(source: Source, findings: Sequence[Finding]) -> Proposal:
    """Return what the rewrite of a rule makes of its findings, imports all of them, in one file.

    The module is replaced where it is written; all of that is taken back where the file would then know anything by
    another name than before.
    """
    renames = sorted(pairs(findings[0].rule), key=lambda one: -len(one[0]))
    edits, fixed, left = [], [], []
    for finding in findings:
        try:
            edit = _edit(source, finding, renames)
            _check(source, edit)
        except CannotRewriteError as error:
            left.append(Left(finding, str(error)))
        else:
            edits.append(edit)
            fixed.append(finding)
    return Proposal(tuple(edits), tuple(fixed), tuple(left), names=True)


def _edit(source: Source, finding: Finding, renames: list[tuple[str, str]]) -> Edit:
    statement = _statement(source, finding)
    if len(statement) != 1 or not statement[0].absolute or statement[0].relative:
        raise CannotRewriteError("only an import of one module that is named in full is rewritten here")
    one = statement[0]
    new = _renamed(one.module, one.separator, renames)
    text = source.text[one.start : one.end]
    if new is None or text.count(one.module) != 1:
        raise CannotRewriteError("the rewrite does not say what to import instead")
    at = one.start + text.index(one.module)
    return Edit(at, at + len(one.module), new)


def _statement(source: Source, finding: Finding) -> list[Import]:
    for one in source.imports():
        starts = (finding.line, finding.column)
        if source.position(one.start) <= starts < source.position(one.end):
            return [other for other in source.imports() if other.start == one.start]
    return []


def _renamed(module: str, separator: str, renames: list[tuple[str, str]]) -> str | None:
    for old, new in renames:
        if module == old:
            return new
        for mark in (separator, "/"):
            if module.startswith(old + mark):
                return new + module[len(old) :]
    return None


def _check(source: Source, edit: Edit) -> None:
    """Raise `CannotRewriteError` where the file would bind other names than before."""
    text = apply(source.text, [edit])
    try:
        new = Source(source.path, Content(text)).imports()
    except SyntaxProblem:
        raise CannotRewriteError("what its rewrite makes of it does not parse") from None
    if _locals(new) != _locals(source.imports()):
        raise CannotRewriteError("the file would know it by another name: rewrite it by hand")


def _locals(imports: Sequence[Import]) -> list[tuple[str, ...]]:
    return [tuple(local for local, _ in one.bindings) for one in imports]
