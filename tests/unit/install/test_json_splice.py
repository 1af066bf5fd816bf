from __future__ import annotations

import pytest

from adrguard.install.json_nodes import UnreadableJsonError
from adrguard.install.json_splice import Json


def put(text, keys, value):
    settings = Json("s.json", text)
    settings.put(keys, value)
    return settings.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param('{"a": 1}', '{"a": 1, "x": {"y": 2}}', id="on one line"),
        pytest.param('{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "x": {\n    "y": 2\n  }\n}\n', id="over lines"),
        pytest.param('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"x": {\n\t\t"y": 2\n\t}\n}', id="tabs, no line end at the end"),
        pytest.param('{\r\n "a": 1\r\n}', '{\r\n "a": 1,\r\n "x": {\r\n  "y": 2\r\n }\r\n}', id="CRLF, one blank"),
        pytest.param(
            '{\n  "a": 1 // why\n}', '{\n  "a": 1, // why\n  "x": {\n    "y": 2\n  }\n}', id="a comment keeps its line"
        ),
        pytest.param(
            '{\n  "a": 1,\n  // last\n}',
            '{\n  "a": 1,\n  "x": {\n    "y": 2\n  },\n  // last\n}',
            id="a comma at the end stays one",
        ),
        pytest.param("{}", '{\n  "x": {\n    "y": 2\n  }\n}', id="empty"),
        pytest.param("", '{\n  "x": {\n    "y": 2\n  }\n}\n', id="nothing"),
        pytest.param("// why\n", '// why\n{\n  "x": {\n    "y": 2\n  }\n}\n', id="only a comment"),
        pytest.param('{"x": {"z": 0}}', '{"x": {"z": 0, "y": 2}}', id="beside another"),
        pytest.param('{"x": {"y": 1}}', '{"x": {"y": 2}}', id="in place of another value"),
    ],
)
def test_a_value_is_laid_out_as_its_neighbours_are(before, after):
    assert put(before, ("x", "y"), 2) == after


@pytest.mark.parametrize(
    ("before", "keys", "after"),
    [
        pytest.param('{"a": 1, "b": 2}', ("a",), '{ "b": 2}', id="the first"),
        pytest.param('{"a": 1, "b": 2}', ("b",), '{"a": 1}', id="the last"),
        pytest.param('{"a": 1, "b": 2,}', ("b",), '{"a": 1,}', id="the last before a comma"),
        pytest.param('{"a": [1, 2, 3]}', ("a", 1), '{"a": [1, 3]}', id="an item between others"),
        pytest.param(
            '{\n  "a": 1, // of a\n  "b": 2 // of b\n}', ("b",), '{\n  "a": 1 // of a // of b\n}', id="comments stay"
        ),
        pytest.param('{"a": [1, // c\n 2, 3]}', ("a", 1), '{"a": [1, // c\n  3]}', id="a comment swallows nothing"),
    ],
)
def test_a_value_is_taken_out_with_its_comma(before, keys, after):
    settings = Json("s.json", before)
    settings.remove(keys)
    assert settings.text == after


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("[]", "s.json:1:1: not an object, {...}", id="a list"),
        pytest.param('{\n  "x": []}', "s.json:2:8: 'x' is no object, {...}", id="a list on the way"),
        pytest.param('{"x": {}, "x": {}}', "s.json:1:1: the key 'x' stands there twice", id="a key twice"),
    ],
)
def test_what_leaves_no_place_is_refused(text, message):
    with pytest.raises(UnreadableJsonError) as caught:
        put(text, ("x", "y"), 2)
    assert caught.value.message == message


def test_an_item_goes_into_a_list_only():
    with pytest.raises(UnreadableJsonError) as caught:
        Json("s.json", '{"x": {"y": {}}}').append(("x", "y"), 1)
    assert caught.value.message == "s.json:1:13: 'x.y' is no list, [...]"
