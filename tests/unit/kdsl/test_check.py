"""What a whole invariant must have: verbs, kinds, scopes and clauses that go together."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "clauses", "code", "hint"),
    [
        pytest.param("require: `a`", [], "needs-in", "'in src/**'", id="require text"),
        pytest.param("require: a", [], "needs-in", "nested 'in: src/**'", id="require bare text"),
        pytest.param("require: /a/", [], "needs-in", "in src/**", id="require regex"),
        pytest.param("require import: a", [], "needs-in", "in src/**", id="require import"),
        pytest.param("require call: a", [], "needs-in", "in src/**", id="require call"),
        pytest.param("require code: `a($X)`", ["lang: c"], "needs-in", "in src/**", id="require code"),
        pytest.param("require: `a` except b", [], "needs-in", "in src/**", id="except alone is no scope"),
        pytest.param("require change: a", [], "needs-when", "'when: src/**'", id="require change"),
        pytest.param("require edge: a -> b", [], "bad-verb", "deny edge:", id="require edge"),
        pytest.param("require layers: a > b", [], "bad-verb", "deny layers:", id="require layers"),
        pytest.param("deny change: a", ["when: b"], "bad-verb", "require change:", id="deny change"),
        pytest.param("warn change: a", ["when: b"], "bad-verb", "require change:", id="warn change"),
        pytest.param("require change: a in b", ["when: b"], "clause-not-here", "when: GLOBS", id="change in"),
        pytest.param("require path: a in b", [], "clause-not-here", "put the folder into the glob", id="required path in a folder"),
        pytest.param("require path: a", ["on: delete"], "clause-not-here", "must exist", id="required path on"),
        pytest.param("deny path: a", ["lang: c"], "clause-not-here", "text, regex", id="path with a language"),
        pytest.param("deny dependency: a", ["lang: c"], "clause-not-here", "text, regex", id="dependency with a language"),
        pytest.param("deny import: a", ["where: code"], "clause-not-here", "text, regex", id="import with where"),
        pytest.param("deny import: a", ["case: insensitive"], "clause-not-here", "as the language does", id="import with case"),
        pytest.param("deny edge: a -> b", ["exact: yes"], "clause-not-here", "import", id="edge with exact"),
        pytest.param("require import: `a` in b", ["rewrite: a -> c"], "clause-not-here", "take it out", id="require with rewrite"),
        pytest.param("warn: a", ["severity: block"], "contradiction", "'deny'", id="warn that blocks"),
        pytest.param("deny: a", ["since: 2027-01-02", "until: 2027-01-01"], "bad-date", "after", id="ends before it begins"),
        pytest.param("deny: `a`, /b/", [], "mixed-targets", "two invariants", id="text and regex"),
        pytest.param("deny: ``` ```", [], "missing-target", "text", id="blank text"),
        pytest.param('deny: ""', [], "missing-target", "text", id="empty quotes"),
        pytest.param("deny: `a` in !b", [], "bad-glob", "gitignore", id="negated glob"),
        pytest.param("deny: `a` in ../b", [], "bad-glob", "gitignore", id="glob that leaves the repository"),
        pytest.param("deny: `a` in {a,b", [], "bad-glob", "gitignore", id="open brace"),
        pytest.param("deny path: [a", [], "bad-glob", "gitignore", id="open bracket in a target"),
        pytest.param("deny edge: [a -> b", [], "bad-glob", "gitignore", id="open bracket in an edge"),
        pytest.param("deny import: a", ["lang: sql"], "unknown-language", "python", id="a language that cannot be parsed"),
        pytest.param("deny import: a", ["rewrite: b -> c"], "bad-rewrite", "below", id="rewrite of something else"),
        pytest.param("deny import: a", ["rewrite: ab -> c"], "bad-rewrite", "below", id="rewrite of a longer name"),
        pytest.param("deny import: a", ["rewrite: `a`"], "rewrite-form", "->", id="rewrite without a new name"),
        pytest.param("deny import: a", ["rewrite: a -> b c"], "rewrite-form", "->", id="rewrite to two names"),
        pytest.param("deny call: a.b", ["rewrite: a.b -> c(d)"], "bad-rewrite", "", id="rewrite to no name"),
        pytest.param("deny call: a.b", ["rewrite: a.b -> c", "lang: go"], "bad-rewrite", "python", id="rewrite in another language"),
        pytest.param("deny call: `a.*`", ["rewrite: a.b -> a.c"], "vain-rewrite", "allows", id="rewrite to a call that is denied"),
        pytest.param("deny import: a", ["rewrite: a -> a.b"], "vain-rewrite", "allows", id="rewrite to an import that is denied"),
        pytest.param("deny code: `f($X)`", ["rewrite: `g(f($X))`", "lang: c"], "vain-rewrite", "allows", id="template that is denied"),
        pytest.param("deny code: `f($X)`", ["rewrite: `g(X`", "lang: c"], "bad-rewrite", "whole piece", id="template that is no code"),
        pytest.param("deny dependency: a", ["rewrite: a -> `a >=2`"], "vain-rewrite", "allows", id="rewrite to a version that is denied"),
        pytest.param("deny dependency: a", ["rewrite: `a >=1` -> b"], "bad-rewrite", "alone", id="rewrite of a range"),
        pytest.param("deny dependency: a", ["rewrite: b -> c"], "bad-rewrite", "forbids", id="rewrite of another package"),
        pytest.param("deny dependency: a", ["rewrite: `a`"], "rewrite-form", "->", id="package without a new one"),
        pytest.param("deny code: `f($X)`", ["rewrite: `g($Y)`", "lang: c"], "bad-rewrite", "`f($X)`", id="template with a loose variable"),
        pytest.param("deny code: `f($X)`", ["rewrite: a -> b", "lang: c"], "rewrite-form", "safe($X)", id="names for code"),
        pytest.param("deny import: import os", [], "rubbish", "commas", id="a statement"),
        pytest.param("deny import: `import os`", [], "bad-name", "`os`", id="a quoted statement"),
        pytest.param("deny import: &lt;stdio.h&gt;", [], "bare-markup", "`&lt;stdio.h&gt;`", id="entities in a name"),
        pytest.param("deny import: a[b](c)", [], "ambiguous-link", "`a[b](c)`", id="a link in a name"),
        pytest.param("deny dependency: django >=4,<5", [], "bad-range", "`django >=4,<5`", id="a comma in a bare range"),
        pytest.param("deny dependency: lodash@4", [], "bad-name", "`lodash 4`", id="npm's at-sign"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(refused, text, clauses, code, hint):
    problem = next(one for one in refused(text, *clauses) if one.code == code)
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("require: `a` in b", []), ("require: a", ["in: b"]), ("require: /a/ in b", []), ("require import: a in b", []), ("require call: a in b", []),
        ("require code: `a($X)` in b", ["lang: c"]), ("require path: README.md", []), ("require dependency: structlog", []), ("require dependency: structlog >=24 in pyproject.toml", []),
        ("require change: CHANGELOG.md", ["when: src/**"]), ("require change: CHANGELOG.md except src/gen/**", ["when: src/**"]), ("warn edge: a -> b in c", ["lang: python"]),
        ("deny layers: a > b except c", []), ("deny path: a in b except c", ["on: add, rename"]), ("deny import: a in b", ["types: ignore", "exact: yes", "lang: ts"]),
    ],
)  # fmt: skip
def test_what_goes_together_is_compiled(rule, text, clauses):
    assert rule(text, *clauses).verb == ("require" if text.startswith("require") else "deny")


def test_all_mistakes_of_an_invariant_are_reported_at_once(refused):
    problems = refused(
        "denny import: a b, c()", "in: !x", "lang: pyhton", "becuase: y", "severity: error", "until: never", "when: z"
    )
    assert {one.code for one in problems} >= {
        "unknown-verb",
        "rubbish",
        "bad-glob",
        "unknown-language",
        "unknown-clause",
        "bad-value",
        "bad-date",
    }
    assert {one.line for one in problems} == {10, 11, 12, 13, 14, 15}
    problems = refused("deny import: a(), ./b, c", "exact: maybe", "case: insensitive")
    assert [one.code for one in problems].count("bad-name") == 2
    assert {one.code for one in problems} == {"bad-name", "bad-value", "clause-not-here"}


def test_a_column_points_at_the_offending_character(refused):
    assert refused("deny import: `a`, `b c`")[0].column == 3 + len("deny import: `a`, `b")
    assert refused("deny: `a` in `ok`, ../x")[0].column == 3 + len("deny: `a` in `ok`, ")
    assert refused("[ ] **deny:** a, b")[0].column == 3 + len("[ ] **deny:** a")
    assert refused(r"deny: \*a\*, b")[0].column == 3 + len(r"deny: \*a\*")
    assert refused("deny: x", "in: ok, [a")[0].column == 5 + len("in: ok, ")


def test_too_many_and_too_long_is_refused(refused):
    assert refused("deny: " + ", ".join(["`a`"] * 201))[0].code == "too-long"
    assert refused("deny: " + "a" * 4000)[0].code == "too-long"
    assert refused("deny: x", "because: " + "a" * 4000)[0].code == "too-long"
