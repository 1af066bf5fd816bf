"""Which decisions a supersession is about, and why it may not be."""

from __future__ import annotations

import pytest

from adrguard.decisions import succession
from adrguard.decisions.naming import Names
from adrguard.decisions.succession import MisnamedError, chosen, obstacles
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW, Decision, DecisionSet


def adr(number: int, status: str = "accepted", force: str = IN_FORCE, **fields) -> Decision:
    return Decision(f"ADR-{number:04}", f"Title {number}", f"docs/adr/{number:04}-title.md", status, force, **fields)


def test_each_name_finds_its_decision_once_and_in_order() -> None:
    decisions = [adr(1), adr(2), adr(3)]
    found = chosen(decisions, ["3", "[[0001-title]]", "docs/adr/0003-title.md"])
    assert [one.id for one in found] == ["ADR-0003", "ADR-0001"]


def test_every_wrong_name_is_told_in_one_go() -> None:
    twin = adr(2).replace(path="docs/adr/0002-other.md")
    with pytest.raises(MisnamedError) as caught:
        chosen([adr(1), adr(2), twin], ["ADR-0002", "ADR-0011", "nonsense"])
    said = f"{caught.value.message}\n{caught.value.hint}"
    assert "means several decisions: ADR-0002 (docs/adr/0002-title.md), ADR-0002 (docs/adr/0002-other.md)" in said
    assert "there is no decision 'ADR-0011': did you mean ADR-0001?" in said
    assert "there is no decision 'nonsense': `adrguard adr list` shows them all" in said
    assert "nothing was written" in said


def why(olds: list[Decision], new: Decision, *others: Decision) -> str:
    found = DecisionSet(tuple({one.path: one for one in (*olds, new, *others)}.values()))
    standing = next((one for one in found.decisions if one.path == new.path), None)
    return "\n".join(": ".join(pair) for pair in obstacles(olds, new, found, standing=standing))


def test_an_accepted_decision_gives_way_to_one_in_force() -> None:
    assert why([adr(1)], adr(2)) == ""


@pytest.mark.parametrize(
    ("olds", "new", "said"),
    [
        pytest.param([adr(1)], adr(1), "cannot supersede itself", id="itself"),
        pytest.param([adr(1)], adr(2, "proposed", SHADOW), "`adrguard adr accept ADR-0002`", id="only proposed"),
        pytest.param([adr(1)], adr(2, "rejected", NOT_IN_FORCE), "is not in force (rejected)", id="rejected"),
        pytest.param([adr(1, "rejected", NOT_IN_FORCE)], adr(2), "nothing to replace", id="what never was"),
        pytest.param(
            [adr(1, "superseded", NOT_IN_FORCE, superseded_by=("ADR-0009",))],
            adr(2),
            "its status is 'superseded' (superseded by ADR-0009)",
            id="superseded by another",
        ),
        pytest.param(
            [adr(1, "accepted", NOT_IN_FORCE, why="superseded by ADR-0009")],
            adr(2),
            "its status is 'superseded' (superseded by ADR-0009)",
            id="superseded by the other's word",
        ),
        pytest.param([adr(1, "proposed", SHADOW)], adr(2), "it never was in force", id="a proposal"),
        pytest.param([adr(1, "acepted")], adr(2), "mend it first", id="an unknown status"),
    ],
)
def test_a_supersession_that_may_not_be_says_why(olds: list[Decision], new: Decision, said: str) -> None:
    assert said in why(olds, new)


def test_two_decisions_never_supersede_each_other_even_round_several_corners() -> None:
    first = adr(1, supersedes=("ADR-0003",))
    third = adr(3, supersedes=("ADR-0002",))
    assert "would supersede each other" in why([first], adr(2), third)


def test_what_stands_already_may_be_completed() -> None:
    old = adr(1, "accepted", NOT_IN_FORCE, why="superseded by ADR-0002")
    assert why([old], adr(2, supersedes=("ADR-0001",))) == ""


def test_a_name_in_a_note_that_means_several_is_left_out() -> None:
    twin = adr(2).replace(path="docs/adr/0002-other.md")
    one = adr(1, supersedes=("ADR-0002", "ADR-0003"))
    found = DecisionSet((one, adr(2), twin, adr(3)))
    assert [other.id for other in succession.meant(one, one.supersedes, Names(found.decisions))] == ["ADR-0003"]
