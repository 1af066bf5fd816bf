from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide, judge

from adrguard.model.errors import GitError, NotARepositoryError, UsageError
from adrguard.usecases.decisions.list_decisions import decisions


@pytest.fixture
def several(repo):
    decide(repo, "- deny: `a`", number=1, status="superseded", extra="superseded_by: ADR-002\n")
    decide(repo, NO_STAR, "- Be kind.", number=2, extra="supersedes: [ADR-001]\n")
    decide(repo, "- warn: `b`", number=3, status="proposed")
    decide(repo, "- deny: `c`", number=4, extra="superseded_by: ADR-002\n")
    decide(repo, "- deny: `d`", number=5, extra="depends_on: ADR-003\n")
    repo.write("docs/adr/0006-plain.md", "# 6. Plain\n")
    repo.write("docs/adr/0007-odd.md", "---\nid: ADR-007\nstatus: rough idea\n---\n# Odd\n")
    repo.commit()
    return repo


def listed(repo, *statuses, at=""):
    return {row.decision.id: row for row in decisions(str(repo.root), statuses, at).rows}


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("ADR-001", "superseded by ADR-002"),
        ("ADR-002", "accepted"),
        ("ADR-003", "proposed"),
        ("ADR-004", "accepted: superseded by ADR-002"),
        ("ADR-005", "accepted: depends on ADR-003, which is only proposed"),
        ("ADR-0006", "no status: in force"),
        ("ADR-007", "rough idea: in force"),
    ],
)
def test_the_standing_says_what_the_status_alone_does_not_tell(several, name, standing):
    assert listed(several)[name].standing == standing


def test_rules_and_prose_are_counted(several):
    row = listed(several)["ADR-002"]
    assert (row.rules, len(row.decision.prose)) == (1, 1)
    assert listed(several)["ADR-001"].rules == 0


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        pytest.param("proposed", ["ADR-003"], id="a status"),
        pytest.param("Superseded", ["ADR-001", "ADR-004"], id="also what another note has replaced, in any case"),
        pytest.param("superceded", ["ADR-001", "ADR-004"], id="the other spelling"),
        pytest.param("none", ["ADR-0006"], id="no status"),
        pytest.param("rough idea", ["ADR-007"], id="a word that some decision has"),
        pytest.param("in-force", ["ADR-002", "ADR-0006", "ADR-007"], id="what follows"),
        pytest.param("not in force", ["ADR-001", "ADR-004"], id="what follows, in words"),
        pytest.param("rejected", [], id="a status that none has"),
    ],
)
def test_a_status_narrows(several, word, ids):
    assert list(listed(several, word)) == ids


def test_several_statuses_add_up(several):
    assert list(listed(several, "proposed", "none")) == ["ADR-003", "ADR-0006"]


def test_a_word_that_is_no_status_is_refused_with_the_nearest(several):
    with pytest.raises(UsageError) as refused:
        decisions(str(several.root), ["acepted"])
    assert "did you mean 'accepted'?" in refused.value.hint


def test_the_last_hit_is_told(several):
    several.write("src/a.py", "q = 'SELECT * FROM a'\n")
    judge(several, today="2026-03-04")
    assert listed(several)["ADR-002"].hit.day == "2026-03-04"
    assert listed(several)["ADR-003"].hit is None


def test_a_commit_is_told_as_it_was(several):
    several.git("tag", "before")
    decide(several, "- deny: `b`", number=3, status="accepted")
    several.remove("docs/adr/0006-plain.md")
    several.commit()
    assert listed(several)["ADR-003"].standing == "accepted"
    old = listed(several, at="before")
    assert old["ADR-003"].standing == "proposed"
    assert "ADR-0006" in old
    assert listed(several, at="HEAD~1").keys() == old.keys()


def test_a_commit_is_told_in_a_linked_working_tree(several, tmp_path):
    several.git("tag", "before")
    several.remove("docs/adr/0006-plain.md")
    several.commit()
    linked = tmp_path / "linked"
    several.git("worktree", "add", "-q", str(linked))
    found = decisions(str(linked), at="before")
    assert "ADR-0006" in [row.decision.id for row in found.rows]
    assert found.all.at == several.git("rev-parse", "before")


@pytest.mark.parametrize("name", ["nope", "-x", "HEAD:docs", "HEAD~99"])
def test_an_unknown_revision_is_refused(several, name):
    with pytest.raises(GitError) as refused:
        decisions(str(several.root), at=name)
    assert refused.value.message.count("\n") == 0


def test_notes_that_git_does_not_track_are_named(several, tmp_path):
    vault = tmp_path / "vault"
    (vault / "02_Architecture").mkdir(parents=True)
    (vault / "02_Architecture/ADR-050.md").write_text("---\nid: ADR-050\nstatus: accepted\n---\n# Outside\n")
    several.write(".adrguard.toml", f'vault = "{vault.as_posix()}"\n')
    several.commit()
    found = decisions(str(several.root), at="HEAD")
    assert [one.id for one in found.all.loose] == ["ADR-050"]
    assert decisions(str(several.root)).all.loose == ()


@pytest.mark.parametrize("below", ["", "docs", "docs/adr", "src/deep"])
def test_without_a_repository_the_folder_above_with_decisions_is_taken(tmp_path, below):
    (tmp_path / "docs/adr").mkdir(parents=True)
    (tmp_path / "src/deep").mkdir(parents=True)
    (tmp_path / "docs/adr/0001-x.md").write_text("# 1. X\n\n## Status\n\nAccepted\n")
    found = decisions(str(tmp_path / below))
    assert [(row.decision.path, row.hit) for row in found.rows] == [("docs/adr/0001-x.md", None)]


def test_without_a_repository_there_is_no_commit_to_look_at(tmp_path):
    (tmp_path / "docs/adr").mkdir(parents=True)
    with pytest.raises(NotARepositoryError):
        decisions(str(tmp_path), at="HEAD")
    (tmp_path / "empty").mkdir()


def test_where_there_is_nothing_it_says_what_it_looks_for(tmp_path):
    with pytest.raises(NotARepositoryError) as refused:
        decisions(str(tmp_path))
    assert "docs/adr" in refused.value.hint


def test_mistakes_that_may_hide_something_end_in_2(several):
    decide(several, "- denny: `x`", number=8)
    assert decisions(str(several.root)).exit_code == 2
