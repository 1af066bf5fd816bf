"""The dialects of decision records: one decision, told in each of them."""

from __future__ import annotations

import pytest

from adrguard.vault.default_ids import default_id
from adrguard.vault.dialects import Described, describe
from adrguard.vault.note import parse
from adrguard.vault.status import TABLE, judge


def described(text: str, path: str = "docs/adr/0008-query-safety.md") -> Described:
    return describe(parse(path, text.encode()))


NYGARD = """# 8. Query safety

Date: 2026-01-02

## Status

Superceded by [12. Query builder](0012-query-builder.md)

Supercedes [3. Raw queries](0003-raw-queries.md)

Amends [2. Database](0002-database.md)

## Context

Status: rejected
"""
MADR_2 = """# Query safety

* Status: superseded by [ADR-0012](0012-query-builder.md) <!-- optional -->
* Deciders: the team
* Date: 2026-01-02

Technical Story: none

## Context

* Status: rejected

## Links

* Supersedes [ADR-0003](0003-raw-queries.md)
"""
MADR_4 = """---
status: "superseded by ADR-0012"
date: 2026-01-02
decision-makers: the team
---

# Query safety

## More Information

This decision supersedes [ADR-0003](0003-raw-queries.md).
"""
LOG4BRAINS = """# Query safety

- Status: superseded by [0012-query-builder](0012-query-builder.md)
- Date: 2026-01-02
- Tags: sql

## Links

- Supersedes [0003-raw-queries](0003-raw-queries.md)
"""
VAULT = """---
id: ADR-0008
title: Query safety
status: superseded
superseded_by: "[[0012-query-builder]]"
supersedes: [[0003-raw-queries]]
date: 2026-01-02
---
# Any heading
"""
TOML = """+++
id = "ADR-0008"
title = "Query safety"
status = "superseded by ADR-0012"
supersedes = ["0003-raw-queries.md"]
date = 2026-01-02
+++
"""
BOLD = """# ADR-0008: Query safety

**Status:** Superseded by ADR-0012
**Date**: 2026-01-02
**Supersedes:** 0003

## Context
"""
TABLE_DIALECT = """# ADR 8 - Query safety

| Status | Superseded by ADR-0012 |
| --- | --- |
| Date | 2026-01-02 |
| Supersedes | 0003 |
"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(NYGARD, id="Nygard"),
        pytest.param(NYGARD.replace("\n", "\r\n"), id="Nygard, crlf"),
        pytest.param(NYGARD.replace("## Status", "Status\n------"), id="Nygard, underlined headings"),
        pytest.param(MADR_2, id="MADR 2"),
        pytest.param(MADR_4, id="MADR 4"),
        pytest.param(LOG4BRAINS, id="log4brains"),
        pytest.param(VAULT, id="vault note"),
        pytest.param(TOML, id="TOML"),
        pytest.param(BOLD, id="bold fields"),
        pytest.param(TABLE_DIALECT, id="table"),
    ],
)
def test_one_decision_in_every_dialect(text: str) -> None:
    found = described(text)
    assert (found.id, found.title, found.date) == ("ADR-0008", "Query safety", "2026-01-02")
    assert judge([said.text for said in found.status], TABLE).word == "superseded"
    assert [said.text.removesuffix(".md") for said in found.supersedes] in (["0003-raw-queries"], ["0003"])
    assert all("12" in said.text for said in found.superseded_by)
    assert found.superseded_by


def test_frontmatter_goes_before_a_section_and_a_section_before_a_field() -> None:
    text = "# T\n\n* Status: draft\n\n## Status\n\nRejected\n"
    assert [said.text for said in described(text).status] == ["Rejected"]
    assert [said.text for said in described("---\nstatus: accepted\n---\n" + text).status] == ["accepted"]


def test_an_empty_status_section_leaves_the_word_to_the_field() -> None:
    assert [said.text for said in described("# T\n\nStatus: draft\n\n## Status\n\n## Context\n").status] == ["draft"]


def test_a_status_history_below_a_heading_of_its_own_is_no_status() -> None:
    found = described("# T\n\n## Status\n\nAccepted\n\n### History\n\n- Rejected\n")
    assert [said.text for said in found.status] == ["Accepted"]


def test_lines_know_their_places() -> None:
    text = "# T\n\n## Status\n\nAccepted\n\nSuperseded by [ADR-9](0009-x.md)\n"
    note = parse("docs/adr/0008-x.md", text.encode())
    (link,) = describe(note).superseded_by
    assert note.source.position(link.start) == (7, 1)


@pytest.mark.parametrize(
    ("name", "heading", "expected"),
    [
        pytest.param("0008-x", "", "ADR-0008", id="adr-tools"),
        pytest.param("8-x", "", "ADR-8", id="no zeros"),
        pytest.param("ADR-008-query", "", "ADR-008", id="an id"),
        pytest.param("adr_12", "", "ADR-12", id="underscore"),
        pytest.param("adr0012-x", "", "ADR-0012", id="no dash"),
        pytest.param("20260102-use-x", "", "ADR-20260102-use-x", id="log4brains: a date and a slug"),
        pytest.param("2026-01-02-use-x", "", "ADR-2026-01-02-use-x", id="a date with dashes"),
        pytest.param("20260199-x", "", "ADR-20260199", id="a number that is no date"),
        pytest.param("OPS-ADR-0003-use-x", "8", "OPS-ADR-0003", id="a series"),
        pytest.param("ADR-OPS-12", "", "ADR-OPS-12", id="a series behind"),
        pytest.param("use-x", "8", "ADR-8", id="the heading's number"),
        pytest.param("use-x", "", "use-x", id="no number at all"),
    ],
)
def test_the_id_of_a_note_that_names_none(name: str, heading: str, expected: str) -> None:
    assert default_id(f"docs/adr/{name}.md", heading) == expected


@pytest.mark.parametrize(
    ("heading", "id_", "title"),
    [
        pytest.param("# 8. Use x", "ADR-8", "Use x", id="Nygard"),
        pytest.param("# ADR-008: Use x", "ADR-008", "Use x", id="id and colon"),
        pytest.param("# ADR 8 \u2014 Use x", "ADR-8", "Use x", id="dash"),
        pytest.param("# **8.** Use x", "ADR-8", "Use x", id="emphasis"),
        pytest.param("# 3-tier architecture", "use-x", "3-tier architecture", id="a word that starts with a number"),
        pytest.param("# 2026 roadmap", "use-x", "2026 roadmap", id="a year"),
        pytest.param("## 8) Use x", "ADR-8", "Use x", id="no first level"),
        pytest.param("# OPS-ADR-0003: Use x", "ADR-0003", "Use x", id="a series"),
        pytest.param("# 8. Use x {#adr_0008}", "ADR-8", "Use x", id="a name for links"),
        pytest.param("# Use {#x} braces", "use-x", "Use {#x} braces", id="no name for links"),
        pytest.param("## Context and Problem Statement", "use-x", "use-x", id="a section and no title"),
        pytest.param("text", "use-x", "use-x", id="no heading"),
    ],
)
def test_a_heading_gives_number_and_title(heading: str, id_: str, title: str) -> None:
    found = described(f"{heading}\n", "vault/use-x.md")
    assert (found.id, found.title) == (id_, title)


def test_a_title_does_not_repeat_the_number_of_the_file() -> None:
    assert described("# 0008-Use x\n", "docs/adr/0008-use-x.md").title == "Use x"
    assert described("# 0009-Use x\n", "docs/adr/0008-use-x.md").title == "0009-Use x"
    assert described("# 64-bit words\n", "docs/adr/0064-words.md").title == "64-bit words"


def test_what_frontmatter_says_beside() -> None:
    found = described(
        "---\ncategory: [Decision, db]\nproject: payments\ndepends_on: ADR-1, ADR-2\nreview_after: 2026-06-01\n---\n"
    )
    assert found.category == ("decision", "db")
    assert found.project == "payments"
    assert [said.text for said in found.depends_on] == ["ADR-1", "ADR-2"]
    assert found.review_after is not None
    assert found.review_after.text == "2026-06-01"


def test_a_superseding_note_is_not_superseded() -> None:
    found = described("# T\n\n## Status\n\nAccepted\n\nSupersedes ADR-3\n")
    assert judge([said.text for said in found.status], TABLE).word == "accepted"
    assert not found.superseded_by


def stated(text: str) -> tuple[str, str]:
    found = described(text)
    return judge((said.text for said in found.status), TABLE).word, found.date


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# T\n\n**Status:** Accepted | **Date:** 2026-01-02 | **Review:** 2027-01-02\n", id="bars"),
        pytest.param("# T\n\nDate: 2026-01-02 \u00b7 Status: accepted \u00b7 Amends ADR-3\n", id="dots"),
        pytest.param("# T\n\nDate: 2026-01-02   Status: accepted\n", id="blanks"),
        pytest.param("# T\n\n## Date\n\n2026-01-02\n\n## Status\n\nAccepted\n", id="a section for the day"),
        pytest.param("# T\n\n- Status: accepted\n- Introduced: 2026-01-02\n", id="introduced"),
        pytest.param("# T\n\n- Date: 02.01.2026\n\n## Status\n\n- [ ] Rejected\n- [x] Accepted\n", id="boxes"),
        pytest.param(
            "# T\n\n## Status\n\n- [x] Accepted\n- [ ] Superseded by ADR-9\n\n## Date\n\n2026-01-02\n", id="empty box"
        ),
        pytest.param(
            "# T\n\nDate: 2026-01-02\n\n## Status\n\n| Stage | State |\n| --- | --- |\n| Status | Accepted \u2705 |\n"
            "| Implementation | Planned |\n",
            id="a table in the section",
        ),
        pytest.param("# T\n\n| | |\n|-|-|\n| Date | 2026-01-02 |\n| Status | Accepted |\n", id="a table"),
        pytest.param("# T\n\n> Status: Accepted\n> Date: 2026-01-02\n", id="a quote"),
        pytest.param("---\nstatus: {accepted}\ndate: 2026-01-02\n---\n# T\n", id="a template's braces in frontmatter"),
        pytest.param("# T\n\n* Status: { accepted }\n* Date: 2026-01-02\n", id="a template's braces"),
        pytest.param("# T\n\nDate: 2026-01-02\n\n## Status: Accepted\n\nText\n", id="a heading"),
        pytest.param("# T\n\n* **Datum:** 2026-01-02\n* **Status:** Akzeptiert\n", id="German"),
        pytest.param("# T\n\n* statut : accept\u00e9\n* date : 2026-01-02\n", id="French"),
        pytest.param("# T\n\nFecha: 2026-01-02\n\n## Estado\n\nAceptado\n", id="Spanish"),
        pytest.param("# T\n\n**Data:** 2026-01-02\n\n## Situa\u00e7\u00e3o\n\nAceito\n", id="Portuguese"),
        pytest.param(
            "# T\n\n- \u65e5\u4ed8: 2026-01-02\n- \u30b9\u30c6\u30fc\u30bf\u30b9: \u627f\u8a8d\n", id="Japanese"
        ),
        pytest.param(
            "# T\n\n## 2. \u30b9\u30c6\u30fc\u30bf\u30b9 (Status)\n\n\u63a1\u7528\n\n## \u65e5\u4ed8\n\n2026-01-02\n",
            id="Japanese sections",
        ),
        pytest.param(
            "# T\n\n**\u72b6\u6001**\uff1a\u5df2\u63a5\u53d7\n\n**\u65e5\u671f**\uff1a2026\u5e741\u67082\u65e5\n",
            id="Chinese",
        ),
        pytest.param(
            "# T\n\n## \u0421\u0442\u0430\u0442\u0443\u0441\n\n\u041f\u0440\u0438\u043d\u044f\u0442\u043e\n\n## \u0414\u0430\u0442\u0430\n\n2026-01-02\n",
            id="Russian",
        ),
    ],
)
def test_status_and_day_are_found_where_people_put_them(text: str) -> None:
    assert stated(text) == ("accepted", "2026-01-02")


@pytest.mark.parametrize(
    ("text", "supersedes", "superseded_by"),
    [
        pytest.param(
            "---\nrelations:\n  - type: supersedes\n    target: ADR-3\n  - type: superseded-by\n    target: ADR-9\n"
            "  - type: partially-supersedes\n    target: ADR-4\n  - type: amends\n    target: ADR-5\n---\n# T\n",
            ["ADR-3"],
            ["ADR-9"],
            id="a list of relations",
        ),
        pytest.param(
            "---\nlinks:\n  - supersedes: [ADR-3, ADR-4]\n  - rel: superseded_by\n    id: [[ADR-9]]\n---\n# T\n",
            ["ADR-3", "ADR-4"],
            ["ADR-9"],
            id="links by their kind",
        ),
        pytest.param("---\nsupersedes: none\nsuperseded_by: 'N/A'\n---\n# T\n", [], [], id="none in frontmatter"),
        pytest.param("# T\n\n- Supersedes: None\n- Superseded by: ADR-9\n", [], ["ADR-9"], id="none in a field"),
        pytest.param("# T\n\n- Replaces: ADR-3\n- Replaced by: ADR-9\n", ["ADR-3"], ["ADR-9"], id="other words"),
        pytest.param("# T\n\n- Ersetzt: ADR-3\n- Ersetzt durch: ADR-9\n", ["ADR-3"], ["ADR-9"], id="German fields"),
        pytest.param("# T\n\n## Verweise\n\n- Ersetzt [ADR-3](0003-x.md)\n", ["0003-x.md"], [], id="German links"),
        pytest.param("# T\n\n| Supersedes | N/A |\n| Superseded by: | ADR-9 |\n", [], ["ADR-9"], id="a table"),
    ],
)
def test_links_are_found_where_people_put_them(text: str, supersedes: list[str], superseded_by: list[str]) -> None:
    found = described(text)
    assert [said.text for said in found.supersedes] == supersedes
    assert [said.text for said in found.superseded_by] == superseded_by
