"""A project named as the loadout names it."""

from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.model.errors import UsageError
from adrguard.usecases.check_by_project import check_by_project
from adrguard.usecases.check_changes import CheckRequest


@pytest.mark.parametrize(
    ("name", "found"),
    [
        pytest.param("", ["ADR-001", "ADR-002"], id="none"),
        pytest.param("shop", ["ADR-001", "ADR-002"], id="one that a decision is bound to"),
        pytest.param("SHOP", ["ADR-001", "ADR-002"], id="in another case"),
        pytest.param("pay", ["ADR-002"], id="one that only has a note"),
        pytest.param("gateway", ["ADR-002"], id="a part of its name"),
    ],
)
def test_the_decisions_of_the_project_and_the_general_ones_judge(repo, name: str, found: list[str]) -> None:
    decide(repo, "- deny: `eval(`", extra="project: shop\n")
    decide(repo, "- deny: `exec(`", number=2)
    repo.write(".adrguard/wiki/10_Projects/pay-gateway.md", "# Pay\n")
    repo.commit()
    repo.write("a.py", "eval(x)\nexec(y)\n")
    outcome = check_by_project(CheckRequest(str(repo.root), "worktree", project=name))
    assert [one.rule.decision for one in outcome.violations] == found


def test_a_project_that_nobody_knows_is_refused(repo) -> None:
    decide(repo, "- deny: `eval(`")
    repo.commit()
    with pytest.raises(UsageError, match="there is no project 'nowhere'"):
        check_by_project(CheckRequest(str(repo.root), "worktree", project="nowhere"))
