"""`edge`: an import from one set of files to another."""

from __future__ import annotations

from adrguard.model.findings import Match
from adrguard.model.globs import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.matchers.context import Context
    from adrguard.model.rules import EdgeTarget, Rule
    from adrguard.syntax.source import Source


def find(target: EdgeTarget, rule: Rule, source: Source, context: Context) -> list[Match]:
    """Return the imports of a file of the first set that lead to a file of the second. Raises `SyntaxProblem`.

    An edge is the same in another state when it leads to the same file, however the import is written. Imports that
    lead nowhere, and might have led there, are listed as unjudged.
    """
    if not matches(target.source, source.path):
        return []
    # Most files are of no interest to the rule: only for the others is resolving worth loading.
    from adrguard.matchers.imported_files import note_unresolved, references, standing_name

    found: dict[tuple[int, str], Match] = {}
    for one in references(source, context):
        goal = next(
            (path for path in one.resolution.files if path != source.path and matches(target.target, path)), None
        )
        if goal is not None:
            key = f"imports {standing_name(goal, context)}"
            match = Match(one.start, one.end, one.written, f"imports {goal}", key)
            found.setdefault((one.statement, goal), match)
    note_unresolved(target.target, rule, source, context)
    return list(found.values())
