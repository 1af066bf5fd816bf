"""The canonical form: every text in backticks, the same rule, and nothing more to do the second time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.canonical import canonical, looks_like
from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.invariants import FENCE, FRONTMATTER, ITEM, InvariantText

NOTE = NoteFacts("A", "a")


def form(text, origin=ITEM):
    return canonical(InvariantText(text, 10, 3, origin))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deny: SELECT * FROM", "deny: `SELECT * FROM`"),
        (r"deny: SELECT \* FROM", "deny: `SELECT * FROM`"),
        ("Deny:   eval(  ", "deny: `eval(`"),
        ("**deny:** eval(", "deny: `eval(`"),
        ("`deny: eval(`", "deny: `eval(`"),
        (r"`deny: a\*b`", r"deny: `a\*b`"),
        ("[ ] deny: eval(", "[ ] deny: `eval(`"),
        ("[x] **deny:** eval(", "[x] deny: `eval(`"),
        ('deny: "a", "b`c"', "deny: `a`, ``b`c``"),
        ("deny: a `b", "deny: ``a `b``"),
        ("deny: `` `a` ``", "deny: `` `a` ``"),
        ('deny: "/a.*b/"', r'deny: "/a.\*b/"'),
        ("deny: /a.*b/i in src/**", "deny: /a.*b/i in `src/**`"),
        ("deny import: a,b in src/**,lib except tests", "deny import: `a`, `b` in `src/**`, `lib` except `tests`"),
        ("deny: `a` except b in c", "deny: `a` in `c` except `b`"),
        ("deny dependency: lodash  <4", "deny dependency: `lodash <4`"),
        ("deny edge: a->b", "deny edge: `a` -> `b`"),
        ("deny layers: a>b>c", "deny layers: `a` > `b` > `c`"),
        ("deny: [requests](https://example.org)", "deny: `requests`"),
        ("require change: CHANGELOG.md", "require change: `CHANGELOG.md`"),
        # what is refused, in its likeliest spelling
        ("deny: eval( in src/**", "deny: `eval(` in `src/**`"),
        ("deny: eval, exec", "deny: `eval`, `exec`"),
        ("deny: print(a, b)", "deny: `print(a, b)`"),
        ("deny: import requests", "deny import: `requests`"),
        ("deny: import x from 'y'", "deny: `import x from 'y'`"),
        ("deny: /usr/bin/env", "deny: `/usr/bin/env`"),
        ("deny: f(x);", "deny: `f(x);`"),
        ("deny: eval.", "deny: `eval.`"),
        ("deny: lorem ipsum dolor.", "deny: `lorem ipsum dolor`"),
    ],
)
def test_the_canonical_form(text, expected):
    assert form(text) == expected
    assert form(expected) == expected


@pytest.mark.parametrize(
    "text",
    [
        "prose",
        "because: x",
        "denny: a",
        "deny import: a b",
        "deny: use of `eval`",
        "deny: “x”",
        "deny: for x in items",
        "deny: `a` in [b",
        "deny import: ./a",
        "deny: a\n b",
        "deny: `/a.*/`",
        "deny code: `foo(`",
        "deny: any use of the code",
        "",
    ],
)
def test_what_only_the_author_can_mend_is_left_alone(text):
    assert form(text) is None


def test_the_vault_asks_here_too():
    assert looks_like("deny: a")


barely = st.sampled_from(["deny", "warn", "Deny", "**deny**", "`deny"])
kinds = st.sampled_from(["", "", "", " import", " call", " path", " dependency", " edge", " layers"])
words = st.text('ab*_`"\\/.,;[]()<>&#: é-', min_size=1, max_size=14)
quoted = (
    words.map(lambda text: f"`{text}`")
    | words.map(lambda text: f'"{text}"')
    | words.map(lambda text: f"``{text}``")
    | words
)
scopes = st.sampled_from(["", "", " in src/**", " in `a b`, c except d", " except x"])


@given(
    barely,
    kinds,
    st.lists(quoted, min_size=1, max_size=3),
    st.sampled_from([", ", " -> ", " > "]),
    scopes,
    st.sampled_from([ITEM, FENCE, FRONTMATTER]),
)
def test_the_canonical_form_is_the_same_rule_and_stays(verb, kind, targets, joint, scope, origin):
    item = InvariantText(f"{verb}{kind}: {joint.join(targets)}{scope}", 10, 3, origin)
    found = canonical(item)
    before = compile_note([item], NOTE)
    if found is None:
        assert not before.rules
        return
    again = item.replace(text=found)
    assert canonical(again) == found
    after = compile_note([again], NOTE)
    assert after.problems == ()
    if before.rules:
        assert after.rules == before.rules
    for target in after.rules[0].targets:
        assert "`" in found or found.startswith(("deny: /", "warn: /", 'deny: "/', 'warn: "/')), target
