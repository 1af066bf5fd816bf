from __future__ import annotations

import pytest

from adrguard.memory.citing import Citer, without_links


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("docs/adr/0001-a.md", "[[0001-a]]", id="name"),
        pytest.param("wiki/one/same.md", "[[one/same]]", id="not-the-only-one"),
        pytest.param("docs/Same.md", "[[docs/Same]]", id="beside-the-vault"),
        pytest.param("wiki/a]] x.md", "`wiki/a]] x.md`", id="closes-a-link"),
        pytest.param("wiki/a|b.md", "`wiki/a|b.md`", id="alias"),
        pytest.param("wiki/a\nb.md", "`wiki/a\\nb.md`", id="line-end"),
        pytest.param("wiki/\udcff.md", "`wiki/\\xff.md`", id="no-utf-8"),
        pytest.param("wiki/冪等.markdown", "[[冪等]]", id="east-asian"),
    ],
)
def test_a_note_is_cited_by_name_or_by_path(path: str, expected: str) -> None:
    assert Citer(["wiki/one/same.md", "docs/Same.md", path], "wiki").cite(path) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("see [[a]] and [[b|c]]", "see a and c"), ("![[a.png]]", "a.png"), ("[[]] [a](b) [[[", "[[]] [a](b) [[[")],
)
def test_links_are_shown_as_what_they_show(text: str, expected: str) -> None:
    assert without_links(text) == expected
