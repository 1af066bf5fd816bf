"""Whether a rule demands at least what an earlier version of it did: proved clause by clause, or not held to be so.

Its scope is another question (`engine.breadth`).
"""

from __future__ import annotations

from adrguard.engine.breadth import are_within
from adrguard.model.rules import (
    ADVISE,
    BLOCK,
    DENY,
    CallTarget,
    ChangeTarget,
    CodeTarget,
    DependencyTarget,
    EdgeTarget,
    ImportTarget,
    PathTarget,
    RegexTarget,
    TextTarget,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.rules import Rule, Target


def is_over(rule: Rule, today: str) -> bool:
    """Say whether the rule binds no longer."""
    return bool(rule.until) and rule.until < today


def is_lapsed(rule: Rule, today: str) -> bool:
    """Say whether the rule does not bind on that day by its own dates."""
    return is_over(rule, today) or bool(rule.since and today < rule.since)


def demands_as_much(now: Rule, before: Rule, today: str) -> bool:
    """Say whether, in one and the same scope, `now` surely lets nothing through that `before` did not."""
    return (
        (now.verb, now.kind) == (before.verb, before.kind)
        and (now.level == BLOCK or before.level == ADVISE)
        and (before.shadow or not now.shadow)
        and now.project in ("", before.project)
        and _binds_as_long(now, before, today)
        and _reads_as_much(now, before)
        and all(any(_covers(one, other, now) for one in now.targets) for other in before.targets)
    )


def _within(part: Iterable[object], whole: Iterable[object]) -> bool:
    """Say whether what is named in `part` is named in `whole`; naming nothing means all there is."""
    inner = set(part)
    return bool(inner) and inner <= set(whole)


def _binds_as_long(now: Rule, before: Rule, today: str) -> bool:
    begins = not now.since or now.since <= max(before.since, today)
    return begins and (not now.until or bool(before.until and before.until <= now.until))


def _reads_as_much(now: Rule, before: Rule) -> bool:
    # What is required may be found anywhere that is looked at: there, to look at less is to demand more.
    wide, narrow = (now, before) if now.verb == DENY else (before, now)
    return not wide.where or _within(narrow.where, wide.where)


def _covers(now: Target, before: Target, rule: Rule) -> bool:
    """Say whether one target surely means all that another one meant."""
    if now == before:
        return True
    if type(now) is not type(before):
        return False
    if isinstance(now, CodeTarget):
        return isinstance(before, CodeTarget) and _same_code(now, before, rule)
    if isinstance(now, ChangeTarget):
        # Of fewer files one has to change, and for more reasons.
        return (
            isinstance(before, ChangeTarget)
            and are_within(now.globs, before.globs)
            and are_within(before.when, now.when)
        )
    # To find more is stricter for what is forbidden, milder for what is required.
    return _is_wider(now, before) if rule.verb == DENY else _is_wider(before, now)


def _is_wider(one: Target, other: Target) -> bool:
    """Say whether the first surely finds all that the second, of the same type, finds."""
    if isinstance(one, TextTarget) and isinstance(other, TextTarget):
        bounds = one.starts_word == other.starts_word and one.ends_word == other.ends_word
        return bounds and _is_insensitive_of(one.pattern, other.pattern)
    if isinstance(one, RegexTarget) and isinstance(other, RegexTarget):
        return _is_insensitive_of(one.pattern, other.pattern)
    if isinstance(one, PathTarget) and isinstance(other, PathTarget):
        return are_within(other.globs, one.globs) and set(other.on) <= set(one.on)
    if isinstance(one, EdgeTarget) and isinstance(other, EdgeTarget):
        return are_within(other.source, one.source) and are_within(other.target, one.target)
    return _names_more(one, other)


_SEPARATORS = (".", "/", "::", "\\")


def _names_more(one: Target, other: Target) -> bool:
    """Say whether the name in the first surely stands for all that the name in the second does."""
    if isinstance(one, ImportTarget) and isinstance(other, ImportTarget):
        below = not one.exact and other.raw.startswith(tuple([one.raw + mark for mark in _SEPARATORS]))
        return (below or (one.raw == other.raw and one.exact <= other.exact)) and one.ignore_types <= other.ignore_types
    if isinstance(one, CallTarget) and isinstance(other, CallTarget):
        return one.star and (one.name == other.name or other.name.startswith(one.name + "."))
    if isinstance(one, DependencyTarget) and isinstance(other, DependencyTarget):
        return one.name == other.name and (one.range in ("", other.range) or _ends_later(one.range, other.range))
    return False


def _ends_later(wide: str, narrow: str) -> bool:
    """Say whether both are all versions below one, and the first goes as far at least."""
    (wide_end, is_in), (end, is_too) = _end(wide), _end(narrow)
    return bool(wide_end and end) and (wide_end > end or (wide_end == end and is_in >= is_too))


_LONGEST_VERSION = 40  # characters; to read numbers of any length would take its time


def _end(text: str) -> tuple[list[int], bool]:
    """Return the version of ``<1.2`` or ``<=1.2`` without zeros at its end, and whether it is meant itself."""
    bare = text.removeprefix("<").removeprefix("=").strip()
    parts = bare.split(".")
    plain = all(part.isascii() and part.isdigit() for part in parts)
    if not text.startswith("<") or not plain or len(bare) > _LONGEST_VERSION:
        return [], False
    numbers = [int(part) for part in parts]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return numbers, text.startswith("<=")


def _is_insensitive_of(wide: str, narrow: str) -> bool:
    wide_flags, wide_body = _parted(wide)
    flags, body = _parted(narrow)
    return (
        wide_body == body and set(wide_flags) - {"i"} == set(flags) - {"i"} and ("i" in wide_flags or "i" not in flags)
    )


def _parted(pattern: str) -> tuple[str, str]:
    """Return the flags in front of an RE2 pattern, and the rest."""
    flags, closed, body = pattern[2:].partition(")")
    return (flags, body) if pattern.startswith("(?") and closed and flags.isalpha() else ("", pattern)


def _same_code(now: CodeTarget, before: CodeTarget, rule: Rule) -> bool:
    """Say whether a pattern is the same in each language it was in, but for those that the rule now leaves out.

    What is left out is a matter of scope.
    """
    patterns = dict(now.rules)
    return all(
        patterns.get(language) == pattern or (bool(rule.langs) and language not in rule.langs)
        for language, pattern in before.rules
    )
