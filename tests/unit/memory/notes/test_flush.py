from __future__ import annotations

import pytest
import yaml

from adrguard.memory.notes import content, flush
from adrguard.memory.notes.draft import Draft, settled
from adrguard.memory.notes.flush import compose
from adrguard.memory.notes.form import SLOT, Form
from adrguard.model.errors import Problem
from adrguard.vault.dialects import describe
from adrguard.vault.note import parse

FORM = Form("v/0012-use-events.md", "decision", "Use events", "2026-11-30", "ADR-012", "accepted", "Use events")
LOG = Form("v/a.md", "log", "Use events", "2026-11-30", heading="Use events")


def composed(text: str, form: Form = FORM, **fields):
    draft, _ = settled(Draft("Use events", text, **fields))
    return compose(draft, content.read(text, "given"), form)


def head(made) -> dict[str, object]:
    return yaml.load(made.text.split("---\n")[1], yaml.BaseLoader)  # noqa: S506 -- it makes nothing but texts


def test_a_note_has_frontmatter_heading_and_content() -> None:
    made = composed("## Context\n\ntext\n\n\n", summary="Why: because", tags=("a", "b"))
    assert made.text == (
        "---\nid: ADR-012\ntitle: Use events\ndate: 2026-11-30\ncategory: decision\nstatus: accepted\ntags: [a, b]\n"
        'summary: "Why: because"\n---\n\n# Use events\n\n## Context\n\ntext\n'
    )
    assert made.data == made.text.encode()


def test_what_is_not_asked_for_has_no_key() -> None:
    assert head(composed("x", LOG)) == {"title": "Use events", "date": "2026-11-30", "category": "log"}


def test_a_heading_that_is_the_title_is_not_doubled() -> None:
    assert composed("# ADR-012: Use events\n\nx").text.endswith("---\n\n# ADR-012: Use events\n\nx\n")
    assert "# Use events\n\n# Another\n\nx\n" in composed("# Another\n\nx").text


def test_the_content_s_keys_win_over_what_goes_without_saying() -> None:
    made = composed("---\nstatus: proposed\ndate: 2020-01-01\nextra: 1 # kept\n---\nx")
    assert "status: proposed\ndate: 2020-01-01\nextra: 1 # kept\n" in made.text
    assert made.text.count("---\n") == 2


def test_what_is_said_wins_over_the_content_and_lists_are_united() -> None:
    made = composed(
        '---\ntitle: Old\nsummary: old\ncategory: log\ntags: [b, c]\nproject: p\nrelated: "[[x]]"\n---\ny',
        FORM.replace(related=("[[x]]", "[[z]]")),
        summary="new",
        tags=("a", "b"),
        project="q",
    )
    assert head(made) == {
        "id": "ADR-012",
        "date": "2026-11-30",
        "status": "accepted",
        "title": "Use events",
        "summary": "new",
        "category": "decision",
        "tags": ["b", "c", "a"],
        "project": "q",
        "related": ["[[x]]", "[[z]]"],
    }


def test_what_it_supersedes_is_left_to_the_supersession() -> None:
    assert "supersedes" not in head(composed("---\nsupersedes: ADR-001\n---\nx"))


def test_an_equal_value_stays_as_it_is_written() -> None:
    made = composed('---\ntitle: "Use events"\ncategory: [decision, api]\nid: "ADR-012"\n---\nx')
    assert 'title: "Use events"\ncategory: [decision, api]\nid: "ADR-012"\n' in made.text


def test_carriage_returns_go_all_the_way() -> None:
    made = composed("a\r\nb\r\n")
    assert made.data.count(b"\n") == made.data.count(b"\r\n")
    assert made.data.endswith(b"a\r\nb\r\n")


@pytest.mark.parametrize(
    ("dialect", "lines"),
    [
        ("nygard", "# 12. Use events\n\nDate: 2026-11-30\n\n## Status\n\nAccepted\n\n## Decision\n\ntext\n"),
        ("madr2", "# 12. Use events\n\n* Status: Accepted\n* Date: 2026-11-30\n\ntext\n"),
        ("log4brains", "# 12. Use events\n\n- Status: Accepted\n- Date: 2026-11-30\n\ntext\n"),
        ("lines", "# 12. Use events\n\nStatus: Accepted\nDate: 2026-11-30\n\ntext\n"),
    ],
)
@pytest.mark.parametrize("titled", [True, False], ids=["titled", "bare"])
def test_status_and_date_stand_where_the_dialect_has_them(dialect, lines, titled) -> None:
    form = FORM.replace(dialect=dialect, heading="12. Use events", capital=True, leave_out=("id", "category"))
    made = composed(("# 12. Use events\n\n" if titled else "") + "text", form)
    assert made.text == lines
    described = describe(parse(form.path, made.data))
    assert ([one.text for one in described.status], described.date) == (["Accepted"], "2026-11-30")


def test_a_status_in_the_content_s_text_is_the_status() -> None:
    text = "## Status\n\nProposed\n\n## Context\n\nx"
    assert "status" not in head(composed(text))
    form = FORM.replace(dialect="nygard", heading="12. Use events", leave_out=("id", "category"))
    assert composed(text, form).text == f"# 12. Use events\n\nDate: 2026-11-30\n\n{text}\n"


def test_what_has_no_place_in_the_text_goes_to_the_frontmatter() -> None:
    form = FORM.replace(dialect="nygard", heading="12. Use events", leave_out=("id", "category"))
    assert head(composed("x", form, tags=("a",), summary="s")) == {"tags": ["a"], "summary": "s"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("x", "x\n\n## Related\n\n- [A](a.md)\n", id="a section of its own"),
        pytest.param(
            "## See also\n\n- b\n\n## End\n", "## See also\n\n- b\n- [A](a.md)\n\n## End\n", id="into the section"
        ),
        pytest.param("## Related\n\ntext", "## Related\n\ntext\n\n- [A](a.md)\n", id="below the section's text"),
        pytest.param("see [A](a.md)", "see [A](a.md)\n", id="there already"),
    ],
)
def test_markdown_links_stand_in_a_list(text, expected) -> None:
    made = composed(text, LOG.replace(related=("[A](a.md)",), listed=True))
    assert made.text.partition("# Use events\n\n")[2] == expected


def test_a_template_s_keys_and_text_stand_around_the_content() -> None:
    template = (
        f"---\ntype: adr\nstatus: draft\ntags: [adr]\nowner:\n---\n\n# Use events\n\n> Note\n\n{SLOT}\n\n---\nfooter"
    )
    made = composed("# Use events\n\nx", FORM.replace(template=template), tags=("a",))
    assert made.text == (
        "---\ntype: adr\nstatus: accepted\ntags: [adr, a]\nowner:\nid: ADR-012\ntitle: Use events\ndate: 2026-11-30\n"
        "category: decision\n---\n\n# Use events\n\n> Note\n\nx\n\n---\nfooter\n"
    )


def test_a_template_without_a_place_gives_what_stands_above_its_sections() -> None:
    template = (
        "---\nowner: me\n---\n# Use events\n\nIntro.\n\n## Context\n\n{what forces it}\n\n## Invariants\n\n- deny: x\n"
    )
    made = composed("## Context\n\nx", FORM.replace(template=template))
    assert made.text.endswith("---\n\n# Use events\n\nIntro.\n\n## Context\n\nx\n")
    assert head(made)["owner"] == "me"
    assert flush.left_out(template) == ("Context", "Invariants")
    assert flush.left_out(f"{SLOT}\n## A\n") == ()


def test_a_mistake_is_placed_where_it_came_from() -> None:
    made = composed("\n---\na: 1\ninvariants:\n  - denny: x\n---\n\ntext\nmore\n")
    at = {line: number for number, line in enumerate(made.text.split("\n"), 1)}

    def place(line: int) -> str:
        return made.placed(Problem(FORM.path, line, 3, "m"), FORM.path, "given").place

    assert place(at["more"]) == "given:9:3"
    assert place(at["  - denny: x"]) == "given:5:3"
    assert place(at["id: ADR-012"]) == f"{FORM.path}:2:3"
    other = Problem("other.md", 1, 1, "m")
    assert made.placed(other, FORM.path, "given") is other


@pytest.mark.parametrize(
    ("standing", "same"),
    [
        pytest.param("---\ntitle: x\n---\n\n# Use events\n\na\n\nb  \n", True, id="another head"),
        pytest.param("a\r\n\r\nb\r\n", True, id="other line ends"),
        pytest.param("# Use events\n\na\n\nb\n\nc", False, id="more"),
        pytest.param("# Other\n\na\n\nb", False, id="another heading"),
    ],
)
def test_the_same_text_is_known_again(standing, same) -> None:
    assert flush.same_text(standing.encode(), "x.md", content.read("a\n\nb", "x"), LOG) is same


def test_around_it_a_template_may_stand() -> None:
    form = LOG.replace(template="x")
    assert flush.same_text(b"top\n\na\n\nb\n\nbottom", "x.md", content.read("# Use events\n\na\n\nb", "x"), form)
    assert not flush.same_text(b"top\n\na\n\nbcd", "x.md", content.read("a\n\nb", "x"), form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("<!-- c -->\n\n# Use events\n\nx", "<!-- c -->\n\n# Use events\n\nx\n", id="a comment above"),
        pytest.param("<!--\nc\n-->\n# Use events\nx", "<!--\nc\n-->\n# Use events\nx\n", id="lines of comment"),
        pytest.param("## Use events\n\nx", "# Use events\n\nx\n", id="as a section"),
        pytest.param("<!-- c -->\n### Use events\n\nx", "<!-- c -->\n# Use events\n\nx\n", id="both"),
        pytest.param("<!-- c -->\n\nx", "# Use events\n\n<!-- c -->\n\nx\n", id="a comment alone"),
        pytest.param("<b>c</b>\n\n# Use events", "# Use events\n\n<b>c</b>\n\n# Use events\n", id="HTML that is seen"),
    ],
)
def test_there_is_one_heading_with_the_title(text, expected) -> None:
    made = composed(text, LOG)
    assert made.text.endswith(f"---\n\n{expected}")
    assert flush.same_text(made.data, LOG.path, content.read(text, "given"), LOG)
    assert flush.same_text(made.data, LOG.path, content.read(made.text, "given"), LOG)


@pytest.mark.parametrize("start", ["<!-- c -->\n\n# Use events", "<!-- c -->\n\n## Use events"])
def test_mistakes_below_a_heading_with_a_comment_above_are_placed(start) -> None:
    form = FORM.replace(dialect="nygard")
    made = composed(f"{start}\n\n## Invariants\n\n- denny: x\n", form)
    assert made.text.endswith(
        "<!-- c -->\n\n# Use events\n\nDate: 2026-11-30\n\n## Status\n\naccepted\n\n## Invariants\n\n- denny: x\n"
    )
    line = made.text[: made.text.index("- denny")].count("\n") + 1
    assert made.placed(Problem(form.path, line, 1, "m"), form.path, "given").place == "given:7:1"
