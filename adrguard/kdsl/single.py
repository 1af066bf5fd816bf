"""One invariant from outside any note, as `adrguard try` gets it: a line, perhaps with clauses in the lines below."""

from __future__ import annotations

import re

from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.errors import Problem
from adrguard.model.invariants import FRONTMATTER, InvariantText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.rules import Rule

NOTE = "(invariant)"
DECISION = "TRY"

_MARKER = re.compile(r"\s*[-*+]\s+")


def parse_line(text: str) -> tuple[Rule | None, tuple[Problem, ...]]:
    """Return the rule that the text makes, None when it makes none, and what is wrong with it.

    The text is taken literally, as in a `kdsl` block: nothing of Markdown is undone but a list marker.
    """
    marker = _MARKER.match(text)
    start = marker.end() if marker else 0
    item = InvariantText(text[start:].rstrip(), 1, 1 + start, FRONTMATTER)
    compiled = compile_note([item], NoteFacts(DECISION, NOTE))
    if compiled.rules:
        return compiled.rules[0], compiled.problems
    problems = compiled.problems
    if not any(problem.severity == "error" for problem in problems):
        hint = "write VERB [KIND]: TARGET, as in 'deny: `eval(` in src/**'; verbs are deny, warn and require"
        nothing = Problem(NOTE, 1, 1 + start, "this is no invariant", hint, "not-an-invariant")
        problems = (*problems, nothing.replace(excerpt=text.partition("\n")[0]))
    return None, problems
