"""Whether a rule has any business with a file: its scope, its languages, and what is left out of text rules."""

from __future__ import annotations

from adrguard.matchers.registry import KINDS
from adrguard.model.globs import compile_globs, matches
from adrguard.model.rules import EdgeTarget, LayersTarget
from adrguard.syntax.languages import speaks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule

LOCK_FILES = (
    "*.lock", "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "packages.lock.json", "bun.lockb",
    "gradle.lockfile", "go.sum", "Package.resolved",
)  # fmt: skip
"""Written by package managers: what stands in them is decided elsewhere."""

_CONFLICT = ".conflict"
_PROBE = "adrguard-probe"


class Exclusions:
    """The files that text and regex rules pass over unless their scope names them.

    These are decision notes and the tests of their rules with what recovery puts beside them, and the baseline (which
    quote what is forbidden), generated and vendored files, lock files, and what the configuration's `exclude` adds.
    """

    def __init__(self, *sets: DecisionSet) -> None:
        self._sets = sets
        self._locks = tuple(glob for name in LOCK_FILES for glob in compile_globs(name))
        # Before the first commit nothing is decided, not even where decisions are.
        self._folders = [
            tuple([path for path in one.policy_paths if path.endswith("/")]) for one in sets if one.policy_paths
        ]
        self._notes = frozenset([path for one in sets for path in (*[note.path for note in one.decisions], *one.tests)])
        self._known: dict[str, bool] = {}

    def excluded(self, path: str) -> bool:
        """Say whether the file is left out by default. With two sets (change and base) both must leave it out."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = (
                self._is_note(path)
                or any(path == one.settings.baseline and holds_entries(one.baseline) for one in self._sets)
                or matches(self._locks, path)
                or all(matches(one.settings.exclude, path) or _generated(one, path) for one in self._sets)
            )
        return known

    def _is_note(self, path: str) -> bool:
        note = _beside(path)
        if note in self._notes:
            return True
        return note.endswith(".md") and bool(self._folders) and all(map(note.startswith, self._folders))

    def overrides(self, include: tuple[Glob, ...], path: str) -> bool:
        """Say whether a scope names this excluded file, rather than sweeping it up with its ordinary neighbours.

        `in: package-lock.json` and `in: docs/adr/**` name it; `in: *.json` and `in: docs/**` do not: they would match
        as well an ordinary file in its place or above.
        """
        naming = [glob for glob in include if matches((glob,), path)]
        if not naming:
            return False
        path = _beside(path)
        folder, _, name = path.rpartition("/")
        suffix = name[name.rfind(".") :] if "." in name else ""
        while True:
            probe = f"{folder}/{_PROBE}{suffix}" if folder else _PROBE + suffix
            if not self.excluded(probe):
                return any(not matches((glob,), probe) for glob in naming)
            if not folder:
                break
            folder = folder.rpartition("/")[0]
        # Its ending alone leaves it out, as that of a lock file: its neighbours are those with another ending.
        plain = f"{path.rpartition('/')[0]}/{_PROBE}".lstrip("/")
        return self.excluded(plain) or any(not matches((glob,), plain) for glob in naming)


def _beside(path: str) -> str:
    """Return the note whose text is kept in a file, as it could not be put in its place; else the path itself."""
    note, mark, number = path.rpartition(_CONFLICT)
    return note if mark and (not number or (number[0] == "-" and number[1:].isdigit())) else path


def holds_entries(text: str) -> bool:
    """Say whether a text is that of a baseline: any file could be named as one, and so be passed over."""
    from adrguard.engine.baseline import is_entry, lines_of

    return all(map(is_entry, lines_of(text)))


def _generated(decisions: DecisionSet, path: str) -> bool:
    verdict = False
    for globs, is_generated in decisions.generated:
        if verdict != is_generated and matches(globs, path):
            verdict = is_generated
    return verdict


_EDGES = ("edge", "layers")


def _may_import(rule: Rule, path: str) -> bool:
    """Say whether an import from this file can be one that a rule about files speaks of."""
    for target in rule.targets:
        if isinstance(target, EdgeTarget):
            if matches(target.source, path):
                return True
        elif isinstance(target, LayersTarget) and any(matches(globs, path) for _, globs in target.layers):
            return True
    return False


def applies(rule: Rule, path: str, exclusions: Exclusions) -> bool:
    """Say whether the rule judges the file at `path`, as far as its path can tell."""
    if path == rule.note:
        return False
    kind = KINDS[rule.kind]
    if rule.langs and not speaks(path, rule.langs):
        return False
    if not kind.reads(path):
        return False
    if rule.include and not matches(rule.include, path):
        return False
    if rule.exclude and matches(rule.exclude, path):
        return False
    if rule.kind in _EDGES and not _may_import(rule, path):
        return False
    if kind.literal and exclusions.excluded(path):
        return exclusions.overrides(rule.include, path)
    return True
