"""From a sound invariant to the rule that is matched: patterns, needles, id, and the text shown to people."""

from __future__ import annotations

import hashlib

from adrguard.kdsl import literals, needles
from adrguard.kdsl.expressions import re2_source
from adrguard.kdsl.spell import spell_list, spell_text
from adrguard.kdsl.words import CALL, CHANGE, CODE, DEPENDENCY, EDGE, IMPORT, LAYERS, PATH, REGEX, REQUIRE, TEXT, WARN
from adrguard.model import rules
from adrguard.model.globs import compile_globs
from adrguard.model.record import Record
from adrguard.model.rules import ADVISE, BLOCK, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adrguard.kdsl.checked import Checked, Target
    from adrguard.model.globs import Glob

DIGITS = 6
"""Hex digits of the normalised invariant in a rule's default id."""


class NoteFacts(Record):
    """What rules have from their note: the decision's id, the note's path, whether it is only proposed, its project."""

    decision: str
    path: str
    shadow: bool = False
    project: str = ""


def lower(checked: Checked, note: NoteFacts) -> Rule:
    """Make the rule of a sound invariant."""
    clauses = checked.clauses
    targets = tuple(dict.fromkeys([_TARGETS[checked.kind](target, checked) for target in checked.targets]))
    advises = checked.verb == WARN or clauses.severity == ADVISE
    return Rule(
        id=f"{note.decision}#{clauses.id or digest(checked)}",
        decision=note.decision,
        note=note.path,
        line=checked.line.number,
        column=checked.line.column,
        invariant=shown(checked),
        verb=rules.REQUIRE if checked.verb == REQUIRE else rules.DENY,
        level=ADVISE if advises else BLOCK,
        kind=checked.kind,
        targets=targets,
        shadow=note.shadow,
        include=globs(checked.include),
        exclude=globs(checked.exclude),
        langs=clauses.langs,
        where=where(checked),
        because=clauses.because,
        remediation=clauses.remediation,
        rewrite=_rewrite(checked),
        since=clauses.since,
        until=clauses.until,
        project=note.project,
        needles=() if checked.verb == REQUIRE else needles.of(targets),
    )


def _rewrite(checked: Checked) -> str:
    """Return what is written instead, as a rule holds it: a template, or pairs parted by a comma and a blank."""
    pairs = [" -> ".join(one) for one in checked.clauses.rewrite]
    # A comma within a range has no blank after it, so that it parts nothing.
    if checked.kind != CODE:
        pairs = [",".join(map(str.strip, one.split(","))) for one in pairs]
    return ", ".join(pairs)


def shown(checked: Checked) -> str:
    """Return the invariant as people are shown it: one text plainly, several in backticks; then the scope."""
    word = "" if checked.kind in (TEXT, REGEX) else f" {checked.kind}"
    return " ".join([f"{checked.verb}{word}: {_shown_targets(checked)}", *_shown_scope(checked)])


def _shown_targets(checked: Checked) -> str:
    if checked.kind == REGEX:
        return ", ".join([f"/{target.raw}/{target.flags}" for target in checked.targets])
    # What is shown is one line; a run of white space stands for any other anyway.
    texts = [_target(target) for target in checked.targets]
    return ", ".join(
        [spell_text(text, literal=True) for text in texts] if checked.kind == TEXT and texts[1:] else texts
    )


def _shown_scope(checked: Checked) -> list[str]:
    scopes = (("in", checked.include), ("except", checked.exclude), ("when", checked.clauses.when))
    return [f"{word} {', '.join(texts)}" for word, texts in scopes if texts]


def normalised(checked: Checked) -> str:
    """Return all that the invariant demands, in one fixed spelling: what its default id is made of.

    Reasons, dates and remedies are left out, so that they can be edited without renaming the rule; so is the order of
    targets and globs, where it means nothing.
    """
    clauses = checked.clauses
    said = {
        "in": sorted(checked.include),
        "except": sorted(checked.exclude),
        "when": sorted(clauses.when),
        "lang": clauses.langs,
        "where": where(checked) or ("any",) if checked.kind in (TEXT, REGEX) else (),
        "case": [clauses.case] if clauses.case == "insensitive" else [],
        "exact": [clauses.exact] if clauses.exact == "yes" else [],
        "types": [clauses.types] if clauses.types else [],
        "on": clauses.on if clauses.on != ("add",) else (),
        "severity": [ADVISE] if clauses.severity == ADVISE and checked.verb != WARN else [],
    }
    targets = sorted([f"/{one.raw}/{one.flags}" if checked.kind == REGEX else _target(one) for one in checked.targets])
    lines = [f"{checked.verb} {checked.kind}: {spell_list(targets)}"]
    return "\n".join(lines + [f"{name}: {spell_list(words)}" for name, words in said.items() if words])


def _target(target: Target) -> str:
    return " ".join(target.raw.split()) + (".*" if target.star else "")


def digest(checked: Checked) -> str:
    """Return the hex digits of a rule's default id."""
    return hashlib.sha1(normalised(checked).encode(), usedforsecurity=False).hexdigest()[:DIGITS]


def where(checked: Checked) -> tuple[str, ...]:
    """Return where text is looked for; () for everywhere, and for kinds that have no such choice."""
    if checked.kind not in (TEXT, REGEX):
        return ()
    said = checked.clauses.where
    if said:
        return () if "any" in said else said
    if checked.verb == REQUIRE:
        return ()
    texts = [literals.unescaped(one.raw) if checked.kind == REGEX else one.raw for one in checked.targets]
    insensitive = checked.clauses.case == "insensitive" or any("i" in one.flags for one in checked.targets)
    return literals.default_where(tuple(texts), insensitive=insensitive)


def globs(texts: Iterable[str]) -> tuple[Glob, ...]:
    """Compile globs that are known to be sound."""
    return tuple([glob for text in texts for glob in compile_globs(text)])


def _text(target: Target, checked: Checked) -> rules.TextTarget:
    pattern = literals.pattern_of(target.raw, insensitive=checked.clauses.case == "insensitive")
    return rules.TextTarget(target.raw, pattern, literals.is_word(target.raw[0]), literals.is_word(target.raw[-1]))


def _regex(target: Target, checked: Checked) -> rules.RegexTarget:
    flags = set(target.flags) | ({"i"} if checked.clauses.case == "insensitive" else set())
    return rules.RegexTarget(f"/{target.raw}/{target.flags}", re2_source(target.raw, "".join(sorted(flags))))


def _import(target: Target, checked: Checked) -> rules.ImportTarget:
    return rules.ImportTarget(target.raw, checked.clauses.exact == "yes", checked.clauses.types == "ignore")


def _call(target: Target, _: Checked) -> rules.CallTarget:
    return rules.CallTarget(target.raw + (".*" if target.star else ""), target.raw, target.star)


def _code(target: Target, _: Checked) -> rules.CodeTarget:
    return rules.CodeTarget(target.raw, target.rules)


def _path(target: Target, checked: Checked) -> rules.PathTarget:
    return rules.PathTarget(target.raw, globs([target.raw]), checked.clauses.on or ("add",))


def _dependency(target: Target, _: Checked) -> rules.DependencyTarget:
    return rules.DependencyTarget(target.raw, *target.parts)


def _edge(target: Target, _: Checked) -> rules.EdgeTarget:
    source, goal = target.parts
    return rules.EdgeTarget(target.raw, globs([source]), globs([goal]))


def _layers(target: Target, _: Checked) -> rules.LayersTarget:
    return rules.LayersTarget(target.raw, tuple([(part, globs([part])) for part in target.parts]))


def _change(_: Target, checked: Checked) -> rules.ChangeTarget:
    """Make one and the same target of them all: any of them may be the file that changes as well."""
    texts = [target.raw for target in checked.targets]
    return rules.ChangeTarget(", ".join(texts), globs(texts), globs(checked.clauses.when))


_TARGETS: dict[str, Callable[[Target, Checked], rules.Target]] = {
    TEXT: _text,
    REGEX: _regex,
    IMPORT: _import,
    CALL: _call,
    CODE: _code,
    PATH: _path,
    DEPENDENCY: _dependency,
    EDGE: _edge,
    LAYERS: _layers,
    CHANGE: _change,
}
