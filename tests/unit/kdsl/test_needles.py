"""Needles are necessary: wherever a rule matches, all parts of one of its groups occur."""

from __future__ import annotations

import json
import re

import pytest
import re2
from ast_grep_py import SgRoot
from hypothesis import assume, example, given
from hypothesis import strategies as st

from adrguard.kdsl import needles
from adrguard.kdsl.literals import pattern_of
from adrguard.kdsl.patterns import rules
from adrguard.model.rules import CallTarget, CodeTarget, ImportTarget, PathTarget, RegexTarget, TextTarget, word_of

OPTIONS = re2.Options()
OPTIONS.log_errors = False


def satisfied(groups, text):
    """Say whether a group occurs, a part between two blanks as a whole run of ASCII letters and digits."""
    haystack = text.encode("utf-8", "surrogatepass").lower()
    words = set(re.findall(rb"[a-z0-9]+", haystack))
    return not groups or any(all(_occurs(part, haystack, words) for part in group) for group in groups)


def _occurs(part, haystack, words):
    word = word_of(part)
    return word in words if word else part in haystack


def text_target(raw, *, insensitive=False):
    return TextTarget(raw, pattern_of(raw, insensitive=insensitive), False, False)


def regex_needles(pattern):
    return needles.of([RegexTarget(f"/{pattern}/", pattern)])


@pytest.mark.parametrize(
    ("target", "groups"),
    [
        pytest.param(text_target("SELECT * FROM"), ((b"select",),), id="the longest word of a text"),
        pytest.param(text_target("#"), ((b"#",),), id="one character"),
        pytest.param(
            TextTarget("db.run(", "", True, False), ((b" run ", b" db ", b"db.run("),), id="words inside, and the whole"
        ),
        pytest.param(
            text_target("a-b-c_d"), ((b" b ", b" c ", b"a-b-c_d"),), id="only words that nothing can lengthen"
        ),
        pytest.param(text_target("Größe"), (("größe".encode(),),), id="letters beyond ASCII"),
        pytest.param(text_target("\ufffd"), (), id="what is left of broken bytes"),
        pytest.param(
            text_target("sulking", insensitive=True),
            ((b"ing", b"ul"),),
            id="letters that fold beyond ASCII are left out",
        ),
        pytest.param(text_target("kss", insensitive=True), (), id="only such letters"),
        pytest.param(ImportTarget("requests"), ((b" requests ",),), id="module"),
        pytest.param(ImportTarget("app.b.Cde"), ((b" app ", b" cde "),), id="components, but for a single letter"),
        pytest.param(ImportTarget("@scope/some-x"), ((b" scope ", b" some "),), id="scoped package"),
        pytest.param(ImportTarget("tokio::sync"), ((b" sync ",),), id="rust module"),
        pytest.param(
            ImportTarget("lodash/fp.js"), ((b" lodash ", b" fp "),), id="a suffix may be left out in the code"
        ),
        pytest.param(ImportTarget("node:fs"), ((b" fs ",),), id="prefix of node"),
        pytest.param(ImportTarget("App\\Models"), ((b" models ", b" app "),), id="php namespace"),
        pytest.param(ImportTarget("serde-json"), ((b" serde ", b" json "),), id="a dash may be an underscore"),
        pytest.param(CallTarget("requests.get", "requests.get"), ((b" requests ", b" get "),), id="call"),
        pytest.param(
            CallTarget("builtins.eval", "builtins.eval"), ((b" eval ",),), id="what holds it need not be written"
        ),
        pytest.param(CallTarget("std::mem::drop", "std::mem::drop"), ((b" drop ",),), id="rust call"),
        pytest.param(
            CallTarget("np.array", "np.array"), ((b" array ", b" np "), (b" array ", b" numpy ")), id="nickname"
        ),
        pytest.param(CallTarget("a.requests.*", "a.requests", star=True), ((b" requests ",),), id="all of a module"),
        pytest.param(CodeTarget("$X.unwrap($$$ARGS)", ()), ((b" unwrap ",),), id="pattern"),
        pytest.param(CodeTarget("$A == $B", ()), (), id="pattern without a name"),
        pytest.param(PathTarget("a", ()), (), id="path"),
    ],
)
def test_needles_of_each_kind(target, groups):
    assert needles.of([target]) == groups


@pytest.mark.parametrize(
    ("pattern", "groups"),
    [
        ("foo.*bar", ((b"bar", b"foo"),)), ("foo|bar", ((b"foo",), (b"bar",))), ("x(foo|bar)+y?", ((b"foo",), (b"bar",))), ("(foo)*bar", ((b"bar",),)),
        ("foo{2,}", ((b"fo",),)), ("(?P<n>foo)bar", ((b"bar", b"foo"),)), (r"a\.b", ((b"a.b",),)), ("(?m)^foo$", ((b"foo",),)), ("größe", (("größe".encode(),),)),
        ("(?i)foo", ((b"foo",),)), ("(?i)ask", ((b"a",),)), ("(?i:ask)xy", ((b"xy",),)), ("(?i)größe", ((b"gr",),)), ("(a|b)(c|d)(e|f)(g|h)(i|j)(k|l)xyz", ((b"xyz",),)),
    ],
)  # fmt: skip
def test_needles_of_expressions(pattern, groups):
    assert regex_needles(pattern) == groups


@pytest.mark.parametrize(
    "pattern",
    [
        "[a-z]+",
        "foo|",
        "foo|.*",
        r"\Qa.b\E",
        r"\pLx",
        "[[:alpha:]]foo",
        "foo{,2}",
        r"\x66oo",
        r"\141b",
        "(foo)?",
        "a**",
        "(",
    ],
)
def test_expressions_that_python_may_read_otherwise_have_none(pattern):
    assert regex_needles(pattern) == ()


@given(
    st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=3).map(" ".join),
    st.booleans(),
    st.sampled_from([" ", "\n", "\t "]),
    st.booleans(),
)
@example("Kelvin", True, " ", True)
def test_needles_of_texts_are_necessary(raw, insensitive, blank, swap):
    assume(raw.strip())
    assume(not any(0xD800 <= ord(char) < 0xE000 for char in raw))
    target = text_target(raw, insensitive=insensitive)
    text = blank.join(raw.split(" "))
    if insensitive and swap:
        text = text.swapcase().replace("K", "\u212a").replace("S", "\u017f")
    assume(re2.compile(target.pattern, OPTIONS).search(text) is not None)
    assert satisfied(needles.of([target]), text)


atoms = st.sampled_from(
    [
        "a",
        "k",
        "S",
        "foo",
        "Bar",
        ".",
        r"\.",
        r"\w",
        "[ab]",
        "[^x]",
        r"\bfoo",
        "ß",
        "K",
        r"\s",
        "(?i:sk)",
        "(?i)k",
        "(?-i:K)",
    ]
)
expressions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{0,1}", "{1,2}", "*?"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=8,
)


@given(expressions, st.sampled_from(["", "(?i)", "(?is)"]), st.lists(st.sampled_from(["a", "A", "k", "K", "\u212a", "s", "S", "\u017f", "foo", "FOO", "Bar", "b", ".", "x", "ß", "ẞ", " "]), max_size=8).map("".join))  # fmt: skip
def test_needles_of_expressions_are_necessary(source, flags, text):
    pattern = flags + source
    try:
        compiled = re2.compile(pattern, OPTIONS)
    except re2.error:
        return
    if compiled.search(text) is not None:
        assert satisfied(regex_needles(pattern), text), (pattern, text, regex_needles(pattern))


@given(st.text(max_size=25))
def test_needles_of_any_expression_are_necessary(pattern):
    try:
        compiled = re2.compile(pattern, OPTIONS)
    except (re2.error, UnicodeEncodeError):
        return
    found = regex_needles(pattern)
    for text in (pattern, pattern.swapcase(), re.sub(r"[\\*+?()\[\]{}|^$.]", "", pattern), "aaa", ""):
        if not any(0xD800 <= ord(char) < 0xE000 for char in text) and compiled.search(text) is not None:
            assert satisfied(found, text)


@pytest.mark.parametrize(
    ("language", "pattern", "source"),
    [
        ("python", "eval($X)", "eval(a)"),
        ("rust", "println!($$$)", "fn f() { println!(1); }"),
        ("php", "$db->query($X)", "<?php $db->query(1);"),
        ("python", "f('abc', $X)", "f('abc', 1)"),
    ],
)
def test_needles_of_patterns_are_necessary(language, pattern, source):
    ((_, rule),) = rules(pattern, [language])
    assert SgRoot(source, language).root().find({"rule": json.loads(rule)})
    groups = needles.of([CodeTarget(pattern, ())])
    assert groups
    assert satisfied(groups, source)


def test_one_target_without_needles_makes_the_rule_unconditional():
    assert needles.of([text_target("foo"), CodeTarget("$A == $B", ())]) == ()
    assert needles.of([text_target("foo"), text_target("bar"), text_target("foo")]) == ((b"foo",), (b"bar",))


def test_a_required_text_has_no_needles(rule):
    assert rule("require: `Copyright` in src/**").needles == ()
    assert rule("deny: Copyright").needles == ((b" copyright ",),)
