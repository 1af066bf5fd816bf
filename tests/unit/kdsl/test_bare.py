"""Bare text that could be read in two ways is refused, with the quoted spelling; everything else is literal."""

from __future__ import annotations

import pytest

from adrguard.model.invariants import FENCE


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM",
        "eval(",
        "# type: ignore",
        "a: b",
        "**kwargs",
        "*args",
        "__proto__",
        "a -> b",
        "a,b",
        "foo[bar][baz]",
        "${HOME}",
        "x = 'y'",
        "don't",
        "a > b",
        "http://example.org/a",
        "for x in range(3)",
        "if (a) { b(); }",
        "-rf /",
        "path.join(",
        "callback",
        "Path",
        "importlib",
        "~/.ssh",
        "a & b",
        "<script>",
        "[[nodiscard]]",
        "100%",
        "größe",
        "日本語",
        "a `b",
        "TODO",
        "*",
        "import(",
        "in src/**",
        "delete from users",
        "C:\\temp",
    ],
)
def test_bare_text_is_taken_literally_whatever_it_holds(rule, text):
    found = rule(f"deny: {text}")
    assert found.targets[0].raw == text
    assert found.invariant == f"deny: {text}"
    assert rule(f"deny: {text}", origin=FENCE).targets[0].raw == text


@pytest.mark.parametrize(
    ("text", "sign", "code", "spelling"),
    [
        pytest.param("eval( in src/**", "in", "bare-scope", "deny: `eval(` in `src/**`", id="in GLOB"),
        pytest.param("eval( in src", "in", "bare-scope", "deny: `eval(` in `src`", id="in FOLDER"),
        pytest.param("eval( except tests/**", "except", "bare-scope", "deny: `eval(` except `tests/**`", id="except GLOB"),
        pytest.param("eval( in a/**, b/** except c/**", "in", "bare-scope", "deny: `eval(` in `a/**`, `b/**` except `c/**`", id="in GLOBS except GLOB"),
        pytest.param("eval( except c/** in a/**", "except", "bare-scope", "deny: `eval(` in `a/**` except `c/**`", id="except GLOB in GLOB"),
        pytest.param("eval( in `src/**`", "in", "bare-scope", "deny: `eval(` in `src/**`", id="in `GLOB`"),
        pytest.param("eval( in *.{js,ts}", "in", "bare-scope", "deny: `eval(` in `*.{js,ts}`", id="in GLOB with braces"),
        pytest.param("for x in items in src/**", "in src", "bare-scope", "deny: `for x in items` in `src/**`", id="in twice"),
        pytest.param("for x in items", "in", "bare-scope", "deny: `for x in items` if all", id="in that may be text"),
        pytest.param("eval, exec", ",", "bare-comma", "deny: `eval`, `exec` for several", id="a comma between words"),
        pytest.param("print(a, b)", ",", "bare-comma", "deny: `print(a, b)` for one", id="a comma within a text"),
        pytest.param("import requests", "import", "bare-kind", "deny import: `requests`", id="a kind and a name"),
        pytest.param("import: requests", "import", "bare-kind", "deny import: `requests`", id="a kind after the colon"),
        pytest.param("import requests in src/**", "import", "bare-kind", "deny import: `requests` in `src/**`", id="a kind, a name and a scope"),
        pytest.param("import x from 'y'", "import", "bare-kind", "deny: `import x from 'y'`", id="a kind and a text"),
        pytest.param("path src/legacy/**", "path", "bare-kind", "deny path: `src/legacy/**`", id="a kind and a glob"),
        pytest.param("edge a/** -> b/**", "edge", "bare-kind", "deny edge: `a/**` -> `b/**`", id="a kind and an edge"),
        pytest.param("layers a > b", "layers", "bare-kind", "deny layers: `a` > `b`", id="a kind and layers"),
        pytest.param("dependency lodash <4", "dependency", "bare-kind", "deny dependency: `lodash <4`", id="a kind and a range"),
        pytest.param("call", "call", "bare-kind", "deny: `call`", id="a kind alone"),
        pytest.param("/usr/bin/env", "/", "bare-slash", "deny: `/usr/bin/env`", id="a path"),
        pytest.param("// nolint", "/", "bare-slash", "deny: `// nolint`", id="a comment"),
        pytest.param("/a.*b/g", "g", "bad-regex", "flags are i, s and m", id="an unknown flag"),
        pytest.param("eval.", ".", "bare-end", "deny: `eval.` if it belongs", id="a full stop"),
        pytest.param("f(x);", ";", "bare-end", "deny: `f(x);` if it belongs to the text, deny: `f(x)` if not", id="a semicolon"),
        pytest.param("use of `eval`", "`", "bare-code-span", "deny: `eval`", id="a code span within"),
        pytest.param("eval( because it hurts", "because", "bare-clause", "'because: …' as a nested item", id="a reason"),
        pytest.param("eval( — because it hurts", "because", "bare-clause", "deny: `eval(` and", id="a reason after a dash"),
        pytest.param("eval( unless tests", "unless", "bare-clause", "'except: …'", id="an exception"),
        pytest.param("“eval(”", "“", "bare-quotes", "`eval(`, or `“eval(”`", id="typographic quotes"),
        pytest.param("'use strict'", "'", "bare-quotes", "`use strict`, or `'use strict'`", id="single quotes"),
        pytest.param("**eval**", "**", "bare-emphasis", "`eval`, or `**eval**`", id="emphasis"),
        pytest.param("git commit —no-verify", "—", "typographic-character", "`git commit --no-verify`", id="a dash made of two"),
        pytest.param("print(“x”)", "“", "typographic-character", '`print("x")`', id="quotes made typographic"),
        pytest.param("don’t", "’", "typographic-character", "`don't`", id="an apostrophe made typographic"),
        pytest.param("wait…", "…", "typographic-character", "`wait...`", id="an ellipsis"),
        pytest.param("zero\u200bwidth", "\u200b", "invisible-character", "delete it", id="an invisible character"),
        pytest.param("src/legacy/**", "src", "bare-glob", "deny path: `src/legacy/**`", id="a glob"),
        pytest.param("*.log", "*", "bare-glob", "deny path: `*.log`", id="a file suffix"),
        pytest.param("eval($X)", "$X", "bare-pattern", "deny code: `eval($X)`", id="a code pattern"),
        pytest.param("foo($$$)", "$$$", "bare-pattern", "deny code: `foo($$$)`", id="a code pattern with many"),
        pytest.param(r"\bfoo\b", r"\bfoo", "bare-regex", r"/\bfoo\b/", id="an expression"),
        pytest.param("SELECT .*FROM", ".*", "bare-regex", "/SELECT .*FROM/", id="another expression"),
        pytest.param("any use of global state", "any", "bare-sentence", "stands as a sentence", id="a sentence"),
    ],
)  # fmt: skip
def test_text_that_reads_in_two_ways_is_refused_with_the_right_spelling(refused, text, sign, code, spelling):
    (problem,) = refused(f"deny: {text}")
    assert problem.code == code
    assert (
        problem.column == 3 + len("deny: ") + text.rindex(sign)
        if code == "bad-regex"
        else 3 + len("deny: ") + text.index(sign)
    )
    assert spelling in problem.hint


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a &amp; b", "bare-markup"),
        ("&lt;script&gt; x", "bare-markup"),
        ("a <!-- b --> c", "bare-markup"),
        ("handlers[name](event)", "ambiguous-link"),
        ("![a](https://example.org/b)", "ambiguous-link"),
    ],
)
def test_what_markdown_shows_otherwise_is_refused_only_where_markdown_is_read(rule, refused, text, code):
    assert [problem.code for problem in refused(f"deny: {text}")] == [code]
    assert rule(f"deny: {text}", origin=FENCE).targets[0].raw == text
    assert rule(f"deny: `{text}`").targets[0].raw == text


@pytest.mark.parametrize(
    "text",
    ["eval( in src/**", "a, b", "import x", "/a", "a.", "“x”", "— x", "*.log", "$X", "any use of the code", "\u202e"],
)
def test_in_backticks_everything_is_literal(rule, text):
    assert rule(f"deny: `{text}`").targets[0].raw == text


def test_markdown_escapes_are_undone_outside_code_spans(rule):
    assert rule(r"deny: SELECT \* FROM snake\_case").targets[0].raw == "SELECT * FROM snake_case"
    assert rule(r"deny: `SELECT \* FROM`").targets[0].raw == r"SELECT \* FROM"
    assert rule(r"deny: SELECT \* FROM", origin=FENCE).targets[0].raw == r"SELECT \* FROM"
    assert rule("deny: [requests](https://example.org)").targets[0].raw == "requests"


def test_an_expression_in_backticks_is_refused_as_it_would_be_text(rule, refused):
    (problem,) = refused("deny: `/a.*b/i`")
    assert problem.code == "quoted-regex"
    assert rule('deny: "/a.*b/i"').targets[0].raw == "/a.*b/i"
    assert rule("deny: `/api/users/`").targets[0].raw == "/api/users/"


def test_a_long_row_of_short_words_is_read_in_one_way_only(rule):
    assert rule("deny: Ab" + " a" * 1500 + " 0").targets[0].raw.endswith(" a 0")
