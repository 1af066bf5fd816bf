"""A decision has many names."""

from __future__ import annotations

import pytest

from adrguard.decisions.naming import Names, number_of
from adrguard.model.decisions import IN_FORCE, Decision


def decision(id_: str, path: str) -> Decision:
    return Decision(id_, "", path, "accepted", IN_FORCE)


QUERY = decision("ADR-008-QuerySafety", "wiki/20_Cards/adr-008-sql-best-practices.md")
ONE = decision("ADR-0001", "docs/adr/0001-record-decisions.md")
TWELVE = decision("ADR-0012", "docs/adr/0012-use-events.md")
DATED = decision("ADR-20260102-use-x", "docs/adr/20260102-use-x.md")
NAMES = Names([QUERY, ONE, TWELVE, DATED])


@pytest.mark.parametrize(
    ("name", "found"),
    [
        pytest.param("ADR-008-QuerySafety", QUERY, id="id"),
        pytest.param("adr-008-querysafety", QUERY, id="id in any case"),
        pytest.param("ADR-008", QUERY, id="beginning of an id"),
        pytest.param("ADR-8", QUERY, id="number without zeros"),
        pytest.param("8", QUERY, id="bare number"),
        pytest.param("#8", QUERY, id="number with a hash"),
        pytest.param("adr 0008", QUERY, id="number with a blank"),
        pytest.param("adr-008-sql-best-practices", QUERY, id="file stem"),
        pytest.param("wiki/20_Cards/adr-008-sql-best-practices.md", QUERY, id="path"),
        pytest.param("wiki/20_Cards/adr-008-sql-best-practices", QUERY, id="path without ending"),
        pytest.param("[[adr-008-sql-best-practices]]", QUERY, id="WikiLink"),
        pytest.param("[[20_Cards/adr-008-sql-best-practices.md|SQL]]", QUERY, id="WikiLink with folder and alias"),
        pytest.param("[[adr-008-sql-best-practices#Invariants]]", QUERY, id="WikiLink with heading"),
        pytest.param("[8. SQL](adr-008-sql-best-practices.md)", QUERY, id="Markdown link"),
        pytest.param("ADR-0012: Use events", TWELVE, id="id and title"),
        pytest.param("`ADR-12`", TWELVE, id="code span"),
        pytest.param("ADR-0012#a1b2c3", TWELVE, id="a rule's id"),
        pytest.param("ADR-20260102", DATED, id="a date"),
        pytest.param("20260102-use-x", DATED, id="a log4brains slug"),
        pytest.param("ADR-1", ONE, id="one is not the beginning of twelve"),
    ],
)
def test_it_is_found_by(name: str, found: Decision) -> None:
    assert NAMES.find(name) == [found]


@pytest.mark.parametrize(
    "name", ["", "ADR-2", "2", "events", "docs", "ADR-99: nothing", "[x](https://example.org)", "12x"]
)
def test_nothing_is_found_by(name: str) -> None:
    assert NAMES.find(name) == []


def test_an_ambiguous_beginning_finds_all() -> None:
    assert NAMES.find("ADR-0") == [QUERY, ONE, TWELVE] or NAMES.find("ADR-") == [QUERY, ONE, TWELVE, DATED]


@pytest.mark.parametrize(
    "name", ["0001-b.md", "./0001-b.md", "../adr/0001-b.md", "/one/adr/0001-b.md", "one/adr/0001-b.md"]
)
def test_a_path_is_relative_to_the_note_that_names_it(name: str) -> None:
    same = [decision("A-1", "one/adr/0001-b.md"), decision("A-2", "two/adr/0001-b.md")]
    assert Names(same).find(name, "one/adr/0002-c.md") == same[:1]


def test_the_same_stem_in_two_folders_is_ambiguous() -> None:
    same = [decision("A-1", "one/x.md"), decision("A-2", "two/x.md")]
    assert Names(same).find("[[x]]") == same


@pytest.mark.parametrize(
    ("one", "number"),
    [
        (QUERY, "8"),
        (ONE, "1"),
        (DATED, ""),
        (decision("use-x", "docs/adr/0007-use-x.md"), "7"),
        (decision("x", "y.md"), ""),
    ],
)
def test_the_number(one: Decision, number: str) -> None:
    assert number_of(one) == number


def test_of_paths_that_differ_by_case_alone_the_one_that_is_written_is_meant() -> None:
    upper, lower = decision("ADR-2", "docs/adr/0002-New.md"), decision("ADR-2", "docs/adr/0002-new.md")
    names = Names([upper, lower])
    assert names.find("docs/adr/0002-New.md") == [upper]
    assert names.find("0002-new.md", "docs/adr/0001-x.md") == [lower]
    assert names.find("docs/adr/0002-NEW.md") == [upper, lower]
