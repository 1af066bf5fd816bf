"""Calls of one name made calls of another: only those that are findings, with the imports that follow from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit, Left, Proposal
from adrguard.fixer.python.spelling import Renaming, Spelling
from adrguard.fixer.python.statements import import_edits
from adrguard.fixer.rewrites import renames
from adrguard.matchers.calls import named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.fixer.python.tree import Alias, PythonTree
    from adrguard.fixer.rewrites import Renames
    from adrguard.matchers.context import Context
    from adrguard.model.findings import Finding
    from adrguard.syntax.called import Call

    Place = tuple[int, int, int, int]
    Named = tuple[Call, tuple[str, ...], tuple[str, ...]]

_DOTTED = re.compile(r"\w+(?:\s*\.\s*\w+)*")


def propose(tree: PythonTree, findings: Sequence[Finding], context: Context) -> Proposal:
    """Return what the rewrite of a rule makes of its findings, calls all of them, in one file."""
    wanted = renames(findings[0].rule)
    calls = {_place(tree, call): (call, names, maybe) for call, names, maybe in named(tree.source, context)}
    chosen: dict[Finding, tuple[Renaming, Edit]] = {}
    left = []
    for finding in findings:
        try:
            chosen[finding] = _understood(
                tree, calls.get((finding.line, finding.column, finding.end_line, finding.end_column)), wanted
            )
        except CannotRewriteError as error:
            left.append(Left(finding, str(error)))
    edits: list[Edit] = []
    while chosen:
        edits, failed = _written(tree, chosen)
        if not failed:
            break
        # What stays as it is may need a name that was thought to become free.
        left += [Left(finding, reason) for finding, reason in failed.items()]
        chosen = {finding: one for finding, one in chosen.items() if finding not in failed}
        edits = []
    return Proposal(tuple(edits), tuple(chosen), tuple(left), names=True)


def _place(tree: PythonTree, call: Call) -> Place:
    return (*tree.source.position(call.start), *tree.source.position(call.end))


def _understood(tree: PythonTree, found: Named | None, wanted: Renames) -> tuple[Renaming, Edit]:
    """Return what a call is renamed to, and the place of its callee. Raises `CannotRewriteError`."""
    if found is None:
        raise CannotRewriteError("the call was not found again")
    call, names, _ = found
    use = tree.use_at(call.start)
    written = tree.text[call.start : call.end]
    if use is None or not _DOTTED.fullmatch(written):
        raise CannotRewriteError("its callee is an expression, not a name")
    targets = dict.fromkeys([_renamed(name, wanted) for name in names])
    target = next(iter(targets), None)
    if len(targets) > 1:
        raise CannotRewriteError("what is called may be one of several things")
    if target is None:
        raise CannotRewriteError("the rewrite does not say what to call instead")
    aliases, alone = tree.meaning(use)
    if aliases and (not alone or len({one.means for one in aliases}) > 1):
        raise CannotRewriteError(f"'{use.root}' may mean one of several things")
    alias = aliases[0] if aliases else None
    old, new, module = target
    return Renaming(use, old, new, alias, module, whole=written == use.root), Edit(call.start, call.end, "")


def _renamed(name: str, wanted: Renames) -> tuple[tuple[str, ...], tuple[str, ...], int] | None:
    parts = tuple(name.split("."))
    rename = wanted.of(parts)
    return None if rename is None else (parts, (*rename.new, *parts[len(rename.old) :]), rename.module)


def _written(tree: PythonTree, chosen: dict[Finding, tuple[Renaming, Edit]]) -> tuple[list[Edit], dict[Finding, str]]:
    """Spell every new name; return all edits, or the findings for which there is no spelling, with the reason."""
    replaced = {one.use.start for one, _ in chosen.values()}

    def going(alias: Alias) -> bool:
        return is_unused(tree, alias, replaced)

    spelling = Spelling(tree, going)
    edits, failed = [], {}
    for finding, (renaming, place) in chosen.items():
        try:
            edits.append(place.replace(text=spelling.write(renaming)))
        except CannotRewriteError as error:
            failed[finding] = str(error)
    touched = {id(alias.node): alias for one, _ in chosen.values() for alias in tree.meaning(one.use)[0]}
    needed = {id(alias.node) for alias in spelling.needed}
    dropped = [alias for key, alias in touched.items() if key not in needed and going(alias)]
    return edits + import_edits(tree, dropped, spelling.wanted), failed


def is_unused(tree: PythonTree, alias: Alias, replaced: Iterable[int]) -> bool:
    """Say whether nothing needs what an import binds once the uses that begin at `replaced` are others.

    What others may take from here stays: what `__all__` names, ``import x as x``, all of an ``__init__.py``.
    """
    if alias.local in tree.exported or alias.reexport or tree.source.path.rpartition("/")[2] == "__init__.py":
        return False
    uses = [one for one in tree.uses if one.root == alias.local and one.start not in replaced]
    return not any(any(alias.node is other.node for other in tree.meaning(one)[0]) for one in uses)
