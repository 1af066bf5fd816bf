"""One rule over one text, found by the real matchers and mended by the real fixer, without a repository."""

from __future__ import annotations

from fakes.tree import MemoryTree

from adrguard.fixer.edits import Proposal, apply
from adrguard.fixer.propose import propose
from adrguard.kdsl.single import parse_line
from adrguard.matchers.context import Context
from adrguard.matchers.registry import KINDS
from adrguard.model.changes import NEW, ChangeSet, Content
from adrguard.model.findings import Finding
from adrguard.model.rules import Rule
from adrguard.syntax.source import Source


def compiled(invariant: str) -> Rule:
    rule, problems = parse_line(invariant)
    assert rule is not None, problems
    return rule


def found(rule: Rule, source: Source, context: Context) -> list[Finding]:
    """Return what the rule finds in a text, in order of place."""
    findings = []
    for target in rule.targets:
        for hit in KINDS[rule.kind].load().find(target, rule, source, context):
            place = (*source.position(hit.start), *source.position(hit.end))
            shown = hit.shown or source.text[hit.start : hit.end]
            findings.append(Finding(rule, source.path, *place, shown, source.line_text(source.row(hit.start)), 1))
    return sorted(findings, key=lambda one: (one.line, one.column))


def proposal(invariant: str, text: str, path: str = "a.py", others: dict[str, str] | None = None) -> Proposal:
    rule = compiled(invariant)
    context = Context(MemoryTree(new={**(others or {}), path: text}), NEW, ChangeSet("all", ()))
    source = Source(path, Content(text))
    findings = found(rule, source, context)
    assert findings, "the rule finds nothing"
    return propose(source, findings, context)


def rewritten(invariant: str, text: str, path: str = "a.py", others: dict[str, str] | None = None) -> str:
    """Return the text with all edits made."""
    return apply(text, proposal(invariant, text, path, others).edits)


def reasons(invariant: str, text: str, path: str = "a.py") -> list[str]:
    """Return why findings are left."""
    return [one.reason for one in proposal(invariant, text, path).left]
