"""One decision takes the place of others: in every dialect, all notes or none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from fakes.dialects import DIALECTS
from fakes.guarding import adr, decide

from adrguard.decisions import load
from adrguard.decisions.naming import Names
from adrguard.model.changes import Place
from adrguard.model.errors import AdrguardError
from adrguard.system import repository
from adrguard.usecases.decisions.move_status import move
from adrguard.usecases.decisions.new_decision import new
from adrguard.usecases.decisions.supersede import supersede
from adrguard.usecases.lint.lint_decisions import lint

TODAY = "2026-11-30"


def texts(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.md")}


def problems(root: Path) -> list[str]:
    found = load.load(repository.find(str(root)), Place("worktree"))
    return [problem.message for problem in found.problems if problem.severity == "error"]


@pytest.mark.parametrize("name", DIALECTS)
def test_both_notes_say_so_in_their_own_dialect_and_no_other_byte_changes(repo, name: str) -> None:
    dialect = DIALECTS[name]
    for path, text in (dialect.old, dialect.new):
        repo.write(path, text)
    done = supersede(str(repo.root), [dialect.old[0]], dialect.new[0], TODAY)
    assert (repo.root / dialect.old[0]).read_bytes().decode() == dialect.old_says
    assert (repo.root / dialect.new[0]).read_bytes().decode() == dialect.new_says
    assert [one.path for one in done.effect.ended] == [dialect.old[0]]
    assert [rule.invariant for rule in done.effect.rules_ended] == ["deny: eval("] * ("eval" in dialect.old[1])
    assert problems(repo.root) == []


def test_several_give_way_to_one_each_named_differently(repo) -> None:
    olds = [decide(repo, "- deny: `eval(`", number=number) for number in (1, 2, 3)]
    new = decide(repo, number=12)
    done = supersede(str(repo.root), ["1", "ADR-002", olds[2]], "[[0012-decision]]", TODAY)
    assert [one.id for one in done.olds] == ["ADR-001", "ADR-002", "ADR-003"]
    assert len(done.effect.rules_ended) == 3
    assert set(done.effect.written) == {*olds, new}
    assert "supersedes: [ADR-001, ADR-002, ADR-003]" in (repo.root / new).read_text()


def test_said_twice_nothing_is_left_to_do(repo) -> None:
    decide(repo, number=1)
    decide(repo, number=2)
    supersede(str(repo.root), ["1"], "2", TODAY)
    before = texts(repo.root)
    assert supersede(str(repo.root), ["1"], "2", "2027-01-01").effect.written == ()
    assert texts(repo.root) == before


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            "status: superseded\nsuperseded_by: ADR-002\n", "status: accepted\n", id="only the old one says so"
        ),
        pytest.param("status: accepted\n", "status: accepted\nsupersedes: ADR-001\n", id="only the new one says so"),
    ],
)
def test_what_one_side_says_already_is_completed(repo, first: str, second: str) -> None:
    repo.write("docs/adr/0001-a.md", f"---\nid: ADR-001\n{first}---\n# A\n")
    repo.write("docs/adr/0002-b.md", f"---\nid: ADR-002\n{second}---\n# B\n")
    supersede(str(repo.root), ["1"], "2", TODAY)
    assert "status: superseded\nsuperseded_by: ADR-002\n" in (repo.root / "docs/adr/0001-a.md").read_text()
    assert "supersedes: ADR-001" in (repo.root / "docs/adr/0002-b.md").read_text()
    assert problems(repo.root) == []


def test_who_depended_on_it_is_told_of(repo) -> None:
    decide(repo, number=1)
    decide(repo, number=2)
    decide(repo, "- deny: `eval(`", number=3, extra="depends_on: ADR-001\n")
    done = supersede(str(repo.root), ["1"], "2", TODAY)
    assert [one.id for one in done.effect.ended] == ["ADR-001", "ADR-003"]
    assert [rule.invariant for rule in done.effect.rules_ended] == ["deny: eval("]


@pytest.mark.parametrize(
    ("olds", "by", "said"),
    [
        pytest.param(["1", "99"], "2", "there is no decision '99'", id="missing"),
        pytest.param(["1"], "99", "there is no decision '99'", id="a successor that is missing"),
        pytest.param(["twin"], "2", "there is no decision 'twin'", id="no name at all"),
        pytest.param(["ADR-007"], "2", "several decisions", id="ambiguous"),
        pytest.param(["2"], "2", "cannot supersede itself", id="itself"),
        pytest.param(["1"], "4", "is only proposed", id="a successor only proposed"),
        pytest.param(["3"], "2", "nothing to replace", id="rejected"),
        pytest.param(["1", "5"], "2", "docs/adr/0005-decision.md:3:9", id="broken frontmatter"),
    ],
)
def test_where_one_of_them_cannot_be_nothing_is_written(repo, olds: list[str], by: str, said: str) -> None:
    for number, status in ((1, "accepted"), (2, "accepted"), (3, "rejected"), (4, "proposed")):
        decide(repo, number=number, status=status)
    repo.write("docs/adr/0005-decision.md", "---\nid: ADR-005\nstatus: [accepted\n---\n\n# 5. Decision\n")
    repo.write("docs/adr/0007-one.md", adr(7))
    repo.write("docs/adr/0007-two.md", adr(7))
    before = texts(repo.root)
    with pytest.raises(AdrguardError) as caught:
        supersede(str(repo.root), olds, by, TODAY)
    assert said in f"{caught.value.message}\n{caught.value.hint}"
    assert texts(repo.root) == before


def test_a_circle_is_refused(repo) -> None:
    decide(repo, number=1, extra="supersedes: ADR-003\n")
    decide(repo, number=2)
    decide(repo, number=3, extra="supersedes: ADR-002\n")
    before = texts(repo.root)
    with pytest.raises(AdrguardError) as caught:
        supersede(str(repo.root), ["1"], "2", TODAY)
    assert "supersede each other" in caught.value.hint
    assert texts(repo.root) == before


def test_the_loser_of_two_is_told_who_won(repo) -> None:
    for number in (1, 2, 3):
        decide(repo, number=number)
    supersede(str(repo.root), ["1"], "2", TODAY)
    with pytest.raises(AdrguardError, match=r"ADR-001 cannot be superseded, .*superseded by ADR-002"):
        supersede(str(repo.root), ["1"], "3", TODAY)


def test_a_vault_outside_is_written_where_it_is(repo, tmp_path_factory) -> None:
    vault = tmp_path_factory.mktemp("vault")
    for number in (1, 2):
        (vault / f"000{number}-x.md").write_text(adr(number, "- deny: `eval(`"))
    repo.write(".adrguard.toml", f'vault = "{vault}"\n')
    done = supersede(str(repo.root), ["1"], "2", TODAY)
    assert "status: superseded" in (vault / "0001-x.md").read_text()
    assert [one.id for one in done.effect.ended] == ["ADR-001"]
    assert not (repo.root / ".adrguard").exists()


def test_decisions_in_two_places_cannot_change_as_one(repo, tmp_path_factory) -> None:
    vault = tmp_path_factory.mktemp("vault")
    (vault / "0001-x.md").write_text(adr(1))
    decide(repo, number=2)
    repo.write(".adrguard.toml", f'vault = "{vault}"\n')
    with pytest.raises(AdrguardError, match="two places"):
        supersede(str(repo.root), ["1"], "2", TODAY)
    assert "status: accepted" in (vault / "0001-x.md").read_text()


def test_many_give_way_without_each_being_looked_for_among_all(repo) -> None:
    numbers = range(1, 121)
    for number in numbers:
        decide(repo, number=number)
    new = decide(repo, number=500)
    calls = 0
    index = Names._index

    def counted(self, key):
        nonlocal calls
        calls += 1
        return index(self, key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Names, "_index", counted)
        done = supersede(str(repo.root), [str(number) for number in numbers], new, TODAY)
    assert len(done.olds) == 120
    assert calls < 100, "the names are indexed anew for each of them"


def test_a_proposal_is_rejected_not_superseded_so_what_it_would_have_replaced_stays(repo) -> None:
    decide(repo, "- deny: `foo1`", number=1)
    decide(repo, number=2, status="proposed", extra="supersedes: ADR-001\n")
    decide(repo, number=3)
    with pytest.raises(AdrguardError, match="it never was in force"):
        supersede(str(repo.root), ["2"], "3", TODAY)


def test_a_note_with_both_sides_of_a_merge_is_not_edited(repo) -> None:
    path = decide(repo, number=1)
    decide(repo, number=2)
    text = (repo.root / path).read_text().replace("# 1. Decision", "<<<<<<< HEAD\n# 1. A\n=======\n# 1. B\n>>>>>>> b")
    repo.write(path, text)
    with pytest.raises(AdrguardError, match=r"0001-decision\.md:6:1: an unresolved merge conflict"):
        supersede(str(repo.root), ["1"], "2", TODAY)
    assert (repo.root / path).read_text() == text


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are text there")
@pytest.mark.parametrize(
    "head",
    ["# 1. Old\n\n## Status\n\nAccepted\n", "---\nid: ADR-0001\nstatus: accepted\n---\n# Old\n"],
    ids=["nygard", "frontmatter"],
)
@pytest.mark.parametrize("status", ["accepted", "proposed"])
def test_a_note_whose_name_is_no_text_is_superseded_like_any(repo, head, status) -> None:
    repo.write("docs/adr/0001-\udcff.md", head)
    repo.commit("decide")
    made = new(str(repo.root), "T", status=status, supersedes=["1"])
    if status == "proposed":
        move(str(repo.root), "accept", made.id)
    found = lint(str(repo.root))
    assert found.problems == ()
    assert (found.decisions, found.in_force) == (2, 1)
    (repo.root / made.path).read_text(encoding="utf-8")
