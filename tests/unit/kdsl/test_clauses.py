"""Clauses: nested items that say more of an invariant; what is none is prose, what nearly is one an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.clauses import Clauses
from adrguard.kdsl.faults import Faults
from adrguard.kdsl.line import Line
from adrguard.kdsl.parse import parse_clause
from adrguard.model.invariants import FENCE
from adrguard.model.rules import ADVISE, BLOCK


@pytest.mark.parametrize(
    ("text", "clause", "field", "value"),
    [
        pytest.param("deny: x", "because: it hurts, often", "because", "it hurts, often", id="because"),
        pytest.param("deny: x", r"because: SELECT \* hurts, see [it](https://example.org)", "because", "SELECT * hurts, see it", id="because in Markdown"),
        pytest.param("deny: x", "remediation: use `y`", "remediation", "use `y`", id="remediation"),
        pytest.param("deny: x", "fix: use y", "remediation", "use y", id="fix is remediation"),
        pytest.param("deny: x", "Because: it hurts", "because", "it hurts", id="any case"),
        pytest.param("deny: x", "**because:** it hurts", "because", "it hurts", id="bold"),
        pytest.param("deny: x", "`because`: it hurts", "because", "it hurts", id="code"),
        pytest.param("deny: x", "because : it hurts", "because", "it hurts", id="blank before the colon"),
        pytest.param("deny: x", "`lang: python`", "langs", ("python",), id="a code span around all"),
        pytest.param("deny: x", "lang: py, TypeScript, `C++`", "langs", ("python", "typescript", "tsx", "cpp"), id="lang"),
        pytest.param("deny: x", "lang: sql", "langs", ("sql",), id="a language without a grammar, for text"),
        pytest.param("deny: x", "id: no-x", "id", "ADR-008#no-x", id="id"),
        pytest.param("deny: x", "id: ADR-008#no-x", "id", "ADR-008#no-x", id="whole id"),
        pytest.param("deny: x", "since: 2026-01-31", "since", "2026-01-31", id="since"),
        pytest.param("deny: x", "until: 2026-01-31", "until", "2026-01-31", id="until"),
        pytest.param("deny: x", "severity: advise", "level", ADVISE, id="severity"),
        pytest.param("deny: x", "severity: block", "level", BLOCK, id="severity block"),
        pytest.param("warn: x", "severity: advise", "level", ADVISE, id="warn that advises"),
        pytest.param("deny call: a.b", "rewrite: a.b -> c.d", "rewrite", "a.b -> c.d", id="rewrite of a name"),
        pytest.param("deny import: a, b", "rewrite: `a` -> `c`, b.x -> d", "rewrite", "a -> c, b.x -> d", id="rewrites"),
        pytest.param("deny import: `@a/b`", "rewrite: `@a/b` -> `@c/d`", "rewrite", "@a/b -> @c/d", id="rewrite of another language"),
        pytest.param("deny dependency: a", "rewrite: a -> `b >=1, <2`", "rewrite", "a -> b >=1,<2", id="rewrite of a package"),
        pytest.param("deny code: `eval($X)`", "rewrite: `safe($X)`", "rewrite", "safe($X)", id="rewrite by a template"),
    ],
)  # fmt: skip
def test_clauses_become_parts_of_the_rule(rule, text, clause, field, value):
    assert getattr(rule(text, clause), field) == value


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_reasons_are_what_the_grammar_reads(text):
    source = Line.read(f"because: {text}", 1, 1)
    said = source.text.partition(":")[2].strip()
    clauses = Clauses(Faults("a"))
    clauses.read(source, 1, text)
    if said:
        (piece,) = parse_clause(source, "because").pieces
        assert clauses.settled().because == piece.text
    else:
        assert clauses.settled().because == ""


def test_scopes_may_be_clauses(rule):
    found = rule("deny: x", "in: src/**, `lib x/*.{js,ts}`", "except: tests/**")
    assert found.include == (
        (True, ("src", "**", "*"), False),
        (True, ("lib x", "*.js"), False),
        (True, ("lib x", "*.ts"), False),
    )
    assert found.exclude == ((True, ("tests", "**", "*"), False),)
    assert found.invariant == "deny: x in src/**, lib x/*.{js,ts} except tests/**"
    assert found.id == rule("deny: `x` in `lib x/*.{js,ts}`, src/** except tests/**").id


@pytest.mark.parametrize(
    ("text", "clauses", "field", "value"),
    [
        ("deny import: a", ["exact: yes"], "exact", True), ("deny import: a", ["exact: true"], "exact", True), ("deny import: a", ["exact: no"], "exact", False),
        ("deny import: a", ["types: ignore"], "ignore_types", True), ("deny path: a", [], "on", ("add",)), ("deny path: a", ["on: modify"], "on", ("modify",)),
        ("deny path: a", ["on: delete, Add"], "on", ("add", "delete")), ("deny: a", ["case: insensitive"], "pattern", "(?i)a"), ("deny: a", ["case: sensitive"], "pattern", "a"),
        ("deny: /a/s", ["case: insensitive"], "pattern", "(?is)a"), ("require change: a", ["when: b/**, c"], "when", ((True, ("b", "**", "*"), False), (False, ("c",), False))),
    ],
)  # fmt: skip
def test_clauses_become_parts_of_the_targets(rule, text, clauses, field, value):
    assert getattr(rule(text, *clauses).targets[0], field) == value


def test_a_nested_item_that_is_no_clause_is_prose(rule):
    found = rule(
        "deny: x",
        "seen in the outage of 2025",
        "Note: this one hurt",
        "See: the book",
        "Base: x",
        "https://example.org/a",
        "`x`: y",
        "If: in doubt, ask",
        "deny-list: none",
    )
    assert found.because == ""


@pytest.mark.parametrize(
    ("clause", "code", "hint"),
    [
        ("becuase: x", "unknown-clause", "'because:'"), ("remedation: x", "unknown-clause", "'remediation:'"), ("Excpet: a", "unknown-clause", "'except:'"), ("languag: c", "unknown-clause", "'lang:'"),
        ("langs: c", "unknown-clause", "'lang:'"), ("scope: a", "unknown-clause", "'in:'"), ("files: a", "unknown-clause", "'in:'"), ("exclude: a", "unknown-clause", "'except:'"),
        ("unless: a", "unknown-clause", "'except:'"), ("not in: a", "unknown-clause", "'except:'"), ("only in: a", "unknown-clause", "'in:'"), ("language: c", "unknown-clause", "'lang:'"),
        ("severty: block", "unknown-clause", "'severity:'"), ("level: block", "unknown-clause", "'severity:'"), ("expires: 2027-01-01", "unknown-clause", "'until:'"), ("bda: x", "unknown-clause", "'bad:'"),
        ("in src/**", "missing-colon", "'in: src/**'"), ("except tests/*, lib/*", "missing-colon", "'except: tests/*, lib/*'"), ("in：src/**", "wide-colon", "':'"),
        ("because:", "empty-clause", ""), ("in:", "empty-clause", ""), ("in: a,", "missing-glob", ""), ("in: a b", "rubbish", "commas"), ("in: !a", "bad-glob", ""), ("in: [a", "bad-glob", ""), ("in: src\\foo", "bad-glob", ""),
        ("lang: pyhton", "unknown-language", "'python'"), ("lang: basic", "unknown-language", "use one of"), ("lang: a b", "rubbish", ""),
        ("where: strings", "bad-value", "'string'"), ("where: everywhere", "bad-value", "'any'"), ("where: any, code", "bad-value", "without it"), ("case: ignore", "bad-value", "'insensitive'"),
        ("severity: error", "bad-value", "'block'"), ("severity: warning", "bad-value", "'advise'"), ("severity: block, advise", "bad-value", "keep one"), ("severity: 3", "bad-value", "use one of: block, advise"),
        ("id: a b", "rubbish", ""), ("id: ä", "bad-value", "letters"), ("id: a, b", "bad-value", "letters"), ("since: tomorrow", "bad-date", "2027-01-31"), ("until: 2027-02-30", "bad-date", ""), ("until: 31.12.2027", "bad-date", ""),
        ("exact: yes", "clause-not-here", "import"), ("types: ignore", "clause-not-here", "import"), ("on: modify", "clause-not-here", "path"), ("when: a", "clause-not-here", "change"), ("rewrite: a -> b", "clause-not-here", "import, call, code"),
        ("bad: `a` b", "rubbish", "fenced block"),
    ],
)  # fmt: skip
def test_clauses_that_cannot_be_meant_are_errors_in_their_own_line(refused, clause, code, hint):
    problem = refused("deny: x", clause)[0]
    assert (problem.code, problem.line) == (code, 11)
    assert hint in problem.hint
    assert problem.excerpt.strip().startswith("- ")


@pytest.mark.parametrize("clause", ["why: it hurts", "Reason: it hurts", "instead: y"])
def test_a_word_like_because_stays_prose_and_is_warned_of(compiled, clause):
    found = compiled("deny: x", clause)
    assert len(found.rules) == 1
    assert [(problem.severity, problem.code) for problem in found.problems] == [("warning", "unknown-clause")]


def test_a_clause_stands_once(refused):
    assert [one.code for one in refused("deny: x", "because: a", "because: b")] == ["duplicate-clause"]
    assert [one.code for one in refused("deny: x", "fix: a", "remediation: b")] == ["duplicate-clause"]
    assert [one.code for one in refused("deny: `x` in a", "in: b")] == ["duplicate-clause"]
    assert [one.code for one in refused("deny: `x` except a", "except: b")] == ["duplicate-clause"]


def test_examples_may_stand_as_often_as_one_likes(compiled):
    found = compiled("deny: eval(", "bad: eval(x)", "bad: `eval(y)`", r"good: literal\_eval(z)", "lang: python")
    assert [(one.expect, one.text, one.lang, one.line) for one in found.examples] == [
        ("bad", "eval(x)", "python", 11),
        ("bad", "eval(y)", "python", 12),
        ("good", "literal_eval(z)", "python", 13),
    ]
    assert {one.rule for one in found.examples} == {found.rules[0].id}


def test_fenced_examples_have_a_language(compiled):
    fences = [
        ("python bad", "eval(x)\n", 12),
        ("py,good", "y\n\n", 15),
        ("Bad", "z", 18),
        ("python", "prose", 20),
        ("notbad", "prose", 22),
        ("brainf bad", "+", 24),
    ]
    found = compiled("deny: eval(", fences=fences)
    assert [(one.expect, one.text, one.lang, one.line) for one in found.examples] == [
        ("bad", "eval(x)", "python", 12),
        ("good", "y\n", "python", 15),
        ("bad", "z", "", 18),
        ("bad", "+", "brainf", 24),
    ]


def test_reasons_may_be_wrapped_but_nothing_else(compiled, written):
    from adrguard.kdsl.compile import NoteFacts, compile_note
    from adrguard.model.invariants import SubItem

    item = written("deny: x").replace(clauses=(SubItem("because: it hurts\n  very much", 11, 5, 2),))
    assert compile_note([item], NoteFacts("A", "a")).rules[0].because == "it hurts very much"
    item = written("deny: x").replace(clauses=(SubItem("in: src/**,\n  lib/**", 11, 5, 2),))
    assert [one.code for one in compile_note([item], NoteFacts("A", "a")).problems] == ["wrapped-item"]


def test_an_invariant_indented_under_another_is_not_passed_over(refused):
    assert [one.code for one in refused("deny: x", "deny: y", origin=FENCE)] == ["nested-invariant"]
    assert [one.code for one in refused("deny: x", "denny: y")] == ["nested-invariant"]


def test_in_a_fence_clauses_are_literal(rule):
    assert rule("deny: x", r"because: a \* b", origin=FENCE).because == r"a \* b"
    assert rule("deny: x", "- because: a", origin=FENCE).because == "a"
