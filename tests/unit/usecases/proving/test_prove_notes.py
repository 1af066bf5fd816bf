from __future__ import annotations

import pytest
from fakes.guarding import decide
from fakes.rule_tests import NOTE, decide_all, fence, run, verdicts, write

DIFF = """diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -10,3 +10,4 @@
 x = 1
 y = "SELECT * FROM old"
+z = "SELECT * FROM new"{}
 w = 2"""
LICENCE = """diff --git a/LICENSE b/LICENSE
deleted file mode 100644
--- a/LICENSE
+++ /dev/null
@@ -1 +0,0 @@
-MIT"""


@pytest.fixture
def ruled(repo):
    decide_all(repo)
    return repo


@pytest.mark.parametrize(
    ("rule", "blocks"),
    [
        pytest.param("star", [fence("python bad path=src/a.py", 'x = 1\nq = "SELECT * FROM t"  # <--')], id="a mark"),
        pytest.param("star", [fence("python bad path=src/a.py", 'q = "SELECT * FROM t"  # <-- ADR-001#star:6')], id="a rule and a column"),
        pytest.param("star", [fence("python bad path=src/a.py lines=2:6", 'x = 1\nq = "SELECT * FROM t"')], id="a line"),
        pytest.param("star", [fence("sql bad", "SELECT\n  * FROM t")], id="no mark, no path"),
        pytest.param("star", [fence("python good path=src/old/a.py", 'q = "SELECT * FROM t"'), fence("python bad", "q = 'SELECT * FROM t'")], id="out of scope"),
        pytest.param("star", [fence("diff bad", DIFF.format("  # <--"))], id="a change"),
        pytest.param("star", [fence("diff bad", "diff --git a/src/a.py b/src/a.py\n+x\n+SELECT * FROM t <--")], id="a careless change"),
        pytest.param("star", [fence("python path=src/a.py", "q = 'SELECT * FROM t'"), fence("python good path=src/a.py", "q = 'SELECT * FROM t'\nx"), fence("python bad path=src/a.py", "q = 'SELECT * FROM t'\nq = 'SELECT * FROM t' # <--")], id="a file that is there already"),
        pytest.param("eval", [fence("python bad path=src/a.py", "eval(x); eval(y)  # <--")], id="a line found twice"),
        pytest.param("edge", [fence("python path=app/db/models.py", "x = 1"), fence("python bad path=app/ui/page.py", "import os\nimport app.db.models  # <--"), fence("python good path=app/core.py", "import app.db.models")], id="an edge"),
        pytest.param("edge", [fence("python bad path=app/ui/page.py", "import app.db.models  # <--"), fence("python path=app/db/models.py", "x = 1")], id="an edge to a file beside it"),
        pytest.param("edge", [fence("text bad", "app/ui/a.py -> app/db/b.py")], id="an edge in short"),
        pytest.param("layers", [fence("python path=app/ui/page.py", ""), fence("python bad path=app/core/a.py", "from app.ui import page  # <--")], id="layers"),
        pytest.param("documented", [fence("python bad path=src/api/a.py", "x"), fence("python good path=src/api/a.py", "x"), fence("md path=docs/api/a.md", "x")], id="a change that another one must come with"),
        pytest.param("vendored", [fence("go bad path=vendor/a.go lines=file", "package a")], id="a path"),
        pytest.param("licence", [fence("diff bad", LICENCE), fence("text path=LICENSE", "MIT")][:1], id="a path that must stay"),
        pytest.param("spdx", [fence("python bad path=lib/a.py lines=file", "x = 1"), fence("python good path=lib/a.py", "# SPDX")], id="a required text"),
        pytest.param("lodash", [fence("json bad path=package.json", '{"dependencies": {\n"lodash": "4.17.20"  <--\n}}'), fence("json good path=package.json", '{"dependencies": {"lodash": "4.17.21"}}')], id="a dependency"),
    ],
)  # fmt: skip
def test_every_kind_is_judged_as_the_guard_judges_it(ruled, rule, blocks):
    write(ruled, *blocks, rule=f"ADR-001#{rule}")
    found = run(ruled)
    assert found.problems == ()
    assert [one.message for one in found.proofs if not one.passed] == []
    assert found.proofs
    assert found.exit_code == 0


@pytest.mark.parametrize(
    ("block", "message"),
    [
        pytest.param(fence("python bad path=src/a.py", "x = 1"), "does not violate", id="nothing found"),
        pytest.param(fence("python bad path=lib/a.py", "q = 'SELECT * FROM t'"), "no rule of it looks at lib/a.py", id="out of scope"),
        pytest.param(fence("python good path=src/a.py", "q = 'SELECT * FROM t'"), "violates by 'SELECT * FROM'", id="found though good"),
        pytest.param(fence("python bad path=src/a.py", "x = 1 # <--\nq = 'SELECT * FROM t'"), "1 marked but not found, 1 found but not marked", id="elsewhere"),
        pytest.param(fence("python bad path=src/a.py lines=1:6", "q = 'SELECT * FROM t'\nq = 'SELECT * FROM t'"), "1 found but not marked", id="more than marked"),
        pytest.param(fence("python bad path=src/a.py lines=1:9", "q = 'SELECT * FROM t'"), "1 marked but not found", id="another column"),
        pytest.param(fence("diff bad", "no diff"), "could not be read", id="no diff"),
        pytest.param(fence("diff bad", "diff --git a/../x b/../x\n+SELECT * FROM t"), "leads out of the repository", id="a diff that leads out"),
        pytest.param(fence("diff bad", DIFF.format("").replace("+z", " z")), "could not be read", id="a diff that cannot be read"),
    ],
)  # fmt: skip
def test_what_is_otherwise_than_expected_fails(ruled, block, message):
    write(ruled, block, fence("python bad path=src/b.py", "q = 'SELECT * FROM t'"))
    found = run(ruled)
    assert verdicts(found) == [False, True]
    assert message in found.proofs[0].message
    assert found.exit_code == 1


def test_a_decision_is_tested_by_all_its_rules(ruled):
    both = "eval(x)  # <-- #eval\nq = 'SELECT * FROM t'  # <-- #star"
    write(
        ruled, fence("python bad path=src/a.py", both), fence("python bad", "eval('SELECT * FROM t')"), rule="ADR-001"
    )
    found = run(ruled)
    assert verdicts(found) == [True, True]
    assert {one.id for one in found.without}.isdisjoint({"ADR-001#star", "ADR-001#eval"})


@pytest.mark.parametrize(
    ("path", "head"),
    [
        pytest.param("docs/adr/0001-decision.test.md", "# T", id="a file beside it"),
        pytest.param("docs/adr/tests/0001-decision.md", "# T", id="a file of its name"),
        pytest.param("docs/adr/tests/0001-more.md", "# T", id="a file of its number"),
        pytest.param("docs/adr/tests/a.md", "---\ndecision: ADR-001\n---\n", id="frontmatter"),
        pytest.param("docs/adr/tests/a.md", "---\nrules: [ADR-001#star, '1#eval']\n---\n", id="frontmatter with rules"),
        pytest.param("docs/adr/tests/a.md", "# T\n\n## [the decision](../0001-decision.md)", id="a link"),
        pytest.param("docs/adr/tests/a.md", "# [[0001-decision]]", id="a WikiLink"),
        pytest.param("docs/adr/tests/a.md", "# ADR-001\n\n## UTF-8 and others", id="a heading above"),
        pytest.param("docs/adr/tests/0001-decision.md", "# T\n\n## Only `#star`", id="a slug of the file's decision"),
    ],
)
def test_whom_a_note_tests(ruled, path, head):
    write(ruled, fence("python bad path=src/a.py", "q = 'SELECT * FROM t'"), path=path, head=head)
    found = run(ruled)
    assert found.problems == ()
    assert verdicts(found) == [True]


MISTAKES = [
    ("unknown-language", 3, fence("pyhton bad", "SELECT * FROM t")),
    ("unknown-rule", 3, fence("python bad rule=ADR-001#nope", "x")),
    ("unknown-rule", 4, fence("python bad", "x  # <-- ADR-99")),
    ("unknown-rule", 4, fence("python bad", "x  # <-- #eval")),
    ("mark-outside", 3, fence("python bad lines=2", "x")),
    ("mark-outside", 4, fence("python bad", "  # <--")),
    ("marked-good", 4, fence("python good", "x  # <--")),
    ("bad-path", 3, fence("python bad path=../x.py", "x")),
    ("unclosed-fence", 3, "```python bad\nx"),
    ("unclosed-fence", 3, "```python bad\nx\n\n" + fence("python bad", "y")),
    ("neither", 3, fence("python lines=1", "x")),
    ("no-path", 3, fence("python bad", "x") + "\n\n" + fence("python path=b.py", "x")),
    ("twice", 3, fence("python bad path=b.py", "x") + "\n\n" + fence("python path=b.py", "x")),
    ("beside-diff", 7, fence("diff bad", "+++ b/x\n+x") + "\n" + fence("text path=b", "")),
    ("none-bad", 3, fence("python good path=src/a.py", "x")),
    ("no-example", 1, fence("python", "x")),
]


@pytest.mark.parametrize(
    ("code", "line", "block"), MISTAKES, ids=[f"{code}-{at}" for at, (code, _, _) in enumerate(MISTAKES)]
)
def test_mistakes_are_told_with_place_and_way_out(ruled, code, line, block):
    write(ruled, block)
    found = run(ruled)
    told = next(one for one in found.problems if one.code == code)
    assert (told.path, told.line, told.severity) == (NOTE, line, "error")
    assert told.hint
    assert found.exit_code == 2


def test_all_mistakes_of_all_notes_come_at_once_and_the_rest_is_run(ruled):
    for number, (_, _, block) in enumerate(MISTAKES[:6]):
        write(ruled, block, path=f"docs/adr/tests/{number}.md")
    write(ruled, fence("python bad path=src/a.py", "q = 'SELECT * FROM t'"))
    found = run(ruled)
    assert [one.code for one in found.problems] == [code for code, _, _ in MISTAKES[:6]]
    assert verdicts(found) == [True]


def test_examples_of_what_is_not_in_force_are_counted_and_not_run(repo):
    decide(repo, "- deny: `x`", status="rejected")
    write(repo, fence("python bad", "y"), rule="ADR-001")
    found = run(repo)
    assert (found.proofs, found.asleep, found.exit_code) == ((), 1, 0)


def test_rules_decisions_notes_and_folders_can_be_named(ruled):
    write(ruled, fence("python bad", "q = 'SELECT * FROM t'"))
    write(ruled, fence("python bad", "eval(x)"), path="docs/adr/tests/more/b.md", rule="ADR-001#eval")
    counts = {
        "ADR-001": 2, "ADR-001#eval": 1, "1#star": 1, NOTE: 1, "docs/adr/tests/more": 1, "docs/adr": 2, ".": 2,
        "docs/adr/0001-decision.md": 2,
    }  # fmt: skip
    assert {name: len(run(ruled, name).proofs) for name in counts} == counts
    assert len(run(ruled, "ADR-001#eval", NOTE).proofs) == 2
    assert run(ruled, "ADR-001#eval").without == ()


def test_an_unknown_name_is_an_error(ruled):
    from adrguard.model.errors import UsageError

    with pytest.raises(UsageError, match="there is no rule") as caught:
        run(ruled, "ADR-001#strar")
    assert "ADR-001#star" in caught.value.hint


def test_a_rule_without_an_example_can_fail(ruled):
    write(ruled, fence("python bad", "q = 'SELECT * FROM t'"))
    assert run(ruled).exit_code == 0
    found = run(ruled, must_have=True)
    assert (found.exit_code, found.unproven) == (1, 8)
    assert run(ruled, "ADR-001#star", must_have=True).exit_code == 0


def test_a_hostile_note_costs_little(ruled):
    write(ruled, *[fence("bad", f"x <-- {','.join(['a1'] * 30)}")] * 1200)
    found = run(ruled)
    assert {one.code for one in found.problems} == {"unknown-rule", "too-many"}
    assert found.proofs == ()
