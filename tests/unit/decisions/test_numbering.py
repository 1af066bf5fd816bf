from __future__ import annotations

import pytest

from adrguard.decisions.numbering import numbering
from adrguard.model.decisions import IN_FORCE, Decision


def decision(path, own_id):
    return Decision(own_id, "Title", path, "accepted", IN_FORCE)


def numbered(*numbers, folder="docs/adr"):
    return [decision(f"{folder}/{number:04d}-x.md", f"ADR-{number:04d}") for number in numbers]


@pytest.mark.parametrize(
    ("decisions", "said"),
    [
        pytest.param(numbered(1, 2, 3), [], id="no gap"),
        pytest.param(numbered(0, 1), [], id="from zero on"),
        pytest.param(numbered(7, 8), [], id="what comes before the first was never here"),
        pytest.param(numbered(1, 2, 5), ["the numbers 3 to 4"], id="two that follow each other"),
        pytest.param(numbered(1, 3), ["the number 2"], id="one"),
        pytest.param(numbered(1, 3, 5, 9), ["the numbers 2, 4 and 6 to 8"], id="several in one message"),
        pytest.param(numbered(*range(1, 40, 2)), ["the numbers 2, 4, 6, 8, 10, 12, 14, 16 and more"], id="very many"),
        pytest.param(numbered(1, 2024), [], id="a number that is a year"),
        pytest.param(numbered(1, 2) + numbered(4, 5, folder="app/adr"), [], id="each folder counts for itself"),
        pytest.param(
            [decision("adr/2024-01-02-a.md", "ADR-2024-01-02-a"), decision("adr/2024-03-02-b.md", "ADR-2024-03-02-b")],
            [],
            id="names that are dates",
        ),
        pytest.param([decision("adr/20240102-a.md", "ADR-20240102-a"), *numbered(1, folder="adr")], [], id="no dashes"),
        pytest.param([decision("adr/use-events.md", "use-events")], [], id="no number at all"),
    ],
)
def test_gaps_are_one_piece_of_advice_a_folder(decisions, said):
    found = list(numbering(decisions))
    assert [one.message.removeprefix("no decision has ") for one in found] == said
    assert {(one.code, one.severity, one.path) for one in found} <= {("numbering-gap", "advice", "docs/adr")}


def test_folders_side_by_side_may_share_their_numbers():
    shared = numbered(1, 4, 9, folder="adr/app") + numbered(2, 3, 6, folder="adr/ops") + numbered(5, folder="other/adr")
    said = {one.path: one.message.removeprefix("no decision has ") for one in numbering(shared)}
    assert said == {"adr/app": "the numbers 5 and 7 to 8", "adr/ops": "the number 5"}


def test_a_folder_that_is_the_root_is_named_as_such():
    (found,) = numbering([decision("1-a.md", "ADR-1"), decision("3-b.md", "ADR-3")])
    assert found.path == "."


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        pytest.param(["ADR-7-events", "ADR-7-queue"], ["ADR-7-queue"], id="two ids"),
        pytest.param(["ADR-007", "ADR-7"], ["ADR-7"], id="zeros in front"),
        pytest.param(["ADR-7", "adr-7"], [], id="one id is another mistake"),
        pytest.param(["ADR-7-a", "ADR-7-b", "ADR-7-c"], ["ADR-7-b", "ADR-7-c"], id="three"),
    ],
)
def test_a_number_given_twice_is_a_warning_at_the_later_one(ids, said):
    found = list(numbering([decision(f"docs/adr/{index}.md", one) for index, one in enumerate(ids)]))
    assert [one.message.split(" has ")[0] for one in found] == said
    assert {(one.code, one.severity) for one in found} <= {("duplicate-number", "warning")}
    assert all(one.path != "docs/adr/0.md" for one in found)


def test_a_number_may_be_given_again_in_another_folder():
    assert list(numbering(numbered(1, 2) + numbered(1, 2, folder="app/adr"))) == []
