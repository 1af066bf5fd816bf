from __future__ import annotations

import re

import pytest

from adrguard.vault.late import late


def test_an_expression_is_compiled_at_its_first_use_and_then_is_one():
    found = late(r"b(?P<rest>.)", re.IGNORECASE)
    assert "search" not in vars(found)
    match = found.search("aBc")
    assert match is not None
    assert match["rest"] == "c"
    assert "search" in vars(found)
    assert found.sub("-", "abc") == "a-"


def test_a_wrong_expression_is_told_when_it_is_used():
    found = late("(")
    with pytest.raises(re.error):
        found.search("x")
