from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide, judge

from adrguard.model.errors import AdrguardError
from adrguard.usecases.keep_baseline import prune, show, write

PATH = ".adrguard/baseline.txt"
BAD = 'q = "SELECT * FROM users"\n'


@pytest.fixture
def old(repo):
    """A repository in which two violations stood before anybody looked."""
    decide(repo, NO_STAR)
    repo.write("a.py", BAD)
    repo.write("b.py", f"x = 1\n{BAD}")
    repo.commit()
    return repo


def entries(repo):
    lines = (repo.root / PATH).read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_writing_declares_known_what_is_there(old):
    known = write(str(old.root))
    assert (len(known.new), len(known.same), len(known.removed), known.written) == (2, 0, 0, True)
    assert [entry.split("\t")[1:] for entry in entries(old)] == [
        ["a.py", "1", 'q = "SELECT * FROM users"'],
        ["b.py", "1", 'q = "SELECT * FROM users"'],
    ]
    outcome = judge(old, "all")
    assert outcome.violations == ()
    assert outcome.known == 2


def test_writing_again_changes_nothing(old):
    write(str(old.root))
    before = (old.root / PATH).stat().st_mtime_ns
    known = write(str(old.root))
    assert (len(known.new), len(known.same), len(known.removed), known.written) == (0, 2, 0, False)
    assert (old.root / PATH).stat().st_mtime_ns == before


def test_an_edit_elsewhere_leaves_the_entries_as_they_are(old):
    write(str(old.root))
    before = entries(old)
    old.write("b.py", f"x = 1\n\n\ny = 2\n    {BAD}")
    write(str(old.root))
    assert entries(old) == before


def test_an_entry_never_covers_a_new_instance_of_the_same_rule(old):
    write(str(old.root))
    old.write("a.py", BAD + BAD)
    known = show(str(old.root))
    assert (len(known.new), len(known.same), len(known.removed)) == (1, 2, 0)
    assert len(judge(old, "all").violations) == 1


def test_what_was_mended_is_stale_until_it_is_pruned(old):
    write(str(old.root))
    old.write("a.py", "q = 1\n")
    assert [entry.split("\t")[1] for entry in show(str(old.root)).removed] == ["a.py"]
    assert len(entries(old)) == 2
    known = prune(str(old.root))
    assert (len(known.same), len(known.removed), known.written) == (1, 1, True)
    assert [entry.split("\t")[1] for entry in entries(old)] == ["b.py"]


def test_pruning_never_makes_anything_known(old):
    write(str(old.root))
    old.write("c.py", BAD)
    known = prune(str(old.root))
    assert (known.new, known.written) == ((), False)
    assert len(entries(old)) == 2


def test_what_could_not_be_judged_is_not_taken_for_mended(old):
    write(str(old.root))
    old.write("a.py", b"\x00" * 10 + BAD.encode())
    known = prune(str(old.root))
    assert known.removed == ()
    assert len(entries(old)) == 2


def test_mistakes_in_decisions_stop_it_as_their_findings_would_seem_mended(old):
    write(str(old.root))
    before = (old.root / PATH).read_bytes()
    decide(old, "- denny: `SELECT * FROM`")
    for verb in (write, prune, show):
        with pytest.raises(AdrguardError, match=r"docs/adr/0001-decision\.md:10"):
            verb(str(old.root))
    assert (old.root / PATH).read_bytes() == before


def test_two_branches_that_add_entries_merge_without_a_conflict(old):
    write(str(old.root))
    old.commit()
    for branch, name in (("one", "0.py"), ("two", "z.py")):
        old.git("switch", "-q", "-c", branch, "main")
        old.write(name, BAD)
        write(str(old.root))
        old.commit()
    old.git("merge", "-q", "--no-edit", "one")
    assert [entry.split("\t")[1] for entry in entries(old)] == ["0.py", "a.py", "b.py", "z.py"]


def test_odd_paths_survive_the_file(old):
    name = "caf\udce9\ttab.py"
    old.write(name, BAD)
    write(str(old.root))
    assert len(show(str(old.root)).same) == 3
    assert judge(old, "all").violations == ()


def test_without_findings_and_without_a_file_none_is_made(repo):
    decide(repo, NO_STAR)
    known = write(str(repo.root))
    assert not known.written
    assert not (repo.root / PATH).exists()
