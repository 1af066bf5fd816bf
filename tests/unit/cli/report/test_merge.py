from __future__ import annotations

import json

import pytest
from fakes.published import checked

from adrguard.model.findings import Outcome
from adrguard.report import json as report


@pytest.fixture
def shard(ruled, adrguard):
    """Write the report of a shard that found something in a file of its number."""
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    adrguard("check", "--format", "json", "--output", "whole.json")
    whole = json.loads((ruled.root / "whole.json").read_text())

    def write(name: str, number: int, count: int) -> None:
        found = json.loads(json.dumps(whole))
        found["findings"][0]["path"] = f"src/{number}.py"
        found["shard"] = {"index": number, "count": count}
        (ruled.root / name).write_text(json.dumps(found))

    return write


def test_shards_make_one_verdict(shard, adrguard):
    shard("1.json", 1, 2)
    shard("2.json", 2, 2)
    assert adrguard("report", "merge", "2.json", "1.json", "--format", "json") == 1
    document = checked(adrguard.out)
    assert [one["path"] for one in document["findings"]] == ["src/1.py", "src/2.py"]
    assert "shard" not in document


def test_the_exit_code_is_that_of_the_whole(tmp_path, adrguard, ruled):
    (ruled.root / "r.json").write_text(report.render(Outcome(rules=1, files=1, shard=(1, 1))))
    assert adrguard("report", "merge", "r.json") == 0
    assert adrguard.out.startswith("✅")


def test_every_mistake_is_named_at_once(shard, adrguard, ruled):
    shard("1.json", 1, 4)
    shard("again.json", 1, 4)
    shard("3.json", 3, 4)
    (ruled.root / "bad.json").write_text("{")
    assert adrguard("report", "merge", "1.json", "again.json", "3.json", "bad.json", "whole.json") == 2
    for said in (
        "bad.json: is cut short",
        "whole.json is the report of a whole check, no shard",
        "shard 1/4 is there 2 times: 1.json, again.json",
        "missing: shard 2/4, 4/4",
    ):
        assert said in adrguard.err
    assert adrguard.out == ""


def test_shards_of_different_runs_make_no_whole(shard, adrguard):
    shard("1.json", 1, 2)
    shard("2.json", 2, 3)
    assert adrguard("report", "merge", "1.json", "2.json") == 2
    assert "runs in different numbers of shards: 2 and 3" in adrguard.err


def test_a_report_that_claims_any_number_of_shards_costs_no_memory(shard, adrguard):
    shard("1.json", 1, 2**50)
    assert adrguard("report", "merge", "1.json") == 2
    assert "missing: shard 2/" in adrguard.err


def test_a_number_that_no_shard_has_is_named(shard, adrguard):
    shard("5.json", 5, 2)
    assert adrguard("report", "merge", "5.json") == 2
    assert "5.json calls itself shard 5/2" in adrguard.err


@pytest.mark.parametrize("names", [["whole.json"], ["whole.json", "again.json"]], ids=["one", "two"])
def test_reports_of_no_shard_make_no_whole(shard, adrguard, ruled, names):
    (ruled.root / "again.json").write_bytes((ruled.root / "whole.json").read_bytes())
    assert adrguard("report", "merge", *names) == 2
    for name in names:
        assert f"{name} is the report of a whole check, no shard" in adrguard.err
    assert "missing" not in adrguard.err
    assert "`adrguard report convert`" in adrguard.err
    assert adrguard.out == ""


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            {"docs/adr/0002-new.md": "# 2. New\n\nStatus: accepted\n\n## Invariants\n\n- deny: `x`\n"}, id="rules"
        ),
        pytest.param({"src/a.py": "a = 1\n"}, id="files"),
        pytest.param({".adrguard.toml": 'exclude = ["src/**"]\n'}, id="configuration"),
    ],
)
def test_shards_of_different_trees_or_by_different_rules_make_no_whole(ruled, adrguard, change):
    def judged(number: int) -> None:
        adrguard("check", "--all", "--shard", f"{number}/2", "--format", "json", "--output", f"{number}.json")

    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    ruled.write(".gitignore", "*.json\n")
    ruled.commit()
    judged(1)
    ruled.write("untracked.py", "x = 1\n")
    judged(2)
    assert adrguard("report", "merge", "1.json", "2.json") == 1
    for path, text in change.items():
        ruled.write(path, text)
    ruled.stage()
    judged(2)
    assert adrguard("report", "merge", "1.json", "2.json") == 2
    assert "2.json: of another tree than 1.json, or judged by other rules" in adrguard.err
    judged(1)
    assert adrguard("report", "merge", "1.json", "2.json") != 2


def test_a_shard_that_was_asked_about_one_project_is_no_part_of_a_whole(ruled, adrguard):
    ruled.write(
        "docs/adr/0002-pay.md", "---\nproject: pay\nstatus: accepted\n---\n# 2. Pay\n\n## Invariants\n\n- deny: `x`\n"
    )
    ruled.write(".gitignore", "*.json\n")
    ruled.commit()
    for number, more in (("1", ()), ("2", ("--project", "pay"))):
        adrguard("check", "--all", "--shard", f"{number}/2", "--format", "json", "--output", f"{number}.json", *more)
    assert adrguard("report", "merge", "1.json", "2.json") == 2
    assert "2.json: of another tree than 1.json, or judged by other rules" in adrguard.err
