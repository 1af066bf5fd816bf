"""Whether a rule demands at least what an earlier version of it did: proved clause by clause, or not held to be so.

Its scope is another question, which the files of the tree answer (`engine.weakening`), but for rules about a change as
a whole: they speak of files to come, so there only the globs themselves can prove anything.
"""

from __future__ import annotations

from adrguard.model.rules import (
    ADVISE,
    BLOCK,
    DENY,
    CodeTarget,
    DependencyTarget,
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


def is_as_wide(now: Rule, before: Rule) -> bool:
    """Say whether the globs and languages themselves prove that all in the scope of `before` is in that of `now`."""
    return (
        (not now.include or _within(before.include, now.include))
        and set(now.exclude) <= set(before.exclude)
        and (not now.langs or _within(before.langs, now.langs))
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
    # To find more is stricter for what is forbidden, milder for what is required.
    return _is_wider(now, before) if rule.verb == DENY else _is_wider(before, now)


def _is_wider(one: Target, other: Target) -> bool:
    """Say whether the first surely finds all that the second, of the same type, finds."""
    if isinstance(one, TextTarget) and isinstance(other, TextTarget):
        bounds = one.starts_word == other.starts_word and one.ends_word == other.ends_word
        return bounds and _is_insensitive_of(one.pattern, other.pattern)
    if isinstance(one, RegexTarget) and isinstance(other, RegexTarget):
        return _is_insensitive_of(one.pattern, other.pattern)
    if isinstance(one, ImportTarget) and isinstance(other, ImportTarget):
        return one.raw == other.raw and one.exact <= other.exact and one.ignore_types <= other.ignore_types
    if isinstance(one, PathTarget) and isinstance(other, PathTarget):
        return set(other.globs) <= set(one.globs) and set(other.on) <= set(one.on)
    if isinstance(one, DependencyTarget) and isinstance(other, DependencyTarget):
        return one.name == other.name and one.range in ("", other.range)
    return False


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
