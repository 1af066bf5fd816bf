from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide, judge

from adrguard.model.errors import UsageError
from adrguard.usecases.decisions.show_decision import show, text


@pytest.fixture
def linked(repo):
    decide(repo, number=1, status="superseded", extra="superseded_by: ADR-002\n")
    decide(repo, NO_STAR, "- Be kind.", number=2, extra="supersedes: [ADR-099]\ndate: 2026-01-02\nproject: shop\n")
    decide(repo, number=3, extra="depends_on: 2\n")
    repo.commit()
    return repo


def ids(decisions):
    return [one.id for one in decisions]


def test_links_are_told_both_ways_whichever_note_states_them(linked):
    links = show(str(linked.root), "2").linked
    assert (ids(links.supersedes), ids(links.needed_by)) == (["ADR-001"], ["ADR-003"])
    assert [(one.kind, one.name) for one in links.unresolved] == [("supersedes", "ADR-099")]
    assert ids(show(str(linked.root), "1").linked.superseded_by) == ["ADR-002"]
    assert ids(show(str(linked.root), "3").linked.depends_on) == ["ADR-002"]


def test_what_is_enforced_and_what_is_not_is_told(linked):
    linked.write("src/a.py", "q = 'SELECT * FROM a'\n")
    judge(linked, today="2026-03-04")
    found = show(str(linked.root), "ADR-002")
    assert [rule.invariant for rule in found.rules] == ["deny: SELECT * FROM"]
    assert found.decision.prose == ("Be kind.",)
    assert (found.hit.day, found.hit.path) == ("2026-03-04", "src/a.py")
    assert (found.decision.date, found.decision.project) == ("2026-01-02", "shop")


def test_the_body_is_what_stands_below_the_frontmatter(linked):
    assert show(str(linked.root), "3").body == ["# 3. Decision", "", "## Invariants"]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf---\r\nid: ADR-009\r\nstatus: accepted\r\n---\r\n# Nine\r\n\xff", id="BOM, CRLF, no UTF-8"),
        pytest.param(b"# 9. Nine", id="no final newline"),
        pytest.param(b"---\nid: [\n---\n# broken\n", id="broken frontmatter"),
    ],
)  # fmt: skip
def test_the_text_is_the_note_byte_for_byte(linked, data):
    linked.write("docs/adr/0009-nine.md", data)
    assert text(str(linked.root), "0009-nine").data == data
    linked.commit()
    linked.write("docs/adr/0009-nine.md", "# 9. Other\n")
    assert text(str(linked.root), "0009-nine", "HEAD").data == data


def test_a_commit_is_shown_as_it_was(linked):
    decide(linked, number=3, status="proposed")
    assert show(str(linked.root), "3").standing == "proposed"
    old = show(str(linked.root), "3", "HEAD")
    assert (old.standing, ids(old.linked.depends_on)) == ("accepted", ["ADR-002"])


def test_a_decision_that_was_not_there_yet_is_refused(linked):
    decide(linked, number=4)
    assert show(str(linked.root), "4").decision.id == "ADR-004"
    with pytest.raises(UsageError):
        show(str(linked.root), "4", "HEAD")


def test_notes_outside_of_git_are_shown(linked, tmp_path):
    vault = tmp_path / "vault/02_Architecture"
    vault.mkdir(parents=True)
    (vault / "ADR-050.md").write_text("---\nid: ADR-050\nstatus: accepted\n---\n# Outside\n")
    linked.write(".adrguard.toml", f'vault = "{vault.parent.as_posix()}"\n')
    linked.commit()
    assert show(str(linked.root), "50").body == ["# Outside"]
    assert show(str(linked.root), "50", "HEAD").body == ["# Outside"]


def test_a_note_that_a_sparse_checkout_leaves_out_is_shown(linked):
    linked.git("sparse-checkout", "set", "src")
    assert not (linked.root / "docs").exists()
    assert show(str(linked.root), "3").body[0] == "# 3. Decision"
