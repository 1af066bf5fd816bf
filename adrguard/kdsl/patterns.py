"""Structural patterns: whether one is code in a language, and the ast-grep rule by which it really matches there.

Each pattern is filled in with samples and put where such code stands (`hosts`). What the bare pattern does not find
there is found by a contextual one, cut out of the same surroundings; what neither finds is refused, as it would never
match.
"""

from __future__ import annotations

import json
import re
from functools import cache

from adrguard.kdsl.hosts import HOSTS
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

LONGEST = 500
"""Characters of a pattern."""

_META = re.compile(r"\$\$\$[A-Z_][A-Z0-9_]*|\$\$\$|\$\$?[A-Z_][A-Z0-9_]*")
_BODY = re.compile(r"\)\s*\$[A-Z_][A-Z0-9_]*$")
_MANY = ("", "m1", "m1, m2", "m1;", "m1();", "m1: m2")
_VARIABLES = {"php": ("{}", "${}")}
_HOLE = "@@"
_NEVER = re.compile(r"(?!)")
_TWOFOLD = {"csharp": re.compile(r"throw\b")}
"""What is an expression without a semicolon and another kind of node with one: who forbids it means both."""
# What a call in C becomes where a type is looked for, and what holds statements: the fragment is none of its own then.
_ODD = frozenset(
    ("", "macro_type_specifier", "statements", "statement_list", "body_statement", "block_body", "program", "module")
)


class Sample(Record):
    """A pattern with its metavariables filled in, put into a host where it is sound code, from `start` to `end`."""

    host: str
    root: Any
    start: int
    end: int


def rules(pattern: str, languages: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return, for each of the languages in which the pattern is code and matches, the ast-grep rule as JSON text."""
    found = [(language, _rule(pattern, language)) for language in languages]
    return tuple([(language, json.dumps(rule)) for language, rule in found if rule is not None])


def found_in(template: str, rule: Any, language: str) -> bool:
    """Say whether a rule finds anything within a template that is filled in; what is no code there holds nothing."""
    for sample in _everywhere(template, language):
        try:
            found = sample.root.find_all({"rule": rule})
        except RuntimeError:
            continue
        spans = [node.range() for node in found]
        if any(sample.start <= one.start.index and one.end.index <= sample.end for one in spans):
            return True
    return False


def is_code(template: str, language: str) -> bool:
    """Say whether a template that is filled in is sound code somewhere in a program of that language."""
    return next(_everywhere(template, language), None) is not None


def _everywhere(pattern: str, language: str) -> Iterator[Sample]:
    for hosts in HOSTS[language]:
        for host in hosts:
            yield from _samples(pattern, host, language)


def has_fixed_part(pattern: str) -> bool:
    """Say whether anything is left of a pattern besides metavariables and punctuation."""
    return any(char.isalnum() for char in _META.sub(" ", pattern)) or bool(
        re.search(r"[-+*/%<>=!&|^~]", _META.sub(" ", pattern))
    )


def metavariables(pattern: str) -> frozenset[str]:
    """Return the metavariables in it, ``$$$`` without a name left out."""
    return frozenset(name for name in _META.findall(pattern) if name != "$$$")


@cache
def _rule(pattern: str, language: str) -> Any:
    # Who forbids `throw new X($$$)` in Java means the statement, with the semicolon that it cannot be without.
    bare, sound = _spelt(pattern, language)
    if sound and not (bare is not None and _TWOFOLD.get(language, _NEVER).match(pattern)):
        return bare
    whole, _ = _spelt(pattern + ";", language)
    both = [rule for rule in (bare, whole) if rule is not None]
    return {"any": both} if len(both) > 1 else next(iter(both), None)


def _spelt(pattern: str, language: str) -> tuple[Any, bool]:
    """Return a rule by which the pattern matches, spelt just so, and whether it is sound code anywhere."""
    for hosts in HOSTS[language]:
        rule, sound = _covering(pattern, hosts, language)
        if rule is not None or sound:
            return rule, True
    return None, False


def _covering(pattern: str, hosts: tuple[str, ...], language: str) -> tuple[Any, bool]:
    """Return a rule that finds the pattern wherever it is sound code in these hosts, and whether it is so anywhere.

    The bare pattern where that finds it; None when nothing does.
    """
    chosen: list[Any] = []
    sound = False
    for host in hosts:
        samples = []
        for sample in _samples(pattern, host, language):
            samples.append(sample)
            if any(_finds(rule, sample) for rule in chosen or [{"pattern": pattern}]):
                chosen = chosen or [{"pattern": pattern}]
                break
        else:
            chosen += _contextual(pattern, samples)
        sound = sound or bool(samples)
    if not chosen:
        return None, sound
    return (chosen[0] if len(chosen) == 1 else {"any": chosen}), True


def _contextual(pattern: str, samples: list[Sample]) -> list[Any]:
    """Return the first pattern, cut out of the samples' own surroundings, that finds one of them."""
    for sample in samples:
        kind = _kind_at(sample)
        rule = {"pattern": {"context": sample.host.replace(_HOLE, pattern), "selector": kind}}
        if kind and _finds(rule, sample):
            return [rule]
    return []


def _samples(pattern: str, host: str, language: str) -> Iterator[Sample]:
    """Yield the ways to fill in the pattern that make sound code in the host."""
    from ast_grep_py import SgRoot

    start = host.index(_HOLE)
    for code in _fillings(pattern, language):
        root = SgRoot(host.replace(_HOLE, code), language).root()
        if _is_sound(root):
            sample = Sample(host, root, start, start + len(code))
            kind = _kind_at(sample)
            if kind not in _ODD and (kind != "block" or code.startswith("{")):
                yield sample


def _fillings(pattern: str, language: str) -> list[str]:
    """Return the pattern with samples in place of its metavariables; one that follows brackets may be a body."""
    return list(
        dict.fromkeys(
            _META.sub(lambda found, one=one, many=many: _filled(found[0], one, many), spelt)  # type: ignore[misc]  # bound now
            for spelt in (pattern, _BODY.sub(r") { }", pattern))
            for one in _VARIABLES.get(language, ("{}",))
            for many in _MANY
        )
    )


def _filled(variable: str, one: str, many: str) -> str:
    if variable.startswith("$$$"):
        return many
    return one.format("v" + variable.strip("$").lower())


def _is_sound(root: Any) -> bool:
    """Say whether a tree has neither errors nor made-up tokens in it."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        children = node.children()
        if node.kind() == "ERROR" or not (children or node.text()):
            return False
        waiting += children
    return True


def _finds(rule: Any, sample: Sample) -> bool:
    try:
        found = sample.root.find_all({"rule": rule})
    except RuntimeError:
        # ast-grep cannot read the pattern at all: several nodes, or none of the selector's kind.
        return False
    spans = [node.range() for node in found]
    return any((span.start.index, span.end.index) == (sample.start, sample.end) for span in spans)


def _kind_at(sample: Sample) -> str:
    """Return the kind of the innermost named node that is exactly the sample, "" when it is no node."""
    node, kind = sample.root, ""
    while node is not None:
        span = node.range()
        if (span.start.index, span.end.index) == (sample.start, sample.end) and node.is_named():
            kind = node.kind()
        node = next((child for child in node.children() if _holds(child, sample)), None)
    return kind


def _holds(node: Any, sample: Sample) -> bool:
    span = node.range()
    return bool(span.start.index <= sample.start and sample.end <= span.end.index)
