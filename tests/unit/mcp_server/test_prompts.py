"""The prompt that asks for a review."""

from __future__ import annotations

from fakes.guarding import NO_STAR, decide
from fakes.serving import desk

from adrguard.mcp_server.prompts import MOST_PROSE, review


def test_the_review_names_what_no_machine_enforces(repo) -> None:
    decide(repo, NO_STAR, "- Say why a query is slow.")
    decide(repo, "- An old wish.", number=2, status="superseded")
    text = review(desk(repo))
    assert "guard_check" in text
    assert "   - [ADR-001](adr://ADR-001): Say why a query is slow." in text
    assert "An old wish" not in text


def test_the_review_of_a_branch_says_so_to_the_tool(repo) -> None:
    decide(repo, NO_STAR)
    text = review(desk(repo), branch='main" x')
    assert '{"branch": "main\\" x"}' in text
    assert "No machine enforces" not in text


def test_very_many_wishes_are_counted(repo) -> None:
    decide(repo, *[f"- Wish number {n}." for n in range(MOST_PROSE + 2)])
    assert "and 2 more, in the decisions themselves" in review(desk(repo))
