"""What a full account adds to the verdict as text: what the change mends, and what only people watch over."""

from __future__ import annotations

from adrguard.report.display import UTF8, shortened, visible
from adrguard.report.text import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.findings import Finding, Outcome

MOST_QUOTED = 160


def render(outcome: Outcome, encoding: str = UTF8) -> str:
    """Return the lines, each ended by a line feed; "" where there is nothing to add."""
    lines: list[str] = []
    if outcome.fixed:
        lines += ["", f"{count(len(outcome.fixed), 'finding')} fixed by this change:"]
        lines += [_fixed(one, encoding) for one in outcome.fixed]
    if outcome.prose:
        lines += ["", f"{count(outcome.prose, 'invariant')} in prose, which no machine enforces."]
    return "".join(line + "\n" for line in lines)


def _fixed(one: Finding, encoding: str) -> str:
    place = ":".join([visible(one.path, encoding), *[str(number) for number in (one.line, one.column) if number]])
    said = [f"'{shortened(one.shown, MOST_QUOTED, encoding)}'"] if one.shown else []
    said += [shortened(one.detail, MOST_QUOTED, encoding)] if one.detail else []
    return f"- [{shortened(one.rule.decision, MOST_QUOTED, encoding)}] {place}: {' '.join(said)}"
