"""The order of the nodes within layers, and where each begins: near its neighbours, without two in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

_SWEEPS = 8
_LOOSE = 0.01
"""Weight of where a node happens to be, beside 1 of where its neighbours want it."""


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
    """Put each node of a row as near to where it is wanted as its neighbours allow: the least sum of squares.

    Measured from where it would be if all nodes stood shoulder to shoulder, no node may be left of the one before it;
    those that want to be are put together where they want to be on average (pooling of adjacent violators).
    """
    shoulder: list[float] = []
    edge = 0.0
    for node in row:
        shoulder.append(edge + width(node) / 2)
        edge += width(node) + gap
    pools: list[tuple[float, float, int]] = []  # where, weight, how many nodes
    for node, own in zip(row, shoulder, strict=True):
        at, weight, size = wanted.get(node, middle.get(node, own)) - own, 1.0 if node in wanted else _LOOSE, 1
        while pools and pools[-1][0] >= at:
            other, other_weight, other_size = pools.pop()
            at = (at * weight + other * other_weight) / (weight + other_weight)
            weight, size = weight + other_weight, size + other_size
        pools.append((at, weight, size))
    places = [at for at, _, size in pools for _ in range(size)]
    for node, own, at in zip(row, shoulder, places, strict=True):
        middle[node] = own + at
