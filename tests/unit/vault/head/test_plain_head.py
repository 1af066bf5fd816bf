"""Plain frontmatter is read as the YAML parser reads it, or left to that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.vault.head import frontmatter, plain_head
from adrguard.vault.head.values import scalars
from adrguard.vault.source import Source


def parsed(head: str) -> dict[str, tuple[str, ...]]:
    found = frontmatter.read(Source("a.md", f"---\n{head}\n---\n".encode()))
    assert not found.problems, found.problems
    texts = {key: tuple(one.text for one in scalars(value)) for key, value in found.entries.items()}
    return {key: said for key, said in texts.items() if said}


def plain(head: str) -> dict[str, tuple[str, ...]] | None:
    values = plain_head.read(head.split("\n"))
    return None if values is None else {key: said for key, said in values.items() if said}


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("title: Use events\nstatus: accepted", id="keys"),
        pytest.param("tags: [a, b-c, d e]", id="list in brackets"),
        pytest.param("tags: []", id="empty list"),
        pytest.param("tags:\n  - a\n  - b c\nlevel: 2", id="list below"),
        pytest.param("tags:\n- a\n- b", id="list below that is not indented"),
        pytest.param("up: \"[[Index|up]]\"\nrelated:\n  - '[[A]]'", id="quoted"),
        pytest.param("a:\nb: ~\nc: null\nd: x", id="nothing"),
        pytest.param("# said\na: x\n\nb: y", id="comments and blank lines"),
        pytest.param("url: https://example.org/a?b=c\ntime: 10:30", id="colons in a value"),
        pytest.param("Superseded-By: ADR-12\nreview after: 2026-01-01", id="spellings of keys"),
        pytest.param("ünï: ö\n題名: 再試行", id="other scripts"),
    ],
)
def test_plain_lines_are_read_without_the_parser(head: str) -> None:
    assert plain(head) == parsed(head)


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("a: {b: c}", id="mapping"),
        pytest.param("a: |\n  text", id="block"),
        pytest.param("a: b\n  c", id="value over two lines"),
        pytest.param("a: &x b\nc: *x", id="anchor"),
        pytest.param("a: !tag b", id="tag"),
        pytest.param("a: [[b]]", id="link that is two lists"),
        pytest.param("a: b # c", id="comment after a value"),
        pytest.param('a: "b\\nc"', id="escape"),
        pytest.param("a: 'it''s'", id="doubled quote"),
        pytest.param("a: b: c", id="no YAML"),
        pytest.param("a: b\na: c", id="a key twice"),
        pytest.param("a:\n  b: c", id="mapping below"),
        pytest.param("a:\tb", id="tab"),
        pytest.param("- a", id="list at the top"),
        pytest.param("{{title}}", id="template"),
    ],
)
def test_anything_else_is_left_to_the_parser(head: str) -> None:
    assert plain(head) is None


LINES = st.lists(
    st.tuples(
        st.sampled_from(["", "  ", "- ", "  - ", "# "]),
        st.sampled_from(["a: ", "b: ", "c d:", "e:", "", "f:"]),
        st.text(alphabet="ab1 -:,#[]'\"~|>&*!{}?%@`./", max_size=8),
    ).map("".join),
    max_size=5,
)


@settings(max_examples=300, deadline=None)
@given(LINES)
def test_the_parser_is_never_contradicted(lines: list[str]) -> None:
    head = "\n".join(lines)
    values = plain(head)
    if values is not None:
        found = frontmatter.read(Source("a.md", f"---\n{head}\n---\n".encode()))
        texts = {key: tuple(one.text for one in scalars(value)) for key, value in found.entries.items()}
        assert values == {key: said for key, said in texts.items() if said}
        assert not found.problems
