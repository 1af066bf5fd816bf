"""What looks like an invariant parses or is an error; everything else is prose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.line import Line
from adrguard.kdsl.looks import look, looks_like
from adrguard.kdsl.words import CLAUSES, NO_VERBS, VERBS
from adrguard.model.invariants import FENCE, FRONTMATTER, ITEM


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("deny: eval(", id="plain"),
        pytest.param("Deny: eval(", id="capital"),
        pytest.param("DENY: eval(", id="capitals"),
        pytest.param("[ ] deny: eval(", id="checkbox"),
        pytest.param("[x] deny: eval(", id="checked"),
        pytest.param("`deny: eval(`", id="code span"),
        pytest.param("``deny: eval(``", id="two backticks"),
        pytest.param("**deny:** eval(", id="bold verb with its colon"),
        pytest.param("**deny**: eval(", id="bold verb"),
        pytest.param("*deny*: eval(", id="italic verb"),
        pytest.param("__deny:__ eval(", id="underscores"),
        pytest.param("**deny: eval(**", id="bold item"),
        pytest.param("**`deny: eval(`**", id="bold code span"),
        pytest.param("[ ] **Deny:** eval(", id="all together"),
        pytest.param("`deny`: eval(", id="verb as code"),
        pytest.param("`deny:` eval(", id="verb and colon as code"),
        pytest.param("deny : eval(", id="blank before the colon"),
        pytest.param("deny\\: eval(", id="colon escaped by a formatter"),
        pytest.param("  deny:   eval(  ", id="blanks"),
    ],
)
def test_dress_is_taken_off_and_the_invariant_is_enforced(rule, text):
    assert rule(text).invariant == "deny: eval("


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("denny: eval(", "did you mean 'deny'?"),
        ("dny: eval(", "did you mean 'deny'?"),
        ("edny: eval(", "did you mean 'deny'?"),
        ("Dney: eval(", "did you mean 'deny'?"),
        ("wran: eval(", "did you mean 'warn'?"),
        ("warnn: eval(", "did you mean 'warn'?"),
        ("requrie: eval(", "did you mean 'require'?"),
        ("Required: eval(", "did you mean 'require'?"),
        ("[ ] **denny:** eval(", "did you mean 'deny'?"),
        ("`denny: eval(`", "did you mean 'deny'?"),
        ("deni import: requests", "did you mean 'deny'?"),
    ],
)
def test_a_verb_within_two_edits_is_an_error_with_a_suggestion(refused, text, hint):
    problem = refused(text)[0]
    assert problem.code == "unknown-verb"
    assert problem.hint == hint


letters = st.sampled_from("abcdefghijklmnopqrstuvwxyz")


@st.composite
def mistyped_verbs(draw):
    word = list(draw(st.sampled_from(VERBS)))
    if draw(st.booleans()):
        at = draw(st.integers(0, len(word) - 2))
        word[at], word[at + 1] = word[at + 1], word[at]
        return "".join(word)
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(word) - 1))
        how = draw(st.sampled_from(["add", "drop", "replace"]))
        if how == "add":
            word.insert(at, draw(letters))
        elif how == "drop" and len(word) > 3:
            del word[at]
        elif how == "replace":
            word[at] = draw(letters)
    return "".join(word)


@given(mistyped_verbs())
def test_no_slip_of_the_pen_is_silent(word):
    seen = look(Line.read(f"{word}: eval(", 1, 1))
    assert word in VERBS or seen.faults
    assert word in VERBS or word in NO_VERBS or seen.line is not None


@pytest.mark.parametrize(
    ("text", "kind"),
    [("deny improt: a", "import"), ("deny imports: a", "import"), ("deny module: a", "import"), ("deny function: a", "call"), ("deny paths: a", "path"),
     ("deny file: a", "path"), ("deny dependancy: a", "dependency"), ("deny deps: a", "dependency"), ("deny layer: a", "layers"), ("deny edgs: a -> b", "edge"),
     ("deny pattern: `a`", "code"), ("require changes: a", "change")],
)  # fmt: skip
def test_a_kind_near_ours_is_an_error_with_a_suggestion(refused, text, kind):
    problem = next(one for one in refused(text) if one.code == "unknown-kind")
    assert problem.hint == f"did you mean '{kind}'?"
    assert problem.column == 3 + text.index(" ") + 1


@pytest.mark.parametrize("kind", ["regex", "text", "string", "foo"])
def test_a_kind_for_text_is_an_error_as_text_has_none(refused, kind):
    assert refused(f"deny {kind}: a")[0].code == "unknown-kind"


def test_kinds_may_be_capitalised(rule):
    assert rule("Deny Import: requests").kind == "import"


@pytest.mark.parametrize(
    "text",
    [
        "Database access goes through repositories.",
        "Deny access by default",
        "Deny-by-default: everything that is not allowed",
        "Require two reviewers",
        "Require tests and docs: every change has both",
        "Warnings: see the log",
        "Note: this is prose",
        "Why: it hurt",
        "Security: deny by default",
        "denial: of service",
        "denormalised: tables",
        "**Rationale**: it hurt",
        "`eval` is forbidden",
        "Never: log passwords",
        "Avoid: deep nesting",
        "Required reading: the book",
        "See [the book](https://example.org): it says so",
        "",
        ":",
        "[ ] buy milk",
    ],
)
def test_prose_is_left_alone(compiled, text):
    found = compiled(text)
    assert found.problems == ()
    assert found.rules == ()
    assert found.prose == ((" ".join(text.split())),)


@pytest.mark.parametrize(
    "text",
    ["Key: every table has one", "When: always", "Done: 2026", "Any: thing", "DRY: do not repeat", "Dev: local only"],
)
def test_a_common_word_near_a_verb_is_prose_but_said_to_be_so(compiled, text):
    found = compiled(text)
    assert found.rules == ()
    assert found.prose == (text,)
    assert [(problem.severity, problem.code) for problem in found.problems] == [("warning", "near-verb")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("deny SELECT * FROM", "missing-colon", id="no colon"),
        pytest.param("deny import requests", "missing-colon", id="no colon after the kind"),
        pytest.param("deny import requests in src/**", "missing-colon", id="no colon, with a scope"),
        pytest.param("deny `eval(`", "missing-colon", id="no colon before a code span"),
        pytest.param("deny = eval(", "missing-colon", id="an equals sign"),
        pytest.param("deny - eval(", "missing-colon", id="a dash"),
        pytest.param("deny; eval(", "missing-colon", id="a semicolon"),
        pytest.param("forbid: `eval(`", "unknown-verb", id="another tool's verb"),
        pytest.param("forbid import: requests", "unknown-verb", id="another tool's verb with our kind"),
        pytest.param("ADR-8: deny: eval(", "before-verb", id="a label"),
        pytest.param("R1: deny: eval(", "before-verb", id="a short label"),
        pytest.param("1. deny: eval(", "before-verb", id="a number"),
        pytest.param("Rule: deny: eval(", "before-verb", id="a word"),
        pytest.param("❌ deny: eval(", "before-verb", id="an emoji"),
        pytest.param('"deny: eval("', "before-verb", id="quotes"),
        pytest.param("> deny: eval(", "before-verb", id="a quotation mark"),
        pytest.param("deny：eval(", "wide-colon", id="a full-width colon"),
        pytest.param("~~deny: eval(~~", "struck-out", id="struck out"),
        pytest.param("**deny: eval( in src", "emphasis", id="half emphasis"),
        pytest.param("*deny: SELECT * FROM*", "emphasis", id="emphasis or stars"),
        pytest.param("`deny: eval(` in src/**", "code-span-rest", id="rest after the code span"),
        pytest.param("`deny: eval(", "unclosed-code-span", id="an open code span"),
    ],
)  # fmt: skip
def test_what_can_only_be_meant_as_an_invariant_is_an_error(refused, text, code):
    assert code in [problem.code for problem in refused(text)]


@pytest.mark.parametrize(
    "text",
    [
        "deny access by default",
        "require two reviewers",
        "forbid: raw queries",
        "Deny requests with `*` in origin",
        "Deny tests: none",
    ],
)
def test_prose_that_may_have_been_meant_otherwise_is_warned_of(compiled, text):
    found = compiled(text)
    assert found.prose == (text,)
    assert [problem.severity for problem in found.problems] == ["warning"]


def test_a_line_of_a_kdsl_block_that_is_no_invariant_is_an_error(compiled):
    assert [one.code for one in compiled("SELECT *", origin=FENCE).problems] == ["not-an-invariant"]
    assert compiled("# a comment", origin=FENCE).problems == ()
    assert compiled("SELECT *", origin=FRONTMATTER).problems == ()
    assert compiled("SELECT *", origin=ITEM).problems == ()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("deny: x", True),
        ("denny: x", True),
        ("Key: x", False),
        ("because: x", False),
        ("in: src/**", False),
        ("x", False),
        ("", False),
    ],
)
def test_the_vault_can_ask_what_looks_like_an_invariant(text, answer):
    assert looks_like(text) is answer


@pytest.mark.parametrize("name", CLAUSES)
def test_no_clause_looks_like_an_invariant(name):
    for spelt in (f"{name}: x", f"{name.capitalize()}: x", f"**{name}:** x", f"`{name}`: x"):
        assert not looks_like(spelt)


@given(st.text())
def test_looking_never_fails(text):
    look(Line.read(text, 1, 1))
    look(Line.read(f"deny: {text}", 1, 1, literal=True))
    look(Line.read(f"**deny{text}", 1, 1))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("de\u200bny: eval(", id="a zero width space in the verb"),
        pytest.param("deny\u200d import: `requests`", id="a joiner between verb and kind"),
        pytest.param("deny im\u00adport: `requests`", id="a soft hyphen in the kind"),
        pytest.param("\ufeffdeny: eval(", id="a byte-order mark in front"),
        pytest.param("**de\u2060ny:** eval(", id="in bold"),
    ],
)
def test_an_invisible_character_in_a_verb_or_kind_is_an_error(text: str) -> None:
    found = look(Line.read(text, 1, 1))
    assert found.line is not None
    assert [fault.code for _, fault in found.faults] == ["invisible"]


@pytest.mark.parametrize("text", ["No\u200bte: eval( is bad", "deny: ev\u200bal(", "We de\u00adny eval("])
def test_an_invisible_character_in_prose_or_behind_the_colon_is_let_be(text: str) -> None:
    assert "invisible" not in [fault.code for _, fault in look(Line.read(text, 1, 1)).faults]
