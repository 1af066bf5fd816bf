from __future__ import annotations

import os
import stat

import pytest
from fakes.guarding import decide

from adrguard.model.errors import AdrguardError
from adrguard.usecases.reports import report_files


def test_reports_are_written_as_utf8_with_their_folders(tmp_path):
    report_files.write(str(tmp_path), [("a/b/r.txt", "é\n"), (str(tmp_path / "s.txt"), "x\n")])
    assert (tmp_path / "a/b/r.txt").read_bytes() == b"\xc3\xa9\n"
    assert (tmp_path / "s.txt").read_bytes() == b"x\n"


def test_all_that_is_wrong_is_one_error_and_the_rest_is_written(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("kept")
    reports = [("folder", "x"), ("file/below", "x"), ("nul\0name", "x"), ("good", "x")]
    with pytest.raises(report_files.NotWrittenError) as caught:
        report_files.write(str(tmp_path), reports)
    assert caught.value.message.count("not written") == 3
    assert (tmp_path / "good").read_text() == "x"
    assert (tmp_path / "file").read_text() == "kept"


def test_a_report_of_the_repository_stays_in_it(repo):
    report_files.write(str(repo.root / "sub"), [("../r.txt", "x")])
    assert (repo.root / "r.txt").read_text() == "x"
    report_files.write(str(repo.root), [("../beside.txt", "x")])
    assert (repo.root.parent / "beside.txt").read_text() == "x"
    with pytest.raises(report_files.NotWrittenError, match="leads to"):
        report_files.write(str(repo.root), [(".git/config", "x")])


@pytest.mark.parametrize(
    ("path", "why"),
    [
        pytest.param("docs/adr/0001-decision.md", "a decision", id="a decision"),
        pytest.param("docs/adr/tests/a.md", "a decision", id="a note that tests one"),
        pytest.param("link.md", "a decision", id="a link to one"),
        pytest.param(".adrguard.toml", "what the guard does", id="the configuration"),
        pytest.param("pyproject.toml", "what the guard does", id="the project"),
        pytest.param(".adrguard/baseline.txt", "what the guard does", id="the baseline"),
        pytest.param("src/.gitattributes", "what the guard does", id="attributes"),
    ],
)
def test_no_report_is_written_over_what_decides(repo, path, why):
    decide(repo, "- deny: `x`")
    for name in (".adrguard.toml", "pyproject.toml", ".adrguard/baseline.txt", "src/.gitattributes"):
        repo.write(name, "")
    repo.write("docs/adr/tests/a.md", "# Tests of ADR-001\n\n```text bad\nx\n```\n")
    (repo.root / "link.md").symlink_to("docs/adr/0001-decision.md")
    before = (repo.root / path).read_bytes()
    with pytest.raises(report_files.NotWrittenError, match=f"{path}: not written, as .*{why}"):
        report_files.write(str(repo.root), [(path, "x"), ("r.md", "x")])
    assert (repo.root / path).read_bytes() == before
    report_files.write(str(repo.root), [("r.md", "y"), ("docs/adr/report.json", "y"), ("docs/adr/report.json", "z")])
    assert (repo.root / "r.md").read_text() == "y"
    assert (repo.root / "docs/adr/report.json").read_text() == "z"


@pytest.mark.skipif(os.name == "nt", reason="no FIFOs there")
def test_a_fifo_is_neither_read_nor_replaced(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(report_files.NotWrittenError, match="a FIFO"):
        report_files.write(str(tmp_path), [("fifo", "x")])
    assert stat.S_ISFIFO(os.stat(tmp_path / "fifo").st_mode)
    with pytest.raises(AdrguardError, match="a FIFO"):
        report_files.read(str(tmp_path / "fifo"))
