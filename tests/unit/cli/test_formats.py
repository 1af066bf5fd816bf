from __future__ import annotations

import json
import os

import pytest
from fakes import rendered
from fakes.published import checked
from fakes.runner_log import obeyed

BAD = 'q = "SELECT * FROM users"\n'


@pytest.fixture
def broken(ruled):
    ruled.write("src/db.py", BAD)
    return ruled


def test_text_is_read_while_reports_go_to_files(broken, adrguard):
    words = ["--format", "sarif", "--output", "out/a.sarif", "--format=junit", "--output=out/junit.xml"]
    assert adrguard("check", *words) == 1
    assert adrguard.out.startswith("❌ Living ADR Guard Failure: 1 violation")
    log = rendered.document("sarif", (broken.root / "out/a.sarif").read_text())
    assert len(log["runs"][0]["results"]) == 1
    assert rendered.junit((broken.root / "out/junit.xml").read_text()).get("failures") == "1"


def test_one_format_without_a_file_takes_the_place_of_the_text(broken, adrguard):
    assert adrguard("check", "--format", "gitlab", "--format", "json", "--output", "r.json") == 1
    assert len(rendered.document("gitlab", adrguard.out)) == 1
    assert checked((broken.root / "r.json").read_text())["summary"]["violations"] == 1
    assert adrguard.err == ""


def test_a_dash_is_stdout(broken, adrguard):
    assert adrguard("check", "--format", "rdjson", "--output", "-") == 1
    assert len(rendered.document("rdjson", adrguard.out)["diagnostics"]) == 1


def test_a_report_that_is_kept_gives_a_full_account_and_one_on_stdout_does_not(broken, adrguard):
    adrguard("check", "--format", "json", "--output", "r.json")
    kept = checked((broken.root / "r.json").read_text())
    assert [rule["id"] for rule in kept["account"]["judged"]] == ["ADR-001#star"]
    assert "account" not in adrguard.json("check", "src/db.py")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--output", "a"], "--output a belongs to no --format", id="an output alone"),
        pytest.param(["--format", "json", "--output", "a", "--output", "b"], "--output b belongs to no", id="two"),
        pytest.param(["--format", "sarif", "--format", "gitlab"], "would both go to stdout", id="two to stdout"),
        pytest.param(
            ["--format", "sarif", "--output", "a", "--format", "json", "--output", "./a"],
            "would both be written to ./a",
            id="two into one file",
        ),
        pytest.param(["--format", "sarif", "--output", ""], "names no file", id="no name"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_judged(broken, adrguard, words, said):
    assert adrguard("check", *words) == 2
    assert said in adrguard.err
    assert adrguard.out == ""
    assert not (broken.root / "a").exists()


@pytest.mark.parametrize("words", [(), ("--all",), ("..",)])
def test_the_report_of_an_earlier_run_is_not_judged(broken, adrguard, monkeypatch, words):
    told = []
    (broken.root / "sub").mkdir()
    monkeypatch.chdir(broken.root / "sub")
    for _ in range(2):
        adrguard("check", *words, "--format", "json", "--output", "../build/report.json")
        told.append(json.loads((broken.root / "build" / "report.json").read_text("utf-8"))["findings"])
    assert told[0] == told[1]
    assert {one["path"] for one in told[0]} == {"src/db.py"}


def test_a_report_that_cannot_be_written_holds_back_no_other(broken, adrguard):
    (broken.root / "folder").mkdir()
    words = ["--format", "json", "--format", "sarif", "--output", "folder", "--format", "gitlab", "--output", "g.json"]
    assert adrguard("check", *words) == 2
    assert "folder: not written, as it is a folder" in adrguard.err
    assert checked(adrguard.out)["exit_code"] == 1
    assert len(rendered.document("gitlab", (broken.root / "g.json").read_text())) == 1


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_of_the_repository_does_not_choose_what_is_overwritten(broken, adrguard, tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("kept")
    (broken.root / "a.sarif").symlink_to(outside)
    (broken.root / "hook").symlink_to(broken.root / ".git/hooks/pre-commit")
    for name in ("a.sarif", "hook"):
        assert adrguard("check", "--format", "sarif", "--output", name) == 2
        assert f"{name}: not written, as it leads to" in adrguard.err
    assert outside.read_text() == "kept"
    assert not (broken.root / ".git/hooks/pre-commit").exists()


def test_where_there_is_no_verdict_each_report_says_so(broken, adrguard):
    (broken.root / "a.sarif").write_text("of an earlier run")
    words = ["--format", "sarif", "--output", "a.sarif", "--format", "json", "--output", "r.json"]
    assert adrguard("check", "--base", "nowhere", *words) == 2
    assert adrguard.out == ""
    (run,) = rendered.document("sarif", (broken.root / "a.sarif").read_text())["runs"]
    assert run["invocations"][0]["executionSuccessful"] is False
    assert "nowhere" in checked((broken.root / "r.json").read_text())["error"]["message"]


@pytest.mark.parametrize(
    ("words", "documents"),
    [
        pytest.param(["--format", "json"], 1, id="to stdout"),
        pytest.param(["--format=json"], 1, id="to stdout, in one word"),
        pytest.param(["--format=json", "--output=r.json"], 0, id="to a file, in one word"),
        pytest.param(["--format", "json", "--output", "r.json"], 0, id="to a file"),
        pytest.param(["--format", "sarif", "--output", "r", "--format", "json"], 1, id="beside a file"),
    ],
)
def test_a_failure_is_json_only_where_json_goes_to_stdout(broken, adrguard, words, documents):
    assert adrguard("check", "--base", "nowhere", *words) == 2
    assert adrguard.out.count('"format"') == documents


def test_a_log_that_is_read_for_commands_gets_only_ours(broken, adrguard, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    broken.write("src/db.py", 'q = "SELECT * FROM x" ##[error]forged ##vso[task.x]y\n')
    for style in ("text", "json", "sarif", "markdown"):
        adrguard("check", "--format", style)
        assert obeyed(adrguard.out) == []
        assert "##vso[" not in adrguard.out
    adrguard("check", "--format", "github")
    assert [one.name for one in obeyed(adrguard.out)] == ["error"]


def test_the_order_of_formats_and_outputs_survives_other_options(broken, adrguard):
    words = ["--format", "sarif", "--strict", "--output", "a.sarif", "--project", "", "--format", "agent"]
    assert adrguard("check", *words) == 1
    assert json.loads((broken.root / "a.sarif").read_text())["version"] == "2.1.0"
    assert adrguard.out.startswith("adrguard: The work is not done yet: 1 violation.")
