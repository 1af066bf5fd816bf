"""Whether a note is a decision, and what in it would be dead without a word."""

from __future__ import annotations

import pytest

from adrguard.decisions.discover import folders
from adrguard.decisions.examine import examine
from adrguard.decisions.reading import thaw_reading
from adrguard.model.decisions import Settings
from adrguard.vault.status import TABLE

WHERE = folders(Settings(), "", "", (".adrguard/wiki", False))
RULE = "\n## Invariants\n\n- deny: `x`\n"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("docs/adr/0008-x.md", "# T\n", "ADR-0008", id="numbered, in a folder of decisions"),
        pytest.param("docs/adr/use-x.md", "---\nid: ADR-8\n---\n", "ADR-8", id="not numbered, but with an id"),
        pytest.param("docs/adr/use-x.md", "# T\n", "", id="neither"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "---\nid: ADR-008-Q\n---\n", "ADR-008-Q", id="a card with an id"),
        pytest.param(
            ".adrguard/wiki/20_Cards/x.md", "---\ncategory: decision\n---\n", "x", id="a card of the category"
        ),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "---\ncategory: [Decision]\n---\n", "x", id="in a list, capital"),
        pytest.param(".adrguard/wiki/20_Cards/0008-x.md", "# T\n", "", id="a numbered card"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "---\nid: CARD-8\n---\n", "", id="another id"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", '+++\nid = "ADR-9"\n+++\n', "ADR-9", id="TOML"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "\ufeff---\nid: ADR-9\n---\n", "ADR-9", id="byte-order mark"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "---\nid: ADR-9\nx: [\n---\n", "x", id="broken, but says so"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "---\nid: x\nx: [\n---\n", "", id="broken, and does not"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "id: ADR-9\n", "", id="no frontmatter"),
    ],
)
def test_a_note_is_a_decision(path: str, text: str, expected: str) -> None:
    reading, problems = examine(path, text.encode(), WHERE, TABLE)
    assert (reading.id if reading else "") == expected
    assert not problems


def test_a_note_in_the_folder_that_holds_invariants_and_is_no_decision_is_reported() -> None:
    reading, (problem,) = examine("docs/adr/use-x.md", ("# T\n" + RULE).encode(), WHERE, TABLE)
    assert reading is None
    assert (problem.code, problem.severity, problem.line, problem.column) == ("not-a-decision", "warning", 5, 3)


@pytest.mark.parametrize(
    ("body", "code", "severity"),
    [
        pytest.param("## Invariants\n\ndeny: `x`\n", "stray-paragraph", "error", id="no list item"),
        pytest.param("## Invariants\n\n    - deny: `x`\n", "stray-code", "error", id="indented as code"),
        pytest.param("## Invariants\n\n<div>\n- deny: `x`\n</div>\n", "stray-html", "error", id="in HTML"),
        pytest.param("## Decision\n\n- deny: `x`\n", "stray-outside", "warning", id="under another heading"),
        pytest.param(
            "## Invariants\n\n1. deny: `x`\n  - in: `src/**`\n",
            "detached-clause",
            "error",
            id="a clause indented too little",
        ),
    ],
)
def test_what_would_be_dead_is_reported(body: str, code: str, severity: str) -> None:
    reading, _ = examine("docs/adr/0008-x.md", f"# T\n\n{body}".encode(), WHERE, TABLE)
    assert reading is not None
    assert [(slip.code, slip.severity) for slip in reading.slips] == [(code, severity)]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("## Invariants\n\nRequire: trust.\n\nWe deny nothing.\n", id="prose paragraphs"),
        pytest.param("## Consequences\n\n- Require: more memory\n- in: the end\n", id="prose items"),
        pytest.param("## Invariants\n\n- in: the beginning\n- because: of this\n", id="clauses of nothing"),
        pytest.param("## Invariants\n\n- deny: `x`\n- In: the end\n", id="a sentence after an invariant"),
        pytest.param("```\n- deny: x\n```\n", id="a fence"),
    ],
)
def test_prose_is_left_alone(body: str) -> None:
    reading, _ = examine("docs/adr/0008-x.md", f"# T\n\n{body}".encode(), WHERE, TABLE)
    assert reading is not None
    assert not reading.slips


def test_a_reading_can_be_kept() -> None:
    text = (
        "---\nstatus: superseded by 9\nsupersedes: 1\ndepends_on: 2\nreview_after: 2026-01-01\n---\n# T\n"
        "## Invariants\n- deny: `x`\n  - in: a\n\n  ```sql bad\n  y\n  ```\n\ndeny: z\n\n```\n"
    )
    reading, _ = examine("docs/adr/0008-x.md", text.encode(), WHERE, TABLE)
    assert reading is not None
    again = thaw_reading(reading.plain())
    assert again == reading
    assert again.items[0].clauses[0].text == "in: a"
    assert again.items[0].fences[0].info == "sql bad"
    assert again.slips[0].place == reading.slips[0].place
    assert again.supersedes[0].text == "1"


@pytest.mark.parametrize(
    ("text", "is_decision"),
    [
        pytest.param('---\nid: "\\x41DR-1"\n---\n', True, id="an id in escapes"),
        pytest.param("---\r\ncategory: log\r\nid: adr-1\r\n---\r\n", True, id="carriage returns"),
        pytest.param("---\na: |\n  ---\nid: ADR-1\n---\n", True, id="a rule in a text"),
        pytest.param("+++\na = '''\n---\n'''\nid = 'ADR-1'\n+++\n", True, id="TOML"),
        pytest.param("---\na: &x ADR-1\nid: *x\n---\n", True, id="an alias"),
        pytest.param("---\ncategory: log\n---\n\nThe decision ADR-1.\n", False, id="a log that speaks of one"),
        pytest.param("---\ncategory: log\n---\n\n---\nid: ADR-1\n---\n", False, id="a second block"),
    ],
)
def test_a_look_at_the_bytes_overlooks_no_decision(text, is_decision) -> None:
    found = examine(".adrguard/wiki/20_Cards/x.md", text.encode(), WHERE, TABLE)[0]
    assert (found is not None) == is_decision
