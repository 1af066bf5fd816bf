from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.usecases.decisions.draw_decisions import draw


@pytest.fixture
def linked(repo):
    decide(repo, number=1, status="superseded", extra="superseded_by: ADR-002\n")
    decide(repo, "See [[ADR-004]] and [one](0001-decision.md).", number=2, extra="supersedes: [ADR-001]\n")
    decide(repo, number=3, status="proposed", extra="depends_on: ADR-002\nsupersedes: ADR-099\n")
    decide(repo, number=4, status="rejected")
    decide(repo, number=5)
    repo.commit()
    return repo


def edges(drawn):
    ids = {node.key: node.id for node in drawn.nodes}
    return [(ids[edge.source], edge.kind, ids[edge.target]) for edge in drawn.edges]


def test_links_are_drawn_once_whichever_note_states_them(linked):
    assert edges(draw(str(linked.root))) == [
        ("ADR-002", "supersedes", "ADR-001"),
        ("ADR-003", "depends on", "ADR-002"),
        ("ADR-003", "supersedes", "ADR-099"),
        ("ADR-002", "links to", "ADR-004"),
    ]


def test_each_node_has_its_state_and_what_is_not_there_is_drawn_as_missing(linked):
    assert {node.id: node.state for node in draw(str(linked.root)).nodes} == {
        "ADR-001": "superseded",
        "ADR-002": "in_force",
        "ADR-003": "proposed",
        "ADR-004": "ended",
        "ADR-099": "missing",
    }


def test_what_nothing_links_to_is_drawn_when_asked_for(linked):
    drawn = draw(str(linked.root))
    assert ("ADR-005" in [node.id for node in drawn.nodes], drawn.left_out) == (False, 1)
    drawn = draw(str(linked.root), everything=True)
    assert ("ADR-005" in [node.id for node in drawn.nodes], drawn.left_out) == (True, 0)


def test_a_commit_is_drawn_as_it_was(linked):
    decide(linked, "See [[ADR-005]].", number=4, status="rejected")
    assert ("ADR-004", "links to", "ADR-005") in edges(draw(str(linked.root)))
    assert ("ADR-004", "links to", "ADR-005") not in edges(draw(str(linked.root), "HEAD"))


def test_decisions_that_name_each_other_in_a_circle_are_drawn(repo):
    decide(repo, number=1, extra="supersedes: 2\ndepends_on: 1\n")
    decide(repo, number=2, extra="supersedes: 1\n")
    assert edges(draw(str(repo.root))) == [
        ("ADR-001", "supersedes", "ADR-002"),
        ("ADR-001", "depends on", "ADR-001"),
        ("ADR-002", "supersedes", "ADR-001"),
    ]


def test_a_name_that_can_mean_several_is_told(repo):
    repo.write("docs/adr/0001-a.md", "---\nid: ADR-1\nstatus: accepted\n---\n# A\n")
    repo.write("docs/adr/0001-b.md", "---\nid: ADR-01\nstatus: accepted\n---\n# B\n")
    decide(repo, number=7, extra="depends_on: 1\n")
    (missing,) = [node for node in draw(str(repo.root)).nodes if node.state == "missing"]
    assert (missing.id, missing.standing) == ("1", "can mean ADR-1, ADR-01")


def test_a_broken_note_is_drawn_without_its_links(repo):
    decide(repo, number=1)
    repo.write("docs/adr/0002-x.md", b"---\nid: [\n---\n# X \xff\n")
    assert len(draw(str(repo.root), everything=True).nodes) == 2
