"""A whole note: every mistake in one pass, the rest compiled; examples, prose and doubles."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.invariants import FENCE, FRONTMATTER, ITEM, Fenced, InvariantText, SubItem

NOTE = NoteFacts("ADR-1", "docs/adr/1.md")


def note(*texts, **how):
    return compile_note([InvariantText(text, index, 3, **how) for index, text in enumerate(texts, 1)], NOTE)


def test_one_broken_invariant_leaves_the_others_enforced():
    found = note("deny: a", "denny: b", "deny: c, d", "prose", "deny import: e f", "warn: g")
    assert [rule.invariant for rule in found.rules] == ["deny: a", "warn: g"]
    assert [(problem.line, problem.code) for problem in found.problems] == [
        (2, "unknown-verb"),
        (3, "bare-comma"),
        (5, "rubbish"),
    ]
    assert found.prose == ("prose",)


def test_a_mistake_shows_its_line():
    (problem,) = note("deny: a, b").problems
    assert problem.place == "docs/adr/1.md:1:10"
    assert problem.excerpt == "- deny: a, b"


def test_an_invariant_that_is_wrapped_is_an_error():
    found = compile_note([InvariantText("deny: SELECT *\n  FROM", 4, 3, ITEM, 2)], NOTE)
    assert found.rules == ()
    assert [(problem.code, problem.line, problem.column) for problem in found.problems] == [("wrapped-item", 4, 17)]
    found = compile_note([InvariantText("prose that goes\n  on", 4, 3, ITEM, 2)], NOTE)
    assert found.problems == ()
    assert found.prose == ("prose that goes on",)


def test_the_same_invariant_twice_is_one_rule_and_a_warning():
    found = note("deny: eval(", "deny: `eval(`", "warn: eval(")
    assert [rule.invariant for rule in found.rules] == ["deny: eval(", "warn: eval("]
    assert [(problem.severity, problem.code, problem.line) for problem in found.problems] == [
        ("warning", "duplicate-invariant", 2)
    ]


def test_examples_of_a_double_go_to_the_rule_that_stays():
    items = [
        InvariantText("deny: eval(", 1, 3),
        InvariantText("deny: `eval(`", 5, 3, fences=(Fenced("python bad", "eval(x)\n", 7),)),
    ]
    found = compile_note(items, NOTE)
    assert [example.rule for example in found.examples] == [found.rules[0].id]


def test_equal_demands_with_other_dates_are_two_rules_with_ids_of_their_own():
    items = [
        InvariantText("deny: a", 1, 3, clauses=(SubItem("until: 2026-01-01", 2, 5),)),
        InvariantText("deny: a", 3, 3, clauses=(SubItem("since: 2027-01-01", 4, 5),)),
        InvariantText("deny: a", 5, 3),
    ]
    ids = [rule.id for rule in compile_note(items, NOTE).rules]
    assert ids == [ids[0], f"{ids[0]}-2", f"{ids[0]}-3"]


def test_two_rules_of_one_name_are_an_error():
    items = [
        InvariantText(f"deny: {text}", line, 3, clauses=(SubItem("id: same", line + 1, 5),))
        for text, line in (("a", 1), ("b", 3))
    ]
    found = compile_note(items, NOTE)
    assert [rule.id for rule in found.rules] == ["ADR-1#same", "ADR-1#same-2"]
    assert [(problem.code, problem.line) for problem in found.problems] == [("duplicate-id", 4)]


def test_a_mistake_in_a_clause_keeps_the_rule_back():
    item = InvariantText("deny: a", 1, 3, clauses=(SubItem("exclude: tests/**", 2, 5),))
    found = compile_note([item], NOTE)
    assert found.rules == ()
    assert [(problem.code, problem.line) for problem in found.problems] == [("unknown-clause", 2)]


def test_the_lines_of_a_block_scalar_are_clauses():
    item = InvariantText("deny: eval(\n  because: it hurts\n\n  in: src/**\n", 3, 5, FRONTMATTER, 4)
    (rule,) = compile_note([item], NOTE).rules
    assert (rule.because, len(rule.include)) == ("it hurts", 1)
    item = InvariantText("deny: eval(\n  in: [a", 3, 5, FRONTMATTER, 2)
    assert [(problem.line, problem.column) for problem in compile_note([item], NOTE).problems] == [(4, 11)]


def test_bytes_that_are_no_text_are_refused():
    found = note("deny: a\udce4b", "deny: c")
    assert [problem.code for problem in found.problems] == ["not-text"]
    assert [rule.invariant for rule in found.rules] == ["deny: c"]


pieces = st.sampled_from(
    ["deny", "warn", "require", " import", " path", " edge", " dependency", ":", ": ", " ", "`", "``", '"', "/", "/i", ", ", " in ", " except ", "->", ">", "src/**", "{a,b}", "[", "(", "<", "\\", "*", "**", "_",
     "foo", "a.b", "<4", "“", "—", "\u200b", "：", "$X", "[a](http://b)", "[a](b)", "<!--", "#", " because ", "é", "\0", "\ud800", "\n", "in", "bad", "lang", "fix"]
)  # fmt: skip
texts = st.one_of(
    st.text(max_size=30),
    st.lists(pieces, max_size=10).map("".join),
    st.lists(pieces, max_size=8).map("".join).map("deny: ".__add__),
)


@given(texts, st.lists(texts, max_size=3), st.sampled_from([ITEM, FENCE, FRONTMATTER]), st.integers(1, 2))
def test_no_note_makes_the_compiler_fail(text, clauses, origin, rows):
    nested = tuple(SubItem(one, 11 + index, 5, rows) for index, one in enumerate(clauses))
    found = compile_note([InvariantText(text, 10, 3, origin, 1, nested, (Fenced("python bad", "x", 20),))], NOTE)
    for problem in found.problems:
        assert problem.line >= 10
        assert problem.column >= 1
        assert problem.code
        assert problem.message
    assert len(found.rules) <= 1
    assert not (found.rules and any(problem.severity == "error" for problem in found.problems))


def modules_of(code):
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_heavy_libraries_load_only_where_a_kind_needs_them():
    start = (
        "from adrguard.kdsl.compile import NoteFacts, compile_note\n"
        "from adrguard.model.invariants import InvariantText, SubItem\n"
        "def run(*t): assert compile_note([InvariantText(x, 1, 1) for x in t], NoteFacts('A', 'a')).rules\n"
    )
    plain = modules_of(start + "run('deny: a', 'deny import: `b` in c', 'deny path: d')")
    assert "lark" in plain
    assert plain.isdisjoint({"re2", "ast_grep_py", "tomllib", "yaml", "click"})
    assert "re2" in modules_of(start + "run('deny: /a/')")
    assert "ast_grep_py" in modules_of(start + "run('deny code: `eval($X)`')")
