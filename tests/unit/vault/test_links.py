"""How notes name each other, and what they say about it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.vault.links import names, references, relations


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("[12. Use events](0012-use-events.md)", ("0012-use-events.md",), id="link to a note"),
        pytest.param("[x](../a/0012-x.md#status)", ("../a/0012-x.md",), id="with a heading"),
        pytest.param("[x](Note%20A.md)", ("Note A.md",), id="escaped blanks"),
        pytest.param("[ADR-7](https://example.org/x)", ("ADR-7",), id="a page on the web is what its label says"),
        pytest.param("[new](https://example.org/adr/0012-x.md)", ("0012-x.md",), id="a note on the web"),
        pytest.param("[[adr-009|the new one]]", ("adr-009",), id="WikiLink with alias"),
        pytest.param("[[adr-009#Status]]", ("adr-009",), id="WikiLink with heading"),
        pytest.param("ADR-12, ADR 13 and ADR-14-Slug", ("ADR-12", "ADR 13", "ADR-14-Slug"), id="several"),
        pytest.param("12", ("12",), id="a number"),
        pytest.param("#12", ("12",), id="a number with a hash"),
        pytest.param("20200102-use-x", ("20200102-use-x",), id="a file stem"),
        pytest.param("docs/adr/0003-x.md", ("docs/adr/0003-x.md",), id="a path"),
        pytest.param("ADR-12 on 2020-02-03", ("ADR-12",), id="a date is no decision"),
        pytest.param("ADR-12 in March 2021", ("ADR-12",), id="nor is a year"),
        pytest.param("![diagram](x.md)", (), id="an image"),
        pytest.param("the new event policy", (), id="words"),
        pytest.param("2026-01-02-use-x", ("2026-01-02-use-x",), id="a file stem with a dashed date"),
        pytest.param("OPS-ADR-0003", ("OPS-ADR-0003",), id="an id with its series"),
    ],
)
def test_references(text: str, found: tuple[str, ...]) -> None:
    assert references(text) == found


@pytest.mark.parametrize(
    ("line", "supersedes", "superseded_by", "is_superseded"),
    [
        pytest.param("Superceded by [12. X](0012-x.md)", (), ("0012-x.md",), True, id="adr-tools' spelling"),
        pytest.param("Superseded by 12", (), ("12",), True, id="the dictionary's"),
        pytest.param("**Superseded by** ADR-12", (), ("ADR-12",), True, id="emphasis"),
        pytest.param("_Superseded by_ [[adr-9]]", (), ("adr-9",), True, id="underscores"),
        pytest.param("Superseded-by: ADR-12", (), ("ADR-12",), True, id="with dashes"),
        pytest.param("Has been superseded by ADR-12", (), ("ADR-12",), True, id="a sentence"),
        pytest.param("Supersedes ADR-3", ("ADR-3",), (), False, id="the other direction"),
        pytest.param("Supercedes [3. X](0003-x.md)", ("0003-x.md",), (), False, id="its other spelling"),
        pytest.param("Supersedes 3; superseded by 5", ("3",), ("5",), True, id="both"),
        pytest.param("Superseded by 5, supersedes 3", ("3",), ("5",), True, id="both, the other way round"),
        pytest.param("Amends [9. What is superseded by x](9.md)", (), (), False, id="a title that says so"),
        pytest.param("Not superseded by ADR-3", (), (), False, id="denied"),
        pytest.param("Partially superseded by ADR-3", (), (), False, id="in part"),
        pytest.param("Partially supersedes ADR-3", (), (), False, id="in part, the other direction"),
        pytest.param("Supersedes ADR-3 in part", (), (), False, id="in part, at the end"),
        pytest.param("Supersedes: portions of ADR-3", (), (), False, id="portions of it"),
        pytest.param("Supersedes ADR-3 \u00a7 7", (), (), False, id="one section of it"),
        pytest.param("Supersedes: None (extends ADR-3)", (), (), False, id="none"),
        pytest.param("Supersedes no prior ADR, see ADR-3", (), (), False, id="no prior one"),
        pytest.param("**Superseded by:** _(none)_", (), (), False, id="by none"),
        pytest.param("Superseded by: N/A", (), (), False, id="not applicable"),
        pytest.param("Superseded by: -", (), (), False, id="a dash"),
        pytest.param("Superseded by:", (), (), False, id="a field left empty"),
        pytest.param("Superseded by", (), (), True, id="a sentence left open"),
        pytest.param("Superseded by No. 12", (), ("12",), True, id="a number called so"),
        pytest.param("Supersedes the todo that names issue #41", (), (), False, id="a number of something else"),
        pytest.param("Superseded by what [12. X](12.md) says", (), ("12.md",), True, id="a link further on"),
        pytest.param("~~Superseded by ADR-3~~ Accepted", (), (), False, id="struck out"),
        pytest.param("Replaced by [ADR-12](0012-x.md)", (), ("0012-x.md",), True, id="replaced"),
        pytest.param("Status: replaced by ADR-12", (), ("ADR-12",), True, id="replaced, with the field's name"),
        pytest.param("Replaces 2026-01-02-use-x", ("2026-01-02-use-x",), (), False, id="replaces"),
        pytest.param("Replaces the 3 services of old", (), (), False, id="replaces what is no decision"),
        pytest.param("Replaces Java 8", (), (), False, id="replaces what looks like an id"),
        pytest.param("The queue replaces ADR-3", (), (), False, id="replaces, but not at the start"),
        pytest.param("Ersetzt durch ADR-12", (), ("ADR-12",), True, id="German"),
        pytest.param("Ersetzt ADR-3", ("ADR-3",), (), False, id="German, the other direction"),
        pytest.param("Teilweise ersetzt durch ADR-12", (), (), False, id="German, in part"),
        pytest.param("Remplac\u00e9e par [ADR-12](0012-x.md)", (), ("0012-x.md",), True, id="French"),
        pytest.param("Partiellement remplac\u00e9 par ADR-12", (), (), False, id="French, in part"),
        pytest.param("**Reemplazado por ADR-12**", (), ("ADR-12",), True, id="Spanish"),
        pytest.param("Sustituye a la ADR-3", ("ADR-3",), (), False, id="Spanish, the other direction"),
        pytest.param("Substitu\u00eddo pelo ADR-12", (), ("ADR-12",), True, id="Portuguese"),
        pytest.param("Sostituito da [[adr-12]]", (), ("adr-12",), True, id="Italian"),
        pytest.param("Vervangen door ADR-12", (), ("ADR-12",), True, id="Dutch"),
        pytest.param("\u5df2\u88ab ADR-12 \u53d6\u4ee3", (), ("ADR-12",), True, id="Chinese"),
        pytest.param(
            "[ADR-12](0012-x.md)\u306b\u3088\u308a\u7f6e\u304d\u63db\u3048", (), ("0012-x.md",), True, id="Japanese"
        ),
        pytest.param("ADR-12\ub85c \ub300\uccb4\ub428", (), ("ADR-12",), True, id="Korean"),
    ],
)
def test_relations(line: str, supersedes: tuple[str, ...], superseded_by: tuple[str, ...], is_superseded: bool) -> None:
    said = relations(line)
    assert (said.supersedes, said.superseded_by, said.is_superseded) == (supersedes, superseded_by, is_superseded)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        pytest.param("ADR-1, ADR-2", ("ADR-1", "ADR-2"), id="commas"),
        pytest.param("[[ADR-1]]", ("ADR-1",), id="WikiLink"),
        pytest.param("ADR-1|alias", ("ADR-1",), id="what is left of an unquoted WikiLink"),
        pytest.param("#8", ("#8",), id="number"),
        pytest.param("  ", (), id="nothing"),
    ],
)
def test_names_in_frontmatter(value: str, found: tuple[str, ...]) -> None:
    assert names(value) == found


@given(st.text(alphabet="[](). a1-/md_", max_size=3000))
def test_any_text_is_read_without_a_crash(text: str) -> None:
    relations(text)
    references(text)


def test_a_long_line_of_dots_and_slashes_takes_no_time() -> None:
    relations("superseded by " + "a." * 100_000)
    relations("superseded by " + "[" * 100_000)
