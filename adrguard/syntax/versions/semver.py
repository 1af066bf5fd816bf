"""Semantic versions: npm, Cargo and Go modules."""

from __future__ import annotations

from adrguard.syntax.versions.clauses import BARE, Clause, RangeProblem, parse
from adrguard.syntax.versions.scheme import Scheme, leading_numbers
from adrguard.syntax.versions.spans import AFTER, BEFORE, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Identifier = tuple[int, int | str]
    Key = tuple[int, int, int, tuple[int, tuple[Identifier, ...]]]

_RELEASE = (1, ())
_FIRST_PRERELEASE = (0, ((0, 0),))
_COMPONENTS = 3


class Semver(Scheme):
    """The order of semver.org; build metadata does not count. Missing components are zero."""

    def key(self, version: str) -> Key:
        """Return (major, minor, patch, prerelease)."""
        text = version.strip().lstrip("vV=").partition("+")[0]
        core, dash, tail = text.partition("-")
        parts = core.split(".")
        if len(parts) > _COMPONENTS or not all(part.isascii() and part.isdecimal() for part in parts):
            msg = f"'{version}' is no semantic version"
            raise RangeProblem(msg)
        major, minor, patch = (*leading_numbers(core), 0, 0)[:_COMPONENTS]
        return (major, minor, patch, (0, _identifiers(tail, version)) if dash else _RELEASE)

    def floor(self, numbers: tuple[int, ...]) -> Key:
        """Return the key of ``numbers-0``, the first prerelease there can be."""
        major, minor, patch = (*numbers, 0, 0)[:_COMPONENTS]
        return (major, minor, patch, _FIRST_PRERELEASE)

    def inhabited(self, span: Span) -> bool:
        """Say whether a release lies in the span, or a prerelease of one of its tags."""
        if span.empty:
            return False
        release = _first_release(span)
        if span.high is None or (release, BEFORE) < span.high:
            return True
        # Without a release in it, the span holds nothing but prereleases of the one that comes next.
        return release[:3] in span.tags and (self.floor(release[:3]), BEFORE) < span.high

    def all_of(self, group: Iterable[Clause], bare: str) -> tuple[Span, ...]:
        """Return the spans with the releases of which the group names a prerelease."""
        clauses = tuple(group)
        tags = frozenset(
            self.key(one.version)[:3] for one in clauses if "-" in one.version.partition("+")[0] and not one.wild
        )
        return tuple(span.replace(tags=tags) for span in super().all_of(clauses, bare))


def _identifiers(tail: str, version: str) -> tuple[Identifier, ...]:
    parts = tail.split(".")
    if not all(parts):
        msg = f"'{version}' is no semantic version"
        raise RangeProblem(msg)
    return tuple((0, int(part)) if part.isdecimal() and len(part) < 20 else (1, part) for part in parts)  # noqa: PLR2004


def _first_release(span: Span) -> Key:
    """Return the first release that is not below the span."""
    if span.low is None:
        return (0, 0, 0, _RELEASE)
    (major, minor, patch, prerelease), side = span.low
    past = 1 if prerelease == _RELEASE and side != BEFORE else 0
    return (major, minor, patch + past, _RELEASE)


class Npm(Semver):
    """node-semver: caret, tilde, x-ranges, hyphens, ``||``; a short version is an x-range."""

    partial_is_wild = True
    bare_operator = "="

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return what node-semver admits. A dist-tag (``latest``) says nothing that can be compared."""
        if text.strip()[:1].isalpha() and text.strip() not in ("x", "X") and not text.strip()[1:2].isdigit():
            msg = f"'{text}' is a tag: the registry decides which version it means"
            raise RangeProblem(msg)
        return super().declared(text)

    def lower(self, clause: Clause) -> tuple[Span, ...]:
        """Return the versions of a clause; npm reads ``~>`` as ``~``."""
        return super().lower(clause.replace(operator="~") if clause.operator == "~>" else clause)


class Cargo(Semver):
    """Cargo: a version without an operator has a caret; all comparators of a requirement must hold."""

    partial_is_wild = True
    bare_operator = "^"


class Go(Semver):
    """Go modules: a requirement names the least version that will do, and unless others ask for more it is used."""

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return the one version that is named. A branch or commit name says nothing that can be compared."""
        groups = parse(text)
        if len(groups) != 1 or len(groups[0]) != 1 or groups[0][0].operator != BARE:
            msg = f"'{text}' is no Go version"
            raise RangeProblem(msg)
        version = groups[0][0].version
        key = self.key(version)
        return (Span((key, BEFORE), (key, AFTER), frozenset({key[:3]})),)
