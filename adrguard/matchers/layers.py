"""`layers`: imports go down. A lower layer may not import a higher one, however many lie between.

Files in no layer may import, and be imported by, any; a file that several layers match is in the highest of them.
"""

from __future__ import annotations

from adrguard.model.findings import Match
from adrguard.model.globs import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.matchers.context import Context
    from adrguard.model.rules import LayersTarget, Rule
    from adrguard.syntax.source import Source


def find(target: LayersTarget, rule: Rule, source: Source, context: Context) -> list[Match]:
    """Return the imports that lead to a file of a higher layer. Raises `SyntaxProblem`."""
    own = _layer(target, source.path)
    if own <= 0:
        return []
    # Most files are of no interest to the rule: only for the others is resolving worth loading.
    from adrguard.matchers.imported_files import note_unresolved, references, standing_name

    found: dict[tuple[int, str], Match] = {}
    for one in references(source, context):
        higher = [(path, layer) for path in one.resolution.files if 0 <= (layer := _layer(target, path)) < own]
        if higher:
            goal, layer = higher[0]
            detail = f"imports {goal}: layer '{target.layers[layer][0]}' lies above '{target.layers[own][0]}'"
            key = f"imports {standing_name(goal, context)}"
            found.setdefault((one.statement, goal), Match(one.start, one.end, one.written, detail, key))
    above = [glob for _, globs in target.layers[:own] for glob in globs]
    note_unresolved(above, rule, source, context)
    return list(found.values())


def _layer(target: LayersTarget, path: str) -> int:
    """Return the number of the layer that a file is in, the highest being 0; -1 for none."""
    return next((index for index, (_, globs) in enumerate(target.layers) if matches(globs, path)), -1)
