"""Code patterns: what is accepted really matches, in each language, and what would never match is refused."""

from __future__ import annotations

import json

import pytest
from ast_grep_py import SgRoot
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.languages import CODE
from adrguard.kdsl.patterns import has_fixed_part, metavariables, rules


def found_in(pattern, language, source):
    """The texts that the compiled rule finds in a source."""
    ((_, rule),) = rules(pattern, [language])
    return [node.text() for node in SgRoot(source, language).root().find_all({"rule": json.loads(rule)})]


@pytest.mark.parametrize(
    ("language", "pattern", "source", "expected"),
    [
        pytest.param("c", "gets($$$)", "int main() { char b[9]; if (gets(b)) { gets(b); } }", ["gets(b)", "gets(b)"], id="c call"),
        pytest.param("c", "goto $L", "void f() { goto end; end: return; }", ["goto end;"], id="c statement without its semicolon"),
        pytest.param("cpp", "std::cout << $X", "void f() { std::cout << x; }", ["std::cout << x"], id="cpp stream"),
        pytest.param("cpp", "malloc($X)", "void f() { auto p = malloc(3); }", ["malloc(3)"], id="cpp call"),
        pytest.param("go", "fmt.Println($A)", 'package p\nfunc f() { fmt.Println("x"); x := fmt.Println(y) }', ['fmt.Println("x")', "fmt.Println(y)"], id="go call"),
        pytest.param("go", "fmt.Println($$$)", "package p\nfunc f() { fmt.Println(); fmt.Println(a, b) }", ["fmt.Println()", "fmt.Println(a, b)"], id="go call of any"),
        pytest.param("go", "panic($X)", "package p\nfunc f() { panic(1) }", ["panic(1)"], id="go builtin"),
        pytest.param("rust", "$X.unwrap()", "fn f() { let a = b.c().unwrap(); }", ["b.c().unwrap()"], id="rust method"),
        pytest.param("rust", "println!($$$)", 'fn f() { println!("{}", 1); }', ['println!("{}", 1)'], id="rust macro"),
        pytest.param("rust", "unsafe { $$$ }", "fn f() { unsafe { g(); } }", ["unsafe { g(); }"], id="rust block"),
        pytest.param("java", "System.out.println($X)", "class A { void f() { System.out.println(1); } }", ["System.out.println(1)"], id="java call"),
        pytest.param("csharp", "throw new Oops($$$)", 'class A { int F() => b ?? throw new Oops(1); void G() { throw new Oops("x"); } }', ["throw new Oops(1)", 'throw new Oops("x");'], id="c# throw, as an expression and as a statement"),
        pytest.param("java", "throw new RuntimeException($$$)", 'class A { void f() { throw new RuntimeException("x"); } }', ['throw new RuntimeException("x");'], id="java throw"),
        pytest.param("java", "public void $M($$$) { $$$ }", "class A { public void f(int a) { g(); } }", ["public void f(int a) { g(); }"], id="java method"),
        pytest.param("java", "catch (Exception $E) { $$$ }", "class A { void f() { try { a(); } catch (Exception e) { } } }", ["catch (Exception e) { }"], id="java catch"),
        pytest.param("java", "@Deprecated", "class A { @Deprecated void f() { } }", ["@Deprecated"], id="java annotation"),
        pytest.param("kotlin", "$X!!", "fun f() { val a = b!! }", ["b!!"], id="kotlin"),
        pytest.param("csharp", "if ($A) $BODY", "class A { void F() { if (a) { b(); c(); } } }", ["if (a) { b(); c(); }"], id="csharp body"),
        pytest.param("csharp", "Console.WriteLine($$$)", "class A { void F() { Console.WriteLine(1, 2); } }", ["Console.WriteLine(1, 2)"], id="csharp call"),
        pytest.param("python", "eval($X)", "x = [eval(a), eval(b, c)]", ["eval(a)"], id="python call"),
        pytest.param("python", "except: $$$", "try:\n    a()\nexcept:\n    pass\n", ["except:\n    pass"], id="python bare except"),
        pytest.param("python", "@app.route($$$)", "@app.route('/')\ndef f():\n    pass\n", ["@app.route('/')"], id="python decorator"),
        pytest.param("python", "def $F($$$): $$$", "def f(a):\n    return a\n", ["def f(a):\n    return a"], id="python function"),
        pytest.param("javascript", "console.log($$$)", "x(() => console.log(1, 2))", ["console.log(1, 2)"], id="javascript call"),
        pytest.param("javascript", "function $F($$$) { $$$ }", "const a = function b() { c() }; function d() { }", ["function b() { c() }", "function d() { }"], id="javascript function in both places"),
        pytest.param("typescript", "$X as any", "const a = b as any;", ["b as any"], id="typescript cast"),
        pytest.param("typescript", "any", "let a: any = b;", ["any"], id="typescript type"),
        pytest.param("tsx", "dangerouslySetInnerHTML={$X}", "const a = <b dangerouslySetInnerHTML={c} />;", ["dangerouslySetInnerHTML={c}"], id="tsx attribute"),
        pytest.param("php", "mysql_query($$$)", "<?php $a = mysql_query($b, $c);", ["mysql_query($b, $c)"], id="php call"),
        pytest.param("php", "$db->query($X)", "<?php $db->query($x);", ["$db->query($x)"], id="php method"),
        pytest.param("ruby", "puts $X", "def f\n  puts 1\nend\n", ["puts 1"], id="ruby command"),
        pytest.param("swift", "try! $X", "func f() { try! g() }", ["try! g()"], id="swift"),
        pytest.param("scala", "Thread.sleep($X)", "object O { def f() = { Thread.sleep(1) } }", ["Thread.sleep(1)"], id="scala"),
    ],
)  # fmt: skip
def test_a_pattern_finds_what_its_author_means(language, pattern, source, expected):
    assert found_in(pattern, language, source) == expected


@pytest.mark.parametrize(
    ("language", "pattern"),
    [
        ("python", "foo("), ("python", "catch ($E) { }"), ("java", "foo(]"), ("javascript", "if ($A {"), ("go", "foo($X);;)"), ("rust", "fn ("), ("c", "gets($X"),
        ("python", '"SELECT $$$"'), ("java", "catch ($E) { $$$ }"), ("python", "a b c"),
    ],
)  # fmt: skip
def test_a_pattern_that_is_no_code_of_the_language_has_no_rule(language, pattern):
    assert rules(pattern, [language]) == ()


def test_without_a_language_all_are_tried():
    assert [name for name, _ in rules("eval($X)", CODE)] == list(CODE)
    assert {"typescript", "tsx", "rust"} <= {name for name, _ in rules("$X as any", CODE)}
    assert "python" not in dict(rules("fmt.Println($X);", CODE))


def test_letters_beyond_ascii_keep_their_places():
    assert found_in("größe($X, 'é')", "python", "𝒳 = größe(ü, 'é')") == ["größe(ü, 'é')"]


def test_metavariables_and_what_is_fixed():
    assert metavariables("f($X, $$$REST, $$$)") == {"$X", "$$$REST"}
    assert has_fixed_part("$X == $Y")
    assert has_fixed_part("f($X)")
    assert not has_fixed_part("$X")
    assert not has_fixed_part("($$$)")


@given(st.lists(st.sampled_from(["foo", "$X", "$$$", "(", ")", "{", "}", "[", ";", ",", ".", "=", '"', "`", "\\", "<", "@", "#", "$", "if", "é", "\0", " ", "µ", "1"]), max_size=8).map("".join))  # fmt: skip
def test_no_pattern_makes_a_parser_fail(pattern):
    for _, rule in rules(pattern, ["python", "tsx", "c", "php"]):
        assert json.loads(rule)


def test_deep_patterns_are_bounded():
    assert rules("(" * 250 + "x" + ")" * 249, ["python"]) == ()
    assert rules("f(" * 100 + ")" * 100, ["python"])


# Through the language


def test_the_languages_of_a_code_rule_are_those_that_can_have_it(rule):
    target = rule("deny code: `gets($$$)`", "lang: C, C++").targets[0]
    assert [name for name, _ in target.rules] == ["c", "cpp"]
    assert rule("deny code: `$X as any`", "lang: typescript").langs == ("typescript", "tsx")
    assert [name for name, _ in rule("deny code: `<div $$$ />`", "lang: ts").targets[0].rules] == ["tsx"]


@pytest.mark.parametrize(
    ("text", "clause", "code"),
    [
        pytest.param("deny code: `foo(`", "lang: python", "bad-pattern", id="no code"),
        pytest.param("deny code: `foo(`", "because: x", "bad-pattern", id="no code of any language"),
        pytest.param("deny code: `<div $$$ />`", "lang: python", "bad-pattern", id="no code of this language"),
        pytest.param("deny code: `eval($X)`", "lang: pyhton", "unknown-language", id="an unknown language"),
        pytest.param("deny code: `eval($X)`", "lang: sql", "unknown-language", id="a language without a grammar"),
        pytest.param("deny code: `$X`", "lang: python", "bad-pattern", id="variables alone"),
        pytest.param("deny code: `$_POST[$X]`", "lang: php", "bad-pattern", id="a name that would be a variable"),
        pytest.param("deny code: ` `", "lang: php", "missing-target", id="nothing"),
        pytest.param("deny code: `" + "f(x) + " * 100 + "1`", "lang: c", "too-long", id="too long"),
    ],
)  # fmt: skip
def test_patterns_that_are_refused(refused, text, clause, code):
    assert refused(text, clause)[0].code == code
