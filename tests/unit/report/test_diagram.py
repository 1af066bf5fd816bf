from __future__ import annotations

import pytest
from fakes.diagrams import read_dot, read_mermaid
from hypothesis import given
from hypothesis import strategies as st

from adrguard.report.diagram import (
    DEPENDS_ON,
    ENDED,
    IN_FORCE,
    LINKS_TO,
    LONGEST_LABEL,
    MISSING,
    PROPOSED,
    SUPERSEDED,
    SUPERSEDES,
    Edge,
    Node,
    dot,
    key_for,
    mermaid,
)
from adrguard.report.display import shortened

HOSTILE = [
    'say "x"',
    "a] --> b[",
    'x"] --> d_evil["y',
    '"]; d_evil -> d_x; x [label="',
    "%%{init: {'theme': 'dark'}}%%",
    "%% a comment",
    "<script>alert(1)</script>",
    "<br/><b>bold</b>",
    "&amp; &#65; #35; #quot;",
    'back\\slash \\N \\l \\" \\',
    "two\nlines\r\nand more",
    "style a fill:#fff;",
    "1. a list",
    "`code` **bold** _slanted_",
    "\x1b[2J\x00\u202e\u2028",
    "\udc80 not UTF-8",
    "漢字 é \U0001f600",
    "\ufb02\xb0\xb060\xb6\xdf",
    "subgraph end",
]


def node(title, key="d_x", state=IN_FORCE):
    return Node(key, "ADR-1", title, "docs/adr/1.md", state)


def label(title):
    return shortened(f"ADR-1: {title}" if title else "ADR-1", LONGEST_LABEL)


@pytest.mark.parametrize("title", HOSTILE, ids=ascii)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_hostile_title_is_a_label_and_nothing_else(title, encoding):
    assert read_mermaid(mermaid([node(title)], (), encoding))[0] == {"d_x": (label(title), IN_FORCE)}
    assert read_dot(dot([node(title)], (), encoding))[0] == {"d_x": label(title)}


@given(st.text(alphabet=st.characters(), max_size=60), st.text(max_size=20))
def test_every_title_and_every_label_of_a_link_is_read_back(title, words):
    nodes, edge = [node(title), node("", "d_y")], Edge("d_x", "d_y", LINKS_TO, " ".join(shortened(words, 20).split()))
    expected = [("d_x", "d_y", edge.words)]
    # What is shown is on one line of signs that a screen simply shows.
    drawn, edges = read_mermaid(mermaid(nodes, [edge]))
    assert (drawn["d_x"][0], edges) == (label(title), expected)
    drawn, edges = read_dot(dot(nodes, [edge]))
    assert (drawn["d_x"], edges) == (label(title), expected)


def test_nothing_but_ascii_is_written_for_a_narrow_stream():
    nodes = [node("é 漢")]
    assert mermaid(nodes, (), "ascii").isascii()
    assert dot(nodes, (), "ascii").isascii()


def test_each_state_has_its_style_and_each_kind_its_line():
    states = (IN_FORCE, PROPOSED, SUPERSEDED, ENDED, MISSING)
    nodes = [node("", f"d_{number}", state) for number, state in enumerate(states)]
    edges = [Edge("d_0", f"d_{index}", kind) for index, kind in enumerate((SUPERSEDES, DEPENDS_ON, LINKS_TO), 1)]
    text = mermaid(nodes, edges)
    assert [state for _, state in read_mermaid(text)[0].values()] == list(states)
    assert 'd_0 ==>|"supersedes"| d_1' in text
    assert 'd_0 -->|"depends on"| d_2' in text
    assert "d_0 -.-> d_3" in text
    text = dot(nodes, edges)
    assert 'd_0 -> d_1 [style=bold, label="supersedes"];' in text
    assert "d_0 -> d_3 [style=dashed];" in text


def test_no_node_at_all_is_a_diagram_too():
    assert read_mermaid(mermaid((), ())) == ({}, [])
    assert read_dot(dot((), ())) == ({}, [])


@pytest.mark.parametrize(
    ("name", "taken", "key"),
    [
        pytest.param("ADR-008", (), "d_ADR_008", id="an id"),
        pytest.param("ADR 008", ("d_ADR_008",), "d_ADR_008_2", id="taken"),
        pytest.param("end", (), "d_end", id="a word of the language"),
        pytest.param("漢字", (), "d_", id="nothing that a key may hold"),
        pytest.param("x" * 100, (), "d_" + "x" * 40, id="long"),
    ],
)
def test_a_key_is_a_plain_name_of_its_own(name, taken, key):
    assert key_for(name, taken) == key


@pytest.mark.parametrize("nodes", [(), (node("Title"),)], ids=["none drawn", "one drawn"])
def test_a_comment_tells_of_what_is_not_drawn(nodes):
    one, many = mermaid(nodes, (), left_out=1), dot(nodes, (), left_out=12)
    assert "    %% 1 decision without links is left out; --all draws it\n" in one
    assert "  // 12 decisions without links are left out; --all draws them\n" in many
    assert read_mermaid(one) == read_mermaid(mermaid(nodes, ()))
    assert read_dot(many) == read_dot(dot(nodes, ()))
