from __future__ import annotations

import io

import pytest
from fakes import rendered

from adrguard.report import formats

BAD = 'q = "SELECT * FROM users"\n'


@pytest.fixture
def report(ruled, adrguard):
    ruled.write("src/db.py", BAD)
    assert adrguard("check", "--format", "json", "--output", "r.json") == 1
    return ruled.root / "r.json"


@pytest.mark.parametrize("style", formats.FORMATS)
def test_every_format_holds_the_finding(report, adrguard, style):
    assert adrguard("report", "convert", "r.json", "--format", style) == 0
    assert "src/db.py" in adrguard.out


def test_a_report_converts_to_itself(report, adrguard):
    assert adrguard("report", "convert", "r.json", "--format", "json") == 0
    assert adrguard.out == report.read_text()


def test_it_says_nothing_when_all_goes_to_files(report, adrguard):
    words = ["--format", "sarif", "--output", "a.sarif", "--format", "junit", "--output", "j.xml"]
    assert adrguard("report", "convert", "r.json", *words) == 0
    assert adrguard.out == adrguard.err == ""
    rendered.document("sarif", (report.parent / "a.sarif").read_text())
    rendered.junit((report.parent / "j.xml").read_text())


def test_text_is_the_default(report, adrguard):
    assert adrguard("report", "convert", "r.json") == 0
    assert adrguard.out.startswith("❌ Living ADR Guard Failure: 1 violation")


def test_it_needs_no_repository(report, adrguard, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert adrguard("report", "convert", str(report), "--format", "gitlab", "--output", "g.json") == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.json", "none.json: no such file"),
        (".", ".: a folder"),
        ("src/db.py", "src/db.py: is cut short or not JSON"),
    ],
)
def test_what_is_no_report_is_one_error(report, adrguard, name, said):
    assert adrguard("report", "convert", name) == 2
    assert said in adrguard.err


@pytest.mark.parametrize("given", [None, b"", b"{"], ids=["report", "nothing", "not JSON"])
def test_a_report_comes_through_a_pipe(report, adrguard, monkeypatch, given):
    raw = report.read_bytes() if given is None else given
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    code = adrguard("report", "convert", "-", "--format", "json")
    assert code == (0 if given is None else 2)
    if given is None:
        assert adrguard.out == report.read_text()
    else:
        assert "standard input" in adrguard.err + adrguard.out
