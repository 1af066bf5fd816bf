"""The fixer's front: what the rewrite of a rule makes of its findings in one file, whatever the kind and language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Left, Proposal, ordered, sound
from adrguard.model.rules import REQUIRE
from adrguard.syntax.problem import SyntaxProblem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.matchers.context import Context
    from adrguard.model.findings import Finding
    from adrguard.syntax.source import Source

NO_REWRITE = "its rule has no 'rewrite:'"


def propose(source: Source, findings: Sequence[Finding], context: Context) -> Proposal:
    """Return the edits that mend findings of one rule in one file, and the findings that they do not mend.

    Never raises for what stands in the file.
    """
    rule = findings[0].rule
    if not rule.rewrite or rule.verb == REQUIRE:
        return _none(findings, NO_REWRITE)
    try:
        proposal = _by_kind(source, findings, context)
    except CannotRewriteError as error:
        return _none(findings, str(error))
    except SyntaxProblem as problem:
        return _none(findings, problem.reason)
    if not sound(proposal.edits):
        return _none(findings, "its edits lie over each other")
    return proposal.replace(edits=tuple(ordered(proposal.edits)))


def _none(findings: Sequence[Finding], reason: str) -> Proposal:
    return Proposal(left=tuple([Left(one, reason) for one in findings]))


def _by_kind(source: Source, findings: Sequence[Finding], context: Context) -> Proposal:
    kind = findings[0].rule.kind
    if kind == "code":
        from adrguard.fixer import code

        return code.propose(source, findings)
    if kind == "dependency":
        from adrguard.fixer import manifests

        return manifests.propose(source, findings, context)
    if source.language == "python":
        return _python(source, findings, context)
    if kind == "import":
        from adrguard.fixer import specifiers

        return specifiers.propose(source, findings)
    raise CannotRewriteError("calls are rewritten in Python only")


def _python(source: Source, findings: Sequence[Finding], context: Context) -> Proposal:
    # libcst takes a third of a second to load: only where it has something to rewrite.
    from adrguard.fixer.python import calls, imports
    from adrguard.fixer.python.tree import PythonTree

    tree = source.remember("libcst", lambda: PythonTree(source))
    if findings[0].rule.kind == "import":
        return imports.propose(tree, findings, context)
    return calls.propose(tree, findings, context)
