"""Cycles among links."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.decisions.graph import loops


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([[1], [2], []], [], id="a chain"),
        pytest.param([[1, 2], [2], []], [], id="two ways"),
        pytest.param([[0]], [{0}], id="to itself"),
        pytest.param([[1], [0]], [{0, 1}], id="two"),
        pytest.param([[1], [2], [0], [0]], [{0, 1, 2}], id="three, and one that leads there"),
        pytest.param([[1], [0], [3], [2]], [{0, 1}, {2, 3}], id="two pairs"),
        pytest.param([[1], [0, 2], [3], [2]], [{2, 3}, {0, 1}], id="one leads to the other"),
    ],
)
def test_groups(edges: list[list[int]], found: list[set[int]]) -> None:
    assert loops(edges) == found


def test_a_long_chain_does_not_end_the_stack() -> None:
    assert loops([[index + 1] for index in range(20_000)] + [[0]]) == [set(range(20_001))]


@given(
    st.integers(1, 8).flatmap(lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4), min_size=n, max_size=n))
)
def test_two_nodes_are_in_a_group_exactly_when_they_reach_each_other(edges: list[list[int]]) -> None:
    reach = [set(targets) for targets in edges]
    for _ in edges:
        reach = [targets | {far for one in targets for far in reach[one]} for targets in reach]
    groups = loops(edges)
    for one in range(len(edges)):
        for other in range(len(edges)):
            together = any(one in group and other in group for group in groups)
            assert together == (other in reach[one] and one in reach[other])
