from datetime import datetime

import pytest
import yaml

from adrguard.vault.customs import manners, templates
from adrguard.vault.head.frontmatter import read
from adrguard.vault.head.values import scalars
from adrguard.vault.source import Source

MOMENT = datetime(2026, 3, 2, 15, 4)  # noqa: DTZ001 -- a wall clock, as a person's note has it
VALUES = {
    "title": 'Use: "it" #1',
    "id": "ADR-7",
    "number": "7",
    "status": "Proposed",
    "tags": ("redis", "c++: a"),
    "summary": "",
}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("# {{title}} ({{ id }})", '# Use: "it" #1 (ADR-7)'),
        ("{{date}} {{time}} {{date:DD.MM.YYYY}} {{time:HH-mm}}", "2026-03-02 15:04 02.03.2026 15-04"),
        ("{{TITLE}} {{Number}}", 'Use: "it" #1 7'),
        ("{{tags}}", "redis, c++: a"),
        ("{{unknown}} {{title:x}} {{ }} {title}", "{{unknown}} {{title:x}} {{ }} {title}"),
        ("<% tp.file.title %> <% tp.date.now('YYYY') %>", 'Use: "it" #1 2026'),
        ("<%* await tp.file.move('x') %>", "<%* await tp.file.move('x') %>"),
        ("# NUMBER. TITLE\n\nDate: DATE\n\nSTATUS\n", '# 7. Use: "it" #1\n\nDate: 2026-03-02\n\nProposed\n'),
        ("# A TITLEd thing\n\nSTATUS DATE\n", "# A TITLEd thing\n\nSTATUS DATE\n"),
    ],
)
def test_placeholders_of_a_text(text: str, filled: str) -> None:
    assert templates.fill(text, VALUES, MOMENT) == filled


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("k: {{title}}", ['Use: "it" #1']),
        ('k: "{{title}}"', ['Use: "it" #1']),
        ("k: '{{title}}'", ['Use: "it" #1']),
        ("k: {{id}} {{title}}", ['ADR-7 Use: "it" #1']),
        ("k: {{tags}}", ["redis", "c++: a"]),
        ("k: [{{tags}}, more]", ["redis", "c++: a", "more"]),
        ('k: ["{{title}}"]', ['Use: "it" #1']),
        ("k:\n  - {{title}}", ['Use: "it" #1']),
        ("k: {{summary}}", []),
        ("k: {{date:YYYY}}", ["2026"]),
        ("k: {{id}}\u2028b", ["ADR-7\u2028b"]),
        ("k: {draft | final | replaced by [N](n.md)}", ["{draft | final | replaced by [N](n.md)}"]),
        ("k: {who decides}", []),
    ],
)
def test_placeholders_of_frontmatter_are_read_as_the_text(line: str, values: list[str]) -> None:
    text = templates.fill(f"---\nfirst: 1 # stays\n{line}\n---\n\nbody\n", VALUES, MOMENT)
    head = read(Source("a.md", text.encode()))
    assert head.problems == ()
    assert [one.text for one in scalars(head.get("k"))] == values
    assert text.startswith("---\nfirst: 1 # stays\n")
    assert text.endswith("---\n\nbody\n")


@pytest.mark.parametrize(
    ("value", "filled"),
    [
        ("{{unknown}}", '"{{unknown}}"'),
        ("'{{unknown}}'", "'{{unknown}}'"),
        ("{{unknown}} {{title}}", "'{{unknown}} Use: \"it\" #1'"),
        ("[{{unknown}}, {{title}}]", '["{{unknown}}", \'Use: "it" #1\']'),
        ("{{unknown:x}}", '"{{unknown:x}}"'),
    ],
)
def test_what_nobody_knows_stays_in_frontmatter_as_a_text(value: str, filled: str) -> None:
    text = templates.fill(f"---\nk: {value}\n---\n", VALUES, MOMENT)
    assert text == f"---\nk: {filled}\n---\n"
    assert "{{unknown" in str(yaml.safe_load(text.split("---")[1])["k"])


@pytest.mark.parametrize("title", ["2026-11-30", "12", "yes"])
def test_a_title_is_a_text_in_frontmatter_whatever_it_looks_like(title: str) -> None:
    text = templates.fill("---\nk: {{title}}\nl: {{date}}\nm: [{{title}}]\n---\n", {"title": title}, MOMENT)
    head = yaml.safe_load(text.split("---\n")[1])
    assert head == {"k": title, "l": MOMENT.date(), "m": [title]}


@pytest.mark.parametrize(
    "dialect",
    ["", *(manners.FRONTMATTER, manners.MADR, manners.MADR2, manners.LOG4BRAINS, manners.NYGARD, manners.LINES)],
)
def test_there_is_a_template_of_ours_for_every_dialect(dialect: str) -> None:
    text = templates.built_in(dialect)
    assert "## Invariants\n" in text
    assert templates.dates(text)
    assert "{{" not in templates.fill(text, {**VALUES, "heading": "x"}, MOMENT)


def test_a_template_without_a_place_for_the_date() -> None:
    assert not templates.dates("# {{title}}\n\nDate: {YYYY-MM-DD}\n")
    assert templates.dates("<% tp.date.now() %>")
