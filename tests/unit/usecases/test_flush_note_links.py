from __future__ import annotations

from datetime import datetime

import pytest

from adrguard.model.errors import AdrguardError, UsageError
from adrguard.usecases.memory.notes.flush_note import Draft, flush

NOON = datetime(2026, 11, 30, 12, 0).astimezone()
WIKI = ".adrguard/wiki"


def write(repo, *related: str, title: str = "A", category: str = "card"):
    return flush(str(repo.root), Draft(title, "x", category=category, related=related), moment=NOON)


@pytest.mark.parametrize(
    "said",
    [
        "../../../etc/passwd",
        "[x](../../y.md)",
        "[[../../y]]",
        "[[../../y|label]]",
        "..\\..\\y.md",
        "a/../../../y",
        "[x](..%2f..%2fy.md)",
        "/etc/passwd",
        "~/.ssh/config",
        "C:\\Users\\x.md",
        "file:///etc/passwd",
        "[x](file:///etc/passwd)",
    ],
)
@pytest.mark.parametrize("markdown", [False, True])
def test_a_link_that_leads_out_of_the_vault_is_refused(repo, said, markdown) -> None:
    if markdown:
        repo.write(f"{WIKI}/.obsidian/app.json", '{"useMarkdownLinks": true}')
    repo.write(f"{WIKI}/20_Cards/b.md", "# B\n")
    done = write(repo, said)
    assert [(one.path, one.code) for one in done.problems] == [("--related", "link")]
    assert not (repo.root / WIKI / "20_Cards/a.md").exists()


@pytest.mark.parametrize("said", ["../02_Architecture/c.md", "[x](../02_Architecture/c.md)", "/02_Architecture/c.md"])
def test_a_path_to_a_note_of_the_vault_is_a_link_to_it(repo, said) -> None:
    repo.write(f"{WIKI}/02_Architecture/c.md", "# C\n")
    done = write(repo, said)
    assert done.written
    assert "[[c" in done.text


@pytest.mark.parametrize("said", ["https://example.org/../a", "nowhere", "folder/nowhere"])
def test_what_is_elsewhere_or_not_there_yet_is_none_of_it(repo, said) -> None:
    assert write(repo, said).written


@pytest.mark.parametrize("said", ["Six", "six", "[[Six]]"])
def test_a_note_does_not_link_to_itself(repo, said) -> None:
    done = write(repo, said, title="Six")
    assert done.remarks == (f"'{said}' is this note itself: no link was made",)
    assert "related" not in done.text


@pytest.mark.parametrize("where", [".adrguard", ".adrguard/wiki"])
def test_a_link_in_the_vault_s_place_that_leads_out_is_told_as_what_it_is(repo, tmp_path, where) -> None:
    (tmp_path / "elsewhere/wiki").mkdir(parents=True)
    if where != ".adrguard":
        (repo.root / ".adrguard").mkdir()
    (repo.root / where).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match=r"\.adrguard/wiki leads out of the repository, to .*; nothing was written"):
        write(repo)
    assert list((tmp_path / "elsewhere").rglob("*.md")) == []


def test_a_file_in_the_vault_s_place_is_told_as_what_it_is(repo) -> None:
    repo.write(WIKI, "x")
    with pytest.raises(AdrguardError, match=r"\.adrguard/wiki is a file where a folder should be"):
        write(repo)


def test_a_decision_goes_to_the_repository_though_the_vault_lies_outside(repo, tmp_path) -> None:
    (tmp_path / "vault").mkdir()
    repo.write(".adrguard.toml", f'vault = "{(tmp_path / "vault").as_posix()}"\n')
    repo.write("docs/adr/0001-say.md", "# 1. Say\n\n## Status\n\nAccepted\n")
    assert write(repo, category="decision").path == "docs/adr/0002-a.md"


def test_a_note_without_a_status_is_not_converted_to_be_superseded(repo) -> None:
    repo.write(f"{WIKI}/01_AI_Logs/2026-01-01-old.md", "just text\n")
    with pytest.raises(AdrguardError, match=r"2026-01-01-old\.md has no status") as caught:
        flush(str(repo.root), Draft("A", "x", supersedes=("2026-01-01-old",)), moment=NOON)
    assert "--related" in caught.value.hint
    assert (repo.root / WIKI / "01_AI_Logs/2026-01-01-old.md").read_text() == "just text\n"


@pytest.mark.parametrize("said", ["|", "[[]]", "[[|label]]", "#"])
def test_a_link_to_nothing_is_refused(repo, said) -> None:
    done = write(repo, said)
    assert [(one.path, one.message) for one in done.problems] == [("--related", f"'{said}' names no note")]
    assert not done.written
