"""A status and its links change where the note keeps them, in its own dialect, and nothing else does."""

from __future__ import annotations

import difflib

import pytest

from adrguard.vault.dialects import describe
from adrguard.vault.note import parse
from adrguard.vault.restating.restate import Other, Restated, SpliceError, restate
from adrguard.vault.status import TABLE, judge

PATH = "docs/adr/0008-query-safety.md"
NEW = Other("ADR-0012", "Query builder", "docs/adr/0012-query-builder.md")
OLD = Other("ADR-0003", "Raw queries", "docs/adr/0003-raw-queries.md")
DAY = "2026-12-01"
ENDED = Restated("superseded", superseded_by=(NEW,), date=DAY)
ACCEPTED = Restated("accepted", date=DAY)
REPLACES = Restated(supersedes=(OLD,))

NYGARD = """# 8. Query safety

Date: 2026-01-02

## Status

Proposed

Amends [2. Database](0002-database.md)

## Context

Status: rejected
"""
MADR_2 = """# Query safety

* Status: proposed <!-- optional -->
* Deciders: the team
* Date: 2026-01-02 <!-- when it changed last -->

Technical Story: none

## Context

* Status: rejected

## Links

* Relates to [ADR-0002](0002-database.md)

## Notes
"""
MADR_4 = """---
status: "proposed"
date: 2026-01-02
decision-makers: the team
---

# Query safety

## More Information

See the minutes.
"""
LOG4BRAINS = """# Query safety

- Status: proposed
- Date: 2026-01-02
- Tags: sql

## Links
"""
VAULT = """---
id: ADR-0008
status: proposed # for now
date: 2026-01-02
related:
  - "[[0002-database]]"
---
# Query safety
"""
IDS = """---
id: ADR-0008
status: Proposed
date: 2026-01-02
---
# Query safety
"""
BOLD = "# ADR-0008: Query safety\n\n**Status:** Proposed\n**Date**: 2026-01-02\n\n## Context\n"
ROWS = "# ADR 8 - Query safety\n\n| Status | Proposed |\n| --- | --- |\n| Date | 2026-01-02 |\n\n## Context\n"
DIALECTS = {
    "Nygard": NYGARD,
    "MADR 2": MADR_2,
    "MADR 4": MADR_4,
    "log4brains": LOG4BRAINS,
    "vault": VAULT,
    "ids": IDS,
    "bold": BOLD,
    "rows": ROWS,
}


def restated(text: str, wanted: Restated, path: str = PATH) -> str:
    return restate(path, text.encode(), wanted).decode()


def changed(text: str, wanted: Restated, path: str = PATH) -> list[str]:
    """Return the lines that went (-) and came (+)."""
    lines = difflib.ndiff(text.split("\n"), restated(text, wanted, path).split("\n"))
    return [line for line in lines if line[0] in "+-" and line.strip() not in ("+", "-")]


SUPERSEDED_LINES = {
    "Nygard": ["- Proposed", "+ Superseded by [12. Query builder](0012-query-builder.md)"],
    "MADR 2": [
        "- * Status: proposed <!-- optional -->",
        "+ * Status: superseded by [ADR-0012](0012-query-builder.md) <!-- optional -->",
        "- * Date: 2026-01-02 <!-- when it changed last -->",
        "+ * Date: 2026-12-01 <!-- when it changed last -->",
    ],
    "MADR 4": [
        '- status: "proposed"',
        '+ status: "superseded by [ADR-0012](0012-query-builder.md)"',
        "- date: 2026-01-02",
        "+ date: 2026-12-01",
    ],
    "log4brains": [
        "- - Status: proposed",
        "+ - Status: superseded by [ADR-0012](0012-query-builder.md)",
        "- - Date: 2026-01-02",
        "+ - Date: 2026-12-01",
    ],
    "vault": [
        "- status: proposed # for now",
        "+ status: superseded # for now",
        '+ superseded_by: "[[0012-query-builder]]"',
        "+ superseded_on: 2026-12-01",
    ],
    "ids": ["- status: Proposed", "+ status: Superseded", "+ superseded_by: ADR-0012", "+ superseded_on: 2026-12-01"],
    "bold": ["- **Status:** Proposed", "+ **Status:** Superseded by [ADR-0012](0012-query-builder.md)"],
    "rows": ["- | Status | Proposed |", "+ | Status | Superseded by [ADR-0012](0012-query-builder.md) |"],
}
ACCEPTED_LINES = {
    "Nygard": ["- Proposed", "+ Accepted"],
    "MADR 2": [
        "- * Status: proposed <!-- optional -->",
        "+ * Status: accepted <!-- optional -->",
        "- * Date: 2026-01-02 <!-- when it changed last -->",
        "+ * Date: 2026-12-01 <!-- when it changed last -->",
    ],
    "MADR 4": ['- status: "proposed"', '+ status: "accepted"', "- date: 2026-01-02", "+ date: 2026-12-01"],
    "log4brains": ["- - Status: proposed", "+ - Status: accepted", "- - Date: 2026-01-02", "+ - Date: 2026-12-01"],
    "vault": ["- status: proposed # for now", "+ status: accepted # for now"],
    "ids": ["- status: Proposed", "+ status: Accepted"],
    "bold": ["- **Status:** Proposed", "+ **Status:** Accepted"],
    "rows": ["- | Status | Proposed |", "+ | Status | Accepted |"],
}
REPLACES_LINES = {
    "Nygard": ["+ Supersedes [3. Raw queries](0003-raw-queries.md)"],
    "MADR 2": ["+ * Supersedes [ADR-0003](0003-raw-queries.md)"],
    "MADR 4": ["+ Supersedes [ADR-0003](0003-raw-queries.md)"],
    "log4brains": ["+ - Supersedes [ADR-0003](0003-raw-queries.md)"],
    "vault": ['+ supersedes: "[[0003-raw-queries]]"'],
    "ids": ["+ supersedes: ADR-0003"],
    "bold": ["+ ## Links", "+ * Supersedes [ADR-0003](0003-raw-queries.md)"],
    "rows": ["+ ## Links", "+ * Supersedes [ADR-0003](0003-raw-queries.md)"],
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_decision_is_superseded_in_its_own_dialect(dialect: str) -> None:
    assert changed(DIALECTS[dialect], ENDED) == SUPERSEDED_LINES[dialect]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_decision_is_accepted_in_its_own_dialect(dialect: str) -> None:
    assert changed(DIALECTS[dialect], ACCEPTED) == ACCEPTED_LINES[dialect]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_decision_links_to_what_it_supersedes(dialect: str) -> None:
    assert changed(DIALECTS[dialect], REPLACES) == REPLACES_LINES[dialect]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_was_written_is_read_back(dialect: str) -> None:
    both = Restated("superseded", (NEW,), (OLD,), DAY)
    found = describe(parse(PATH, restate(PATH, DIALECTS[dialect].encode(), both)))
    assert judge([said.text for said in found.status], TABLE).word == "superseded"
    assert [said.text.removesuffix(".md") for said in found.superseded_by] in (["0012-query-builder"], ["ADR-0012"])
    assert "3" in "".join(said.text for said in found.supersedes)


@pytest.mark.parametrize("wanted", [ENDED, ACCEPTED, REPLACES], ids=["superseded", "accepted", "supersedes"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_saying_it_twice_changes_nothing(dialect: str, wanted: Restated) -> None:
    once = restated(DIALECTS[dialect], wanted)
    assert once != DIALECTS[dialect]
    assert restated(once, wanted.replace(date="2026-12-02")) == once


FORMS = [
    pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="crlf"),
    pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="byte-order mark"),
    pytest.param(lambda data: data.rstrip(b"\n"), id="no final line feed"),
    pytest.param(lambda data: data + b"\n\n", id="blank lines at the end"),
    pytest.param(lambda data: data.replace(b"Query safety", b"Query s\xe1fety \xff"), id="bytes that are no text"),
    pytest.param(lambda data: data.replace(b"Query safety", "Query \U0001f680 s\u00e1fety".encode()), id="emoji"),
]


@pytest.mark.parametrize("wanted", [ENDED, ACCEPTED, REPLACES], ids=["superseded", "accepted", "supersedes"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_form_of_the_file_does_not_matter(dialect: str, form, wanted: Restated) -> None:
    data = DIALECTS[dialect].encode()
    assert restate(PATH, form(data), wanted) == form(restate(PATH, data, wanted))


def test_a_second_successor_and_more_that_is_superseded() -> None:
    other = Other("ADR-0013", "Other", "docs/adr/0013-other.md")
    more = Restated("superseded", (NEW, other), (OLD, other))
    assert changed(restated(NYGARD, ENDED), more) == [
        "+ Superseded by [13. Other](0013-other.md)",
        "+ Supersedes [3. Raw queries](0003-raw-queries.md)",
        "+ Supersedes [13. Other](0013-other.md)",
    ]
    assert changed(restated(MADR_4, ENDED), more)[1] == (
        '+ status: "superseded by [ADR-0012](0012-query-builder.md), [ADR-0013](0013-other.md)"'
    )
    assert changed(restated(VAULT, ENDED), more)[1:] == [
        '+ superseded_by: ["[[0012-query-builder]]", "[[0013-other]]"]',
        "+ supersedes:",
        '+   - "[[0003-raw-queries]]"',
        '+   - "[[0013-other]]"',
    ]


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        pytest.param("**Accepted**", ENDED, "Superseded by [12. Query builder](0012-query-builder.md)", id="emphasis"),
        pytest.param("**Proposed**", ACCEPTED, "**Accepted**", id="emphasis stays"),
        pytest.param("PROPOSED", ACCEPTED, "ACCEPTED", id="capitals stay"),
        pytest.param("- proposed", ACCEPTED, "- accepted", id="an item"),
        pytest.param("Status: proposed", ACCEPTED, "Status: accepted", id="a label"),
        pytest.param("Proposed on 2026-01-02", ACCEPTED, "Accepted on 2026-12-01", id="a day"),
        pytest.param("Proposed (2026-01-02)", ACCEPTED, "Accepted (2026-12-01)", id="a day in brackets"),
        pytest.param("Proposed on 2 January 2026", ACCEPTED, "Accepted", id="a day in words"),
        pytest.param("Proposed, pending review", ACCEPTED, "Accepted", id="what was said of the old status"),
        pytest.param("acepted", ACCEPTED, "accepted", id="a typo"),
        pytest.param("{proposed | accepted}", ACCEPTED, "accepted", id="a template's choice"),
        pytest.param("Proposed <!-- c -->", ACCEPTED, "Accepted <!-- c -->", id="a comment"),
        pytest.param(
            "Accepted\nand so on",
            ENDED,
            "Superseded by [12. Query builder](0012-query-builder.md)\nand so on",
            id="a line of two",
        ),
        pytest.param(
            "Accepted, supersedes ADR-3 <!-- c -->",
            ENDED,
            "Superseded by [12. Query builder](0012-query-builder.md), supersedes ADR-3 <!-- c -->",
            id="superseded, and supersedes another",
        ),
        pytest.param("Proposed; supersedes ADR-3", ACCEPTED, "Accepted; supersedes ADR-3", id="it supersedes another"),
        pytest.param("{draft | superseded by ADR-5}", ACCEPTED, "accepted", id="the links of a template"),
        pytest.param(
            "Superseded",
            ENDED.replace(status=""),
            "Superseded by [12. Query builder](0012-query-builder.md)",
            id="no successor yet",
        ),
        pytest.param("Amends [2. x](0002-x.md)", ACCEPTED, None, id="no status line"),
    ],
)
def test_the_line_in_a_status_section(before: str, wanted: Restated, after: str | None) -> None:
    text = f"# 8. T\n\n## Status\n\n{before}\n\n## Context\n"
    expected = text.replace(before, after) if after else text.replace("## Status\n", "## Status\n\nAccepted\n")
    assert restated(text, wanted) == expected


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param(
            "# T\n\n## Status\n\n## Context\n", "# T\n\n## Status\n\nAccepted\n\n## Context\n", id="empty section"
        ),
        pytest.param("# T\n\n## Status", "# T\n\n## Status\n\nAccepted", id="empty section at the end"),
        pytest.param("Status\n------\n\nProposed\n", "Status\n------\n\nAccepted\n", id="underlined heading"),
        pytest.param("---\ntitle: T\n---\n# T\n", "---\ntitle: T\nstatus: accepted\n---\n# T\n", id="frontmatter only"),
        pytest.param("---\nstatus:\n---\n# T\n", "---\nstatus: accepted\n---\n# T\n", id="an empty key"),
        pytest.param("---\n---\n# T\n", "---\nstatus: accepted\n---\n# T\n", id="empty frontmatter"),
        pytest.param(
            "---\na: 1\n---\n## Status\n\nDraft\n", "---\na: 1\n---\n## Status\n\nAccepted\n", id="section below"
        ),
        pytest.param(
            "+++\na = 1\n+++\n## Status\n\nDraft\n", "+++\na = 1\n+++\n## Status\n\nAccepted\n", id="TOML above"
        ),
    ],
)
def test_where_a_status_is_put(text: str, after: str) -> None:
    assert restated(text, ACCEPTED) == after


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        pytest.param("# 8. T", "12. Query builder", id="adr-tools"),
        pytest.param("# 0008. T", "0012. Query builder", id="zeros"),
        pytest.param("# ADR-008: T", "ADR-012: Query builder", id="an id"),
        pytest.param("# ADR 8 \u2014 T", "ADR 12 \u2014 Query builder", id="a dash"),
        pytest.param("# T", "Query builder", id="no number"),
    ],
)
def test_a_link_is_labelled_as_the_notes_head_themselves(heading: str, label: str) -> None:
    text = f"{heading}\n\n## Status\n\nAccepted\n"
    assert f"Superseded by [{label}](0012-query-builder.md)" in restated(text, ENDED)


@pytest.mark.parametrize(
    ("path", "href"),
    [
        pytest.param("docs/adr/0012 query (new).md", "0012%20query%20%28new%29.md", id="blanks and brackets"),
        pytest.param("docs/adr/0012-\u00e9t\u00e9.md", "0012-\u00e9t\u00e9.md", id="letters of any script"),
        pytest.param("docs/adr/db/0012-x.md", "db/0012-x.md", id="a folder below"),
        pytest.param("decisions/0012-x.md", "../../decisions/0012-x.md", id="another folder"),
        pytest.param("docs/adr/0012-100%.md", "0012-100%25.md", id="a percent sign"),
    ],
)
def test_a_link_leads_from_note_to_note(path: str, href: str) -> None:
    other = Other("ADR-0012", "a [b] c", path)
    wanted = Restated("superseded", (other,))
    assert f"Superseded by [12. a (b) c]({href})" in restated(NYGARD, wanted)


def test_a_name_that_no_link_can_hold_is_given_by_its_id() -> None:
    wanted = Restated("superseded", (Other("ADR-0012", "x", "docs/adr/0012#x.md"),))
    assert changed(NYGARD, wanted)[1] == "+ Superseded by ADR-0012"


def test_log4brains_labels_a_link_with_the_files_name() -> None:
    other = Other("ADR-20260102-use-x", "Use x", "docs/adr/20260102-use-x.md")
    line = changed(LOG4BRAINS, Restated("superseded", (other,)), "docs/adr/20250101-y.md")[1]
    assert line == "+ - Status: superseded by [20260102-use-x](20260102-use-x.md)"


@pytest.mark.parametrize(
    ("key", "after"),
    [
        pytest.param("supersedes: ADR-1", "supersedes: [ADR-1, ADR-0003]", id="a value"),
        pytest.param("supersedes: ADR-1, ADR-2", 'supersedes: "ADR-1, ADR-2, ADR-0003"', id="values between commas"),
        pytest.param("supersedes: []", "supersedes: [ADR-0003]", id="an empty list"),
        pytest.param("supersedes:\n  - ADR-1", "supersedes:\n  - ADR-1\n  - ADR-0003", id="a block list"),
        pytest.param("supersedes: 0001-x.md", "supersedes: [0001-x.md, 0003-raw-queries.md]", id="paths"),
        pytest.param("supersedes: '[[1]]'", "supersedes: ['[[1]]', '[[0003-raw-queries]]']", id="WikiLinks"),
        pytest.param("Supercedes:", "Supercedes: ADR-0003", id="another spelling"),
        pytest.param("supersedes: ADR-0003", "supersedes: ADR-0003", id="there already"),
        pytest.param("supersedes: docs/adr/0003-raw-queries.md", None, id="there by its path"),
    ],
)
def test_links_in_frontmatter_are_written_as_those_that_are_there(key: str, after: str | None) -> None:
    text = "---\nid: ADR-0008\nstatus: accepted\n{}\n---\n"
    assert restated(text.format(key), REPLACES) == text.format(after or key)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        pytest.param("decidedOn: 1", ["supersededBy: ADR-0012", "supersededOn: 2026-12-01"], id="camel case"),
        pytest.param("decided-on: 1", ["superseded-by: ADR-0012", "superseded-on: 2026-12-01"], id="dashes"),
        pytest.param("decided_on: 1", ["superseded_by: ADR-0012", "superseded_on: 2026-12-01"], id="underscores"),
    ],
)
def test_new_keys_are_spelled_as_the_notes_own(keys: str, expected: list[str]) -> None:
    lines = restated(f"---\nid: ADR-0008\nstatus: accepted\n{keys}\n---\n", ENDED).split("\n")
    assert lines[4:6] == expected


@pytest.mark.parametrize("word", ["Review", "Proposed"])
def test_a_table_of_keys_and_values(word: str) -> None:
    text = f"# T\n\n| Key | Value |\n|-|-|\n| Status | {word} |\n| Owner | the team |\n"
    assert restated(text, ACCEPTED) == text.replace(word, "Accepted")


def test_a_wiki_link_in_the_body_shows_how_the_vault_links() -> None:
    text = "---\nid: ADR-0008\nstatus: accepted\n---\nAs in [[0002-database]].\n"
    assert '+ superseded_by: "[[0012-query-builder]]"' in changed(text, ENDED)
    text = "---\nid: ADR-0008\nstatus: accepted\n---\n```sh\n[[ -f x ]]\n```\n"
    assert "+ superseded_by: ADR-0012" in changed(text, ENDED)


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        pytest.param("# T\n\nText.\n", ENDED, "says nowhere", id="no status"),
        pytest.param("", ENDED, "says nowhere", id="empty"),
        pytest.param("---\na: b: c\n---\n## Status\n\nAccepted\n", ENDED, "not valid YAML", id="broken frontmatter"),
        pytest.param("+++\nstatus = 'accepted'\n+++\n", ENDED, "TOML", id="TOML"),
        pytest.param("---\nstatus: [accepted]\n---\n", ENDED, "is a list", id="a status list"),
        pytest.param("---\nstatus: {is: accepted}\n---\n", ENDED, "keys of its own", id="a status with keys"),
        pytest.param("## Status\n\nProposed\n\nRejected\n", ACCEPTED, "'Proposed' and 'Rejected'", id="two statuses"),
        pytest.param("# T\n\n* Status: draft\n* Status: rejected\n", ACCEPTED, "stands twice", id="two lines"),
        pytest.param("## Status\n\nSuperseded by ADR-9\n", ACCEPTED, "a link being lost", id="it says superseded"),
        pytest.param(
            "## Status\n\nAccepted\n", ENDED.replace(status=""), "names its successor", id="a link is a status"
        ),
        pytest.param("# T\n\n| Status | When |\n|-|-|\n| draft | x |\n", ACCEPTED, "no status that", id="a head row"),
        pytest.param("# T\n\n- Status: draft\n\n```\nnever closed\n", REPLACES, "not be read back", id="an open fence"),
        pytest.param("## Status\r\rAccepted\r", ENDED, "", id="lone carriage returns"),
        pytest.param("# T\n\n## Status\n\nAccepted\0\n", ENDED, "NUL", id="a NUL"),
        pytest.param("# T\n\n- Status: " + "x" * 2000, ENDED, "no status that", id="a very long line"),
    ],
)
def test_what_cannot_be_restated_is_refused_with_its_place(text: str, wanted: Restated, message: str) -> None:
    if not message:
        # Replacing a line needs no line end of ours, adding one does.
        assert "\n" not in restated(text, wanted)
        with pytest.raises(SpliceError, match="lone carriage return"):
            restated(text, REPLACES)
        return
    with pytest.raises(SpliceError) as caught:
        restated(text, wanted)
    assert message in caught.value.problem.message
    assert caught.value.problem.line
    assert caught.value.problem.hint


def test_a_note_that_is_too_large_is_refused() -> None:
    with pytest.raises(SpliceError, match="too large"):
        restated("## Status\n\nAccepted\n" + "x" * 300_000, ENDED)
