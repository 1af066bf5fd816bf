"""`code`: structural patterns, in every language that they are code in."""

from __future__ import annotations

import pytest
from fakes.matching import context_of, found, fragment, matches, rule_of, target_of

from adrguard.matchers.code import find
from adrguard.matchers.context import MOST_HITS
from adrguard.model.changes import Content
from adrguard.model.rules import CodeTarget
from adrguard.syntax.source import Source, SyntaxProblem

HITS = [
    pytest.param("eval($X)", "a.py", "x = eval( a )\n# eval(b)\n", ["eval( a )"], id="python"),
    pytest.param(
        "print($$$)", "a.py", "print()\nprint(1, 2)\n'print(3)'", ["print()", "print(1, 2)"], id="python: any arguments"
    ),
    pytest.param("f($X)", "a.py", "f(f(1))", ["f(f(1))", "f(1)"], id="python: one within another"),
    pytest.param(
        "console.log($$$)", "a.ts", "console .log(1); // console.log(2)", ["console .log(1)"], id="typescript"
    ),
    pytest.param(
        "useEffect($F)", "a.tsx", "useEffect(() => <a/>); useEffect(f, [])", ["useEffect(() => <a/>)"], id="tsx"
    ),
    pytest.param("$X.unwrap()", "a.rs", "fn f() { a.b().unwrap(); }", ["a.b().unwrap()"], id="rust"),
    pytest.param("fmt.Println($A)", "a.go", 'package a\nfunc f() { fmt.Println("x") }', ['fmt.Println("x")'], id="go"),
    pytest.param("gets($$$)", "a.c", "void f(void) { gets(b); }", ["gets(b)"], id="c"),
    pytest.param(
        "System.exit($X)", "A.java", "class A { void f() { System.exit(1); } }", ["System.exit(1)"], id="java"
    ),
    pytest.param("eval($X)", "a.rb", "def f\n  eval(x)\nend", ["eval(x)"], id="ruby"),
]


@pytest.mark.parametrize(("pattern", "path", "text", "expected"), HITS)
def test_a_pattern_finds_code_of_its_shape(pattern, path, text, expected):
    assert found("code", pattern, path, text) == expected


def test_a_language_in_which_the_pattern_is_no_code_has_none():
    target = CodeTarget("eval($X)", (("python", '{"pattern": "eval($X)"}'),))
    assert matches("code", target, "a.ts", "eval(1)", context_of()) == []


def test_a_header_is_searched_by_the_pattern_of_either_language():
    target = CodeTarget(
        "f($X)", (("c", '{"pattern": {"context": "void g() { f($X); }", "selector": "call_expression"}}'),)
    )
    text = "namespace n { void g() { f(1); } }\n"
    assert len(matches("code", target, "a.h", text, context_of())) == 1
    assert matches("code", target, "a.hpp", text, context_of()) == []


def test_many_patterns_of_a_rule_are_each_found():
    targets = [target_of("code", f"{name}($X)") for name in ("eval", "exec", "open")]
    rule = rule_of("code", *targets)
    source = Source("a.py", Content("exec(1)\neval(2)\n"))
    assert [len(find(one, rule, source, context_of())) for one in targets] == [1, 1, 0]
    other = Source("b.py", Content("x = 1\n"))
    assert [find(one, rule, other, context_of()) for one in targets] == [[], [], []]


def test_two_rules_of_one_name_and_place_are_judged_each_by_its_own_patterns():
    # As a change leaves them that writes other patterns under the same `id:`: what stood there before still binds.
    source, context = Source("a.py", Content("old(1)\n")), context_of()
    after, before = (
        rule_of("code", *[target_of("code", f"{name}($X)") for name in names])
        for names in (("new", "newer", "newest"), ("old", "older", "oldest"))
    )
    assert find(after.targets[0], after, source, context) == []
    assert len(find(before.targets[0], before, source, context)) == 1


def test_each_part_of_a_diff_is_searched():
    part = fragment((3, "x = eval(1)\n"), (20, "    y = eval(2)\n"))
    assert found("code", "eval($X)", "a.py", part) == ["eval(1)", "eval(2)"]


def test_offsets_are_characters():
    assert found("code", "eval($X)", "a.py", "# é😀\r\ns = 'é😀'; eval('é')\r\n") == ["eval('é')"]


def test_a_long_match_is_shown_in_short():
    text = "f(\n" + "    1,\n" * 100 + ")\n"
    (hit,) = matches("code", target_of("code", "f($$$)"), "a.py", text, context_of())
    assert hit.shown.startswith("f( 1, 1,")
    assert len(hit.shown) == 80


def test_what_goes_past_the_cap_is_told():
    context = context_of()
    assert len(matches("code", target_of("code", "f($X)"), "a.py", "f(1)\n" * (MOST_HITS + 1), context)) == MOST_HITS
    assert len(context.unjudged) == 1


def test_a_file_that_no_tree_is_made_of_is_a_problem():
    with pytest.raises(SyntaxProblem, match="nested"):
        found("code", "eval($X)", "a.py", "(" * 5000)


def test_a_pattern_of_another_version_is_a_problem():
    target = CodeTarget("x", (("python", '{"kind": "no_such_kind"}'),))
    with pytest.raises(SyntaxProblem, match="version"):
        matches("code", target, "a.py", "x = 1", context_of())
