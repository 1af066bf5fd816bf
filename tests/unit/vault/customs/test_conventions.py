from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from adrguard.vault.customs import manners
from adrguard.vault.customs.conventions import Survey

if TYPE_CHECKING:
    from pathlib import Path

MOMENT = datetime(2026, 3, 2, 15, 4)  # noqa: DTZ001 -- a wall clock, as a person's note has it


def lay(top: Path, *paths: str, text: str = "# A\n") -> Survey:
    for path in paths:
        target = top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return Survey(str(top))


@pytest.mark.parametrize(
    ("category", "folder", "name"),
    [
        ("decision", "02_Architecture", "0001-use-it.md"),
        ("log", "01_AI_Logs", "2026-03-02-use-it.md"),
        ("concept", "20_Cards", "use-it.md"),
        ("card", "20_Cards", "use-it.md"),
        ("skill", "20_Cards", "use-it.md"),
        ("meta", "00_Meta", "use-it.md"),
        ("Post Mortem", "Post Mortem", "use-it.md"),
        ("../../etc", "etc", "use-it.md"),
    ],
)
def test_an_empty_vault_follows_the_table(tmp_path: Path, category: str, folder: str, name: str) -> None:
    habits = Survey(str(tmp_path)).habits(category)
    # A decision's number is the first one.
    assert habits.path("Use it", MOMENT, 1) == f"{folder}/{name}"
    assert (habits.template, habits.notes) == ("", 0)


@pytest.mark.parametrize(
    ("category", "paths", "folder"),
    [
        ("log", ("Journal/a.md",), "Journal"),
        ("log", ("30_Logs/2026/01/a.md",), "30_Logs"),
        ("decision", ("Engineering/ADRs/a.md",), "Engineering/ADRs"),
        ("decision", ("10_Projects/api/decisions/a.md",), "02_Architecture"),
        ("concept", ("Zettelkasten/a.md", "deep/down/cards/b.md"), "Zettelkasten"),
        ("skill", ("Playbooks/a.md", "20_Cards/b.md"), "Playbooks"),
        ("skill", ("20 - Cards/b.md",), "20 - Cards"),
        ("skill", ("Zettelkasten/b.md",), "Zettelkasten"),
        ("skill", ("01_AI_Logs/b.md",), "20_Cards"),
        ("meta", ("20 - Cards/b.md",), "00_Meta"),
        ("incident", ("50_Incidents/a.md",), "50_Incidents"),
    ],
)
def test_a_folder_is_known_by_its_name(tmp_path: Path, category: str, paths: tuple[str, ...], folder: str) -> None:
    assert lay(tmp_path, *paths).folder_of(category) == folder


def test_where_notes_say_what_they_are_their_folder_is_it(tmp_path: Path) -> None:
    lay(tmp_path, "01_AI_Logs/a.md", "Work/a.md")
    survey = lay(tmp_path, "Work/b.md", "Work/c.md", text="---\ntype: log\n---\n# A\n")
    assert survey.folder_of("log") == "Work"
    assert survey.folder_of("decision") == "02_Architecture"


def test_names_and_dialect_are_those_of_the_notes_beside(tmp_path: Path) -> None:
    text = "---\nid: ADR-012\nstatus: accepted\n---\n# ADR-012: A\n\n[[other]]\n"
    survey = lay(tmp_path, "02_Architecture/ADR-011-a.md", "02_Architecture/ADR-012-b-c.md", text=text)
    habits = survey.habits("decision")
    assert (habits.dialect, habits.heading, habits.id) == (
        manners.FRONTMATTER,
        "ADR-{number:03}: {title}",
        "ADR-{number:03}",
    )
    assert (habits.links, habits.number, habits.notes) == (manners.WIKI, 13, 2)
    assert habits.path("Use it", MOMENT) == "02_Architecture/ADR-013-use-it.md"
    assert habits.names == ("ADR-011-a.md", "ADR-012-b-c.md")


@pytest.mark.parametrize(
    ("notes", "path"),
    [
        (("2026/01/2026-01-02-a-b.md", "2026/02/2026-02-02-c.md"), "2026/03/2026-03-02-use-it.md"),
        (("2026-01/A B.md",), "2026-03/Use it.md"),
        (("2026/a-b.md", "c-d.md", "e-f.md"), "use-it.md"),
        (("redis/a_b.md", "kafka/c_d.md"), "use_it.md"),
    ],
)
def test_dated_folders_go_on(tmp_path: Path, notes: tuple[str, ...], path: str) -> None:
    survey = lay(tmp_path, *(f"01_AI_Logs/{note}" for note in notes))
    assert survey.habits("log").path("Use it", MOMENT) == f"01_AI_Logs/{path}"


def test_indexes_and_templates_show_nothing(tmp_path: Path) -> None:
    survey = lay(tmp_path, "README.md", "0000-template.md", "templates/0009-x.md", "yyyy-mm-dd-template.md")
    assert survey.notes == ()
    assert lay(tmp_path, "0001-a.md").habits("decision", "").number == 2


@pytest.mark.parametrize(("setting", "links"), [("true", manners.MARKDOWN), ("false", manners.WIKI)])
def test_obsidians_own_setting_for_links_counts_where_no_note_links(tmp_path: Path, setting: str, links: str) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text(f'{{"useMarkdownLinks": {setting}}}')
    assert lay(tmp_path, "20_Cards/a.md").habits("card").links == links


def test_links_by_default(tmp_path: Path) -> None:
    assert lay(tmp_path, "20_Cards/a.md").habits("card").links == manners.WIKI
    assert lay(tmp_path / "adr", "0001-a.md").habits("decision", "").links == manners.MARKDOWN


# Templates


@pytest.mark.parametrize(
    ("category", "paths", "template"),
    [
        ("decision", ("02_Architecture/template.md",), "02_Architecture/template.md"),
        ("decision", ("02_Architecture/adr-template-bare.md", "02_Architecture/adr-template.md"), "adr-template.md"),
        ("decision", ("02_Architecture/0000-template.md",), "0000-template.md"),
        ("decision", ("02_Architecture/templates/template.md",), "templates/template.md"),
        ("decision", ("templates/adr.md", "templates/log.md"), "templates/adr.md"),
        ("decision", ("99_Templates/Architecture Decision Record.md",), "99_Templates/Architecture Decision Record.md"),
        ("decision", (".obsidian/templates/decision.md",), ".obsidian/templates/decision.md"),
        ("decision", ("templates/template.md",), ""),
        ("decision", ("templates/daily.md",), ""),
        ("log", ("Templates/AI Log Template.md",), "Templates/AI Log Template.md"),
        ("log", ("01_AI_Logs/log-template.md",), "01_AI_Logs/log-template.md"),
        ("concept", ("_templates/card.md",), "_templates/card.md"),
        ("skill", ("templates/playbook.md",), "templates/playbook.md"),
        ("incident", ("templates/incident.md",), "templates/incident.md"),
    ],
)
def test_the_template_of_a_category(tmp_path: Path, category: str, paths: tuple[str, ...], template: str) -> None:
    found = lay(tmp_path, *paths).habits(category).template
    assert found.endswith(template) if template else not found


def test_the_folder_of_templates_that_obsidian_is_told_of(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/templates.json").write_text('{"folder": "Meta/Forms"}')
    survey = lay(tmp_path, "Meta/Forms/adr.md", "templates/adr.md")
    assert survey.habits("decision").template == "Meta/Forms/adr.md"
    assert survey.template("Meta/Forms/adr.md") == b"# A\n"


@pytest.mark.parametrize("content", ["{", '["folder"]', '{"folder": "../out"}', '{"folder": 3}'])
def test_settings_that_are_none_are_passed_over(tmp_path: Path, content: str) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/templates.json").write_text(content)
    assert lay(tmp_path, "a.md").habits("decision").template == ""
