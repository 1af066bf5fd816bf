"""Tests of rules beside the decisions, through the doors that meet them: the command line, a commit, a vault elsewhere."""

from __future__ import annotations

import os

import pytest
from fakes.guarding import adr, decide, judge, staged
from fakes.rule_tests import fence, run, verdicts

MARK = b"  # <--"
STAR = "q = 'SELECT * FROM t'"


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_every_other_byte_stays_when_marks_are_updated(repo, bom, end):
    decide(repo, "- deny: `SELECT * FROM`")
    lines = [
        b"# T\xc3\xa9sts  ",
        b"",
        b"1. item",
        b"",
        b"   ~~~~ python bad   path=src/a.py",
        b"   x = 1" + MARK,
        b"\t " + STAR.encode(),
        b"   ~~~~   ",
        b"\xf0\x9f\x9a\x80 <!-- <-- -->",
    ]
    path = repo.write("docs/adr/tests/0001-decision.md", bom + b"\r\n".join(lines) + end)
    assert verdicts(run(repo, update=True)) == [True]
    lines[5], lines[6] = lines[5].removesuffix(MARK), lines[6] + MARK
    assert path.read_bytes() == bom + b"\r\n".join(lines) + end
    before = path.stat().st_mtime_ns
    assert verdicts(run(repo, update=True)) == [True]
    assert path.stat().st_mtime_ns == before


def test_a_commit_may_bring_a_decision_and_what_tests_it(repo):
    decide(repo, "- deny: `SELECT * FROM`")
    repo.commit()
    decide(repo, "- deny: `DROP TABLE`", number=2)
    examples = fence("sql bad path=a.sql", "DROP TABLE t -- <--\nSELECT * FROM t")
    repo.write("docs/adr/tests/0002-decision.md", f"# T\n\n{examples}\n")
    repo.stage()
    outcome = staged(repo)
    assert (outcome.findings, outcome.weakened, outcome.problems) == ((), (), ())
    assert verdicts(run(repo)) == [True]


def test_taking_a_test_away_weakens_nothing(repo):
    decide(repo, "- deny: `x`")
    repo.write("docs/adr/0001-decision.test.md", f"# T\n\n{fence('text bad', 'x')}\n")
    repo.commit()
    repo.remove("docs/adr/0001-decision.test.md")
    assert judge(repo).weakened == ()


def test_a_vault_elsewhere_has_its_own_tests(repo, tmp_path):
    vault = tmp_path / "vault" / "10_Projects" / "shop" / "tests"
    vault.mkdir(parents=True)
    (vault.parent / "ADR-001.md").write_text(adr(1, "- deny: `SELECT * FROM`"))
    note = vault / "ADR-001.md"
    note.write_text(f"# T\n\n{fence('python bad path=src/a.py', 'x  # <--' + chr(10) + STAR)}\n")
    repo.write(".adrguard.toml", 'vault = "../vault"\n')
    assert verdicts(run(repo)) == [False]
    assert verdicts(run(repo, update=True)) == [True]
    assert f"{STAR}  # <--" in note.read_text()


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need rights on Windows")
def test_a_link_is_not_followed(repo, tmp_path):
    decide(repo, "- deny: `x`")
    secret = tmp_path / "secret.md"
    secret.write_text(f"# T\n\n{fence('text bad', 'a secret  <--')}\n")
    (repo.root / "docs/adr/tests").mkdir()
    (repo.root / "docs/adr/tests/0001-decision.md").symlink_to(secret)
    found = run(repo, update=True)
    assert "secret" not in repr([one.example for one in found.proofs])
    assert secret.read_text() == f"# T\n\n{fence('text bad', 'a secret  <--')}\n"


def test_a_note_that_is_too_large_is_told(repo):
    decide(repo, "- deny: `x`")
    repo.write("docs/adr/tests/big.md", "# ADR-001\n\n" + fence("text bad", "x") + "\n" + "y" * 300_000)
    found = run(repo)
    assert ("docs/adr/tests/big.md", "error") in [(one.path, one.severity) for one in found.problems]
    assert found.exit_code == 2
