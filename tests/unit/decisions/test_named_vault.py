"""The decisions around a change where another vault stands in."""

from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, adr

from adrguard.changes import worktree
from adrguard.decisions import named_vault
from adrguard.system import repository


@pytest.fixture
def around(repo):
    """Return the decisions on both sides of all that is not committed, with this vault."""

    def around(vault):
        found = repository.find(str(repo.root))
        return named_vault.for_change(found, worktree.read(found), str(vault))

    return around


def ids(decisions) -> list[str]:
    return [one.id for one in decisions.decisions]


def test_a_vault_elsewhere_binds_on_both_sides(repo, around, tmp_path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "one.md").write_text(adr(7, NO_STAR), encoding="utf-8")
    repo.commit()
    repo.write("a.py", "x\n")
    after, before = around(tmp_path / "vault")
    assert ids(after) == ["ADR-007"]
    assert after is before


def test_a_vault_in_the_repository_is_read_as_it_was_and_as_it_is(repo, around) -> None:
    repo.write("wiki/one.md", adr(7, NO_STAR))
    repo.commit()
    repo.write("wiki/two.md", adr(8, "- deny: `eval(`"))
    after, before = around(repo.root / "wiki")
    assert (ids(after), ids(before)) == (["ADR-007", "ADR-008"], ["ADR-007"])


def test_before_the_first_commit_there_was_nothing(repo, around) -> None:
    repo.write("wiki/one.md", adr(7, NO_STAR))
    after, before = around(repo.root / "wiki")
    assert (ids(after), ids(before)) == (["ADR-007"], [])
