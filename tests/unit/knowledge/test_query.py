"""What is typed becomes an expression that SQLite takes, whatever it is."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator

import pytest

from adrguard.knowledge import words
from adrguard.knowledge.query import MOST_TERMS, understood

TEXTS = {
    1: "再試行する互斥锁",
    2: "We use C++ and ADR-012, since v2.5",
    3: "don't stop: the retry storm of payment locks",
    4: "fetch src/payment/lock.py and C# too",
    5: "status is done",
}


@pytest.fixture(scope="module")
def base() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61 remove_diacritics 2')")
    connection.executemany("INSERT INTO t(rowid, x) VALUES (?, ?)", [(k, words.kept(v)) for k, v in TEXTS.items()])
    yield connection
    connection.close()


def search(base: sqlite3.Connection, match: str) -> set[int]:
    return {row for (row,) in base.execute("SELECT rowid FROM t WHERE t MATCH ?", (match,))}


@pytest.mark.parametrize(
    ("query", "notes"),
    [
        pytest.param("ADR-012", {2}, id="id"),
        pytest.param("ADR-013", set(), id="an id is not its parts"),
        pytest.param("C++", {2}, id="C++"),
        pytest.param("c#", {4}, id="C#"),
        pytest.param("v2.5", {2}, id="version"),
        pytest.param("don't", {3}, id="apostrophe"),
        pytest.param("lock:payment", {3, 4}, id="colon"),
        pytest.param("status: done", {5}, id="column filter"),
        pytest.param("src/payment", {3, 4}, id="path"),
        pytest.param("NEAR(retry", {3}, id="NEAR"),
        pytest.param("retry AND OR NOT", {2, 3, 4}, id="operators are words"),
        pytest.param("(retry", {3}, id="parenthesis"),
        pytest.param("retries locked", {3, 4}, id="stems"),
        pytest.param("锁", {1}, id="one character"),
        pytest.param("互", {1}, id="one character at the beginning"),
        pytest.param("再試行", {1}, id="run"),
        pytest.param("試行の方法", {1}, id="a part of the run"),
        pytest.param('"retry storm"', {3}, id="phrase"),
        pytest.param('"storm retry"', set(), id="a phrase that is not there"),
        pytest.param('"retry storm" status', {3}, id="a phrase is needed, words are not"),
        pytest.param("\u201cretry storm\u201d", {3}, id="curly quotation marks"),
        pytest.param('"互斥锁"', {1}, id="phrase without blanks"),
        pytest.param('foo"retry', {3}, id="lone quotation mark"),
        pytest.param("retry\0storm", {3}, id="NUL"),
        pytest.param("\ud800 retry", {3}, id="lone surrogate"),
    ],
)
def test_a_query_finds(base: sqlite3.Connection, query: str, notes: set[int]) -> None:
    assert search(base, understood(query).match()) == notes


@pytest.mark.parametrize("query", ["", " ", "*", '"', '""', "\0", "(", "-", "()[]{}", "…"])
def test_nothing_to_look_for_is_known_as_such(query: str) -> None:
    assert understood(query).is_empty


def test_a_query_without_end_is_cut_and_says_so(base: sqlite3.Connection) -> None:
    asked = understood(" ".join(f"word{number}" for number in range(20_000)))
    assert len(asked.terms) == MOST_TERMS
    assert asked.left_out > 5_000
    search(base, asked.match())


def test_names_are_all_of_it_and_what_looks_like_an_id() -> None:
    assert understood("ADR-012").names == ("ADR-012",)
    assert understood("what does ADR-012 say of [[Payment locks]]?").names[1:] == ("ADR-012", "Payment locks")
    assert understood('"Use events"').names[0] == "Use events"


def test_no_query_makes_sqlite_fail(base: sqlite3.Connection) -> None:
    rng = random.Random(5)  # noqa: S311 -- it makes queries
    pieces = [
        *"abc\"'*^:+-{}()[]\\/.,;#@!~`|\0\n\t锁互再試ガ잠금é\u202e",
        "\ud800",
        "AND",
        " OR ",
        "NEAR(",
        "NOT ",
        '""',
        "C++",
    ]
    for _ in range(4_000):
        asked = understood("".join(rng.choice(pieces) for _ in range(rng.randrange(30))))
        for match in (asked.match(), asked.match(phrases=False)):
            if match:
                search(base, match)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("status", "statuses", id="us"),
        pytest.param("alias", "aliases", id="as"),
        pytest.param("analysis", "analyses", id="sis"),
        pytest.param("index", "indices", id="ex"),
        pytest.param("matrix", "matrices", id="ix"),
        pytest.param("lens", "lenses", id="ns"),
        pytest.param("class", "classes", id="what the stemmer knows itself"),
    ],
)
def test_a_word_is_found_in_its_plural_and_the_other_way_round(one: str, other: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61 remove_diacritics 2')")
    connection.executemany("INSERT INTO t(rowid, x) VALUES (?, ?)", [(1, one), (2, other), (3, "us and a case")])
    assert search(connection, understood(one).match()) == search(connection, understood(other).match()) == {1, 2}
    connection.close()


@pytest.mark.parametrize("word", ["uses", "case", "cases", "es", "ADR-012", "größe"])
def test_a_word_is_not_taken_for_a_form_of_another(word: str, base: sqlite3.Connection) -> None:
    assert not any(one in ('"us"', '"cas"', '"e"') for one in understood(word).forms)
    search(base, understood(word).match())


@pytest.mark.parametrize("said", ["[[lock]]", "[[lock|shown]]", "[[lock#part]]", "see ![[lock#^block]]", "./lock"])
def test_a_link_asks_for_the_note_by_its_name(said: str) -> None:
    assert "lock" in understood(said).names
