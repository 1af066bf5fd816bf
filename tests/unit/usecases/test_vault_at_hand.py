from __future__ import annotations

import os

import pytest
from fakes.guarding import NO_STAR, adr, decide

from adrguard.model.errors import NotARepositoryError, UsageError
from adrguard.usecases.vault_at_hand import at_hand


def ids(vault) -> list[str]:
    return [one.id for one in vault.read().decisions]


def test_the_default_is_the_wiki_of_the_repository_there_or_not(repo) -> None:
    vault = at_hand(str(repo.root))
    assert vault.folder == str(repo.root / ".adrguard/wiki")
    assert (vault.shown, vault.exists, vault.is_chosen, vault.named) == (".adrguard/wiki", False, False, "")
    assert vault.path("20_Cards/a.md") == ".adrguard/wiki/20_Cards/a.md"


def test_the_configured_one_is_found_from_below(repo) -> None:
    repo.write(".adrguard.toml", 'vault = "notes"\n')
    repo.write("notes/a.md", adr(1, NO_STAR))
    repo.write("src/a.py")
    vault = at_hand(str(repo.root / "src"))
    assert (vault.shown, vault.is_chosen, vault.named) == ("notes", True, "")
    assert ids(vault) == ["ADR-001"]


def test_naming_the_configured_one_is_no_other_vault(repo) -> None:
    repo.write(".adrguard.toml", 'vault = "notes"\n')
    repo.write("notes/a.md")
    assert at_hand(str(repo.root), "notes").named == ""


def test_another_folder_is_read_as_the_vault(repo) -> None:
    decide(repo, NO_STAR, number=7)
    repo.write("notes/deep/a.md", adr(1, NO_STAR))
    vault = at_hand(str(repo.root), "notes")
    assert (vault.shown, vault.named) == ("notes", "notes")
    assert ids(vault) == ["ADR-007", "ADR-001"]


def test_a_folder_outside_of_every_repository(tmp_path) -> None:
    (tmp_path / "a.md").write_text(adr(1, NO_STAR))
    vault = at_hand("/", str(tmp_path))
    assert (vault.shown, vault.repo.git_dir, vault.folder) == ("", "", str(tmp_path.resolve()))
    assert ids(vault) == ["ADR-001"]


def test_the_wiki_of_another_repository_binds_there(repo) -> None:
    repo.write(".adrguard/wiki/a.md", adr(1, NO_STAR))
    vault = at_hand("/", str(repo.root / ".adrguard/wiki"))
    assert (vault.repo.root, vault.named) == (str(repo.root), "")


def test_a_link_that_nobody_chose_gives_no_right_to_write_outside(repo, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (repo.root / ".adrguard").mkdir()
    os.symlink(tmp_path / "elsewhere", repo.root / ".adrguard/wiki")
    assert at_hand(str(repo.root)).configured == ""
    repo.write(".adrguard.toml", f'vault = "{(tmp_path / "elsewhere").as_posix()}"\n')
    assert at_hand(str(repo.root)).configured == (tmp_path / "elsewhere").resolve().as_posix()


def test_what_is_not_there_is_told(repo, tmp_path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        at_hand(str(repo.root), "nots")
    repo.write(".adrguard.toml", 'vault = "nots"\n')
    with pytest.raises(UsageError, match=r"the vault 'nots' that .adrguard.toml names is not there"):
        at_hand(str(repo.root))
    with pytest.raises(NotARepositoryError):
        at_hand(str(tmp_path))
