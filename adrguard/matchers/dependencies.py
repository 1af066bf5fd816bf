"""`dependency`: a manifest names a package, at a version that the rule means."""

from __future__ import annotations

from adrguard.matchers.scope import in_scope
from adrguard.model.changes import NEW
from adrguard.model.findings import Match, Unjudged
from adrguard.model.rules import REQUIRE, DependencyTarget
from adrguard.syntax.manifests.declared import Declared, Manifest, ManifestProblem
from adrguard.syntax.manifests.files import is_manifest
from adrguard.syntax.manifests.package_names import same
from adrguard.syntax.manifests.read import declared
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.versions.clauses import RangeProblem
from adrguard.syntax.versions.ecosystems import admits, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.matchers.context import Context
    from adrguard.model.rules import Rule
    from adrguard.syntax.source import Source


def find(target: DependencyTarget, rule: Rule, source: Source, context: Context) -> list[Match]:
    """Return the entries of the manifest that the target means.

    For `deny` an entry counts when the range it declares admits some forbidden version; for `require` when it admits
    none but the required ones, and another manifest in scope may do instead. An entry whose version cannot be compared
    is listed as unjudged. Raises `SyntaxProblem` when the manifest cannot be read.
    """
    entries = _entries(source.path, source.text, context, fragment=source.fragment)
    found = _hits(target, rule, source.path, entries, context)
    if not found and rule.verb == REQUIRE and not source.fragment:
        return _elsewhere(target, rule, source.path, context)
    return found


def _hits(target: DependencyTarget, rule: Rule, path: str, entries: list[Declared], context: Context) -> list[Match]:
    found = []
    for entry in entries:
        if not same(entry.ecosystem, entry.name, target.name):
            continue
        required = rule.verb == REQUIRE
        if not target.range:
            counts = not entry.constraint
        else:
            reason, counts = _compared(entry, target.range, required=required)
            if reason:
                _note(rule, path, f"{entry.name}: {reason}, so it cannot be compared with '{target.range}'", context)
        if counts:
            shown = f"{entry.name} {entry.range}".strip()
            found.append(Match(entry.start, entry.end, shown, entry.unknown, _key(entry)))
    return found


def _key(entry: Declared) -> str:
    """Return what stays the same while the same versions of the package are asked for, wherever in the file."""
    return f"{entry.ecosystem} {entry.name} {''.join(entry.range.split())}".rstrip()


def _compared(entry: Declared, meant: str, *, required: bool) -> tuple[str, bool]:
    """Return (why it cannot be compared, whether it counts). What cannot be told is held against nobody."""
    if entry.unknown:
        return entry.unknown, required
    try:
        return "", (within if required else admits)(entry.ecosystem, entry.range, meant)
    except RangeProblem as problem:
        return str(problem), required


def _note(rule: Rule, path: str, reason: str, context: Context) -> None:
    if context.side == NEW:
        context.unjudged.append(Unjudged(path, reason, "unsupported", rule.id))


def _elsewhere(target: DependencyTarget, rule: Rule, path: str, context: Context) -> list[Match]:
    """Look for what is required in the other manifests of the rule's scope."""
    for other in sorted(context.tree.paths(context.side)):
        if other == path or not is_manifest(other) or not in_scope(rule, other):
            continue
        content = context.tree.read(other, context.side)
        if content is None or content.problem:
            continue
        try:
            entries = _entries(other, content.text, context, fragment=content.fragment)
        except SyntaxProblem:
            # It is reported where it is judged itself; here it names nothing.
            continue
        if _hits(target, rule, other, entries, context):
            return [Match(-1, -1, target.raw, f"named by {other}")]
    return []


def _entries(path: str, text: str, context: Context, *, fragment: bool) -> list[Declared]:
    key = ("dependency", context.side, path)
    known = context.memo.get(key)
    if known is None:
        manifest = Manifest(path, text, fragment, context.text)
        try:
            known = declared(manifest)
        except ManifestProblem as problem:
            known = problem
        context.memo[key] = known
    if isinstance(known, ManifestProblem):
        msg = f"the manifest cannot be read: {known}"
        raise SyntaxProblem(msg)
    entries: list[Declared] = known
    return entries
