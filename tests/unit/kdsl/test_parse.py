"""The grammar: the shape of invariants and clauses, each part with its column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.line import Line
from adrguard.kdsl.parse import SyntaxFault, parse_clause, parse_invariant


def read(text, *, literal=False):
    return parse_invariant(Line.read(text, 1, 1, literal=literal))


def targets(text, **how):
    return [tuple(piece.text for piece in target) for target in read(text, **how).targets]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("deny: SELECT * FROM # now: `", [("SELECT * FROM # now: `",)], id="bare text to the end of the line"),
        pytest.param("deny: `a`", [("a",)], id="code span"),
        pytest.param("deny: `a, b` , `c`", [("a, b",), ("c",)], id="code spans"),
        pytest.param("deny: ``a`b``", [("a`b",)], id="two backticks"),
        pytest.param("deny: `` `a` ``", [("`a`",)], id="padded code span"),
        pytest.param("deny: ` a`", [(" a",)], id="a blank that belongs to the text"),
        pytest.param(r"deny: `a\*b`", [(r"a\*b",)], id="a code span is literal"),
        pytest.param(r'deny: "a\"b", "c\\d", "\d"', [('a"b',), (r"c\d",), (r"\d",)], id="double quotes with escapes"),
        pytest.param("deny: /a.*b/i", [("a.*b",)], id="regex"),
        pytest.param("deny: /a/, /b, c/s, /d/", [("a",), ("b, c",), ("d",)], id="regexes"),
        pytest.param(r"deny: /a\/b/c/", [(r"a\/b/c",)], id="slashes within"),
        pytest.param("deny: /api/v1/ in src/**", [("api/v1",)], id="regex with a scope"),
        pytest.param("deny: /usr/bin", [("/usr/bin",)], id="no regex: no final slash"),
        pytest.param("deny: //a/", [("//a/",)], id="no regex: two slashes"),
        pytest.param(r"deny: /a\.b\*/", [(r"a\.b\*",)], id="escapes in a regex are its own"),
        pytest.param("deny import: a, `b.c`,@x/y , tokio::sync", [("a",), ("b.c",), ("@x/y",), ("tokio::sync",)], id="names"),
        pytest.param("deny call: requests.*", [("requests.*",)], id="call"),
        pytest.param("deny code: `eval($X)`, `f($$$)`", [("eval($X)",), ("f($$$)",)], id="patterns"),
        pytest.param("deny path: src/{a,b}/**, *.py, `x y`", [("src/{a,b}/**",), ("*.py",), ("x y",)], id="globs"),
        pytest.param(r"deny path: src/\*\*/\_x", [("src/**/_x",)], id="a formatter's escapes in a glob"),
        pytest.param("deny dependency: lodash <4.17.21, b >= 1 <2, `django >=4,<5`", [("lodash <4.17.21",), ("b >= 1 <2",), ("django >=4,<5",)], id="dependencies"),
        pytest.param("deny edge: `a/**` -> `b/**`, c -> d", [("a/**", "b/**"), ("c", "d")], id="edges"),
        pytest.param(r"deny edge: a->b, c → d, e -\> f", [("a", "b"), ("c", "d"), ("e", "f")], id="arrows"),
        pytest.param(r"deny layers: `a` > b>c \> d", [("a", "b", "c", "d")], id="layers"),
        pytest.param("deny import: [requests](https://example.org)", [("requests",)], id="a link stands for its text"),
        pytest.param("require change: CHANGELOG.md", [("CHANGELOG.md",)], id="change"),
    ],
)  # fmt: skip
def test_targets_of_every_kind_are_read(text, expected):
    assert targets(text) == expected


@pytest.mark.parametrize(
    ("text", "include", "exclude"),
    [
        ("deny: `a`", (), ()),
        ("deny: `a` in src/**", ("src/**",), ()),
        ("deny: `a` in src/**,`b c`, d except e, f", ("src/**", "b c", "d"), ("e", "f")),
        ("deny: `a` except e", (), ("e",)),
        ("deny: `a` except e in b", ("b",), ("e",)),
        ("deny: `a`in b", ("b",), ()),
        ("deny: `a` in`b`except`c`", ("b",), ("c",)),
        ("deny: /a/i in b", ("b",), ()),
        ("deny import: in.a in in", ("in",), ()),
        ("deny dependency: a <4 in package.json", ("package.json",), ()),
        ("deny edge: a -> b in c except d", ("c",), ("d",)),
        ("deny layers: a > b except d", (), ("d",)),
    ],
)
def test_a_scope_may_follow(text, include, exclude):
    found = read(text)
    assert tuple(piece.text for piece in found.include) == include
    assert tuple(piece.text for piece in found.exclude) == exclude


@pytest.mark.parametrize("text", ["deny: a", "Warn: a", "REQUIRE import: a"])
def test_the_grammar_itself_takes_verbs_in_any_case(text):
    assert read(text).targets


def test_without_markdown_nothing_is_undone_but_escaped_quotes():
    assert targets(r'deny: "a\*b\"c\\d"', literal=True) == [(r'a\*b"c\d',)]
    assert targets(r"deny: a\*b [c](https://d)", literal=True) == [(r"a\*b [c](https://d)",)]
    assert targets(r"deny path: a\*b", literal=True) == [(r"a\*b",)]


def test_pieces_know_their_columns():
    found = read(r'deny: `ab`, "c\"d" in e\*f')
    first, second = (target[0] for target in found.targets)
    assert first.columns == (8, 9, 10)
    assert second.columns == (14, 16, 17, 18)
    assert found.include[0].columns == (23, 25, 26, 27)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("in: src/**, `a b`", [("src/**",), ("a b",)]),
        ("lang: python, C++", [("python",), ("C++",)]),
        ('because: it\'s `odd`, "very" # odd', [('it\'s `odd`, "very" # odd',)]),
        (r"because: SELECT \* breaks [it](https://a.b)", [("SELECT * breaks it",)]),
        ("bad: eval(x) # no", [("eval(x) # no",)]),
        ("bad: `eval(x)`", [("eval(x)",)]),
        ("rewrite: a.b -> c.d, `e` -> f", [("a.b", "c.d"), ("e", "f")]),
        ("rewrite: `safe($X)`", [("safe($X)",)]),
        ("until: 2027-01-31", [("2027-01-31",)]),
    ],
)
def test_clauses_are_read(text, values):
    found = parse_clause(Line.read(text, 1, 1), text.partition(":")[0])
    assert [tuple(piece.text for piece in value) for value in found.values] == values


def fault_of(text):
    try:
        read(text)
    except SyntaxFault as fault:
        return fault
    return None


@given(st.text(max_size=60))
def test_any_text_is_read_or_a_syntax_fault(text):
    for start in ("deny: ", "deny import: ", "deny edge: ", "require: `a` in ", "deny dependency: "):
        fault = fault_of(start + text)
        assert fault is None or 0 <= fault.index <= len(fault.line.text)


@given(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_bare_text_is_never_cut(text):
    text = text.strip()
    if not text or text[0] in '`"/' or text != " ".join(text.split("\n")):
        return
    if text.splitlines() != [text]:
        return
    assert targets(f"deny: {text}", literal=True) == [(text,)]
