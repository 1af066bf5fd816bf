from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.report.html.layout import DROP, HEIGHT, MOST_IN_LAYER, WIDTH, laid_out

GRAPHS = st.integers(1, 14).flatmap(
    lambda nodes: st.tuples(
        st.just(nodes), st.lists(st.tuples(st.integers(0, nodes - 1), st.integers(0, nodes - 1)), max_size=25)
    )
)


def test_what_supersedes_stands_above_what_it_supersedes() -> None:
    layout = laid_out(3, [(2, 1), (1, 0)])
    heights = [layout.places[node][1] for node in (2, 1, 0)]
    assert heights == [0, HEIGHT + DROP, 2 * (HEIGHT + DROP)]
    assert len({layout.places[node][0] for node in range(3)}) == 1
    assert layout.width == WIDTH


def test_parts_without_a_link_stand_side_by_side_and_then_below() -> None:
    layout = laid_out(20, [(node + 1, node) for node in range(0, 20, 2)])
    tops = sorted({y for _, y in layout.places.values()})
    assert len(tops) == 6
    assert layout.width < 6 * (WIDTH + 60)


def test_a_link_over_a_layer_bends_around_it() -> None:
    layout = laid_out(3, [(0, 1), (1, 2), (0, 2)])
    long = next(line for line in layout.lines if (line.source, line.target) == (0, 2))
    assert len(long.points) == 4
    left, _ = layout.places[1]
    assert not left < long.points[1][0] < left + WIDTH


@given(GRAPHS)
@settings(deadline=None)
def test_any_graph_is_drawn_whole_without_overlaps_and_always_alike(graph: tuple[int, list[tuple[int, int]]]) -> None:
    nodes, links = graph
    layout = laid_out(nodes, links)
    assert layout == laid_out(nodes, links)
    assert set(layout.places) == set(range(nodes))
    drawn = {(line.source, line.target) for line in layout.lines}
    assert drawn == {(one, other) for one, other in links if one != other}
    for (x, y), (other_x, other_y) in itertools.combinations(layout.places.values(), 2):
        assert abs(x - other_x) >= WIDTH or abs(y - other_y) >= HEIGHT
    for line in layout.lines:
        start, end = layout.places[line.source], layout.places[line.target]
        assert line.points[0][0] == start[0] + WIDTH // 2
        assert line.points[-1][0] == end[0] + WIDTH // 2
    xs = [x for x, _ in layout.places.values()] + [x for line in layout.lines for x, _ in line.points]
    assert min(xs) >= 0
    assert max(x for x, _ in layout.places.values()) + WIDTH <= layout.width
    assert max(y for _, y in layout.places.values()) + HEIGHT == layout.height


@given(GRAPHS)
@settings(deadline=None)
def test_without_a_circle_every_link_leads_down(graph: tuple[int, list[tuple[int, int]]]) -> None:
    nodes, links = graph
    downward = [(max(link), min(link)) for link in links]
    layout = laid_out(nodes, downward)
    assert all(layout.places[line.source][1] < layout.places[line.target][1] for line in layout.lines)


def test_layers_have_a_bounded_width() -> None:
    layout = laid_out(30, [(node, 0) for node in range(1, 30)])
    rows: dict[int, int] = {}
    for _, y in layout.places.values():
        rows[y] = rows.get(y, 0) + 1
    assert max(rows.values()) == MOST_IN_LAYER


@pytest.mark.parametrize(
    "links", [[(0, 1), (1, 0)], [(0, 1), (1, 2), (2, 0)], [(0, 0)]], ids=["two", "three", "itself"]
)
def test_a_circle_is_drawn_too(links: list[tuple[int, int]]) -> None:
    layout = laid_out(3, links)
    assert len(layout.lines) == len([1 for one, other in links if one != other])
