"""How a qualified name is written at a place of a file: by an import that is there, or by one that is added."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

import libcst as cst

from adrguard.fixer.edits import CannotRewriteError
from adrguard.fixer.python.statements import Wanted
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from libcst.metadata import Scope

    from adrguard.fixer.python.tree import Alias, PythonTree, Use

Name = tuple[str, ...]


class Renaming(Record):
    """One use that gets another name: `old` and `new` are the qualified names, `alias` the import that it comes by.

    `module` is how many parts of `new` are its module, where the rewrite says so, else 0. `whole` is true where all
    that is written is the name that the import binds.
    """

    use: Use
    old: Name
    new: Name
    alias: Alias | None
    module: int
    whole: bool


class Spelling:
    """Spells new names in one file and collects the imports that they need.

    `going` says of an import whether all of its uses get other names, so that its own name becomes free.
    """

    def __init__(self, tree: PythonTree, going: Callable[[Alias], bool]) -> None:
        self._tree = tree
        self._going = going
        self.wanted: list[Wanted] = []
        self.needed: list[Alias] = []

    def write(self, one: Renaming) -> str:
        """Return how the new name is written. Raises `CannotRewriteError` where its first part means something else."""
        if len(one.new) == 1:
            return self._bare(one)
        count = one.module or _module_length(one)
        known = self._known(one, count) or self._planned(one, count)
        if known is None:
            wanted = self._add(one, count)
            known = wanted.local, wanted.means
        local, means = known
        return ".".join([local, *one.new[len(means) :]])

    def _bare(self, one: Renaming) -> str:
        name = one.new[0]
        aliases, alone = self._tree.bindings(name)
        if hasattr(builtins, name) and not aliases and not self._is_bound(name):
            return name
        raise CannotRewriteError(
            f"'{name}' is no builtin, or means something else in this file" if alone else _taken(name)
        )

    def _is_bound(self, name: str) -> bool:
        return not self._tree.bindings(name)[1]

    def _known(self, one: Renaming, count: int) -> tuple[str, Name] | None:
        """Find an import that is there, seen from the use and made before it; the shortest spelling wins."""
        fitting = [alias for alias in self._tree.aliases if self._serves(alias, one, count)]
        if not fitting:
            return None
        best = max(fitting, key=lambda alias: len(alias.means))
        self.needed.append(best)
        return best.local, best.means

    def _serves(self, alias: Alias, one: Renaming, count: int) -> bool:
        if one.new[: len(alias.means)] != alias.means or len(alias.means) > len(one.new):
            return False
        if alias.statement.typing and not one.use.quoted:
            return False
        reached = alias.module if isinstance(alias.statement.node, cst.Import) else alias.means
        if one.new[:count] != reached[:count] or (alias.scope is one.use.scope and alias.statement.end > one.use.start):
            return False
        here = one.use.replace(root=alias.local)
        meanings, alone = self._tree.meaning(here)
        return alone and all(other.means == alias.means for other in meanings)

    def _planned(self, one: Renaming, count: int) -> tuple[str, Name] | None:
        for wanted in self.wanted:
            fits = one.new[: len(wanted.means)] == wanted.means and wanted.module[:count] == one.new[:count]
            if fits and _sees(one.use.scope, wanted.scope):
                return wanted.local, wanted.means
        return None

    def _add(self, one: Renaming, count: int) -> Wanted:
        module, rest = one.new[:count], one.new[count:]
        taken = one.whole and one.alias is not None and isinstance(one.alias.statement.node, cst.ImportFrom)
        if taken and self._is_free(rest[0], one.alias, (*module, rest[0])):
            text = f"from {'.'.join(module)} import {rest[0]}"
            return self._want(one, Wanted(text, rest[0], (*module, rest[0]), module, None))
        if not self._is_free(module[0], one.alias, module[:1]):
            raise CannotRewriteError(_taken(module[0]))
        return self._want(one, Wanted(f"import {'.'.join(module)}", module[0], module[:1], module, None))

    def _want(self, one: Renaming, wanted: Wanted) -> Wanted:
        alias = one.alias
        if alias is not None and not alias.statement.typing and (alias.statement.block or self._going(alias)):
            wanted = wanted.replace(scope=alias.scope, beside=alias.statement)
        self.wanted.append(wanted)
        return wanted

    def _is_free(self, name: str, old: Alias | None, means: Name) -> bool:
        """Say whether a name may be bound to what is meant: nothing in the file binds or uses it for something else."""
        if name not in self._tree.names:
            return True
        aliases, alone = self._tree.bindings(name)
        if not aliases or not alone:
            return False
        return all(one.means == means or (one is old and self._going(one)) for one in aliases)


def _taken(name: str) -> str:
    return f"'{name}' means something else in this file"


def _sees(scope: Scope, other: Scope | None) -> bool:
    """Say whether code of a scope sees the names of the other; None is the top of the file."""
    if other is None or scope is other:
        return True
    if isinstance(other, cst.metadata.ClassScope):
        return False
    while scope.parent is not scope:
        scope = scope.parent
        if scope is other:
            return True
        if isinstance(scope, cst.metadata.GlobalScope):
            return False
    return False


def _module_length(one: Renaming) -> int:
    """Return how many parts of the new name are its module, as far as names tell: classes begin with a capital."""
    if one.alias is not None and len(one.old) == len(one.new):
        known = len(one.alias.module)
        if 0 < known < len(one.new) and one.old[:known] == one.alias.module:
            return known
    first = next((at for at, part in enumerate(one.new) if at and part[:1].isupper()), len(one.new) - 1)
    return min(first, len(one.new) - 1)
