"""Decisions by their addresses."""

from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, adr, decide
from fakes.serving import desk

from adrguard.mcp_server.resources import listed, read
from adrguard.mcp_server.tool import Desk
from adrguard.model.errors import AdrguardError
from adrguard.usecases.served_places import served


def test_every_decision_is_listed_with_where_it_stands(repo) -> None:
    decide(repo, NO_STAR)
    decide(repo, number=2, status="superseded")
    repo.commit()
    found = listed(desk(repo))
    assert [one.uri for one in found] == ["adr://ADR-001", "adr://ADR-002"]
    assert found[0].description == "accepted, 1 rules; docs/adr/0001-decision.md"
    assert found[1].description.startswith("superseded")


@pytest.mark.parametrize("uri", ["adr://ADR-001", "adr://adr-001", "adr://1", "adr://0001-decision", "adr://ADR-001/"])
def test_a_decision_is_read_by_any_of_its_names(repo, uri: str) -> None:
    decide(repo, NO_STAR)
    assert read(desk(repo), uri) == adr(1, NO_STAR)


def test_a_note_is_read_as_it_is_now(repo) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    decide(repo, "- deny: `eval(`")
    assert "eval(" in read(desk(repo), "adr://ADR-001")


def test_an_id_that_was_given_twice_is_addressed_by_path(repo) -> None:
    repo.write("docs/adr/0001-a.md", adr(1, NO_STAR))
    repo.write("docs/adr/0001-b.md", adr(1, "- deny: `eval(`"))
    assert [one.uri for one in listed(desk(repo))] == ["adr://docs%2Fadr%2F0001-a.md", "adr://docs%2Fadr%2F0001-b.md"]
    assert "eval(" in read(desk(repo), "adr://docs%2Fadr%2F0001-b.md")
    with pytest.raises(AdrguardError, match="means several decisions"):
        read(desk(repo), "adr://ADR-001")


@pytest.mark.parametrize(
    "uri", ["adr://ADR-009", "adr://", "adr://../../etc/passwd", "adr://%2Fetc%2Fpasswd", "adr://a%00b", "file:///etc"]
)
def test_what_means_no_decision_is_refused(repo, uri: str) -> None:
    decide(repo, NO_STAR)
    with pytest.raises(AdrguardError):
        read(desk(repo), uri)


def test_without_a_repository_there_is_nothing_to_list(tmp_path) -> None:
    assert listed(Desk(served(str(tmp_path)))) == ()
