from __future__ import annotations

import pytest

from adrguard.memory.gc import digest
from adrguard.memory.gc.facts.book import MOST_ASKED, Book
from adrguard.memory.gc.marks import DIGEST, FOLDED, Mark, mark_of
from adrguard.memory.gc.parts import USER, Entry

HOW = "'adrguard inspect {node}' shows all of it."


def mark(tokens: int = 100_000) -> Mark:
    return Mark(DIGEST, "node_0123abcd", 7, tokens)


def book(errors: int = 2, words: int = 5) -> Book:
    made = Book()
    made.ask(Entry(USER, "mend it", asks=True))
    made.decisions.add("use RE2")
    made.records.add("ADR-003")
    made.edits.add("größe neu.py")
    for number in range(errors):
        made.errors.add(f"E{number:04d} src/x.rs:{number} " + "word " * words)
    made.tasks.say("- [ ] tell\nTODO: write")
    made.tasks.listed.add("list")
    return made


@pytest.mark.parametrize(
    "made", [book(), book(0), book(300, 60), Book()], ids=["some", "no errors", "many long errors", "nothing"]
)
def test_what_is_written_is_read_back(made: Book) -> None:
    text = digest.rendered(made, mark(), HOW)
    assert digest.is_one(text)
    back = Book()
    digest.restore(back, text)
    assert digest.rendered(back, mark(), HOW) == text
    assert len(back.errors) == len(made.errors)


def test_a_long_digest_cuts_words_but_names_everything() -> None:
    text = digest.rendered(book(300, 60), mark(20_000), HOW)
    assert all(f"- E{number:04d} src/x.rs:{number} " in text for number in range(300))
    assert max(map(len, text.split("\n"))) < 140


def test_what_was_asked_is_shown_first_and_lately() -> None:
    made = Book()
    for number in range(60):
        made.ask(Entry(USER, f"question {number}", asks=True))
    shown = digest.asked(made)
    assert shown[0] == "question 0"
    assert shown[-1] == "question 59"
    assert len(shown) == MOST_ASKED


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[adrguard gc: digest node_0123abcd, 7 turns, 5 tokens]", id="a mark alone"),
        pytest.param("[adrguard gc: digest node_0123abcd, 7 turns, 5 tokens]\nplease", id="words of a person"),
        pytest.param(digest.rendered(book(), mark(), HOW) + "and more\n", id="more behind it"),
        pytest.param(digest.rendered(book(), mark(), HOW).replace("## Errors", "## Mine"), id="another heading"),
    ],
)
def test_what_only_looks_like_a_digest_is_none(text: str) -> None:
    assert not digest.is_one(text)


def test_a_mark_is_known_at_the_beginning_only() -> None:
    folded = Mark(FOLDED, "node_0123abcd", 1, 1)
    assert mark_of(folded.text + "\nrest") == folded
    assert mark_of(" " + folded.text) is None
    assert mark_of(folded.text.replace("0123abcd", "0123ABCD")) is None


def test_one_turn_is_told_as_one() -> None:
    text = digest.rendered(book(), mark().replace(count=1), HOW)
    assert "What 1 earlier turn of this session came to;" in text
    assert digest.is_one(text)
