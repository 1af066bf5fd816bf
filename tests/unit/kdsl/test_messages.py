"""Syntax errors by example: each example is wrong, and gets its own message at the right place."""

from __future__ import annotations

import re
import tomllib

import pytest

from adrguard.kdsl.line import Line
from adrguard.kdsl.messages import explain, failing, start_of
from adrguard.kdsl.parse import CLAUSE, SyntaxFault, parse_clause, parse_invariant
from adrguard.system.resources import read_text

ENTRIES = tomllib.loads(read_text("grammar/kdsl_errors.toml"))["error"]


@pytest.mark.parametrize(
    "entry", [pytest.param(entry, id=f"{entry['code']}-{index}") for index, entry in enumerate(ENTRIES)]
)
def test_every_example_is_wrong_and_gets_its_own_message(entry):
    for example in entry["examples"]:
        found = explain(failing(example))
        assert found.code == entry["code"], example
        pattern = re.escape(entry["message"]).replace(re.escape("{found}"), ".*")
        assert re.fullmatch(pattern, found.message), example


def test_an_example_that_is_right_is_a_mistake_of_ours():
    with pytest.raises(ValueError, match="that is none"):
        failing("deny: a")


SOUND = (
    'deny: `a`, "b", `c` in d, `e` except f, g',
    "deny: /a/, /b/ in c",
    'warn import: a, `b`, "c" in d except e',
    "deny call: a, b, c except d, `e` in f",
    'deny code: `a`, `b`, "c" in d',
    'deny path: a, `b`, "c" in d',
    'deny dependency: a <4 5, `b`, c, "d" in e',
    'deny edge: a -> b, `c` -> `d`, "e" -> f in g',
    'deny layers: a > b > c, `d` > `e` > "f" except g',
    "require change: a, b",
    'in: a, `b`, "c", d',
    'lang: a, b, `c`, "d"',
    "bad: `a`",
    'good: "a"',
    'rewrite: a -> b, `c` -> "d", e -> f',
    "rewrite: `a`",
    'rewrite: "a"',
)  # fmt: skip
GARBAGE = (
    "",
    "x",
    "`x",
    "`x`",
    '"x"',
    '"x',
    ",",
    ", ,",
    "/x",
    "->",
    "-> x",
    ">",
    "> x",
    "in",
    "in x",
    "except",
    "except x",
    "+",
    "=> x",
    "because y",
)


def fault_of(line):
    try:
        parse_clause(line, "") if start_of(line.text) == CLAUSE else parse_invariant(line)
    except SyntaxFault as fault:
        return fault
    return None


@pytest.mark.parametrize("sound", SOUND)
def test_wherever_a_line_goes_wrong_there_is_a_message_for_it(sound):
    for end in [match.end() for match in re.finditer(r"[:,>/]|->|`\w`|\"\w\"|[<\w]+", sound)]:
        if end <= sound.index(":"):
            continue
        for garbage in GARBAGE:
            line = Line.read(f"{sound[:end]} {garbage}", 1, 1)
            fault = fault_of(line)
            assert fault is None or explain(fault).code != "syntax", line.text


@pytest.mark.parametrize(
    ("text", "sign", "code", "hint"),
    [
        pytest.param("deny:", None, "missing-target", "deny: `text`", id="nothing"),
        pytest.param("deny import:", None, "missing-target", "deny: `text`", id="nothing of a kind"),
        pytest.param("deny: `a", "`a", "unclosed-code-span", "close it", id="open backtick"),
        pytest.param('deny: "a', '"a', "unclosed-quote", '`"a`', id="open quote"),
        pytest.param("deny: `a` or `b`", "or", "rubbish", "a comma between two texts", id="or"),
        pytest.param("deny: `a` because it hurts", "because", "rubbish", "nested 'because:'", id="because"),
        pytest.param('deny: "a" + b', "+", "rubbish", "one pair of backticks", id="rest after a quote"),
        pytest.param("deny: `a`, b", "b", "text-not-quoted", "`b`", id="bare text in a list"),
        pytest.param("deny: `a`,", None, "missing-target", "take the comma out", id="comma at the end"),
        pytest.param("deny: `a` in", None, "missing-glob", "in src/**", id="in nothing"),
        pytest.param("deny: `a` in b c", "c", "rubbish", "commas", id="globs without a comma"),
        pytest.param("deny: `a` in b and c", "and", "rubbish", "commas", id="globs with and"),
        pytest.param("deny: `a` in b in c", "in c", "scope-twice", "one list", id="two scopes"),
        pytest.param("deny import: a and b", "and", "rubbish", "commas", id="names with and"),
        pytest.param("deny code: eval($X)", "eval", "pattern-not-quoted", "`eval($X)`", id="bare pattern"),
        pytest.param("deny code: `eval($X)` lang: python", "lang", "rubbish", "nested 'lang:'", id="language inline"),
        pytest.param("deny edge: `a`", None, "edge-form", "'->'", id="half an edge"),
        pytest.param("deny edge: `a` => `b`", "=>", "edge-form", "'->'", id="another arrow"),
        pytest.param("deny edge: `a` -> `b` -> `c`", "-> `c`", "rubbish", "two sides", id="two arrows"),
        pytest.param("deny layers: `a` -> `b`", "->", "layers-form", "'>'", id="arrows between layers"),
        pytest.param("deny layers: `a`, `b`", ", `b`", "layers-form", "{a,b}/**", id="commas between layers"),
        pytest.param("deny dependency: `a` <4", "<4", "rubbish", "`lodash <4.17.21`", id="range outside the backticks"),
    ],
)  # fmt: skip
def test_the_message_is_about_the_mistake(refused, text, sign, code, hint):
    (problem,) = [one for one in refused(text) if one.code == code]
    assert problem.column == 3 + (len(text) if sign is None else text.index(sign))
    assert hint in problem.hint
