"""TOML is read as `tomllib` reads it, but for keys that would take the square of their length."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.model.toml import MOST_PARTS, loads


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" + ".a" * 50_000 + " = 1", id="a key"),
        pytest.param("[" + '"a" . ' * 50_000 + "a]", id="a header"),
        pytest.param('"\\"".' * 50_000 + "a = 1", id="a key of escaped quotes"),
        pytest.param("x = {" + "'a'." * 50_000 + "a = 1}", id="within braces"),
    ],
)
def test_a_key_of_very_many_parts_is_refused_with_its_place(text):
    with pytest.raises(tomllib.TOMLDecodeError, match=r"more than 100 parts \(at line 1, column"):
        loads(text)


def test_a_number_that_python_does_not_read_is_no_toml():
    with pytest.raises(tomllib.TOMLDecodeError):
        loads("a = " + "9" * 5000)


@pytest.mark.parametrize(
    "text", ["a = '" + "." * 1000 + "'", "a" + ".a" * MOST_PARTS + " = 1", "a = 'b. c. '\n" * 200 + "#"]
)
def test_as_many_dots_elsewhere_are_read(text):
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomllib.TOMLDecodeError):
            loads(text)
    else:
        assert loads(text) == expected


@given(st.text("a.=[]{}\"'\\ \n1", max_size=40))
def test_any_other_text_is_read_as_ever(text):
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomllib.TOMLDecodeError):
            loads(text)
    else:
        assert loads(text) == expected
