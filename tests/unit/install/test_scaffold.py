from __future__ import annotations

import pytest

from adrguard.install import scaffold


def test_a_vault_is_laid_out_with_files_that_git_keeps(tmp_path):
    laid = scaffold.vault(str(tmp_path), str(tmp_path))
    assert all(one.made for one in laid)
    assert (tmp_path / "00_Meta/README.md").read_text().startswith("# ")
    assert (tmp_path / "01_AI_Logs/.gitkeep").exists()


def test_nothing_that_is_there_is_overwritten(tmp_path):
    (tmp_path / scaffold.SAMPLE).write_text("mine")
    laid = scaffold.sample(str(tmp_path), str(tmp_path), "2026-01-02")
    assert not laid.made
    assert (tmp_path / scaffold.SAMPLE).read_text() == "mine"


def test_not_even_a_link_that_leads_nowhere_is_written_through(tmp_path):
    (tmp_path / scaffold.SAMPLE).symlink_to(tmp_path / "elsewhere")
    assert not scaffold.sample(str(tmp_path), str(tmp_path), "2026-01-02").made
    assert not (tmp_path / "elsewhere").exists()


def test_the_sample_carries_its_date(tmp_path):
    assert scaffold.sample(str(tmp_path), str(tmp_path), "2026-01-02").made
    text = (tmp_path / scaffold.SAMPLE).read_text()
    assert "date: 2026-01-02" in text
    assert "@" not in text


@pytest.mark.parametrize("path", ["notes", 'odd "name"', "C:\\vault"])
def test_a_configuration_binds_the_vault(tmp_path, path):
    import tomllib

    scaffold.configuration(str(tmp_path), ".adrguard.toml", path)
    assert tomllib.loads((tmp_path / ".adrguard.toml").read_text()) == {"vault": path.replace("\\", "/")}
