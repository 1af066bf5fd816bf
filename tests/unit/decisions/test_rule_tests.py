from __future__ import annotations

import pytest
from fakes.guarding import adr, decide, judge

from adrguard.decisions import load
from adrguard.decisions.discover import Folders
from adrguard.decisions.rule_tests import is_place_of_tests, rule_tests
from adrguard.model.changes import Place
from adrguard.system import repository

EXAMPLE = "# Tests\n\n```python bad\nq = 'SELECT * FROM x'\n```\n"
WHERE = Folders(("docs/adr", "tests/adr"), "notes", outside=False)


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        pytest.param("docs/adr/tests/queries.md", True, id="a folder of tests"),
        pytest.param("docs/adr/db/Tests/deep/0008-queries.md", True, id="a folder of tests further below"),
        pytest.param("docs/adr/0008-queries.test.md", True, id="a name"),
        pytest.param("docs/adr/0008-queries.md", False, id="a decision"),
        pytest.param("docs/adr/0008-how-we-test.md", False, id="a decision about tests"),
        pytest.param("tests/adr/0008-queries.md", False, id="decisions that lie below a folder of tests"),
        pytest.param("tests/adr/tests/0008-queries.md", True, id="tests of those"),
        pytest.param("src/tests/notes.md", False, id="neither with decisions nor in a vault"),
    ],
)
def test_where_rules_are_tested(path, is_one):
    assert is_place_of_tests(path, WHERE) is is_one


def test_in_a_vault_tests_stand_beside_a_decision():
    paths = ["notes/10/tests/a.md", "notes/10/adr-1.test.md", "notes/20/tests/b.md", "notes/20/b.test.md"]
    assert rule_tests(paths, WHERE, ["notes/10/adr-1.md"]) == ["notes/10/adr-1.test.md", "notes/10/tests/a.md"]


def decided(repo):
    return load.load(repository.find(str(repo.root)), Place("worktree"))


@pytest.mark.parametrize("path", ["docs/adr/tests/0001-decision.md", "docs/adr/0001-decision.test.md"])
def test_a_note_that_tests_rules_is_no_decision(repo, path):
    decide(repo, "- deny: `SELECT * FROM`")
    repo.write(path, EXAMPLE)
    found = decided(repo)
    assert [one.path for one in found.decisions] == ["docs/adr/0001-decision.md"]
    assert found.problems == ()


def test_a_test_with_a_stray_byte_is_no_decision(repo):
    decide(repo, "- deny: `SELECT * FROM`")
    repo.write("docs/adr/tests/0001-decision.md", EXAMPLE.encode() + b"\n\xff\n")
    found = decided(repo)
    assert ([one.path for one in found.decisions], found.problems) == (["docs/adr/0001-decision.md"], ())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(adr(7, "- deny: `x`"), id="with an id"),
        pytest.param(adr(7, "- deny: `x`").encode() + b"\n# \xff\n", id="with a stray byte"),
        pytest.param("# 7. T\n\nStatus: accepted\n\n## Invariants\n\n- deny: `x`\n", id="with a status"),
        pytest.param("# 7. T\n\n## Invariants\n\n- deny: `x`\n", id="with invariants alone"),
        pytest.param("# 7. T\n\n```kdsl\ndeny: x\n```\n\n```python bad\nx\n```\n", id="with examples as well"),
    ],
)
def test_a_decision_binds_wherever_it_lies(repo, text):
    repo.write("docs/adr/tests/0007-t.md", text)
    assert [rule.decision for rule in decided(repo).rules] in (["ADR-007"], ["ADR-7"], ["ADR-0007"])


def test_a_decision_that_becomes_a_test_is_a_rule_removed(repo):
    path = decide(repo, "- deny: `x`")
    repo.commit()
    repo.git("mv", path, "docs/adr/0001-decision.test.md")
    repo.write("docs/adr/0001-decision.test.md", "# 1. Decision\n")
    assert [one.how for one in judge(repo).weakened] == ["removed"]


@pytest.mark.parametrize("vault", ["", "."])
def test_what_a_test_quotes_violates_nothing(repo, vault):
    if vault:
        repo.write(".adrguard.toml", f'vault = "{vault}"\n')
        repo.write("wiki/ADR-1.md", adr(1, "- deny: `SELECT * FROM`"))
    else:
        decide(repo, "- deny: `SELECT * FROM`")
    repo.commit()
    repo.write("wiki/tests/a.md" if vault else "docs/adr/tests/a.md", EXAMPLE)
    assert judge(repo).findings == ()
    repo.write("other/tests/a.md", EXAMPLE)
    assert [one.path for one in judge(repo).findings] == ["other/tests/a.md"]
