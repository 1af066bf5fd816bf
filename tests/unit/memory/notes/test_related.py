from __future__ import annotations

import pytest

from adrguard.memory.notes.related import Shelf
from adrguard.model.decisions import IN_FORCE, Decision
from adrguard.vault.customs.manners import MARKDOWN, WIKI

DECISIONS = (Decision("ADR-012", "Use events", "wiki/02_Architecture/0012-use-events.md", "accepted", IN_FORCE),)
NOTES = (
    "wiki/10_Projects/payment-gateway.md",
    "wiki/20_Cards/Retry storm.md",
    "wiki/20_Cards/twin.md",
    "wiki/20_Cards/deep/twin.md",
    "wiki/a/same.md",
    "wiki/b/same.md",
    "wiki/01_AI_Logs/2026-10-08-stripe-storm.md",
)
START = "wiki/01_AI_Logs/new.md"


@pytest.fixture
def shelf() -> Shelf:
    return Shelf(NOTES, DECISIONS, "wiki")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("payment-gateway", "[[payment-gateway]]"),
        ("[[payment-gateway]]", "[[payment-gateway]]"),
        ("Payment-Gateway.md", "[[payment-gateway]]"),
        ("Payment Gateway", "[[payment-gateway]]"),
        ("10_Projects/payment-gateway", "[[payment-gateway]]"),
        ("../10_Projects/payment-gateway.md", "[[payment-gateway]]"),
        ("[Pay](../10_Projects/payment-gateway.md)", "[[payment-gateway|Pay]]"),
        ("[[payment-gateway#Keys|the keys]]", "[[payment-gateway#Keys|the keys]]"),
        ("retry-storm", "[[Retry storm]]"),
        ("stripe storm", "[[2026-10-08-stripe-storm]]"),
        ("ADR-12", "[[0012-use-events]]"),
        ("twin", "[[20_Cards/twin]]"),
        ("20_Cards/deep/twin", "[[20_Cards/deep/twin]]"),
    ],
)
def test_a_note_is_found_by_what_people_call_it(shelf, said, text) -> None:
    link = shelf.link(said, START, WIKI)
    assert link.text == text
    assert link.path


def test_the_note_beside_is_meant_first(shelf) -> None:
    assert shelf.find("same", "wiki/b/x.md") == ("wiki/b/same.md",)


def test_several_notes_of_one_name_are_told(shelf) -> None:
    link = shelf.link("same", START, WIKI)
    assert (link.text, link.path, link.several) == ("[[same]]", "", ("wiki/a/same.md", "wiki/b/same.md"))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("unknown", "[[unknown]]"),
        ("un]]kn|own", "[[un kn|own]]"),
        ("unknown#a]]b|c|[[d]]", "[[unknown#a b|c d]]"),
        ("adr", "[[adr]]"),
        ("[[|label]]", ""),
        ("#", ""),
        ("https://example.org/a", "https://example.org/a"),
    ],
)
def test_an_unknown_note_is_still_linked(shelf, said, text) -> None:
    assert shelf.link(said, START, WIKI).text == text


def test_markdown_links_where_the_vault_has_them(shelf) -> None:
    assert shelf.link("ADR-12", START, MARKDOWN).text == "[Use events](../02_Architecture/0012-use-events.md)"
    assert shelf.link("Retry storm", START, MARKDOWN).text == "[Retry storm](../20_Cards/Retry%20storm.md)"
    assert shelf.link("unknown", START, MARKDOWN).text == "[[unknown]]"
