from __future__ import annotations

import os

import pytest
from fakes.guarding import NO_STAR, decide

from adrguard.model.errors import UsageError
from adrguard.usecases.memory.notes.note_place import place_of
from adrguard.usecases.vault_at_hand import at_hand

WIKI = ".adrguard/wiki"


def place(repo, category: str, vault: str = ""):
    here = at_hand(str(repo.root), vault)
    return place_of(here, category, here.read(), str(repo.root), inside=here.is_named)


@pytest.mark.parametrize(
    ("category", "folder"),
    [("log", "01_AI_Logs"), ("skill", "20_Cards"), ("decision", "02_Architecture"), ("lesson", "20_Cards")],
)
def test_a_vault_without_notes_has_the_table_s_folders(repo, category, folder) -> None:
    found = place(repo, category)
    assert found.path(found.habits.folder) == f"{WIKI}/{folder}"


def test_a_category_of_one_s_own_follows_its_folder_or_its_notes(repo) -> None:
    repo.write(f"{WIKI}/40_Lessons/a.md", "# A\n")
    repo.write(f"{WIKI}/Post mortems/b.md", "---\ncategory: incident\n---\n# B\n")
    assert place(repo, "lesson").habits.folder == "40_Lessons"
    assert place(repo, "incident").habits.folder == "Post mortems"


def test_decisions_go_to_the_records_unless_a_vault_is_named(repo) -> None:
    decide(repo, NO_STAR)
    repo.write("notes/a.md", "# A\n")
    assert place(repo, "decision").shown == "docs/adr"
    assert place(repo, "decision", "notes").shown == "notes"


def test_everything_in_the_folder_takes_a_name(repo) -> None:
    repo.write(f"{WIKI}/20_Cards/a.md", "# A\n")
    (repo.root / WIKI / "20_Cards/b.md").mkdir()
    found = place(repo, "card")
    assert sorted(found.names("20_Cards/c.md")) == ["a.md", "b.md"]
    assert found.names("21_Nothing/c.md") == []


def test_a_link_out_of_the_vault_is_refused(repo, tmp_path) -> None:
    repo.write(f"{WIKI}/a.md", "# A\n")
    os.symlink(tmp_path, repo.root / WIKI / "out")
    with pytest.raises(UsageError, match="leads out of"):
        place(repo, "card").names("out/a.md")


def test_a_template_that_is_a_link_out_is_not_read(repo, tmp_path) -> None:
    (tmp_path / "secret.md").write_text("secret {{content}}")
    repo.write(f"{WIKI}/templates/other.md", "# {{title}}\n")
    os.symlink(tmp_path / "secret.md", repo.root / WIKI / "templates/card.md")
    found = place(repo, "card")
    assert "secret" not in found.habits.template or not found.habits.template
