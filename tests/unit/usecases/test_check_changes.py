"""What is asked about, and by whose decisions it is judged."""

from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, adr, decide, judge, places, staged

from adrguard.model.errors import UsageError
from adrguard.usecases.check_changes import CheckRequest, check

BAD = 'q = "SELECT * FROM t"\n'


@pytest.mark.parametrize("asked", ["src", "src/a.py", "./src/"])
def test_files_asked_about_are_judged_by_decisions_staged_with_them(repo, asked: str) -> None:
    repo.write("keep.txt", "x\n")
    repo.commit()
    decide(repo, NO_STAR)
    repo.write("src/a.py", BAD)
    repo.write("lib/a.py", BAD)
    repo.stage()
    assert places(staged(repo, files=(asked,))) == [("src/a.py", 1)]


def test_a_companion_that_changes_is_seen_even_where_it_is_not_asked_about(repo) -> None:
    decide(repo, "- require change: `CHANGELOG.md`\n  - when: `src/**`")
    repo.commit()
    repo.write("src/a.py", "x = 1\n")
    repo.stage()
    assert places(staged(repo, files=("src",))) == [("src/a.py", 0)]
    repo.write("CHANGELOG.md", "one more\n")
    repo.stage()
    assert places(staged(repo, files=("src",))) == []


def test_a_companion_goes_with_what_asks_for_it_and_not_because_of_it(repo) -> None:
    decide(repo, "- require change: `tests/test_a.py`\n  - when: `src/a.py`")
    repo.write("src/a.py", "x = 1\n")
    repo.write("tests/test_a.py", "assert True\n")
    repo.commit()
    repo.write("src/a.py", "x = 2\n")
    repo.git("rm", "-q", "tests/test_a.py")
    repo.stage()
    (finding,) = staged(repo).violations
    assert (finding.path, finding.detail) == ("src/a.py", "only loses tests/test_a.py, but src/a.py stays")
    repo.git("rm", "-qf", "src/a.py")
    assert staged(repo).violations == ()


def test_of_several_companions_one_is_enough(repo) -> None:
    decide(repo, "- require change: `CHANGELOG.md`, `news/**`\n  - when: `src/**`")
    repo.commit()
    repo.write("src/a.py", "x = 1\n")
    repo.stage()
    assert [one.shown for one in staged(repo).violations] == ["CHANGELOG.md, news/**"]
    repo.write("news/1.txt", "one more\n")
    repo.stage()
    assert staged(repo).violations == ()


def test_a_file_that_several_targets_forbid_is_told_once(repo) -> None:
    decide(repo, "- deny path: `*.sql`, `db/**`")
    repo.commit()
    repo.write("db/a.sql", "x\n")
    repo.stage()
    assert places(staged(repo)) == [("db/a.sql", 0)]


def test_an_old_edge_to_a_file_renamed_elsewhere_stays_old(repo) -> None:
    decide(repo, "- deny edge: `app/**` -> `db/**`")
    repo.write("app/__init__.py", "")
    repo.write("db/__init__.py", "")
    repo.write("db/old.py", "x = 1\ny = 2\n")
    repo.write("app/a.py", "import db.old\n")
    repo.commit()
    repo.git("mv", "db/old.py", "db/new.py")
    repo.write("app/a.py", "import db.new\n")
    repo.stage()
    assert places(staged(repo)) == places(staged(repo, files=("app",))) == []


def test_of_all_files_some_say_nothing_about_the_others(repo) -> None:
    path = decide(repo, NO_STAR + "\n  - id: star", "- require path: `LICENSE`")
    repo.write("src/a.py", "x = 1\n")
    repo.write("lib/a.py", BAD)
    repo.write(".adrguard/baseline.txt", 'ADR-001#star\tlib/a.py\t1\tq = "SELECT * FROM t"\n')
    repo.commit()
    everything, some = judge(repo, "all"), judge(repo, "all", files=("src", path))
    assert (everything.known, len(everything.violations), everything.notes) == (1, 1, ())
    assert (some.known, some.violations, some.notes, some.files) == (0, (), (), 2)


def test_a_change_of_strictness_is_told_whatever_strictness_is_asked_for(repo) -> None:
    decide(repo, NO_STAR)
    repo.write(".adrguard.toml", "strict = true\n")
    repo.commit()
    repo.write(".adrguard.toml", "strict = false\n")
    repo.stage()
    for asked in (None, True, False):
        assert [one.before for one in staged(repo, strict=asked).weakened] == ["strict = true"]


def test_strictness_asked_for_outranks_the_decisions(repo) -> None:
    repo.write("docs/adr/0001-decision.md", adr(1, "- warn: `SELECT * FROM`"))
    repo.write(".adrguard.toml", "strict = true\n")
    repo.commit()
    repo.write("a.py", BAD)
    repo.stage()
    assert [staged(repo, strict=asked).exit_code for asked in (None, True, False)] == [1, 1, 0]


@pytest.mark.parametrize("name", ["../beside.py", "/elsewhere.py"])
def test_a_name_outside_is_refused_with_a_way_out(repo, name: str) -> None:
    repo.write("a.py", "a = 1\n")
    with pytest.raises(UsageError, match="is not in") as caught:
        check(CheckRequest(str(repo.root), "worktree", files=(name,)))
    assert caught.value.hint == "name files of the repository, or none to judge the whole change"
