"""A configuration that became milder says what it lets through; one that only says more is nothing to tell."""

from __future__ import annotations

import pytest

from adrguard.engine.configured import configuration
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, Decision, DecisionSet, Settings

FOUND = ("docs/adr/", "adr/", ".adrguard/wiki/")
NOTE = Decision("ADR-1", "One", "docs/adr/0001.md", "accepted", IN_FORCE)


def state(*folders: str, status: str = "accepted", **settings: object) -> DecisionSet:
    return DecisionSet(
        (NOTE.replace(status=status),), settings=Settings(**settings), policy_paths=(".adr-dir", *folders, *FOUND)
    )


def told(before: DecisionSet, after: DecisionSet, *paths: str) -> list[str]:
    found = list(configuration(after, before, paths))
    assert {one.how for one in found} <= {"configuration"}
    return [f"{one.path} | {one.before} | {one.after}" for one in found]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        pytest.param(
            state("arch/", adr_dirs=("arch",)),
            state(),
            ' | adr-dirs = ["arch"] | adr-dirs = []: folders of decisions that are no longer read: arch',
            id="a folder less",
        ),
        pytest.param(
            state("old/"),
            state("new/"),
            ".adr-dir |  | folders of decisions that are no longer read: old",
            id="adr-dir",
        ),
        pytest.param(
            state("notes/", vault="notes"),
            state("other/", vault="other"),
            ' | vault = "notes" | vault = "other": a vault that is no longer read: notes',
            id="another vault",
        ),
        pytest.param(
            state(statuses=(("live", IN_FORCE),)),
            state(statuses=(("live", NOT_IN_FORCE),)),
            ' | statuses.live = "in force" | statuses.live = "not in force": so is each decision that is live',
            id="another meaning of a word",
        ),
        pytest.param(
            state(),
            state(statuses=(("accepted", NOT_IN_FORCE),)),
            ' | statuses.accepted = "in force" | statuses.accepted = "not in force": so is each decision that is accepted',
            id="a word that is in use",
        ),
        pytest.param(
            state(status="parked"),
            state(status="parked", statuses=(("parked", NOT_IN_FORCE),)),
            ' | statuses.parked = "in force" | statuses.parked = "not in force": so is each decision that is parked',
            id="a word that a note has",
        ),
        pytest.param(
            state(project="shop"),
            state(project="office"),
            ' | project = "shop" | project = "office": decisions that are bound to another project do not bind',
            id="another project",
        ),
        pytest.param(
            state(max_file_size=20),
            state(max_file_size=10),
            " | max-file-size = 20 | max-file-size = 10: larger files are not judged",
            id="a size",
        ),
    ],
)
def test_what_is_let_through_is_said(before: DecisionSet, after: DecisionSet, said: str) -> None:
    assert told(before, after) == [said]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(state(), state("arch/", adr_dirs=("arch",)), id="a folder more"),
        pytest.param(state("adr/", adr_dirs=("adr",)), state(), id="a folder less that is read by itself"),
        pytest.param(state(), state("notes/", vault="notes"), id="a vault where none was"),
        pytest.param(state(), state(statuses=(("parked", NOT_IN_FORCE),)), id="a word that no note uses"),
        pytest.param(state(statuses=(("parked", NOT_IN_FORCE),)), state(), id="a word less that let go"),
    ],
)
def test_what_is_only_added_is_not(before: DecisionSet, after: DecisionSet) -> None:
    assert told(before, after, "docs/adr/0001.md", "arch/README.md", "arch/plan.png") == []


@pytest.mark.parametrize("path", ["src/page.md", "src/a.py"])
def test_a_folder_of_other_files_that_is_made_one_of_decisions_hides_them(path: str) -> None:
    lets = "Markdown in src is passed over by rules on text, as in a folder of decisions"
    assert told(state(), state("src/"), path) == [f".adr-dir |  | {lets} ({path} lies there)"]
    assert told(state(), state("src/", adr_dirs=("src",)), path) == [f" |  | {lets} ({path} lies there)"]
    assert told(state(), state("src/"), "src/README.md", "src/plan.png", "docs/adr/0001.md") == []
