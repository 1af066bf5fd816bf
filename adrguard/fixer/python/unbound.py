"""Names of a Python text that nothing in it binds: a change carried over to another version must not make any."""

from __future__ import annotations

import builtins
import symtable
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_GIVEN = frozenset(dir(builtins)) | {"__file__", "__path__", "__builtins__"}


def unbound(text: str) -> frozenset[str]:
    """Return the names that are read somewhere, and neither bound where they are looked for nor built in.

    A text that does not parse has none.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            top = symtable.symtable(text, "<text>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    read, bound = set(), set()
    for table in _all(top):
        for symbol in table.get_symbols():
            ours = table is top or symbol.is_declared_global()
            if ours and (symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()):
                bound.add(symbol.get_name())
            if symbol.is_referenced() and (table is top or symbol.is_global()):
                read.add(symbol.get_name())
    return frozenset(read - bound - _GIVEN)


def _all(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    waiting = [table]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += one.get_children()
