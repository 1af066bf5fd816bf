"""Where the imports of a file lead: shared by the kinds that judge edges, and told to whoever asks why."""

from __future__ import annotations

from adrguard.model.changes import NEW, OLD
from adrguard.model.findings import Unjudged
from adrguard.model.globs import any_below
from adrguard.model.record import Record
from adrguard.syntax.resolve.imports import Imports, Reference
from adrguard.syntax.resolve.repository import UNRESOLVED, Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.matchers.context import Context
    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule
    from adrguard.syntax.source import Source

_MOST_NAMED = 3


class Explained(Record):
    """One import, for a person: where it stands, how it is written, where it leads and why.

    `kind` is ``resolved``, ``external`` (of another repository) or ``unresolved`` (it should be of this one).
    """

    line: int
    column: int
    written: str
    kind: str
    files: tuple[str, ...]
    why: str


def references(source: Source, context: Context) -> tuple[Reference, ...]:
    """Return where the imports of a file lead on the context's side. Raises `SyntaxProblem`."""
    key = ("imported files", context.side)
    imports = context.memo.get(key)
    if imports is None:
        repository = Repository(context.tree.paths(context.side), context.text)
        imports = context.memo[key] = Imports(repository)
    found: tuple[Reference, ...] = imports.references(source)
    return found


def explain_imports(source: Source, context: Context) -> list[Explained]:
    """Return all imports of a file with where they lead, in order of place. Raises `SyntaxProblem`."""
    explained = []
    for one in references(source, context):
        line, column = source.position(one.start)
        resolution = one.resolution
        explained.append(Explained(line, column, one.written, resolution.kind, resolution.files, resolution.why))
    return explained


def standing_name(path: str, context: Context) -> str:
    """Return the name by which both sides know a file: on the old side, the one that it is renamed to."""
    if context.side != OLD:
        return path
    key = "imported files: renamed"
    renamed = context.memo.get(key)
    if renamed is None:
        renamed = context.memo[key] = {
            one.old_path: one.path for one in context.changes.everything if one.status == "R" and one.old_path
        }
    name: str = renamed.get(path, path)
    return name


def note_unresolved(globs: Sequence[Glob], rule: Rule, source: Source, context: Context) -> None:
    """List the imports that lead nowhere and might have led to a file that the globs speak of."""
    if context.side != NEW:
        return
    lost = [
        one
        for one in references(source, context)
        if one.resolution.kind == UNRESOLVED and (not one.resolution.wanted or any_below(globs, one.resolution.wanted))
    ]
    if lost:
        named = [
            f"'{one.written}' (line {source.position(one.start)[0]}: {one.resolution.why})"
            for one in lost[:_MOST_NAMED]
        ]
        more = f" and {len(lost) - _MOST_NAMED} more" if len(lost) > _MOST_NAMED else ""
        reason = f"imports that lead to no file: {', '.join(named)}{more}"
        context.unjudged.append(Unjudged(source.path, reason, "unsupported", rule.id))
