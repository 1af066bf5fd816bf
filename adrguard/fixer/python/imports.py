"""Imports of one module made imports of another, with every use of the name that the import binds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import ClassScope

from adrguard.fixer.edits import CannotRewriteError, Edit, Left, Proposal
from adrguard.fixer.python.statements import Wanted, import_edits
from adrguard.fixer.rewrites import renames
from adrguard.model.record import Record
from adrguard.syntax.imported import folder_of
from adrguard.syntax.rooted import dotted_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.fixer.python.tree import Alias, PythonTree, Statement, Use
    from adrguard.fixer.rewrites import Rename, Renames
    from adrguard.matchers.context import Context
    from adrguard.model.findings import Finding

Name = tuple[str, ...]

_CHAIN = re.compile(r"\w+(?:\s*\.\s*\w+)*")


class _Made(Record):
    """What becomes of a statement: edits in it and of uses, names dropped from it, imports put beside it."""

    edits: tuple[Edit, ...] = ()
    dropped: tuple[Alias, ...] = ()
    wanted: tuple[Wanted, ...] = ()


def propose(tree: PythonTree, findings: Sequence[Finding], context: Context) -> Proposal:
    """Return what the rewrite of a rule makes of its findings, imports all of them, in one file."""
    work = _Work(tree, renames(findings[0].rule), context)
    fixed, left = [], []
    made: dict[int, _Made] = {}
    for finding in findings:
        try:
            statement = work.statement(finding)
            if isinstance(statement, Edit):
                made[statement.start] = _Made((statement,))
            elif statement.start not in made:
                made[statement.start] = work.rewrite(statement)
            fixed.append(finding)
        except CannotRewriteError as error:
            left.append(Left(finding, str(error)))
    edits = [edit for one in made.values() for edit in one.edits]
    dropped = [alias for one in made.values() for alias in one.dropped]
    wanted = [want for one in made.values() for want in one.wanted]
    return Proposal((*edits, *import_edits(tree, dropped, wanted)), tuple(fixed), tuple(left), names=True)


class _Work:
    def __init__(self, tree: PythonTree, wanted: Renames, context: Context) -> None:
        self._tree = tree
        self._wanted = wanted
        self._context = context

    def statement(self, finding: Finding) -> Statement | Edit:
        """Return the statement that a finding is in; of a call that imports, the edit. Raises `CannotRewriteError`."""
        start = _offset(self._tree.text, finding.line, finding.column)
        for one in self._tree.statements:
            if one.start <= start < one.end:
                return one
        return self._dynamic(start, _offset(self._tree.text, finding.end_line, finding.end_column))

    def _dynamic(self, start: int, end: int) -> Edit:
        """Rename the module in ``import_module("a.b")``, where it is written as one plain text."""
        for one in self._tree.source.imports():
            if one.how != "dynamic" or one.start != start:
                continue
            text = self._tree.text[start:end]
            new = self._new(tuple(one.absolute.split(".")))
            at = max(text.find(f"{quote}{one.module}{quote}") for quote in "\"'")
            # `__import__("a.b")` yields `a`: what another name would yield is another thing.
            top = "__import__" in text
            if (
                new is None
                or at < 0
                or text.count(one.module) != 1
                or (top and len(new[0]) + one.module.count(".") > 1)
            ):
                break
            return Edit(start + at + 1, start + at + 1 + len(one.module), ".".join(new[0]))
        raise CannotRewriteError("it is imported by a call that does not spell the module out")

    def _new(self, old: Name) -> tuple[Name, Rename] | None:
        rename = self._wanted.of(old)
        return None if rename is None else ((*rename.new, *old[len(rename.old) :]), rename)

    def rewrite(self, statement: Statement) -> _Made:
        """Return what becomes of a statement. Raises `CannotRewriteError`."""
        if isinstance(statement.node.names, cst.ImportStar):
            raise CannotRewriteError("what a star import brings is not known")
        if isinstance(statement.node, cst.ImportFrom):
            return self._taken_from(statement)
        parts = [self._plain(alias) for alias in self._aliases(statement)]
        made = [one for one in parts if one is not None]
        if not made:
            raise CannotRewriteError("the rewrite does not say what to import instead")
        edits = tuple([edit for one in made for edit in one.edits])
        dropped = tuple([alias for one in made for alias in one.dropped])
        if dropped and any(statement.start <= edit.start < statement.end for edit in edits):
            raise CannotRewriteError("some of its names are imported elsewhere already: split the statement first")
        return _Made(edits, dropped)

    def _aliases(self, statement: Statement) -> list[Alias]:
        return [one for one in self._tree.aliases if one.statement is statement]

    # `import a.b`, `import a.b as c`

    def _plain(self, alias: Alias) -> _Made | None:
        found = self._new(alias.module)
        if found is None:
            return None
        new = found[0]
        start, end = self._tree.span(alias.node.name)
        if alias.renamed:
            return self._or_dropped(alias, alias.local, new, [Edit(start, end, ".".join(new))])
        try:
            uses = self._uses(alias)
        except CannotRewriteError:
            # Under its old name everything that uses it stays as it is.
            if len(alias.module) > 1:
                raise
            return _Made((Edit(start, end, f"{'.'.join(new)} as {alias.local}"),))
        return self._or_dropped(alias, new[0], new[:1], [Edit(start, end, ".".join(new)), *uses])

    def _or_dropped(self, alias: Alias, local: str, means: Name, edits: list[Edit]) -> _Made:
        """Drop a name that another statement above binds to the same already."""
        for other in self._tree.aliases:
            same = other.scope is alias.scope and other.local == local and other.means == means
            if same and other.statement.end < alias.statement.start and not other.statement.typing:
                return _Made(tuple(edits[1:]), (alias,))
        return _Made(tuple(edits))

    def _uses(self, alias: Alias) -> list[Edit]:
        """Rename every use of what an import binds. Raises `CannotRewriteError` where one must keep its name."""
        if alias.local in self._tree.exported:
            raise CannotRewriteError(f"'{alias.local}' is exported by __all__")
        if isinstance(alias.scope, ClassScope):
            raise CannotRewriteError(f"'{alias.local}' is an attribute of its class")
        others, alone = self._tree.bindings(alias.local, alias.scope)
        if not alone or any(one.renamed or self._new(one.module) is None for one in others):
            raise CannotRewriteError(f"'{alias.local}' may mean something else as well")
        edits = []
        for use in self._tree.uses:
            if use.root != alias.local:
                continue
            meanings, alone = self._tree.meaning(use)
            if not any(one.node is alias.node for one in meanings):
                continue
            if not alone or any(self._new(one.module) is None for one in meanings):
                raise CannotRewriteError(f"'{alias.local}' may mean something else as well")
            edits.append(self._use(use))
        return edits

    def _use(self, use: Use) -> Edit:
        chain = _CHAIN.match(self._tree.text, use.start)
        parts = tuple(one.strip() for one in chain[0].split(".")) if chain else (use.root,)
        found = self._new(parts)
        if found is None:
            raise CannotRewriteError(f"'{'.'.join(parts)}' is used, and the rewrite says nothing of it")
        rename = found[1]
        self._must_be_free(rename.new[0], use.root)
        end = use.start
        for part in rename.old:
            end = self._tree.text.index(part, end) + len(part)
        return Edit(use.start, end, ".".join(rename.new))

    def _must_be_free(self, name: str, old: str) -> None:
        if name == old or name not in self._tree.names:
            return
        aliases, alone = self._tree.bindings(name)
        if not aliases or not alone or any(one.means != (name,) for one in aliases):
            raise CannotRewriteError(f"'{name}' means something else in this file")

    # `from a import b`

    def _taken_from(self, statement: Statement) -> _Made:
        aliases = self._aliases(statement)
        module = aliases[0].module
        whole = self._new(self._full(module))
        found = [(one, self._new(self._full((*module, one.node.evaluated_name)))) for one in aliases]
        if whole is not None and all(new is None or new[1] is whole[1] for _, new in found):
            start, end = self._module_span(statement)
            return _Made((Edit(start, end, ".".join(whole[0])),))
        length = len([part for part in module if part])
        made = [(one, self._instead(one, new[0], new[1], length)) for one, new in found if new is not None]
        if not made:
            raise CannotRewriteError("the rewrite does not say what to import instead")
        edits = tuple([edit for _, (_, uses) in made for edit in uses])
        return _Made(edits, tuple([alias for alias, _ in made]), _joined([wanted for _, (wanted, _) in made]))

    def _instead(self, alias: Alias, new: Name, rename: Rename, module: int) -> tuple[Wanted, list[Edit]]:
        if len(new) == 1:
            asname = f" as {alias.local}" if alias.local != new[0] else ""
            return Wanted(f"import {new[0]}{asname}", alias.local, new, new, alias.scope, alias.statement), []
        count = rename.module or (module if len(new) == module + 1 else len(new) - 1)
        name = new[count]
        if len(new) > count + 1:
            raise CannotRewriteError(f"'{'.'.join(new)}' cannot be imported as one name")
        local = alias.local
        uses: list[Edit] | None = None
        if not alias.renamed and name != alias.local and name not in self._tree.names:
            uses = self._plain_uses(alias, name)
            local = name if uses is not None else local
        asname = f" as {local}" if local != name else ""
        text = f"from {'.'.join(new[:count])} import {name}{asname}"
        return Wanted(text, local, new, new[:count], alias.scope, alias.statement), uses or []

    def _plain_uses(self, alias: Alias, name: str) -> list[Edit] | None:
        """Return the edits that give every use another name; None where one must keep the old one."""
        if alias.local in self._tree.exported or isinstance(alias.scope, ClassScope):
            return None
        edits = []
        for use in self._tree.uses:
            if use.root == alias.local:
                meanings, alone = self._tree.meaning(use)
                if any(one.node is alias.node for one in meanings):
                    if not alone or len(meanings) > 1:
                        return None
                    edits.append(Edit(use.start, use.start + len(use.root), name))
        return edits

    def _full(self, name: Name) -> Name:
        """Return a name in full; of a relative one the name by which the rewrite knows it."""
        dots = sum(not part for part in name)
        if not dots:
            return name
        folder = [part for part in folder_of(self._tree.source.path).split("/") if part]
        place = [*folder[: len(folder) - (dots - 1)], *name[dots:]]
        names = dotted_names(place, lambda: self._context.tree.paths(self._context.side))
        return next((one for one in names if self._new(one) is not None), tuple(place))

    def _module_span(self, statement: Statement) -> tuple[int, int]:
        node = cst.ensure_type(statement.node, cst.ImportFrom)
        parts = [*node.relative, *([node.module] if node.module is not None else [])]
        return self._tree.span(parts[0])[0], self._tree.span(parts[-1])[1]


def _joined(wanted: list[Wanted]) -> tuple[Wanted, ...]:
    """Make one statement of imports from the same module."""
    joined: dict[str, Wanted] = {}
    for one in wanted:
        head, mark, name = one.text.partition(" import ")
        key = head if mark else one.text
        known = joined.get(key)
        joined[key] = one if known is None else known.replace(text=f"{known.text}, {name}")
    return tuple(joined.values())


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return start + column - 1
