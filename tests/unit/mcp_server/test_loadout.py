"""`get_project_loadout`, every argument of it, called as the server calls it."""

from __future__ import annotations

import pytest
from fakes.guarding import decide
from fakes.serving import call

from adrguard.model.errors import AdrguardError, UsageError


@pytest.fixture
def known(repo):
    """A repository with a project's note and decisions of different scopes."""
    repo.write(".adrguard/wiki/10_Projects/payment-gateway.md", "# Payment Gateway Core\n\nTaken exactly once.\n")
    decide(repo, "- deny: `a_first` in `docs/**`", number=1)
    decide(repo, "- deny: `b_second` in `src/**`", number=2)
    repo.commit()
    return repo


def test_the_text_is_all_of_the_answer(known) -> None:
    answer = call(known, "get_project_loadout")
    assert answer.text.startswith("# Context Loadout: Payment Gateway Core\n- Root: `10_Projects/payment-gateway.md`\n")
    assert "## L3 Invariants & Decisions:\n- [[0002-decision]]" in answer.text
    assert answer.data is None


def test_a_project_is_named_by_a_part_of_its_name(known) -> None:
    assert "Payment Gateway Core" in call(known, "get_project_loadout", project_name="gateway").text
    with pytest.raises(UsageError, match="there is no project 'nowhere'"):
        call(known, "get_project_loadout", project_name="nowhere")


@pytest.mark.parametrize("arguments", [{"diff": True}, {"branch": "main"}, {"diff": True, "branch": "main"}])
def test_what_meets_the_change_comes_first(known, arguments) -> None:
    known.write("docs/new.md", "x\n")
    lines = call(known, "get_project_loadout", **arguments).text.splitlines()
    first = lines.index("## L3 Invariants & Decisions:") + 1
    assert lines[first].startswith("- [[0001-decision]]")


def test_a_branch_that_is_not_there_is_refused(known) -> None:
    with pytest.raises(AdrguardError, match="git knows no commit 'nowhere'"):
        call(known, "get_project_loadout", branch="nowhere")


def test_mistakes_that_may_hide_decisions_are_remarks(known) -> None:
    decide(known, "- deny imprt: `x`", number=3)
    assert any("mistakes" in one for one in call(known, "get_project_loadout").remarks)
