from __future__ import annotations

import pytest

from adrguard.decisions.discover import Folders
from adrguard.memory.notes import content
from adrguard.memory.notes.draft import Draft, settled
from adrguard.memory.notes.flush import compose
from adrguard.memory.notes.form import Form
from adrguard.model.decisions import IN_FORCE, SHADOW, Settings
from adrguard.usecases.memory.notes.examine_draft import examined

WHERE = Folders(("docs/adr",), "wiki", outside=False)
DECISION = Form("wiki/02_Architecture/0002-a.md", "decision", "A", "2026-11-30", "ADR-0002", "accepted", "A")
CARD = Form("wiki/20_Cards/a.md", "concept", "A", "2026-11-30", heading="A")


def seen(text: str, form: Form = DECISION, settings: Settings = Settings()):  # noqa: B008 -- immutable
    draft, _ = settled(Draft("A", text, source="given"))
    return examined(compose(draft, content.read(text, "given"), form), form, draft, WHERE, settings)


def test_a_sound_decision_has_its_rules() -> None:
    found = seen("## Invariants\n\n- deny: `x_y`\n\n## Links\n\n- Supersedes [ADR-1](0001-b.md)\n")
    assert found.problems == ()
    assert found.force == IN_FORCE
    assert [one.decision for one in found.rules] == ["ADR-0002"]
    assert found.supersedes == ("0001-b.md",)


def test_a_proposed_one_only_advises() -> None:
    found = seen("---\nstatus: proposed\n---\n## Invariants\n\n- deny: `x_y`\n")
    assert found.force == SHADOW
    assert found.rules[0].shadow


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        pytest.param("## Invariants\n\n- denny: x\n", "given:3:3", "unknown-verb", id="an invariant"),
        pytest.param("text\n\n```kdsl\ndeny: x\n", "given:3:1", "unclosed-fence", id="a fence"),
        pytest.param("---\nstatus: acepted\n---\nx", "given:2:9", "unknown-status", id="a status"),
        pytest.param("---\na: &b x\ntitle: *b\n---\nx", "", "", id="an anchor that stays"),
    ],
)
def test_mistakes_are_placed_in_what_was_given(text, place, code) -> None:
    errors = [one for one in seen(text).problems if one.severity == "error"]
    assert [(one.place, one.code) for one in errors] == ([(place, code)] if place else [])


def test_a_word_of_the_configuration_is_a_status() -> None:
    settings = Settings(statuses=(("ratified", IN_FORCE),))
    assert seen("---\nstatus: ratified\n---\nx", settings=settings).problems == ()


def test_a_name_that_is_never_read_is_refused() -> None:
    assert [one.code for one in seen("x", DECISION.replace(path="wiki/0002-template.md")).problems] == ["name"]


def test_another_note_must_not_be_a_decision_nor_hold_invariants() -> None:
    assert [one.code for one in seen("---\nid: ADR-9\n---\nx", CARD).problems] == ["category"]
    assert [(one.code, one.severity) for one in seen("## Invariants\n- deny: x\n", CARD).problems] == [
        ("not-a-decision", "warning")
    ]
