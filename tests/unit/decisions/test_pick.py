from __future__ import annotations

import pytest

from adrguard.decisions.naming import Names
from adrguard.decisions.pick import pick
from adrguard.model.decisions import Decision
from adrguard.model.errors import UsageError

DECISIONS = [
    Decision("ADR-001", "Queue", "docs/adr/0001-queue.md", "accepted", "in force"),
    Decision("ADR-012", "Store", "docs/adr/0012-store.md", "accepted", "in force"),
    Decision("ADR-012", "Twin", "docs/adr/0012-twin.md", "accepted", "in force"),
]
NAMES = Names(DECISIONS)


@pytest.mark.parametrize(
    "name",
    ["ADR-001", "adr-1", "1", "#1", "0001-queue", "0001-queue.md", "docs/adr/0001-queue.md", "[[0001-queue|Queue]]", "ADR-001#rule"],
)  # fmt: skip
def test_a_decision_has_many_names(name):
    assert pick(NAMES, name).path == "docs/adr/0001-queue.md"


def test_an_absolute_path_is_taken_from_the_root(tmp_path):
    assert pick(NAMES, str(tmp_path / "docs/adr/0001-queue.md"), str(tmp_path)).id == "ADR-001"


def test_a_name_that_means_several_is_refused_with_all_of_them():
    with pytest.raises(UsageError) as refused:
        pick(NAMES, "12")
    assert "docs/adr/0012-store.md" in refused.value.message
    assert "docs/adr/0012-twin.md" in refused.value.message


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ADX-001", "did you mean ADR-001?"),
        ("0001-quue", "did you mean ADR-001?"),
        ("queu", "did you mean ADR-001?"),
        ("zzz", "`adrguard adr list` shows them all"),
        ("", "`adrguard adr list` shows them all"),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_the_nearest(name, hint):
    with pytest.raises(UsageError) as refused:
        pick(NAMES, name)
    assert refused.value.hint == hint
