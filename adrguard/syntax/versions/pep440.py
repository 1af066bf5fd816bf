"""Python: PEP 440 versions and specifiers, and the carets and tildes that Poetry adds to them."""

from __future__ import annotations

from packaging.specifiers import InvalidSpecifier, Specifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from adrguard.syntax.versions.clauses import LONGEST, RangeProblem
from adrguard.syntax.versions.scheme import Scheme, pessimistic_end
from adrguard.syntax.versions.spans import AFTER, BEFORE, EVERYTHING, Span, complement, intersect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from adrguard.syntax.versions.clauses import Clause

_LOW, _MID, _HIGH = -1, 0, 1
_PHASES = {"a": 0, "b": 1, "rc": 2}
_NO_LOCAL: tuple[Any, ...] = ()
_LAST_LOCAL = ((2,),)
_PRERELEASES = frozenset({"prereleases"})


class Pep440(Scheme):
    """The order of PEP 440.

    Keys are ``(epoch, release, pre, post, dev, local)`` so that missing parts sort where PEP 440 wants them: dev
    releases first, then prereleases, the release, its post releases, and local versions after the version they patch.
    """

    def key(self, version: str) -> Any:
        """Return the key of a version."""
        return _key(_parse(version))

    def floor(self, numbers: tuple[int, ...]) -> Any:
        """Return the key below ``numbers.dev0``."""
        return _floor(0, numbers)

    def ceiling(self, version: str) -> Any:
        """Return the key of its last local version: ``==1.2`` also admits ``1.2+cu118``."""
        parsed = _parse(version)
        key = _key(parsed)
        return key if parsed.local else (*key[:5], _LAST_LOCAL)

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return what a PEP 508 requirement's specifier admits."""
        if len(text) > LONGEST:
            msg = f"a range of {len(text)} characters"
            raise RangeProblem(msg)
        try:
            specifiers = SpecifierSet(text.strip().rstrip(","))
        except InvalidSpecifier as error:
            msg = f"'{text}' is no version specifier"
            raise RangeProblem(msg) from error
        spans = EVERYTHING
        for one in specifiers:
            spans = intersect(spans, self._specifier(one))
        return _tagged(spans) if specifiers.prereleases else spans

    def inhabited(self, span: Span) -> bool:
        """Say whether a final release lies in the span, or any version where the range names a prerelease itself."""
        if span.empty or span.tags or span.low is None or span.high is None:
            return not span.empty
        (low, _), (high, _) = span.low, span.high
        return low[:2] != high[:2] or span.high > ((*high[:2], (_HIGH,), (_LOW, 0), (_HIGH, 0), _NO_LOCAL), BEFORE)

    def _specifier(self, one: Specifier) -> tuple[Span, ...]:
        operator, version = one.operator, one.version
        if operator == "!=":
            return complement(self._equal(version))
        if operator in ("==", "==="):
            return self._equal(version)
        parsed = _parse(version)
        key = _key(parsed)
        if operator == "~=":
            end = _floor(parsed.epoch, pessimistic_end(parsed.release))
            return (Span((key, BEFORE), (end, BEFORE)),)
        if operator == "<":
            # `<1.2` leaves out the prereleases of 1.2 itself.
            end = key if parsed.is_prerelease else _before_prereleases(key)
            return (Span(None, (end, BEFORE)),)
        if operator == ">":
            # `>1.2` leaves out 1.2.post1 and 1.2+local.
            start = key if parsed.is_postrelease or parsed.is_prerelease else (*key[:3], (_HIGH, 0), key[4], ())
            return (Span(((*start[:5], _LAST_LOCAL), AFTER)),)
        if operator == "<=":
            return (Span(None, (self.ceiling(version), AFTER)),)
        return (Span((key, BEFORE)),)

    def _equal(self, version: str) -> tuple[Span, ...]:
        if not version.endswith(".*"):
            return (Span((self.key(version), BEFORE), (self.ceiling(version), AFTER)),)
        parsed = _parse(version[:-2])
        start, end = parsed.release, (*parsed.release[:-1], parsed.release[-1] + 1)
        return (Span((_floor(parsed.epoch, start), BEFORE), (_floor(parsed.epoch, end), BEFORE)),)


class Poetry(Pep440):
    """What Poetry's own tables hold: carets, tildes, wildcards, ``||``; a bare version is exact."""

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return what a Poetry constraint admits."""
        return Scheme.declared(self, text)

    def all_of(self, group: Iterable[Clause], bare: str) -> tuple[Span, ...]:
        """Return the versions of a group, marked when it names a prerelease."""
        clauses = tuple(group)
        spans = super().all_of(clauses, bare)
        named = any(not one.wild and _parse(one.version).is_prerelease for one in clauses)
        return _tagged(spans) if named else spans


def _tagged(spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(span.replace(tags=_PRERELEASES) for span in spans)


def _parse(version: str) -> Version:
    try:
        return Version(version)
    except InvalidVersion as error:
        msg = f"'{version}' is no Python version (PEP 440)"
        raise RangeProblem(msg) from error


def _key(version: Version) -> tuple[Any, ...]:
    pre: tuple[int, ...] = (_HIGH,)
    if version.pre is not None:
        pre = (_MID, _PHASES[version.pre[0]], version.pre[1])
    elif version.post is None and version.dev is not None:
        pre = (_LOW,)
    post = (_LOW, 0) if version.post is None else (_MID, version.post)
    dev = (_HIGH, 0) if version.dev is None else (_MID, version.dev)
    return (version.epoch, _release(version.release), pre, post, dev, _local(version.local))


def _release(numbers: tuple[int, ...]) -> tuple[int, ...]:
    end = len(numbers)
    while end and not numbers[end - 1]:
        end -= 1
    return numbers[:end]


def _local(local: str | None) -> tuple[Any, ...]:
    if local is None:
        return _NO_LOCAL
    return tuple((1, int(part), "") if part.isdecimal() else (0, 0, part) for part in local.split("."))


def _floor(epoch: int, numbers: tuple[int, ...]) -> tuple[Any, ...]:
    return (epoch, _release(numbers), (_LOW,), (_LOW, 0), (_LOW, 0), _NO_LOCAL)


def _before_prereleases(key: tuple[Any, ...]) -> tuple[Any, ...]:
    if key[3][0] == _LOW:
        return (*key[:2], (_LOW,), (_LOW, 0), (_LOW, 0), _NO_LOCAL)
    return (*key[:4], (_LOW, 0), _NO_LOCAL)
