"""The decisions that supersede or need each other, drawn as an inline SVG, with the same in words below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report.diagram import (
    DEPENDS_ON,
    ENDED,
    IN_FORCE,
    LINKS_TO,
    MISSING,
    PROPOSED,
    SUPERSEDED,
    SUPERSEDES,
)
from adrguard.report.display import cell, folded
from adrguard.report.html.layout import HEIGHT, WIDTH, components, laid_out
from adrguard.report.html.markup import Markup, join, tag
from adrguard.report.html.parts import more

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adrguard.report.diagram import Edge, Node
    from adrguard.report.html.layout import Layout, Line

MOST_NODES = 150
"""Drawn at most: what is larger is no picture any more."""
MOST_LINKS = 500
"""Told in words at most."""

STATES = {
    IN_FORCE: "in force",
    PROPOSED: "proposed",
    SUPERSEDED: "superseded",
    ENDED: "not in force",
    MISSING: "missing",
}
_MARGIN = 8
_COLUMNS = 22
_BOLD_COLUMNS = 13


def graph(nodes: Sequence[Node], edges: Sequence[Edge], anchors: Mapping[str, str]) -> Markup:
    """Return the picture and the links in words; `anchors` are the addresses of nodes on the page, by their keys."""
    strong = [edge for edge in edges if edge.kind != LINKS_TO]
    if not strong:
        return join([tag("p", "No decision supersedes or depends on another one."), _words(nodes, edges, anchors)])
    drawn, left_out = _chosen(nodes, strong)
    numbers = {node.key: index for index, node in enumerate(drawn)}
    seen = [edge for edge in strong if edge.source in numbers and edge.target in numbers]
    layout = laid_out(len(drawn), [(numbers[edge.source], numbers[edge.target]) for edge in seen])
    return join(
        [
            tag(
                "div",
                _picture(drawn, seen, layout),
                class_="scroll",
                tabindex=0,
                role="region",
                aria_label="Graph of decisions, may scroll sideways",
            ),
            _legend(drawn),
            more(left_out, "decision is", "decisions are", "only in the list"),
            _words(nodes, edges, anchors),
        ]
    )


def _chosen(nodes: Sequence[Node], edges: Iterable[Edge]) -> tuple[list[Node], int]:
    """Return the linked nodes, whole parts of the graph while there is room, and how many are left out."""
    linked = {key for edge in edges for key in (edge.source, edge.target)}
    wanted = [node for node in nodes if node.key in linked]
    numbers = {node.key: index for index, node in enumerate(wanted)}
    links = [(numbers[edge.source], numbers[edge.target]) for edge in edges]
    chosen: set[int] = set()
    for part in components(len(wanted), links):
        room = MOST_NODES - len(chosen)
        if len(part) <= room or not chosen:
            chosen |= set(sorted(part)[: max(room, 0)])
    return [node for index, node in enumerate(wanted) if index in chosen], len(wanted) - len(chosen)


def _picture(nodes: Sequence[Node], edges: Iterable[Edge], layout: Layout) -> Markup:
    kinds: dict[tuple[str, str], str] = {}
    for edge in edges:
        # Of two links between the same two the stronger one is drawn.
        if kinds.get((edge.source, edge.target)) != SUPERSEDES:
            kinds[edge.source, edge.target] = edge.kind
    lines = [_line(line, kinds[nodes[line.source].key, nodes[line.target].key]) for line in layout.lines]
    boxes = [_box(nodes[number], *place) for number, place in sorted(layout.places.items())]
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN
    told = f"{len(nodes)} decisions and {len(lines)} links between them; the list below says the same in words."
    return tag(
        "svg",
        tag("title", "Which decision supersedes or depends on which", id="graph-title"),
        tag("desc", told, id="graph-desc"),
        _ARROWS,
        *lines,
        *boxes,
        role="img",
        aria_labelledby="graph-title",
        aria_describedby="graph-desc",
        width=width,
        height=height,
        viewBox=f"{-_MARGIN} {-_MARGIN} {width} {height}",
    )


def _arrow(name: str) -> Markup:
    tip = tag("path", d="M0 0L10 5L0 10z", class_=f"tip {name}")
    return tag(
        "marker",
        tip,
        id=f"tip-{name}",
        viewBox="0 0 10 10",
        refX=9,
        refY=5,
        markerWidth=9,
        markerHeight=9,
        orient="auto",
        markerUnits="userSpaceOnUse",
    )


_ARROWS = tag("defs", _arrow("over"), _arrow("need"))


def _line(line: Line, kind: str) -> Markup:
    (x, y), *rest = line.points
    steps = [f"M{x} {y}"]
    for next_x, next_y in rest:
        middle = (y + next_y) // 2
        steps.append(f"L{next_x} {next_y}" if next_x == x else f"C{x} {middle} {next_x} {middle} {next_x} {next_y}")
        x, y = next_x, next_y
    name = "over" if kind == SUPERSEDES else "need"
    return tag("path", d="".join(steps), class_=f"line {name}", marker_end=f"url(#tip-{name})")


def _box(node: Node, x: int, y: int) -> Markup:
    state = STATES[node.state]
    return tag(
        "g",
        tag("title", f"{node.id} {node.title} ({node.standing or state})"),
        tag("rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=6, class_=f"box {node.state.replace('_', '-')}"),
        tag("text", tag("tspan", fitted(node.id, _BOLD_COLUMNS), class_="id"), f" {state}", x=x + 9, y=y + 22),
        tag("text", fitted(node.title or node.standing, _COLUMNS), x=x + 9, y=y + 42),
    )


def fitted(value: str, columns: int) -> str:
    """Return as much of a text as fits into so many columns; what is cut ends in an ellipsis."""
    value = folded(value[: 8 * columns])
    used = 0
    for index, char in enumerate(value):
        used += cell(char)[1]
        if used > columns:
            return value[: max(0, index - 1)].rstrip() + "…"
    return value


def _legend(nodes: Iterable[Node]) -> Markup:
    there = {node.state for node in nodes}
    return tag(
        "ul",
        *[
            tag("li", tag("span", class_=f"key {state.replace('_', '-')}", aria_hidden="true"), words)
            for state, words in STATES.items()
            if state in there
        ],
        tag("li", tag("span", class_="key over", aria_hidden="true"), SUPERSEDES),
        tag("li", tag("span", class_="key need", aria_hidden="true"), DEPENDS_ON),
        class_="legend",
    )


def _words(nodes: Sequence[Node], edges: Sequence[Edge], anchors: Mapping[str, str]) -> Markup:
    if not edges:
        return Markup("")
    named = {node.key: node for node in nodes}

    def name(key: str) -> Markup:
        node = named[key]
        where = anchors.get(key)
        return tag("a", node.id, href=where) if where else join([node.id, f" ({node.standing})"])

    items = [tag("li", name(edge.source), f" {edge.words or edge.kind} ", name(edge.target)) for edge in edges]
    return tag(
        "details",
        tag("summary", f"The links in words ({len(edges)})"),
        tag("ul", *items[:MOST_LINKS]),
        more(len(edges) - MOST_LINKS, "link", "links"),
    )
