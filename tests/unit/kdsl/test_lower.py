"""Rules: their ids, the text shown of them, and the targets that the matchers get."""

from __future__ import annotations

import marshal
import re

import pytest

from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.rules import (
    ADVISE,
    BLOCK,
    CallTarget,
    ChangeTarget,
    DependencyTarget,
    EdgeTarget,
    ImportTarget,
    LayersTarget,
    PathTarget,
    RegexTarget,
    TextTarget,
    thaw,
)

SRC = (True, ("src", "**", "*"), False)


def test_a_rule_says_where_it_comes_from(written):
    note = NoteFacts("ADR-7", "docs/adr/7.md", True, "shop")
    found = compile_note([written("deny: eval(")], note).rules[0]
    assert (found.decision, found.note, found.shadow, found.project) == ("ADR-7", "docs/adr/7.md", True, "shop")
    assert (found.line, found.column) == (10, 3)


@pytest.mark.parametrize(
    ("text", "verb", "level"),
    [("deny: x", "deny", BLOCK), ("warn: x", "deny", ADVISE), ("require: `x` in y", "require", BLOCK)],
)
def test_verbs_become_verb_and_level(rule, text, verb, level):
    found = rule(text)
    assert (found.verb, found.level) == (verb, level)


@pytest.mark.parametrize(
    ("text", "clauses", "target"),
    [
        ("deny: a b", [], TextTarget("a b", r"a\s+b", True, True)),
        ("deny: /a/i", [], RegexTarget("/a/i", "(?i)a")),
        ("deny import: a.*", [], ImportTarget("a")),
        ("deny call: a.b, c", [], CallTarget("a.b", "a.b")),
        ("deny call: a.*", [], CallTarget("a.*", "a", True)),
        ("deny path: src/**", [], PathTarget("src/**", (SRC,))),
        ("deny dependency: lodash <4", [], DependencyTarget("lodash <4", "lodash", "<4")),
        ("deny edge: src/** -> db", [], EdgeTarget("src/** -> db", (SRC,), ((False, ("db",), False),))),
        ("deny layers: src/** > db", [], LayersTarget("src/** > db", (("src/**", (SRC,)), ("db", ((False, ("db",), False),))))),
        ("require change: db", ["when: src/**"], ChangeTarget("db", ((False, ("db",), False),), (SRC,))),
    ],
)  # fmt: skip
def test_each_kind_has_its_target(rule, text, clauses, target):
    found = rule(text, *clauses).targets[0]
    assert found == target
    assert type(found) is type(target)


@pytest.mark.parametrize(
    ("text", "clauses", "shown"),
    [
        ("deny: SELECT * FROM", [], "deny: SELECT * FROM"),
        ("deny: `SELECT * FROM`", [], "deny: SELECT * FROM"),
        ('Deny: "SELECT  * FROM"', [], "deny: SELECT * FROM"),
        ("deny: `SELECT * FROM` in src/** except tests/**", [], "deny: SELECT * FROM in src/** except tests/**"),
        ("warn: `a`, `b`", [], "warn: `a`, `b`"),
        ("deny: /a/i, /b/", [], "deny: /a/i, /b/"),
        ("deny import: `a`, b", [], "deny import: a, b"),
        ("deny call: `a.*`", [], "deny call: a.*"),
        ("deny code: `eval($X)`", ["lang: python"], "deny code: eval($X)"),
        ("deny edge: `a` -> `b`", [], "deny edge: a -> b"),
        ("deny layers: `a` > `b`", [], "deny layers: a > b"),
        ("require change: `a`", ["when: b, c"], "require change: a when b, c"),
        ("deny dependency: `django >=4,<5`", [], "deny dependency: django >=4,<5"),
    ],
)  # fmt: skip
def test_what_is_shown_is_plain(rule, text, clauses, shown):
    assert rule(text, *clauses).invariant == shown


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("deny: eval(", "deny: `eval(`"),
        ("deny: a b", 'deny: "a  b"'),
        ("Deny: eval(", "deny: eval("),
        ("deny import: a, b", "deny import: `b`, `a`"),
        ("deny: `a` in x, y", "deny: `a` in `y`,`x`"),
        ("deny import: a.*", "deny import: a"),
    ],
)
def test_ids_do_not_depend_on_the_spelling(rule, first, second):
    assert rule(first).id == rule(second).id


@pytest.mark.parametrize(
    ("clauses", "same"),
    [
        (["because: x"], True), (["remediation: x"], True), (["since: 2026-01-01"], True), (["until: 2026-01-01"], True), (["where: code, string"], True), (["case: sensitive"], True), (["severity: block"], True),
        (["some prose"], True), (["where: any"], False), (["in: src/**"], False), (["except: src/**"], False), (["lang: python"], False), (["case: insensitive"], False), (["severity: advise"], False),
    ],
)  # fmt: skip
def test_ids_depend_on_what_is_demanded_and_not_on_the_reasons(rule, clauses, same):
    assert (rule("deny: eval(").id == rule("deny: eval(", *clauses).id) is same


@pytest.mark.parametrize(
    ("first", "second"),
    [("deny: a", "warn: a"), ("deny: a", "deny: A"), ("deny: a", "deny: /a/"), ("deny: /a/", "deny: /a/i"), ("deny call: a", "deny call: a.*"), ("deny: a", "deny import: a"), ("deny layers: a > b", "deny layers: b > a")],
)  # fmt: skip
def test_different_demands_have_different_ids(rule, first, second):
    assert rule(first).id != rule(second).id


def test_a_default_id_is_the_decision_and_six_hex_digits(rule):
    assert re.fullmatch(r"ADR-008#[0-9a-f]{6}", rule("deny: eval(").id)


def test_a_rule_inserted_above_does_not_rename_the_others(written):
    note = NoteFacts("A", "a")
    alone = compile_note([written("deny: b")], note).rules
    both = compile_note([written("deny: a"), written("deny: b").replace(line=11)], note).rules
    assert alone[0].id == both[1].id


def test_rules_survive_marshal(rule):
    for text, *clauses in (
        ("deny: `a`, `b` in c", "because: x"), ("deny: /a/i",), ("deny import: a",), ("deny call: a.*",), ("deny code: `eval($X)`", "lang: python"), ("deny path: a",), ("deny dependency: a <4",),
        ("deny edge: a -> b",), ("deny layers: a > b",), ("require change: a", "when: b"),
    ):  # fmt: skip
        found = rule(text, *clauses)
        again = thaw(marshal.loads(marshal.dumps(found.plain())))  # noqa: S302 - our own bytes
        assert again == found
        assert [type(target) for target in again.targets] == [type(target) for target in found.targets]
