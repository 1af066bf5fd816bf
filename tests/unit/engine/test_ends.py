"""A decision ends properly by a successor in force here, or by a word of its own; everything else talks it away."""

from __future__ import annotations

import pytest

from adrguard.engine.ends import Ends
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW, Decision, DecisionSet, Settings
from adrguard.model.rules import Rule, TextTarget


def decision(number: int, status: str = "accepted", force: str = IN_FORCE, **more: object) -> Decision:
    return Decision(f"ADR-{number}", "One", f"docs/adr/{number:04d}.md", status, force, **more)


RULE = Rule("ADR-1#a", "ADR-1", "docs/adr/0001.md", 1, 1, "deny: x", "deny", "block", "text", (TextTarget("x", "x", True, True),))  # fmt: skip
OLD = decision(1)
BASE = DecisionSet((OLD,), (RULE,))
SUPERSEDED = OLD.replace(status="superseded", force=NOT_IN_FORCE, superseded_by=("ADR-2",))
REPLACED = OLD.replace(force=NOT_IN_FORCE, why="superseded by ADR-2")


def after(*decisions: Decision, project: str = "", **statuses: str) -> DecisionSet:
    return DecisionSet(decisions, settings=Settings(project=project, statuses=tuple(statuses.items())))


@pytest.mark.parametrize(
    ("now", "said"),
    [
        pytest.param(after(SUPERSEDED, decision(2)), "superseded by ADR-2", id="its status names one in force"),
        pytest.param(after(REPLACED, decision(2, supersedes=("ADR-1",))), "superseded by ADR-2", id="the other does"),
        pytest.param(
            after(
                SUPERSEDED,
                decision(2, "superseded", NOT_IN_FORCE, superseded_by=("ADR-3",)),
                decision(3),
            ),
            "superseded by ADR-2",
            id="which gave way itself",
        ),
        pytest.param(
            after(SUPERSEDED, decision(2, "deprecated", NOT_IN_FORCE)), "superseded by ADR-2", id="which ended itself"
        ),
        pytest.param(after(OLD.replace(status="deprecated", force=NOT_IN_FORCE)), "deprecated", id="deprecated"),
        pytest.param(after(OLD.replace(status="obsolete", force=NOT_IN_FORCE)), "obsolete", id="obsolete"),
        pytest.param(after(OLD.replace(status="withdrawn", force=NOT_IN_FORCE)), "withdrawn", id="withdrawn"),
        pytest.param(
            after(SUPERSEDED, decision(2, project="shop"), project="shop"), "superseded by ADR-2", id="by one of here"
        ),
    ],
)
def test_a_proper_end(now: DecisionSet, said: str) -> None:
    ends = Ends(now, BASE)
    assert ends.is_proper("ADR-1")
    assert ends.said(now.decisions[0]) == said


@pytest.mark.parametrize(
    ("now", "said"),
    [
        pytest.param(after(SUPERSEDED), "superseded by no decision that is there", id="a successor that is missing"),
        pytest.param(
            after(OLD.replace(status="superseded", force=NOT_IN_FORCE, superseded_by=("ADR-1",))),
            "superseded by ADR-1, which is not in force here",
            id="itself",
        ),
        pytest.param(after(SUPERSEDED, decision(2, "proposed", SHADOW)), "superseded by ADR-2, which", id="a proposal"),
        pytest.param(
            after(SUPERSEDED, decision(2, "", NOT_IN_FORCE, why="its frontmatter cannot be read")),
            "superseded by ADR-2, which",
            id="a broken one",
        ),
        pytest.param(
            after(REPLACED, decision(2, "superseded", NOT_IN_FORCE, supersedes=("ADR-1",))),
            "superseded by ADR-2",
            id="one that never was in force",
        ),
        pytest.param(
            after(SUPERSEDED, decision(2, project="office"), project="shop"),
            "superseded by ADR-2, which is not in force here",
            id="one of another project",
        ),
        pytest.param(after(OLD.replace(status="rejected", force=NOT_IN_FORCE)), "'rejected' ends no", id="rejected"),
        pytest.param(
            after(OLD.replace(status="parked", force=NOT_IN_FORCE), parked=NOT_IN_FORCE),
            "'parked' is made to mean that",
            id="a word of the change's own",
        ),
        pytest.param(
            after(OLD.replace(force=NOT_IN_FORCE, why="its frontmatter cannot be read")),
            "its frontmatter cannot be read",
            id="a note that is broken",
        ),
        pytest.param(
            after(
                OLD.replace(force=NOT_IN_FORCE, why="depends on ADR-2, which is not in force", depends_on=("ADR-2",)),
                decision(2, "deprecated", NOT_IN_FORCE),
            ),
            "depends on ADR-2, which is not in force",
            id="a dependency that is new",
        ),
    ],
)
def test_an_end_that_is_none(now: DecisionSet, said: str) -> None:
    ends = Ends(now, BASE)
    assert not ends.is_proper("ADR-1")
    assert ends.said(now.decisions[0]).startswith(said)


@pytest.mark.parametrize(("status", "proper"), [("deprecated", True), ("rejected", False)])
def test_what_ends_with_another_ends_as_properly_as_that(status: str, *, proper: bool) -> None:
    base = DecisionSet((OLD.replace(depends_on=("ADR-2",)), decision(2)), (RULE,))
    fallen = OLD.replace(force=NOT_IN_FORCE, why="depends on ADR-2, which is not in force", depends_on=("ADR-2",))
    assert Ends(after(fallen, decision(2, status, NOT_IN_FORCE)), base).is_proper("ADR-1") is proper


def test_a_decision_that_newly_depends_on_another_is_conditional() -> None:
    leaning = OLD.replace(depends_on=("ADR-2",))
    (found,) = Ends(after(leaning, decision(2)), BASE).conditional()
    assert found == (leaning, ())
    assert list(Ends(after(OLD), DecisionSet((leaning,), (RULE,))).conditional()) == []
    assert list(Ends(after(leaning), DecisionSet((OLD,))).conditional()) == []


def test_a_decision_still_in_force_and_one_that_is_gone_have_not_ended() -> None:
    assert not Ends(after(OLD), BASE).is_proper("ADR-1")
    assert not Ends(after(), BASE).is_proper("ADR-1")
