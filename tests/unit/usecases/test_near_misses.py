from __future__ import annotations

import pytest

from adrguard.kdsl.single import parse_line
from adrguard.model.decisions import DecisionSet
from adrguard.model.findings import Finding
from adrguard.usecases import near_misses


def only_rule(text):
    rule, problems = parse_line(text)
    assert rule is not None, problems
    return DecisionSet(rules=(rule,))


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        pytest.param(
            "deny: `x` in src/**",
            [
                "outside of its scope",
                "not in code or string",
                "differs in case",
                "part of a longer word",
                "in a file that",
            ],
            id="text",
        ),
        pytest.param("deny: /x/", ["not in code or string", "differs in case", "in a file that"], id="regex"),
        pytest.param("deny call: `a.b`", ["the name stands there, but is no call of it"], id="call"),
        pytest.param("deny path: `a/**`", [], id="path"),
    ],
)
def test_each_kind_is_relaxed_in_its_own_respects(text, reasons):
    asked = []

    def judge(decisions):
        asked.append(decisions.rules[0])
        place = len(asked)
        return [Finding(decisions.rules[0], "a.py", place, 1, place, 2, "x", "x", 1)]

    found = list(near_misses.find(only_rule(text), [], judge))
    assert [one.why[: len(reason)] for one, reason in zip(found, reasons, strict=True)] == reasons


def test_a_hit_is_no_near_miss_and_each_place_is_told_once():
    decisions = only_rule("deny: `x`")
    hit = Finding(decisions.rules[0], "a.py", 1, 1, 1, 2, "x", "x", 1)
    other = hit.replace(line=2)
    found = list(near_misses.find(decisions, [hit], lambda _: [hit, other]))
    assert [one.finding for one in found] == [other]
