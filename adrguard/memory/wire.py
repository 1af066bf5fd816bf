"""Found notes on the wire: one line each, which nothing in a note or its name can end, begin or add a field to.

    !μ:<tier>|<path>|score:<score>|links:<in>/<out> § <snippet>

A note that does not hold any more says so in a field before the snippet: ``|status:superseded by ADR-0012``. Where
an output's encoding lacks the two signs, a line starts with ``!u:``, its snippet with `` | ``, which no field can hold.
"""

from __future__ import annotations

from adrguard.report.display import folded, visible

_SIGNS = {"|": "\\x7c", "\u00a7": "\\xa7"}


def line(tier: int, path: str, score: float, links: tuple[int, int], said: tuple[str, str]) -> str:
    """Return the line of one note; `said` is what is told of its standing ("" for nothing), and its snippet."""
    standing, snippet = said
    told = f"|status:{_field(folded(standing))}" if standing else ""
    head = f"!\u03bc:L{tier}|{_field(visible(path))}|score:{score:.4f}|links:{links[0]}/{links[1]}{told}"
    return f"{head} \u00a7 {folded(snippet)}"


def _field(text: str) -> str:
    for sign, shown in _SIGNS.items():
        text = text.replace(sign, shown)
    return text
