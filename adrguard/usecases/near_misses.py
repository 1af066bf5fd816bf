"""What a rule almost hits: places that differ from a hit in one respect, which the author may or may not have meant."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.model.rules import CallTarget, ImportTarget, RegexTarget, TextTarget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.findings import Finding
    from adrguard.model.rules import Rule, Target

    Judge = Callable[[DecisionSet], Iterable[Finding]]

LITERAL = ("text", "regex")


class NearMiss(Record):
    """A place, and the one reason why it is no hit."""

    finding: Finding
    why: str


def find(decisions: DecisionSet, hits: Iterable[Finding], judge: Judge) -> Iterator[NearMiss]:
    """Judge with the set's one rule relaxed in one respect after another; yield what each lets in."""
    (rule,) = decisions.rules
    hit_lines = {(hit.path, hit.line) for hit in hits}
    seen = set()
    for why, relaxed in _variants(decisions, rule):
        for finding in judge(relaxed):
            place = (finding.path, finding.line, finding.column, finding.shown)
            if (finding.path, finding.line) not in hit_lines and place not in seen:
                seen.add(place)
                yield NearMiss(finding, why)


def _variants(decisions: DecisionSet, rule: Rule) -> Iterator[tuple[str, DecisionSet]]:
    if rule.include or rule.exclude or rule.langs:
        yield "outside of its scope", _with(decisions, rule.replace(include=(), exclude=(), langs=()))
    if rule.kind in LITERAL:
        yield from _literal(decisions, rule)
    written = tuple([_as_text(target) for target in rule.targets if isinstance(target, ImportTarget | CallTarget)])
    if written:
        shown = rule.replace(kind="text", targets=written, needles=(), where=(), langs=())
        yield f"the name stands there, but is no {rule.kind} of it", _with(decisions, shown)


def _literal(decisions: DecisionSet, rule: Rule) -> Iterator[tuple[str, DecisionSet]]:
    if rule.where:
        yield f"not in {' or '.join(rule.where)}", _with(decisions, rule.replace(where=()))
    yield "differs in case", _with(decisions, _each(rule, _any_case))
    if rule.kind == "text":
        yield "part of a longer word", _with(decisions, _each(rule, _any_end))
    everywhere = decisions.replace(
        settings=decisions.settings.replace(exclude=()),
        generated=(),
        policy_paths=tuple(path for path in decisions.policy_paths if not path.endswith("/")),
    )
    yield "in a file that text rules pass over unless `in` names it", _with(everywhere, rule)


def _with(decisions: DecisionSet, rule: Rule) -> DecisionSet:
    return decisions.replace(rules=(rule,))


def _each(rule: Rule, change: Callable[[Target], Target]) -> Rule:
    return rule.replace(targets=tuple([change(target) for target in rule.targets]), needles=())


def _any_case(target: Target) -> Target:
    assert isinstance(target, TextTarget | RegexTarget)  # noqa: S101 - the literal kinds have no others
    return target.replace(pattern="(?i)" + target.pattern)


def _any_end(target: Target) -> Target:
    assert isinstance(target, TextTarget)  # noqa: S101 - the caller asks for text only
    return target.replace(starts_word=False, ends_word=False)


def _as_text(target: ImportTarget | CallTarget) -> TextTarget:
    import re

    name = target.name if isinstance(target, CallTarget) else target.raw
    return TextTarget(name, re.escape(name), starts_word=True, ends_word=True)
