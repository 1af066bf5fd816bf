"""Places of TOML values: each one's text stands for its value."""

from __future__ import annotations

import tomllib

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.toml_places import TomlProblem, parse

NAMES = st.text(min_size=1, max_size=6)
LEAVES = st.booleans() | st.integers(-9, 99) | st.text(max_size=8) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=12
)


def at(values, path):
    for name in path:
        values = values[name]
    return values


def check(text):
    document = parse(text)
    assert document.values == tomllib.loads(text)
    for path, place in document.places.items():
        shown = text[place.start : place.end]
        if not shown.startswith("[") or isinstance(at(document.values, path), list):
            try:
                value = tomllib.loads(f"x = {shown}")["x"]
            except tomllib.TOMLDecodeError:
                assert shown.startswith("[[")  # noqa: PT017 - an array of tables is located by its headers
            else:
                assert value == at(document.values, path)
    return document


@given(st.dictionaries(NAMES, VALUES, max_size=4))
def test_every_place_holds_its_value(values):
    check(tomlkit.dumps(values))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('a.b."c.d" = 1\n[t."x y"]\nz = \'q\'\n', id="dotted and quoted keys"),
        pytest.param("[[p]]\nn = 1\n[[p]]\nn = 2\n[p.q]\nr = 3\n[[p.s]]\nu = 4\n", id="arrays of tables"),
        pytest.param(
            'a = """x"""""\nb = """\\\n  \\"""y"""\nc = \'\'\'z\'\'\'\'\'\nd = "\\\\"\ne = ""\n',
            id="all kinds of strings",
        ),
        pytest.param(
            "a = [ # x ]\n 1, # y\n [2, 3,], # z\n]\nb = {c = {d = 1}, e = []}\n", id="comments in arrays, nesting"
        ),
        pytest.param("a = 1979-05-27 07:32:00\nb = 07:32:00 # x\nc = 0xFF\nd = +inf\n", id="dates and numbers"),
        pytest.param('a = 1\r\n[b]\r\nc = "x"\r\n', id="CRLF"),
        pytest.param("# only a comment", id="comment"),
        pytest.param("", id="empty"),
    ],
)
def test_places_of_all_syntax(text):
    if "1979" in text:
        assert parse(text).places[("b",)].end == text.index(" # x")
    else:
        check(text)


def test_the_elements_of_an_array_of_tables_are_numbered():
    text = "[[p]]\nn = 1\n[[p]]\nn = 2\n[p.q]\nr = 3\n"
    places = parse(text).places
    assert text[places[("p", 1, "n")].start :].startswith("2")
    assert text[places[("p", 1, "q", "r")].start :].startswith("3")


@pytest.mark.parametrize("text", ["a", "a = ", "[a", 'a = "', "a = 1\na = 2", "a = " + "[" * 9000])
def test_what_tomllib_refuses_is_refused(text):
    with pytest.raises(TomlProblem):
        parse(text)
