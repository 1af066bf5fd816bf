"""Invariants of people who have read no manual: enforced as meant, or refused with the right spelling, never dead."""

from __future__ import annotations

import pytest
import re2

from adrguard.model.globs import matches
from adrguard.model.rules import CallTarget, CodeTarget, DependencyTarget, ImportTarget, PathTarget

OPTIONS = re2.Options()
OPTIONS.log_errors = False


def hits(rule, text):
    """Whether a text or regex rule finds anything in a text."""
    return any(re2.compile(target.pattern, OPTIONS).search(text) for target in rule.targets)


@pytest.mark.parametrize(
    ("text", "clauses", "hit", "miss"),
    [
        pytest.param("deny: SELECT * FROM", [], "q = 'SELECT *\n  FROM users'", "SELECT id FROM users", id="the plainest form"),
        pytest.param(r"deny: SELECT \* FROM", [], "SELECT * FROM users", r"SELECT \* FROM", id="after a formatter"),
        pytest.param("Deny: eval(", [], "eval(x)", "literal_eval", id="a capital"),
        pytest.param("**Deny:** `eval(`", [], "eval(x)", "exec(x)", id="bold"),
        pytest.param("[ ] deny: print(", [], "print(x)", "pprint", id="a task"),
        pytest.param("`deny: console.log`", [], "console.log(1)", "console_log", id="all of it as code"),
        pytest.param('deny: "os.system", "os.popen"', [], "os.popen(x)", "os.path", id="quoted like in JSON"),
        pytest.param("deny: `TODO` in src/** except src/vendor/**", [], "# TODO later", "to do", id="a scope behind"),
        pytest.param("deny: http://", ["In: src/", "Because: use https"], "http://a", "https://a", id="capitals in clauses"),
        pytest.param("warn: # type: ignore", [], "x = 1  # type: ignore", "ignore", id="a hash"),
        pytest.param("deny: /password\\s*=\\s*['\"]/i", [], "PASSWORD = 'x'", "password: str", id="an expression"),
        pytest.param("deny: rm -rf /", [], "rm -rf /", "rm -r x", id="a slash at the end"),
        pytest.param("deny: [requests](https://pypi.org/project/requests/)", [], "import requests", "import httpx", id="a link"),
        pytest.param("deny: `a``b`", [], "a``b", "ab", id="backticks within"),
        pytest.param("deny: SELECT * FROM", ["case: insensitive"], "select * from x", "select id", id="any case"),
    ],
)  # fmt: skip
def test_text_is_enforced_as_meant(rule, text, clauses, hit, miss):
    found = rule(text, *clauses)
    assert hits(found, hit)
    assert not hits(found, miss)


@pytest.mark.parametrize(
    ("text", "clauses", "target"),
    [
        pytest.param("deny import: requests", [], ImportTarget("requests"), id="a module"),
        pytest.param("Deny Import: `lodash/*`", [], ImportTarget("lodash"), id="a module with a star"),
        pytest.param("deny import: <stdio.h>", [], ImportTarget("stdio.h"), id="a header in its brackets"),
        pytest.param("deny call: eval()", [], CallTarget("eval", "eval"), id="a call with its brackets"),
        pytest.param("deny call: requests.* in src/**", [], CallTarget("requests.*", "requests", True), id="all calls of a module"),
        pytest.param("deny dependency: django>=4", [], DependencyTarget("django >=4", "django", ">=4"), id="a range without a blank"),
        pytest.param("deny path: *.{log,tmp}", [], PathTarget("*.{log,tmp}", ((False, ("*.log",), False), (False, ("*.tmp",), False))), id="braces"),
    ],
)  # fmt: skip
def test_names_are_enforced_as_meant(rule, text, clauses, target):
    assert rule(text, *clauses).targets[0] == target


def test_a_statement_of_java_is_forbidden_with_or_without_its_semicolon(rule):
    for text in ("deny code: `throw new Error($$$)`", "deny code: `throw new Error($$$);`"):
        (target,) = rule(text, "lang: java").targets
        assert isinstance(target, CodeTarget)
        assert target.rules == (("java", '{"pattern": "throw new Error($$$);"}'),)


def test_a_full_stop_as_a_scope_is_the_whole_repository(rule):
    found = rule("require: `Copyright` in .")
    assert matches(found.include, "a.py")
    assert matches(found.include, "src/a.py")


@pytest.mark.parametrize(
    ("text", "clauses", "spelling"),
    [
        pytest.param("denny: eval(", [], "did you mean 'deny'?", id="a slip in the verb"),
        pytest.param("deny SELECT * FROM", [], "deny: SELECT * FROM", id="no colon"),
        pytest.param("deny import requests", [], "deny import: requests", id="no colon after the kind"),
        pytest.param("deny: import requests", [], "deny import: `requests`", id="the colon in the wrong place"),
        pytest.param("deny improt: requests", [], "did you mean 'import'?", id="a slip in the kind"),
        pytest.param("deny imports: requests", [], "did you mean 'import'?", id="a plural"),
        pytest.param("forbid: `eval(`", [], "deny:", id="another verb"),
        pytest.param("deny: eval( in src/**", [], "deny: `eval(` in `src/**`", id="a scope behind bare text"),
        pytest.param("deny: eval, exec", [], "deny: `eval`, `exec`", id="a bare list"),
        pytest.param("deny: `eval` and `exec`", [], "a comma between two texts", id="and"),
        pytest.param("deny: `eval(` because it is unsafe", [], "'because:'", id="a reason behind"),
        pytest.param("deny: eval( because it is unsafe", [], "'because: …'", id="a reason behind bare text"),
        pytest.param("deny: “SELECT *”", [], "`SELECT *`", id="quotes from Word"),
        pytest.param("deny: git push —force", [], "`git push --force`", id="a dash from Word"),
        pytest.param("deny: direct access to the database", [], "stands as a sentence", id="a sentence"),
        pytest.param("deny: raw SQL in handlers.", [], "`raw SQL in handlers`", id="a sentence with a full stop"),
        pytest.param("deny: src/legacy/**", [], "deny path: `src/legacy/**`", id="a glob as text"),
        pytest.param("deny: eval($X)", [], "deny code: `eval($X)`", id="a pattern as text"),
        pytest.param(r"deny: \beval\(", [], r"/\beval(/", id="an expression as text"),
        pytest.param("deny: `/eval.*/i`", [], "without the backticks", id="an expression in backticks"),
        pytest.param("deny: /eval(?!_)/", [], "two rules", id="look-ahead"),
        pytest.param("deny: /^import os/", [], "/…/m", id="an anchor of lines"),
        pytest.param("deny code: eval($X)", [], "`eval($X)`", id="a bare pattern"),
        pytest.param("deny code: `eval($X`", ["lang: python"], "write code as it stands", id="half a pattern"),
        pytest.param("deny call: *.execute", [], "`$X.execute($$$)`", id="a method of anything"),
        pytest.param("deny import: from requests import get", [], "only 'in' and 'except' may follow", id="a statement"),
        pytest.param("deny dependency: lodash@4.17.20", [], "`lodash 4.17.20`", id="npm's spelling"),
        pytest.param("deny edge: ui/** => db/**", [], "'->'", id="another arrow"),
        pytest.param("deny layers: ui, core, db", [], "'>'", id="layers with commas"),
        pytest.param("require: Copyright", [], "'in src/**'", id="required where?"),
        pytest.param("require change: CHANGELOG.md", [], "'when: src/**'", id="required when?"),
        pytest.param("deny: eval(", ["exclude: tests/**"], "'except:'", id="another word for except"),
        pytest.param("deny: eval(", ["in src/**"], "'in: src/**'", id="a clause without a colon"),
        pytest.param("deny: eval(", ["becuase: unsafe"], "'because:'", id="a slip in a clause"),
        pytest.param("deny: `eval(` in src\\app\\**", [], "gitignore", id="backslashes"),
        pytest.param("deny: `eval(` in !tests/**", [], "gitignore", id="a negated glob"),
        pytest.param("ADR-8: deny: eval(", [], "'id:'", id="a label"),
        pytest.param("❌ deny: eval(", [], "begin the item with the verb", id="an emoji"),
        pytest.param("~~deny: eval(~~", [], "delete the item", id="struck out"),
        pytest.param("deny:", [], "deny: `text`", id="nothing"),
    ],
)  # fmt: skip
def test_what_cannot_be_enforced_as_meant_is_refused_with_the_right_spelling(refused, text, clauses, spelling):
    assert any(spelling in problem.hint for problem in refused(text, *clauses)), [
        problem.hint for problem in refused(text, *clauses)
    ]
