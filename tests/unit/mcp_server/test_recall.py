"""`recall_memory`, every argument of it, called as the server calls it."""

from __future__ import annotations

import pytest
from fakes.guarding import decide
from fakes.serving import call, desk, tool

from adrguard.mcp_server.bounds import MOST_BYTES
from adrguard.mcp_server.work import StoppedError, Task
from adrguard.model.errors import UsageError

VAULT = ".adrguard/wiki"


@pytest.fixture
def known(repo):
    """A vault with a few notes about one thing."""
    for number in range(8):
        repo.write(f"{VAULT}/20_Cards/lock-{number}.md", f"# Lock {number}\n\nA redis lock, the {number}th.\n")
    repo.commit()
    return repo


def lines(answer) -> list[str]:
    return [line for line in answer.text.splitlines() if line.startswith("!μ:")]


def test_each_note_is_one_line_and_the_text_is_all(known) -> None:
    answer = call(known, "recall_memory", query="redis lock")
    assert (len(lines(answer)), answer.data) == (5, None)
    assert "(5 of 8 notes; a limit of 8 shows more)" in answer.text


def test_a_limit_is_kept_and_one_that_is_none_is_refused(known) -> None:
    assert len(lines(call(known, "recall_memory", query="redis", limit=2))) == 2
    for limit in (-1, 0, 201, 10**30):
        with pytest.raises(UsageError, match="cannot be had"):
            call(known, "recall_memory", query="redis", limit=limit)


def test_whole_notes_come_as_far_as_a_client_can_carry_them(known) -> None:
    assert "# Lock 3" in call(known, "recall_memory", query="lock 3", full=True).text
    for number in range(4):
        known.write(f"{VAULT}/20_Cards/long-{number}.md", "# 长\n\n" + "分布式 redis 锁。\n" * 2000)
    answer = call(known, "recall_memory", query="redis", full=True, limit=10)
    assert len(answer.text.encode()) <= MOST_BYTES + 100
    assert "more bytes of it are in the file)" in answer.text


def test_by_words_alone_and_without_vectors_it_says_so(known) -> None:
    assert "by meaning" not in call(known, "recall_memory", query="redis", mode="bm25").text
    assert "no note has a vector here" in call(known, "recall_memory", query="redis").text
    with pytest.raises(UsageError, match="no note has a vector here"):
        call(known, "recall_memory", query="redis", mode="vector")


@pytest.mark.parametrize(
    "query",
    ["AND OR NOT", "NEAR(", "a\0b", "redis " * 20_000, "x';--", "col:x", "redis\u202e"],
    ids=["operators", "near", "NUL", "20,000 words", "SQL", "a column", "marks"],
)
def test_a_query_is_words_whatever_it_looks_like(known, query: str) -> None:
    assert call(known, "recall_memory", query=query).text


@pytest.mark.parametrize("query", ['"', "*" * 1000, "\u202e", "  "], ids=["a quote", "stars", "marks", "blanks"])
def test_a_query_without_a_word_is_refused(known, query: str) -> None:
    with pytest.raises(UsageError, match="nothing in the query"):
        call(known, "recall_memory", query=query)


def test_what_gave_way_stands_below_what_took_its_place(known) -> None:
    decide(known, "- deny: `redis_old`", status="superseded", extra="superseded_by: ADR-002\n")
    decide(known, "- deny: `redis_new`", number=2, extra="supersedes: ADR-001\n")
    found = lines(call(known, "recall_memory", query="ADR-001"))
    assert [one.split("|")[1][-16:] for one in found[:2]] == ["0002-decision.md", "0001-decision.md"]
    assert "|status:superseded by ADR-002" in found[1]


class Stopping(Task):
    """A call whose client goes away while the notes are indexed."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after
        self.told: list[str] = []

    def begin(self, what: str) -> None:
        self.told.append(what)
        self.stopped = len(self.told) > self.after
        super().begin(what)


def test_indexing_is_told_and_a_cancelled_one_leaves_nothing_half_done(known) -> None:
    recall, work = tool("recall_memory"), Stopping(4)
    with pytest.raises(StoppedError):
        recall.run(desk(known), work, {"query": "redis"})
    assert work.told[:2] == ["looking at the notes", "indexing notes: 0 of 8"]
    patient = Stopping(1000)
    assert len(lines(recall.run(desk(known), patient, {"query": "redis"}))) == 5
    assert patient.told[-1] == "indexing notes: 8 of 8"
    again = Stopping(1000)
    recall.run(desk(known), again, {"query": "redis"})
    assert again.told == ["looking at the notes"]


def test_without_notes_the_way_out_is_told(repo) -> None:
    with pytest.raises(UsageError) as raised:
        call(repo, "recall_memory", query="redis")
    assert "adrguard init" in raised.value.hint
