from __future__ import annotations

import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st

from adrguard.memory.notes import head
from adrguard.vault.head import frontmatter
from adrguard.vault.source import Source


def read(text: str):
    source = Source("x.md", text.encode())
    return head.entries(source, frontmatter.read(source))


def value(text: str):
    source = Source("x.md", f"---\n{text}---\n".encode())
    return frontmatter.read(source).get("k")


YAML = """---
# above
title: "A"   # beside
tags:
  - a
  # inside
  - b

# below
when: 2026-01-02
text: |
  # no comment
  more

end: x
---
"""


def test_yaml_is_kept_to_the_byte() -> None:
    found = read(YAML)
    assert [one.name for one in found] == ["", "title", "tags", "when", "text", "end"]
    assert "".join(one.text + one.after for one in found) == YAML.removeprefix("---\n").removesuffix("---\n")
    assert [one.line for one in found] == [2, 3, 4, 10, 11, 15]


def test_comments_between_keys_belong_to_neither() -> None:
    assert read(YAML)[2].after == "\n# below\n"


@pytest.mark.parametrize(
    ("text", "data"),
    [
        pytest.param(
            '---\n{a: 1, "b c": [x, "y, z", ~, "2026-01-02"], d: {e: ~}}\n---\n',
            {"a": 1, "b c": ["x", "y, z", None, "2026-01-02"], "d": {"e": None}},
            id="braces",
        ),
        pytest.param("---\n  a: 'it''s'\n  b: [x]\n---\n", {"a": "it's", "b": ["x"]}, id="indented"),
        pytest.param(
            '+++\na = "x: y"\nn = 3\nl = ["a", "b, c"]\n[t]\nk = "v"\n[[m]]\nq = 1\n[[m]]\nq = 2\n+++\n',
            {"a": "x: y", "n": 3, "l": ["a", "b, c"], "t": {"k": "v"}, "m": [{"q": 1}, {"q": 2}]},
            id="TOML",
        ),
    ],
)
def test_what_is_not_written_a_key_a_line_is_spelt_anew(text, data) -> None:
    assert yaml.safe_load("".join(one.text for one in read(text))) == data


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k: a, b\n", ("a", "b")),
        ("k: [a, b]\n", ("a", "b")),
        ("k:\n- a\n- 'b, c'\n", ("a", "b, c")),
        ("k: [[a]]\n", ("[[a]]",)),
        ("k:\n  - [[a]]\n  - '[[b|c]]'\n", ("[[a]]", "[[b|c]]")),
        ("k: '[[a, b]]'\n", ("[[a, b]]",)),
        ("k:\n", ()),
        ("k: {a: b}\n", ()),
    ],
)
def test_a_list_is_read_in_every_form(text, expected) -> None:
    assert head.texts(value(text)) == expected


def test_a_list_gets_what_it_lacks_and_keeps_its_form() -> None:
    flow, block = read("---\ntags: [a, Redis]\n---\n")[0], read("---\nTags:\n- a\n---\n")[0]
    assert head.united(flow, ("redis", "#a")) is flow
    assert head.united(flow, ("b",)).text == "tags: [a, Redis, b]\n"
    assert head.united(block, ("b",)).text == "Tags:\n  - a\n  - b\n"


def test_a_link_is_known_in_either_dress() -> None:
    entry = read('---\nrelated: ["[[a|alias]]"]\n---\n')[0]
    assert head.united(entry, ("[[a]]",)) is entry
    assert yaml.safe_load(head.united(entry, ("[[b]]",)).text) == {"related": ["[[a|alias]]", "[[b]]"]}


def test_a_list_that_holds_more_than_texts_only_grows() -> None:
    entry = read("---\nrelated:\n  - type: amends\n    target: ADR-3\n---\n")[0]
    assert head.can_grow(entry)
    assert head.united(entry, ("[[b]]",)).text == entry.text + '  - "[[b]]"\n'
    assert not head.can_grow(read("---\nrelated: {a: b}\n---\n")[0])
    assert not head.can_grow(read("---\nrelated: [{a: b}]\n---\n")[0])


@given(st.text(max_size=40) | st.from_regex(r"[-+.\d:_ eExXoObTZ]{1,25}", fullmatch=True))
@example("2026-11-30")
@example("2026-11-30 12:00:00")
@example("1:30")
@example("0o17")
@example("1_000")
@example(".inf")
@example("=")
@example("<<")
def test_what_is_written_as_a_text_is_read_as_one(text) -> None:
    assume(text.isprintable())
    assert yaml.safe_load(head.key("k", text).text) == {"k": text}
    assert yaml.safe_load(head.listed("k", (text, "a")).text) == {"k": [text, "a"]}
    assert yaml.safe_load(head.listed("k", (text, "a"), block=True).text) == {"k": [text, "a"]}
