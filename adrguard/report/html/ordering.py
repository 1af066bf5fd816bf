"""The order of the nodes within layers, and where each begins: near its neighbours, without two in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

_SWEEPS = 6


def ordered(
    rows: Sequence[Sequence[Hashable]],
    neighbours: Sequence[tuple[Hashable, Hashable]],
    width: Callable[[Hashable], int],
    gap: int,
) -> dict[Hashable, int]:
    """Return each node's left edge in whole pixels from 0; `neighbours` lie in rows that follow each other."""
    above: dict[Hashable, list[Hashable]] = {}
    below: dict[Hashable, list[Hashable]] = {}
    for upper, lower in neighbours:
        above.setdefault(lower, []).append(upper)
        below.setdefault(upper, []).append(lower)
    order = [list(row) for row in rows]
    middle: dict[Hashable, float] = {}
    for row in order:
        _spread(row, {}, middle, width, gap)
    for sweep in range(_SWEEPS):
        near, rest = (above, order[1:]) if sweep % 2 == 0 else (below, order[-2::-1])
        for row in rest:
            wanted = {node: _mean([middle[other] for other in near[node]]) for node in row if node in near}
            # What has no neighbour there stays where it is; of equals the order so far decides.
            row.sort(key=lambda node: wanted.get(node, middle[node]))
            _spread(row, wanted, middle, width, gap)
    left = {node: middle[node] - width(node) / 2 for row in order for node in row}
    first = min(left.values())
    return {node: round(at - first) for node, at in left.items()}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _spread(
    row: Sequence[Hashable],
    wanted: dict[Hashable, float],
    middle: dict[Hashable, float],
    width: Callable[[Hashable], int],
    gap: int,
) -> None:
    """Put each node of a row as near to where it is wanted as those before it allow, then the whole row in balance."""
    edge = None
    places: dict[Hashable, float] = {}
    for node in row:
        half = width(node) / 2
        at = wanted.get(node, middle.get(node, half))
        places[node] = at if edge is None else max(at, edge + gap + half)
        edge = places[node] + half
    off = [places[node] - wanted[node] for node in row if node in wanted]
    shift = _mean(off) if off else 0
    for node, at in places.items():
        middle[node] = at - shift
