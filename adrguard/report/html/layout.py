"""Places the nodes of a graph in layers: every link leads downwards, unless it closes a circle.

Deterministic: the same graph in the same order is always drawn the same way. The steps are the classical ones: circles
are opened, nodes get layers of a bounded width, links over several layers get bends, the order within the layers is
that of the neighbours' middle, and the parts that no link joins are put side by side like words on lines.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.report.html.ordering import ordered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Point = tuple[int, int]

WIDTH, HEIGHT = 176, 56
"""Of a node, in pixels."""
GAP, DROP = 16, 44
"""Between two nodes of a layer, and between two layers."""
MOST_IN_LAYER = 5
_BEND = 4
_LINE = MOST_IN_LAYER * (WIDTH + GAP)


class Line(Record):
    """A link from one node to another by their numbers, and the points that it goes through."""

    source: int
    target: int
    points: tuple[Point, ...]


class Layout(Record):
    """Where each node's left upper corner is, how each link runs, and the size of the whole."""

    places: dict[int, Point]
    lines: tuple[Line, ...]
    width: int
    height: int


def laid_out(nodes: int, links: Sequence[tuple[int, int]]) -> Layout:
    """Place the nodes 0 to `nodes` - 1. A link from a node to itself is not drawn."""
    links = list(dict.fromkeys((one, other) for one, other in links if one != other))
    places: dict[int, Point] = {}
    lines: list[Line] = []
    x = y = row = width = 0
    for members in components(nodes, links):
        part = _Component(members, [link for link in links if link[0] in members])
        if x and x + part.width > _LINE:
            x, y, row = 0, y + row + DROP, 0
        places |= {node: (left + x, top + y) for node, (left, top) in part.places().items()}
        lines += [line.replace(points=tuple((px + x, py + y) for px, py in line.points)) for line in part.lines()]
        x, row, width = x + part.width + 2 * GAP, max(row, part.height), max(width, x + part.width)
    return Layout(places, tuple(lines), width, y + row)


def components(nodes: int, links: Iterable[tuple[int, int]]) -> list[set[int]]:
    """Return the parts of the graph that no link joins, in the order of their first nodes."""
    part = list(range(nodes))

    def top(node: int) -> int:
        while part[node] != node:
            part[node] = part[part[node]]
            node = part[node]
        return node

    for one, other in links:
        low, high = sorted((top(one), top(other)))
        part[high] = low
    found: dict[int, set[int]] = {}
    for node in range(nodes):
        found.setdefault(top(node), set()).add(node)
    return list(found.values())


class _Bend(Record):
    """Where a link passes through a layer: a node without a face."""

    source: int
    target: int
    layer: int


class _Component:
    """One connected part, its left upper corner at (0, 0)."""

    def __init__(self, members: set[int], links: Sequence[tuple[int, int]]) -> None:
        self._links = links
        self._downward = _without_circles(members, links)
        self._layer = _layers(members, self._downward)
        self._chains = {link: self._chain(*link) for link in self._downward}
        count = max(self._layer.values()) + 1
        rows: list[list[int | _Bend]] = [
            [node for node in sorted(members) if self._layer[node] == at] for at in range(count)
        ]
        neighbours: list[tuple[int | _Bend, int | _Bend]] = []
        for chain in self._chains.values():
            for bend in chain:
                if isinstance(bend, _Bend):
                    rows[bend.layer].append(bend)
            neighbours += list(itertools.pairwise(chain))
        self._x = ordered(rows, neighbours, lambda one: _BEND if isinstance(one, _Bend) else WIDTH, GAP)
        self.width = max(self._x[node] + WIDTH for node in members)
        self.height = count * HEIGHT + (count - 1) * DROP

    def _chain(self, source: int, target: int) -> list[int | _Bend]:
        between = range(self._layer[source] + 1, self._layer[target])
        return [source, *(_Bend(source, target, layer) for layer in between), target]

    def places(self) -> dict[int, Point]:
        """Return each node's left upper corner."""
        return {node: (self._x[node], layer * (HEIGHT + DROP)) for node, layer in self._layer.items()}

    def lines(self) -> Iterable[Line]:
        """Yield the links as they were given, those that close a circle upwards."""
        for source, target in self._links:
            down = (source, target) in self._chains
            points = self._points(*((source, target) if down else (target, source)))
            yield Line(source, target, tuple(points if down else reversed(points)))

    def _points(self, source: int, target: int) -> list[Point]:
        places = self.places()
        (left, top), (left_end, top_end) = places[source], places[target]
        points = [(left + WIDTH // 2, top + HEIGHT)]
        for bend in self._chains[source, target]:
            if isinstance(bend, _Bend):
                at, middle = bend.layer * (HEIGHT + DROP), self._x[bend] + _BEND // 2
                points += [(middle, at), (middle, at + HEIGHT)]
        return [*points, (left_end + WIDTH // 2, top_end)]


def _without_circles(members: set[int], links: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the links with those turned round that lead back to where a walk came from."""
    onward: dict[int, list[int]] = {node: [] for node in members}
    for source, target in links:
        onward[source].append(target)
    under_way: set[int] = set()
    done: set[int] = set()
    turned: set[tuple[int, int]] = set()
    for root in sorted(members):
        walk = [(root, iter(onward[root]))] if root not in done else []
        under_way.update([root] if walk else ())
        while walk:
            node, rest = walk[-1]
            other = next(rest, None)
            if other is None:
                walk.pop()
                under_way.discard(node)
                done.add(node)
            elif other in under_way:
                turned.add((node, other))
            elif other not in done:
                under_way.add(other)
                walk.append((other, iter(onward[other])))
    return list(dict.fromkeys((b, a) if (a, b) in turned else (a, b) for a, b in links))


def _layers(members: set[int], links: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Give each node a layer below those that lead to it, the first that has room."""
    waiting = dict.fromkeys(members, 0)
    onward: dict[int, list[int]] = {node: [] for node in members}
    for source, target in links:
        waiting[target] += 1
        onward[source].append(target)
    least = dict.fromkeys(members, 0)
    filled: dict[int, int] = {}
    found: dict[int, int] = {}
    ready = sorted(node for node in members if not waiting[node])
    while ready:
        node = ready.pop(0)
        at = least[node]
        while filled.get(at, 0) >= MOST_IN_LAYER:
            at += 1
        filled[at] = filled.get(at, 0) + 1
        found[node] = at
        for other in onward[node]:
            least[other] = max(least[other], at + 1)
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    _lower(found, filled, onward)
    return found


def _lower(layers: dict[int, int], filled: dict[int, int], onward: dict[int, list[int]]) -> None:
    """Bring each node as near to those below it as there is room: the layers of what it leads to are known by then."""
    for node in reversed(layers):
        at = layers[node]
        deepest = min((layers[other] for other in onward[node]), default=at + 1) - 1
        better = next((layer for layer in range(deepest, at, -1) if filled.get(layer, 0) < MOST_IN_LAYER), at)
        filled[at] -= 1
        filled[better] = filled.get(better, 0) + 1
        layers[node] = better
