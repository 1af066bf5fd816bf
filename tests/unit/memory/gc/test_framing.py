from __future__ import annotations

import pytest

from adrguard.memory.gc import shapes
from adrguard.memory.gc.framing import TrajectoryError, dumped, parsed

LINE = '{"type":"user","uuid":"a","message":{"role":"user","content":"x"}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "t: there is no trajectory in it", id="empty"),
        pytest.param(" \n\t", "t: there is no trajectory in it", id="blank"),
        pytest.param("hello", "t:1:1: neither a JSON array nor an object", id="no JSON"),
        pytest.param('"x"', "t:1:1: neither", id="a text"),
        pytest.param('[{"role": "user"', "t:1:17: the JSON ends in the middle", id="cut off in an object"),
        pytest.param('[\n {"role": "us', "t:2:11: the JSON ends in the middle", id="cut off in a text"),
        pytest.param('[{"role": "user"}', "t:1:18: the text ends where `,` has to", id="cut off in the array"),
        pytest.param('{"turns": [{"a": 1}', "t:1:20: the text ends where `,` has to", id="cut off in the turns"),
        pytest.param('[{"role": "user"},]', "t:1:19: a comma stands before `]`", id="a comma too much"),
        pytest.param('[{"role": user}]', "t:1:11: no JSON: expecting value", id="broken within"),
        pytest.param("[}]", "t:1:2: no JSON: a value has to stand here", id="broken at once"),
        pytest.param("[] []", "t:1:4: something follows the end", id="two of them"),
        pytest.param(
            '{"session_id": "s"}', "t:1:1: no turn of a shape that is known: it holds `session_id`", id="no turns"
        ),
        pytest.param('{\n"session_id": "s"}', "t:1:1: an object without `turns`", id="no turns, over lines"),
        pytest.param('{"turns": 5}', "t:1:1: no turn of a shape", id="turns that are none"),
        pytest.param("[1]", "t:1:2: a number stands where a turn has to", id="a number"),
        pytest.param('[{"role":"user"}, null]', "t:1:19: a null stands", id="a null"),
        pytest.param(
            '[{"x": 1, "y": 2}]', "t:1:2: no turn of a shape that is known: it holds `x`, `y`", id="unknown shape"
        ),
        pytest.param(LINE[:-1], f"t:1:{len(LINE)}: the text ends where", id="the only line cut off"),
        pytest.param(
            LINE + '\n{"type":"user"\n' + LINE, "t:2:15: the JSON ends in the middle", id="a line cut off within"
        ),
        pytest.param(
            LINE + '\n{"type":user,"x":"' + "y" * 20, "t:2:9: no JSON: expecting value", id="a last line broken"
        ),
        pytest.param(LINE + "\n[1]", "t:2:1: a line of a transcript has to be an object", id="a line that is none"),
        pytest.param(
            LINE + "\n" + LINE + " x\n", f"t:2:{len(LINE) + 2}: something follows the object", id="more on a line"
        ),
        pytest.param("[" * 100_000, "t:1:2: this is nested too deep", id="deep"),
        pytest.param('[{"n": 1e999}]', "t:1:2: the number 1e999 is beyond", id="a number without end"),
        pytest.param("[" + "9" * 5000 + "]", "t:1:2: Exceeds the limit", id="a number of 5000 digits"),
        pytest.param("[\x00]", "t:1:2: no JSON", id="NUL between values"),
        pytest.param(
            '{"type": "response_item", "payload": {}}\n{"type": "x"}',
            "t:1:1: no turn of a shape",
            id="another program's log",
        ),
    ],
)
def test_a_text_that_is_no_trajectory_says_where(text: str, said: str) -> None:
    with pytest.raises(TrajectoryError) as caught:
        shapes.shape_of(parsed(text, "t"), "t")
    assert caught.value.message.startswith(said)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param('{"timestamp":"t","type":"session_meta","payload":{"id":"s"}}\n', "codex", id="a rollout"),
        pytest.param('{"session_id":"s","turns":[]}', "turns", id="turns"),
        pytest.param(LINE, "claude-code", id="a transcript of one line"),
        pytest.param(
            '{"type":"summary","summary":"s","leafUuid":"l"}\r\n' + LINE + "\r\n\r\n", "claude-code", id="CRLF"
        ),
        pytest.param("[]", "openai", id="no messages"),
        pytest.param('[{"role":"user","content":"x"}]', "openai", id="words only"),
        pytest.param(
            '{"system":"s","messages":[{"role":"user","content":"x"}]}', "anthropic", id="a system prompt beside"
        ),
        pytest.param(
            '[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]', "anthropic", id="blocks"
        ),
        pytest.param(
            '{"role":"user","content":"x"}\n{"role":"assistant","content":"y"}', "openai", id="a message a line"
        ),
        pytest.param('{"input":[{"role":"user","content":"x"}]}', "openai-responses", id="input of a response"),
        pytest.param(
            '[{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}]', "openai-responses", id="items"
        ),
    ],
)
def test_a_shape_is_known_by_what_only_it_has(text: str, name: str) -> None:
    assert shapes.shape_of(parsed(text)).name == name


def test_what_is_not_changed_stays_byte_for_byte() -> None:
    text = '\n{ "a": [1.50, "\\u00e9"],\n  "turns": [ {"x":  1} ,\n\t{"y":2},{"z" : 3}\n] , "b": {} }\n'
    document = parsed(text)
    assert document.rest == {"a": [1.5, "é"], "b": {}}
    assert document.changed({}) == text
    assert document.changed({1: None}) == text.replace('{"y":2},', "").replace(' ,\n\t{"z', ',{"z')
    assert document.changed({0: None, 1: '{"q":0}'}) == text.replace('{"x":  1} ,\n\t{"y":2}', '{"q":0}')
    assert [document.place(index) for index in range(3)] == [(3, 14), (4, 2), (4, 10)]


@pytest.mark.parametrize("end", ["", "\n", "\r\n \n"], ids=repr)
@pytest.mark.parametrize("cut", ["{", '{"type":"us', '{"type":"user","uuid":', '{"a":1,', '{"type":"user"'], ids=str)
def test_a_last_line_that_ends_in_the_middle_is_no_item_and_stays(cut: str, end: str) -> None:
    document = parsed(f"{LINE}\n{LINE}\n  {cut}{end}")
    assert [len(document.items), document.tail] == [2, cut + end]
    assert document.changed({0: None, 1: "{}"}) == f"{{}}\n  {cut}{end}"
    assert shapes.shape_of(document).name == "claude-code"


def test_wherever_a_transcript_is_cut_off_its_whole_lines_are_read() -> None:
    last = '{"a":[true,null,-1.5e+3],"b":"\\u12ab\\n","c":{"d":false}}'
    for at in range(1, len(last)):
        document = parsed(f"{LINE}\n{last[:at]}")
        assert (len(document.items), document.tail) == (1, last[:at])
    assert parsed(f"{LINE}\n{last}").tail == ""


@pytest.mark.parametrize("value", ["\ud800", "\x00", "é\u2028", {"a": [None, True, 1.5]}], ids=ascii)
def test_what_is_written_is_utf8_on_one_line_and_means_the_same(value: object) -> None:
    text = dumped(value)
    assert "\n" not in text
    assert text.encode("utf-8")
    assert parsed(f'[{{"x": {text}}}]').values == [{"x": value}]
