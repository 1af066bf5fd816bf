from __future__ import annotations

import pytest
import yaml

from adrguard.install.yaml_splice import appended, compose, value_of, without
from adrguard.model.errors import AdrguardError

TEXT = """\
# head
a:
  - one  # first
  - two: |
      text

  # about the next key
b: 1
"""


def sequence(text: str) -> yaml.SequenceNode:
    node = value_of(compose("f.yaml", text), "a")
    assert isinstance(node, yaml.SequenceNode)
    return node


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a:\n  - x\n", "a:\n  - x\n  - k: 1\n    l: 2\n", id="indented"),
        pytest.param("a:\n- x\nb: 1\n", "a:\n- x\n- k: 1\n  l: 2\nb: 1\n", id="not indented"),
        pytest.param("a:\n  - x # why", "a:\n  - x # why\n  - k: 1\n    l: 2\n", id="comment and no last line end"),
        pytest.param("a: []\nb: 1\n", "a:\n  - k: 1\n    l: 2\nb: 1\n", id="empty flow list"),
        pytest.param("a:\r\n  - x\r\n", "a:\r\n  - x\r\n  - k: 1\r\n    l: 2\r\n", id="carriage returns"),
        pytest.param(
            "a:\n  - x: [1,\n      2]\n", "a:\n  - x: [1,\n      2]\n  - k: 1\n    l: 2\n", id="flow at the end"
        ),
    ],
)
def test_an_item_is_appended_to_a_list(text, expected):
    assert appended(text, sequence(text), ["k: 1", "l: 2"]) == expected


def test_comments_after_the_last_item_stay_after_the_new_one():
    new = appended(TEXT, sequence(TEXT), ["k: 1"])
    assert yaml.safe_load(new)["a"] == ["one", {"two": "text\n"}, {"k": 1}]
    assert new.replace("  - k: 1\n", "") == TEXT


def test_taking_an_item_out_leaves_every_other_byte():
    new = appended(TEXT, sequence(TEXT), ["k: 1"])
    assert without(new, sequence(new).value[-1]) == TEXT


def test_a_flow_list_with_items_is_refused():
    with pytest.raises(AdrguardError, match="flow style"):
        appended("a: [1]\n", sequence("a: [1]\n"), ["k: 1"])


def test_broken_yaml_is_named_with_its_place():
    with pytest.raises(AdrguardError, match=r"f\.yaml:2:2: not valid YAML"):
        compose("f.yaml", "a: [1\nb: {")
