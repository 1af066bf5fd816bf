import pytest

from adrguard.vault.customs import manners
from adrguard.vault.customs.manners import Manners, filled, of_all, of_one
from adrguard.vault.note import parse


def seen(text: str, path: str = "docs/adr/0001-a.md") -> Manners:
    return of_one(parse(path, text.encode()))


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        pytest.param("---\nid: ADR-1\nstatus: accepted\n---\n# A\n", manners.FRONTMATTER, id="frontmatter"),
        pytest.param("---\nstatus: accepted\n---\n# A\n\n## Context\n", manners.FRONTMATTER, id="without an id"),
        pytest.param("---\nstatus: accepted\ndeciders: all\n---\n# A\n", manners.MADR, id="madr 3"),
        pytest.param("---\nstatus: accepted\n---\n# A\n\n## Decision Outcome\n\nX\n", manners.MADR, id="madr 4, short"),
        pytest.param("# A\n\n* Status: accepted\n", manners.MADR2, id="madr 2"),
        pytest.param("# A\n\n- Status: accepted\n", manners.LOG4BRAINS, id="log4brains"),
        pytest.param("# A\n\n- **Status:** accepted\n", manners.LOG4BRAINS, id="bold"),
        pytest.param("# A\n\n## Status\n\nAccepted\n", manners.NYGARD, id="nygard"),
        pytest.param("# A\n\n## Status\n\n- Accepted\n", manners.NYGARD, id="nygard with a list"),
        pytest.param("# A\n\nStatus: accepted\nDate: 2026-01-02\n", manners.LINES, id="lines"),
        pytest.param("# A\n\n| Status | accepted |\n|---|---|\n", manners.LINES, id="a table"),
        pytest.param("# A\n\nWe do it.\n", "", id="none"),
    ],
)
def test_the_dialect(text: str, dialect: str) -> None:
    assert seen(text).dialect == dialect


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("# 12. Use it", "{number}. {title}"),
        ("# ADR-0012: Use it", "ADR-{number:04}: {title}"),
        ("# ADR 12 - Use it", "ADR {number} - {title}"),
        ("# ADR #3: Use it", "ADR #{number}: {title}"),
        ("# Use it", "{title}"),
        ("# 3 ways to cache", "{title}"),
        ("## Use it", ""),
    ],
)
def test_the_form_of_the_heading(line: str, form: str) -> None:
    assert seen(f"{line}\n\n## Status\n\nAccepted\n").heading == form


@pytest.mark.parametrize(
    ("form", "number", "text"),
    [
        ("{number}. {title}", 7, "7. Use it"),
        ("ADR-{number:04}: {title}", 7, "ADR-0007: Use it"),
        ("ADR-{number:04}: {title}", 12345, "ADR-12345: Use it"),
        ("{title}", 7, "Use it"),
        ("{number}. {title}", 0, "Use it"),
    ],
)
def test_a_form_is_filled(form: str, number: int, text: str) -> None:
    assert filled(form, "Use it", number) == text


def test_the_form_of_ids() -> None:
    assert seen("---\nid: ADR-007\n---\n").id == "ADR-{number:03}"
    assert seen("---\nid: 0001-a\n---\n").id == manners.STEM
    assert seen("---\nid: something\n---\n").id == ""


def test_links_count_outside_of_code_only() -> None:
    assert seen("[[a]] and [[b]], [c](c.md)").links == manners.WIKI
    assert seen("```sh\nif [[ -f x ]]\n```\n[c](c.md) `[[x]]`").links == manners.MARKDOWN
    assert seen("[c](https://example.org)").links == ""


def test_most_notes_decide_and_of_two_the_later() -> None:
    nygard, madr = b"# 1. A\n\n## Status\n\nAccepted\n", b"# A\n\n* Status: accepted\n"
    assert of_all([("1.md", nygard), ("2.md", nygard), ("3.md", madr)]).dialect == manners.NYGARD
    assert of_all([("1.md", nygard), ("2.md", madr), ("3.md", b"# Index\n")]) == Manners(manners.MADR2)
    assert of_all([("1.md", nygard)]).capital
    assert of_all([]) == Manners()
