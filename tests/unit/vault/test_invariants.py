"""Where invariants live, where none are read, and that every one knows its place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.model.invariants import FENCE, FRONTMATTER, ITEM, InvariantText
from adrguard.vault.invariants import Found, find
from adrguard.vault.note import parse


def looks_like(text: str) -> bool:
    """A stand-in for K-DSL's own eye, which is tested where it lives."""
    return re.match(r"(?i)[\[\] x*`]*(deny|denny|warn|require)\b[^:]{0,12}:", text) is not None


def found(text: str) -> Found:
    """Find, and check on the way that each text stands where it says."""
    note = parse("docs/adr/0008-x.md", text.encode())
    result = find(note, looks_like)
    lines = note.source.text.split("\n")
    for item in result.items:
        for one in (item, *item.clauses):
            assert lines[one.line - 1][one.column - 1 :].startswith(one.text.split("\n")[0]), one
    for stray in result.strays:
        assert note.source.text.startswith(stray.text.split("\n")[0], stray.start), stray
    return result


def texts(text: str) -> list[str]:
    return [item.text for item in found(text).items]


@pytest.mark.parametrize(
    "heading",
    [
        pytest.param("## Invariants", id="plural"),
        pytest.param("# INVARIANT", id="singular, capitals"),
        pytest.param("### L3 Invariants & Decisions", id="among other words"),
        pytest.param("## **Invariants**:", id="emphasis"),
        pytest.param("## `Invariants`", id="code span"),
        pytest.param("## _Invariants_", id="underscores"),
        pytest.param("## Invariants ##", id="closed heading"),
        pytest.param("Invariants\n----------", id="underlined"),
    ],
)
def test_a_section_is_told_by_its_heading(heading: str) -> None:
    assert texts(f"{heading}\n\n- deny: x\n") == ["deny: x"]


@pytest.mark.parametrize("heading", ["## Invariance", "## Covariants", "## Decision", "**Invariants**", "- Invariants"])
def test_other_headings_are_none(heading: str) -> None:
    assert texts(f"{heading}\n\n- deny: x\n") == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("- deny: a\n- prose\n", ["deny: a", "prose"], id="dashes"),
        pytest.param("* deny: a\n+ deny: b\n", ["deny: a", "deny: b"], id="other bullets"),
        pytest.param("1. deny: a\n2) deny: b\n", ["deny: a", "deny: b"], id="numbers"),
        pytest.param("- [ ] deny: a\n- [x] deny: b\n", ["[ ] deny: a", "[x] deny: b"], id="checkboxes stay"),
        pytest.param("- a\n  - deny: b\n    - because: c\n", ["a", "deny: b"], id="below a grouping item"),
        pytest.param("- a\n  - b\n    - deny: c\n", ["a", "deny: c"], id="two levels down"),
        pytest.param("- deny: a\n  - require: b\n", ["deny: a", "require: b"], id="an invariant under an invariant"),
        pytest.param("- - deny: a\n", ["deny: a"], id="an item that is a list"),
        pytest.param("> - deny: a\n", ["deny: a"], id="in a callout"),
        pytest.param("### Sub\n\n- deny: a\n", ["deny: a"], id="below a heading of its own"),
        pytest.param("- deny: a\n\n\n- deny: b\n", ["deny: a", "deny: b"], id="loose list"),
        pytest.param("- deny: a\n  and more\n", ["deny: a\nand more"], id="wrapped"),
        pytest.param("-\tdeny: a\n", ["deny: a"], id="tab after the bullet"),
        pytest.param("- \x0cdeny: a\n", ["deny: a"], id="form feed"),
        pytest.param("- deny: `a` \u2192 b\U0001f600\n", ["deny: `a` \u2192 b\U0001f600"], id="unicode"),
        pytest.param("- deny: a\n\n## Next\n\n- deny: b\n", ["deny: a"], id="up to the next section"),
        pytest.param("- deny: a\n\n# Next\n\n- deny: b\n", ["deny: a"], id="up to a higher heading"),
        pytest.param("<!-- - deny: a -->\n- deny: b\n", ["deny: b"], id="comment"),
        pytest.param("<!--\n- deny: a\n\n- deny: c\n-->\n\n- deny: b\n", ["deny: b"], id="comment over lines"),
        pytest.param("- x\n  <!--\n  - deny: a\n  -->\n", ["x"], id="comment in an item"),
        pytest.param("```\n- deny: a\n```\n", [], id="a fence"),
        pytest.param("~~~python\n- deny: a\n~~~\n", [], id="a fence of tildes"),
        pytest.param("````markdown\n```kdsl\ndeny: a\n```\n````\n", [], id="a fence shown in a fence"),
        pytest.param("text\n\n    - deny: a\n", [], id="indented code"),
        pytest.param("<details>\n- deny: a\n</details>\n", [], id="inside of HTML"),
        pytest.param("<details>\n\n- deny: a\n\n</details>\n", ["deny: a"], id="between HTML"),
        pytest.param("- [ref]: x\n- deny: a\n", ["deny: a"], id="a link definition"),
    ],
)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_items_of_a_section(body: str, expected: list[str], eol: str) -> None:
    assert texts(f"\ufeff# T{eol}{eol}## Invariants{eol}{eol}" + body.replace("\n", eol)) == expected


def test_clauses_and_examples_belong_to_their_invariant() -> None:
    note = """## Invariants

- deny: `a`
  - in: `src/**`
    - deeper prose
  - because: why

  remediation: a second paragraph

  ```python bad
  a
  ```
- deny: `b`
  - good: x
    ```sql good
    b
    ```
"""
    first, second = found(note).items
    assert [clause.text for clause in first.clauses] == [
        "in: `src/**`",
        "deeper prose",
        "because: why",
        "remediation: a second paragraph",
    ]
    assert [(fence.info, fence.text, fence.line) for fence in first.fences] == [("python bad", "a\n", 11)]
    assert [(fence.info, fence.line) for fence in second.fences] == [("sql good", 16)]
    assert [clause.text for clause in second.clauses] == ["good: x"]


@pytest.mark.parametrize("info", ["kdsl", "k-dsl", "KDSL", "kdsl title='rules'"])
def test_a_fence_holds_one_invariant_a_line(info: str) -> None:
    note = (
        f"# T\n\n> - x\n\n```{info}\n\ndeny: `a`\n  in: src/**\n\n    because: b\n- require: c\n  - in: d\nprose\n```\n"
    )
    items = found(note).items
    assert [(item.text, item.origin, item.line, item.column) for item in items] == [
        ("deny: `a`", FENCE, 7, 1),
        ("require: c", FENCE, 11, 3),
        ("prose", FENCE, 13, 1),
    ]
    assert [[clause.text for clause in item.clauses] for item in items] == [["in: src/**", "because: b"], ["in: d"], []]


@pytest.mark.parametrize(
    "note",
    [
        pytest.param("- x\n  ```kdsl\n  deny: a\n    in: b\n  ```\n", id="in an item"),
        pytest.param("> ```kdsl\n> deny: a\n>   in: b\n> ```\n", id="in a quote"),
        pytest.param("  ```kdsl\n  deny: a\n    in: b\n  ```\n", id="indented"),
        pytest.param("```kdsl\n    deny: a\n      in: b\n```\n", id="indented inside"),
        pytest.param("~~~~kdsl\ndeny: a\n\tin: b\n~~~~\n", id="tildes and a tab"),
    ],
)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_fence_is_read_wherever_it_stands(note: str, eol: str) -> None:
    (item,) = [item for item in found(note.replace("\n", eol)).items if item.origin == FENCE]
    assert (item.text, [clause.text for clause in item.clauses]) == ("deny: a", ["in: b"])


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        pytest.param("- 'deny: a'", ["deny: a"], id="quoted"),
        pytest.param("- deny: SELECT * FROM", ["deny: SELECT * FROM"], id="unquoted"),
        pytest.param("- deny import: 008", ["deny import: 008"], id="a number as written"),
        pytest.param("- deny: yes", ["deny: yes"], id="a truth as written"),
        pytest.param("- deny: 'x'", ["deny: 'x'"], id="quotes as written"),
        pytest.param("- deny:   x   y", ["deny:   x   y"], id="blanks as written"),
        pytest.param("- plain prose", ["plain prose"], id="prose"),
        pytest.param("- plain prose # with a comment", ["plain prose"], id="prose with a comment"),
        pytest.param("- |\n    deny: a\n  ", ["deny: a"], id="a block"),
        pytest.param("- >-\n    deny: a\n    b", ["deny: a b"], id="a folded block"),
        pytest.param("- deny:\n    - a\n    - b", ["deny:\n    - a\n    - b"], id="a list below"),
        pytest.param('- "deny: \\"x\\""', ['deny: "x"'], id="escapes"),
    ],
)
def test_frontmatter_entries(yaml: str, expected: list[str]) -> None:
    note = parse("n.md", f"---\ninvariants:\n  {yaml}\n---\n".encode())
    items = find(note, looks_like).items
    assert [item.text for item in items] == expected
    assert {item.origin for item in items} == {FRONTMATTER}


def test_frontmatter_places_are_those_of_the_text() -> None:
    note = "---\nid: x\ninvariants:\n  - deny: a\n  - 'deny: b'\n  - |\n    deny: c\n---\n"
    assert [(item.line, item.column) for item in found(note).items] == [(4, 5), (5, 6), (7, 5)]


def test_further_keys_of_an_entry_are_its_clauses() -> None:
    (item,) = found("---\ninvariants:\n  - deny: a\n    in: src/**\n    because: no\n---\n").items
    assert [(clause.text, clause.line, clause.column) for clause in item.clauses] == [
        ("in: src/**", 4, 5),
        ("because: no", 5, 5),
    ]


def test_toml_frontmatter_is_read_too() -> None:
    (item,) = found('+++\ninvariants = ["deny: a"]\n+++\n').items
    assert (item.text, item.line, item.column) == ("deny: a", 2, 16)


@pytest.mark.parametrize(
    ("note", "code", "place"),
    [
        pytest.param("---\ninvariants:\n  - deny: a # b\n---\n", "yaml-comment", (3, 13), id="a comment would cut it"),
        pytest.param("---\ninvariants:\n  deny: a\n---\n", "invariants-list", (3, 3), id="a mapping"),
        pytest.param("---\ninvariants:\n  - [deny]\n---\n", "invariants-list", (3, 5), id="a list in the list"),
        pytest.param(
            "text <!-- \n\n## Invariants\n\n- deny: a\n\n-->\n", "open-comment", (1, 6), id="commented out in vain"
        ),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(note: str, code: str, place: tuple[int, int]) -> None:
    (problem,) = found(note).problems
    assert (problem.code, (problem.line, problem.column), problem.severity) == (code, place, "error")


def test_an_entry_that_a_comment_would_cut_is_not_enforced() -> None:
    assert texts("---\ninvariants:\n  - deny: a # b\n---\n") == []


@pytest.mark.parametrize(
    "text", ["a `<!--` b\n\n- deny: x\n", "a <!-- b --> c\n\n- deny: x\n", "a <!-- b\n\n- deny: x\n"]
)
def test_a_comment_that_hides_nothing_is_no_mistake(text: str) -> None:
    assert not found(f"## Invariants\n\n{text}").problems


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        pytest.param("## Invariants\n\ndeny: a\nb\n", [("paragraph", "deny: a"), ("paragraph", "b")], id="a paragraph"),
        pytest.param("## Invariants\n\n    - deny: a\n", [("code", "deny: a")], id="indented too far"),
        pytest.param(
            "## Invariants\n\n<p>\n- deny: a\n</p>\n",
            [("html", "<p>"), ("html", "deny: a"), ("html", "</p>")],
            id="HTML",
        ),
        pytest.param("## Invariants\n\n- <!-- x --> deny: a\n", [("html", "deny: a")], id="behind a comment"),
        pytest.param("## Decision\n\n- deny: a\n", [("outside", "deny: a")], id="another section"),
        pytest.param(
            "## Invariants\n\n- deny: a\n\n1. in: b\n", [("detached", "in: b")], id="a clause that slipped out"
        ),
    ],
)
def test_what_lies_beside_is_kept_for_a_second_look(note: str, expected: list[tuple[str, str]]) -> None:
    assert [(stray.where, stray.text) for stray in found(note).strays] == expected


def test_candidates_are_in_the_order_of_the_note() -> None:
    note = "---\ninvariants: ['deny: a']\n---\n\n```kdsl\ndeny: b\n```\n\n## Invariants\n\n- deny: c\n  ```kdsl\n  deny: d\n  ```\n- deny: e\n"
    assert texts(note) == ["deny: a", "deny: b", "deny: c", "deny: d", "deny: e"]


def test_an_item_is_an_item() -> None:
    (item,) = found("## Invariants\n- deny: a\n").items
    assert item == InvariantText("deny: a", 2, 3, ITEM)


_PIECES = st.sampled_from(
    [
        "## Invariants\n",
        "- deny: a\n",
        "  - in: b\n",
        "```kdsl\n",
        "```\n",
        "> ",
        "\t",
        "<!--",
        "-->",
        "\n",
        "x",
        "---\n",
        "invariants:\n",
        "\r\n",
        "1. ",
        "`",
        "    ",
    ]
)


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_every_place_is_exact_whatever_the_note(note: str) -> None:
    found(note)
