"""Decisions and their links as a diagram: Mermaid and DOT.

Titles come from a repository that may be hostile: whatever the language of a diagram would obey is written as an
entity of it, so that a label is a label and nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.report.display import UTF8, shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

SUPERSEDES = "supersedes"
DEPENDS_ON = "depends on"
LINKS_TO = "links to"

IN_FORCE = "in_force"
PROPOSED = "proposed"
SUPERSEDED = "superseded"
ENDED = "ended"
MISSING = "missing"

LONGEST_LABEL = 80
_LONGEST_KEY = 40

# fill, line and text; the ways of drawing the border and the line between two
_COLOURS = {
    IN_FORCE: ("#e3f4e3", "#2e7d32", "#1b1b1b"),
    PROPOSED: ("#fff6d6", "#b28704", "#1b1b1b"),
    SUPERSEDED: ("#eeeeee", "#9e9e9e", "#616161"),
    ENDED: ("#fbe4e4", "#b71c1c", "#616161"),
    MISSING: ("#ffffff", "#b71c1c", "#b71c1c"),
}
_DASHED = (PROPOSED, MISSING)
_ARROWS = {SUPERSEDES: "==>", DEPENDS_ON: "-->", LINKS_TO: "-.->"}
_STYLES = {SUPERSEDES: "bold", DEPENDS_ON: "solid", LINKS_TO: "dashed"}


class Node(Record):
    """A decision: `key` names it in the diagram, `state` is one of the words above, ``missing`` for a name alone."""

    key: str
    id: str
    title: str
    path: str
    state: str
    standing: str = ""


class Edge(Record):
    """A link from one key to another; `words` are what the note calls it where that is more than the kind."""

    source: str
    target: str
    kind: str
    words: str = ""

    @property
    def label(self) -> str:
        """What is written beside the line; nothing beside a mere link."""
        return self.words or ("" if self.kind == LINKS_TO else self.kind)


def key_for(name: str, taken: Collection[str]) -> str:
    """Return a name of letters, digits and underscores that is no word of either language, and not taken."""
    # With this beginning no name is a keyword ("end", "node"), a number, or part of an arrow ("o", "x").
    key = "d_" + re.sub(r"[^A-Za-z0-9]+", "_", name[:_LONGEST_KEY]).strip("_")
    number, found = 2, key
    while found in taken:
        found, number = f"{key}_{number}", number + 1
    return found


def mermaid(nodes: Sequence[Node], edges: Iterable[Edge], encoding: str = UTF8, left_out: int = 0) -> str:
    """Return a Mermaid flowchart, ended by a line feed; it says how many decisions without links are `left_out`."""
    lines = ["flowchart TD", *(f"    %% {words}" for words in _left_out(left_out))]
    lines += [f'    {node.key}["{_mermaid_text(_label(node), encoding)}"]:::{node.state}' for node in nodes]
    for edge in edges:
        words = f'|"{_mermaid_text(edge.label, encoding)}"|' if edge.label else ""
        lines.append(f"    {edge.source} {_ARROWS[edge.kind]}{words} {edge.target}")
    for state in _states(nodes):
        fill, line, text = _COLOURS[state]
        dashes = ",stroke-dasharray:4 3" if state in _DASHED else ""
        lines.append(f"    classDef {state} fill:{fill},stroke:{line},color:{text}{dashes}")
    return "\n".join(lines) + "\n"


def dot(nodes: Sequence[Node], edges: Iterable[Edge], encoding: str = UTF8, left_out: int = 0) -> str:
    """Return a DOT digraph, ended by a line feed; for `left_out` see `mermaid`."""
    lines = ["digraph decisions {", *(f"  // {words}" for words in _left_out(left_out))]
    lines.append('  node [shape=box, style="rounded,filled", fontname="sans-serif"];')
    lines.append('  edge [fontname="sans-serif", fontsize=10];')
    for node in nodes:
        fill, line, text = _COLOURS[node.state]
        style = ', style="rounded,filled,dashed"' if node.state in _DASHED else ""
        label = _dot_text(_label(node), encoding)
        lines.append(f'  {node.key} [label="{label}", fillcolor="{fill}", color="{line}", fontcolor="{text}"{style}];')
    for edge in edges:
        words = f', label="{_dot_text(edge.label, encoding)}"' if edge.label else ""
        lines.append(f"  {edge.source} -> {edge.target} [style={_STYLES[edge.kind]}{words}];")
    return "\n".join([*lines, "}"]) + "\n"


def _left_out(number: int) -> list[str]:
    if not number:
        return []
    plural = ("", "is") if number == 1 else ("s", "are")
    drawn = "it" if number == 1 else "them"
    return [f"{number} decision{plural[0]} without links {plural[1]} left out; --all draws {drawn}"]


def _label(node: Node) -> str:
    return shortened(f"{node.id}: {node.title}" if node.title else node.id, LONGEST_LABEL)


def _states(nodes: Iterable[Node]) -> list[str]:
    there = {node.state for node in nodes}
    return [state for state in _COLOURS if state in there]


# Mermaid looks for comments, directives (`%%{init: …}%%`), styles and Markdown within labels as well; two signs are
# what it itself writes entities with on the way.
_MERMAID_PLAIN = re.compile(r"[A-Za-z0-9 ,.()/'+-]")
_MERMAID_OWN = "\ufb02\xb0\xb6"


def _mermaid_text(text: str, encoding: str) -> str:
    return "".join([char if _is_plain(char, encoding) else f"#{ord(char)};" for char in text])


def _is_plain(char: str, encoding: str) -> bool:
    if char.isascii():
        return _MERMAID_PLAIN.match(char) is not None
    return encoding == UTF8 and char not in _MERMAID_OWN


def _dot_text(text: str, encoding: str) -> str:
    # Graphviz reads entities and, after a backslash, line ends and names of its own in a label.
    text = text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    if encoding == UTF8:
        return text
    return "".join([char if char.isascii() else f"&#{ord(char)};" for char in text])
