from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide, judge

from adrguard.decisions import hits, load
from adrguard.decisions.hits import Hits
from adrguard.model.changes import Place
from adrguard.system import repository


@pytest.fixture
def ruled(repo):
    decide(repo, f"{NO_STAR}\n  - id: star", "- deny: `eval(`\n  - id: eval")
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


def found(repo):
    return Hits(repository.find(str(repo.root)))


def file_of(repo):
    return repo.root / ".git/adrguard/hits.bin"


def test_a_check_that_finds_something_is_remembered(ruled):
    ruled.write("src/a.py", "q = 'SELECT * FROM a'\nr = 'SELECT * FROM b'\n")
    judge(ruled, today="2026-03-04")
    hit = found(ruled).of_rule("ADR-001#star")
    assert (hit.day, hit.path, hit.count, hit.decision) == ("2026-03-04", "src/a.py", 2, "ADR-001")
    assert found(ruled).of_rule("ADR-001#eval") is None


def test_a_clean_check_writes_nothing(ruled):
    judge(ruled)
    assert not file_of(ruled).exists()


def test_the_whole_tree_counts_as_well(ruled):
    ruled.write("src/a.py", "eval(x)\n")
    ruled.commit()
    judge(ruled, "all", today="2026-03-04")
    assert found(ruled).of_rule("ADR-001#eval").day == "2026-03-04"


def test_of_a_decision_the_latest_hit_of_its_rules_is_told(ruled):
    ruled.write("src/a.py", "eval(x)\n")
    judge(ruled, today="2026-03-04")
    ruled.write("src/a.py", "q = 'SELECT * FROM a'\n")
    judge(ruled, today="2026-03-04")
    (decision,) = load.load(repository.find(str(ruled.root)), Place("worktree")).decisions
    assert found(ruled).of(decision).rule == "ADR-001#star"


def test_hits_survive_another_version_of_the_program(ruled, monkeypatch):
    ruled.write("src/a.py", "eval(x)\n")
    judge(ruled)
    monkeypatch.setattr("adrguard.__version__", "99")
    assert found(ruled).of_rule("ADR-001#eval")


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: b"", id="empty"),
        pytest.param(lambda data: data[:-3], id="cut"),
        pytest.param(lambda data: data.replace(b"src/a.py", b"src/b.py"), id="another content than its checksum says"),
        pytest.param(lambda data: b"\xff" * 200, id="noise"),
    ],
)
def test_a_damaged_file_counts_as_none_and_is_written_anew(ruled, damage):
    ruled.write("src/a.py", "eval(x)\n")
    judge(ruled)
    file_of(ruled).write_bytes(damage(file_of(ruled).read_bytes()))
    assert found(ruled).of_rule("ADR-001#eval") is None
    judge(ruled)
    assert found(ruled).of_rule("ADR-001#eval")


@pytest.mark.parametrize("value", [None, 3, "x", ((1, 2),), (("a", "b", "c", "d", "e", "f"),), ({},)], ids=repr)
def test_values_of_another_shape_count_as_none(ruled, value):
    cache = hits._cache(repository.find(str(ruled.root)))
    cache.put(hits.NAME, value)
    assert found(ruled).of_rule("a") is None


def test_a_place_where_nothing_can_be_written_fails_no_check(ruled):
    file_of(ruled).parent.mkdir(exist_ok=True)
    file_of(ruled).mkdir()
    ruled.write("src/a.py", "eval(x)\n")
    assert len(judge(ruled).violations) == 1
    assert found(ruled).of_rule("ADR-001#eval") is None


def test_what_is_kept_is_bounded(ruled, monkeypatch):
    monkeypatch.setattr(hits, "MOST_RULES", 1)
    ruled.write("src/a.py", "eval(x)\n")
    judge(ruled)
    ruled.write("src/a.py", "q = 'SELECT * FROM a'\n")
    judge(ruled)
    assert found(ruled).of_rule("ADR-001#eval") is None
    assert found(ruled).of_rule("ADR-001#star")
