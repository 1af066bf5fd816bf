from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide

from adrguard.model.errors import UsageError
from adrguard.usecases.decisions.govern_path import governing


@pytest.fixture
def ruled(repo):
    decide(repo, f"{NO_STAR} in src/**\n  - id: star", "- deny import: `requests`\n  - id: http", number=1)
    decide(repo, "- deny path: `secret/**`\n  - id: secret", number=2)
    decide(repo, "- deny edge: `app/ui/**` -> `app/db/**`\n  - id: edge", number=3, status="proposed")
    decide(repo, "- deny: `x`", number=4, status="rejected")
    decide(repo, "- Be kind.", number=5)
    decide(repo, "- deny: `old`\n  - until: 2020-01-01", number=6)
    repo.write("src/db.py", "x = 1\n")
    repo.write("src/deep/query.sql", "\n")
    repo.write("app/ui/page.py", "\n")
    repo.commit()
    return repo


def rules(repo, path, at="", start=""):
    found = governing(str(repo.root / start), path, at)
    return [reach.rule.id for one in found.decisions for reach in one.reaches]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("src/db.py", ["ADR-001#star", "ADR-001#http"], id="a file"),
        pytest.param("src/to/come.py", ["ADR-001#star", "ADR-001#http"], id="a file to come"),
        pytest.param("src/deep/query.sql", ["ADR-001#star"], id="by language"),
        pytest.param("app/ui/page.py", ["ADR-001#http", "ADR-003#edge"], id="the side that imports"),
        pytest.param("app/db/models.py", ["ADR-001#http"], id="the side that is imported"),
        pytest.param("secret/key", ["ADR-002#secret"], id="a rule about paths"),
        pytest.param("README", [], id="none"),
        pytest.param("src", ["ADR-001#star", "ADR-001#http"], id="a folder"),
        pytest.param("src/deep", ["ADR-001#star"], id="a folder by the files in it"),
        pytest.param("app/", ["ADR-001#http", "ADR-003#edge"], id="a folder with a slash"),
        pytest.param("secret/", ["ADR-001#http", "ADR-002#secret"], id="a folder to come"),
        pytest.param("srcs/", ["ADR-001#http"], id="a folder to come whose name begins like another"),
        pytest.param(".", ["ADR-001#star", "ADR-001#http", "ADR-003#edge"], id="everything"),
    ],
)
def test_the_rules_that_reach_a_path_govern_it(ruled, path, expected):
    assert rules(ruled, path) == expected


def test_a_path_is_told_from_the_folder_one_is_in(ruled):
    assert rules(ruled, "db.py", start="src") == rules(ruled, "src/db.py")
    assert rules(ruled, "../app/ui/page.py", start="src") == rules(ruled, "app/ui/page.py")


def test_a_folder_names_a_file_for_each_rule(ruled):
    found = governing(str(ruled.root), "src")
    assert [reach.example for reach in found.decisions[0].reaches] == ["src/db.py", "src/db.py"]
    assert (found.kind, found.files, found.exists) == ("folder", 2, True)
    assert governing(str(ruled.root), "src/new/").exists is False


def test_decisions_without_rules_are_named_apart(ruled):
    assert [one.id for one in governing(str(ruled.root), "src/db.py").unenforced] == ["ADR-005"]


def test_a_commit_is_told_as_it_was(ruled):
    decide(ruled, "- deny: `y`\n  - id: late", number=7)
    ruled.remove("src/deep/query.sql")
    assert "ADR-007#late" in rules(ruled, "src/db.py")
    assert "ADR-007#late" not in rules(ruled, "src/db.py", "HEAD")
    assert governing(str(ruled.root), "src/deep", "HEAD").files == 1
    assert governing(str(ruled.root), "src/deep/query.sql", "HEAD").exists


@pytest.mark.parametrize("path", ["../outside.py", "/etc/passwd", ""])
def test_a_path_outside_is_refused(ruled, path):
    with pytest.raises(UsageError):
        governing(str(ruled.root), path)


def test_a_name_that_begins_with_dots_is_no_way_out(ruled):
    assert rules(ruled, "..odd.py") == ["ADR-001#http"]


def test_without_a_repository_it_works_as_well(tmp_path):
    (tmp_path / "docs/adr").mkdir(parents=True)
    (tmp_path / "docs/adr/0001-x.md").write_text(
        "# 1. X\n\n## Status\n\nAccepted\n\n## Invariants\n\n- deny: `a` in src/**\n"
    )
    (tmp_path / "src").mkdir()
    assert len(governing(str(tmp_path), "src/a.py").decisions) == 1
    assert len(governing(str(tmp_path), "src").decisions) == 1
    assert governing(str(tmp_path), "lib/").decisions == ()
