from __future__ import annotations

import pytest

from adrguard.install.json_nodes import Number, UnreadableJsonError, parse


def said(text, **options):
    node = parse("s.json", text, **options)
    return node.plain() if node else None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param('{"a": [1, -2, true, null, "x"]}', {"a": [1, -2, True, None, "x"]}, id="plain"),
        pytest.param('{"a": 1, // one\n /* two */ "b": 2,}', {"a": 1, "b": 2}, id="comments and a comma at the end"),
        pytest.param('{"a": "// no, /* no */"}', {"a": "// no, /* no */"}, id="what looks like a comment in a text"),
        pytest.param('{"\\u00e9\\"": "\\n"}', {'é"': "\n"}, id="escapes"),
        pytest.param('{"a": 1.50}', {"a": Number("1.50")}, id="a number stays as it is written"),
        pytest.param('{"a": 1, "a": 2}', {"a": 2}, id="of two keys the last counts"),
        pytest.param(" // nothing\n", None, id="only a comment"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_settings_are_read_as_agents_read_them(text, value):
    assert said(text) == value
    assert said(text, loose=True) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("{a: 1, $b_: 2}", {"a": 1, "$b_": 2}, id="bare keys"),
        pytest.param("{'a': 'it\\'s \"x\"'}", {"a": 'it\'s "x"'}, id="single quotes"),
        pytest.param(
            "{a: 0x1F, b: +.5, c: Infinity}",
            {"a": Number("0x1F"), "b": Number("+.5"), "c": Number("Infinity")},
            id="numbers",
        ),
        pytest.param("\ufeff{\u00a0a:\u20281}", {"a": 1}, id="more white space"),
    ],
)
def test_json5_is_read_where_it_may_stand(text, value):
    assert said(text, loose=True) == value
    with pytest.raises(UnreadableJsonError):
        said(text)


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        pytest.param('{"a": 1', "1:8", "'}' or ',' is missing", id="an end is missing"),
        pytest.param("{", "1:2", "a key in double quotes is missing", id="only a beginning"),
        pytest.param('{\n  "a" 1}', "2:7", "':' is missing", id="no colon"),
        pytest.param('{"a": 1 "b": 2}', "1:9", "'}' or ',' is missing", id="no comma"),
        pytest.param('{"a": tru}', "1:7", "this is no value", id="no word that is known"),
        pytest.param('{"a": 01}', "1:7", "this is no value", id="a number with a nought before"),
        pytest.param('{"a":', "1:6", "a value is missing", id="no value"),
        pytest.param("{a: 1}", "1:2", "a key in double quotes is missing", id="a bare key"),
        pytest.param('{"a": "\\x"}', "1:7", "an escape in this text is unknown", id="an escape"),
        pytest.param('{"a": "x\n"}', "1:7", "this is no value", id="a line end within a text"),
        pytest.param("{} {}", "1:4", "something follows the end", id="two of them"),
        pytest.param("/* {}", "1:1", "a comment without its end", id="a comment"),
        pytest.param('{"a":' * 300, "1:1006", "too deep", id="deep"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, place, what):
    with pytest.raises(UnreadableJsonError) as caught:
        said(text)
    assert caught.value.message == f"s.json:{place}: not valid JSON: {what}"
