"""The law of spans: two sets share a version exactly when they intersect."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.versions.spans import AFTER, BEFORE, EVERYTHING, NOTHING, Span, complement, intersect

TOP = 8
# Between two whole numbers there is always another version in a dense order: half numbers stand for those.
POINTS = [number / 2 for number in range(-2, 2 * TOP + 3)]

cuts = st.tuples(st.integers(0, TOP), st.sampled_from([BEFORE, AFTER]))
spans = st.builds(Span, st.none() | cuts, st.none() | cuts)
unions = st.lists(spans, max_size=4).map(tuple)


def holds(union, point):
    return any(span.holds(point) for span in union)


@given(unions, unions)
def test_they_intersect_exactly_when_a_version_lies_in_both(left, right):
    both = any(holds(left, point) and holds(right, point) for point in POINTS)
    assert bool(intersect(left, right)) == both


@given(unions, unions)
def test_the_intersection_holds_what_both_hold(left, right):
    shared = intersect(left, right)
    assert all(holds(shared, point) == (holds(left, point) and holds(right, point)) for point in POINTS)


@given(unions)
def test_the_complement_holds_the_rest(union):
    rest = complement(union)
    assert all(holds(rest, point) != holds(union, point) for point in POINTS)


@given(unions)
def test_a_set_and_its_complement_share_nothing(union):
    assert intersect(union, complement(union)) == ()


def test_the_extremes():
    assert complement(EVERYTHING) == ()
    assert complement(NOTHING) == EVERYTHING
    assert not intersect((Span(None, (2, BEFORE)),), (Span((2, BEFORE)),))
    assert intersect((Span(None, (2, AFTER)),), (Span((2, BEFORE)),))
    assert not intersect((Span(None, (2, AFTER)),), (Span((2, AFTER)),))


def test_an_intersection_keeps_the_tags_of_what_was_declared():
    tagged = Span((1, BEFORE), (3, BEFORE), frozenset({2}))
    assert intersect((tagged,), (Span((2, BEFORE)),))[0].tags == {2}
