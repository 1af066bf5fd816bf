"""Cycles in a graph of links."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def loops(edges: Sequence[Sequence[int]]) -> list[set[int]]:
    """Return the groups of nodes that reach each other; `edges[i]` are the nodes that node i leads to.

    Tarjan's algorithm with a stack of its own: a long chain of links must not end Python's.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    found: list[set[int]] = []
    for root in range(len(edges)):
        work = [(root, 0)] if root not in order else []
        while work:
            node, step = work.pop()
            if step == 0:
                order[node] = low[node] = len(order)
                path.append(node)
            else:
                low[node] = min(low[node], low[edges[node][step - 1]])
            deeper = _descend(node, step, edges[node], order, low)
            if deeper:
                work += deeper
            elif low[node] == order[node]:
                found.append(_group(node, path, low, len(edges)))
    return [group for group in found if len(group) > 1 or any(one in edges[one] for one in group)]


def _descend(
    node: int, step: int, targets: Sequence[int], order: dict[int, int], low: dict[int, int]
) -> list[tuple[int, int]]:
    for index in range(step, len(targets)):
        other = targets[index]
        if other not in order:
            return [(node, index + 1), (other, 0)]
        low[node] = min(low[node], low[other])
    return []


def _group(node: int, path: list[int], low: dict[int, int], closed: int) -> set[int]:
    """Take a finished group off the path; what is closed can lower nothing any more."""
    at = path.index(node)
    group = set(path[at:])
    del path[at:]
    for one in group:
        low[one] = closed
    return group
