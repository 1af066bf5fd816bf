from __future__ import annotations

import pytest
from fakes.surveying import Shape, finding, rule, survey
from hypothesis import given
from hypothesis import strategies as st

from adrguard.report.html.findings import excerpt, findings, shares


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        pytest.param(finding(excerpt="  a = x + 1", column=7), "a = <mark>x</mark> + 1", id="indented"),
        pytest.param(finding(excerpt="x", column=1), "<mark>x</mark>", id="alone"),
        pytest.param(finding(excerpt="a = x", column=5, end_line=9), "a = <mark>x</mark>", id="several-lines"),
        pytest.param(finding(excerpt="ab", column=2, excerpt_column=2), "<mark>a</mark>b", id="cut-in-the-report"),
        pytest.param(finding(excerpt="ab", column=99), "ab", id="beyond-the-end"),
        pytest.param(finding(excerpt="ab", column=2, end_column=1), "ab", id="empty"),
        pytest.param(finding(excerpt="<\t&", column=1), "<mark>&lt;</mark>    &amp;", id="signs"),
    ],
)
def test_what_was_found_is_marked_in_its_line(made, shown: str) -> None:
    assert excerpt(made) == shown


def test_of_a_long_line_only_the_surroundings_are_shown() -> None:
    shown = excerpt(finding(excerpt="a" * 1000 + "x" + "b" * 1000, column=1001))
    assert shown == f"…{'a' * 60}<mark>x</mark>{'b' * 80}…"


@given(st.dictionaries(st.text(max_size=3), st.integers(1, 50), min_size=1, max_size=8), st.integers(0, 120))
def test_room_is_shared_fairly(sizes: dict[str, int], most: int) -> None:
    found = shares(sizes, most)
    assert sum(found.values()) == min(sum(sizes.values()), max(most, len(sizes)))
    assert all(1 <= found[name] <= size for name, size in sizes.items())
    cut = [found[name] for name, size in sizes.items() if found[name] < size]
    assert not cut or max(found.values()) - min(cut) <= 1


def test_none_is_crowded_out_and_all_are_counted() -> None:
    many = tuple(finding(f"src/{number}.py") for number in range(500))
    rare = finding("lib/b.py", rule=rule("ADR-002#b", decision="ADR-002", note="docs/adr/2.md"))
    page = Shape(findings(survey(findings=(*many, rare)), {}, most=20))
    assert "501 violations and 0 advisories in 501 files." in page.text
    assert "… and 481 more findings are counted here and not shown one by one." in page.text
    assert "… and 481 more findings of this rule." in page.text
    assert page.text.count("lib/b.py") == 1
    assert [element for element in page.elements if element[0] == "li"] == [("li",)] * 20


def test_nothing_found_is_said() -> None:
    assert "No rule finds anything" in Shape(findings(survey(findings=()), {})).text
