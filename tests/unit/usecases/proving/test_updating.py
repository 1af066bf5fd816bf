from __future__ import annotations

import pytest
from fakes.rule_tests import NOTE, decide_all, fence, run, verdicts, write

from adrguard.system.write_errors import ConflictError
from adrguard.usecases.proving import updating

STAR = "q = 'SELECT * FROM t'"


@pytest.fixture
def ruled(repo):
    decide_all(repo)
    return repo


def text(repo) -> str:
    return (repo.root / NOTE).read_bytes().decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"x = 1  # <--\n{STAR}", f"x = 1\n{STAR}  # <--", id="a mark moves"),
        pytest.param(f"x = 1  # <-- ADR-001#star\n{STAR}", f"x = 1\n{STAR}  # <-- ADR-001#star", id="with its rule"),
        pytest.param(f"{STAR}  # <-- :1", f"{STAR}  # <-- :6", id="with its column"),
        pytest.param(f"{STAR}   //   <--\n{STAR}", f"{STAR}   //   <--\n{STAR}  // <--", id="what holds stays as it is written"),
        pytest.param(f"x <--\n{STAR}", f"x\n{STAR}  <--", id="no comment"),
        pytest.param(f"x /* <-- */\n{STAR}", f"x\n{STAR}  /* <-- */", id="a comment with an end"),
    ],
)  # fmt: skip
def test_marks_are_made_to_say_what_is_found(ruled, before, after):
    whole = write(ruled, fence("python bad path=src/a.py", before))
    found = run(ruled, update=True)
    assert [(one.passed, one.updated) for one in found.proofs] == [(True, True)]
    assert text(ruled) == whole.replace(before, after)
    assert [one.updated for one in run(ruled, update=True).proofs] == [False]
    assert text(ruled) == whole.replace(before, after)


def test_lists_of_lines_are_rewritten_where_they_stand(ruled):
    whole = write(ruled, fence('python lines=1,1:9 bad path="src/a.py"', f"x\n{STAR}"))
    assert verdicts(run(ruled, update=True)) == [True]
    assert text(ruled) == whole.replace("lines=1,1:9", "lines=2:6")


def test_a_change_and_a_quoted_fence_are_marked_in_their_lines(ruled):
    change = "diff --git a/src/a.py b/src/a.py\n--- /dev/null\n+++ b/src/a.py\n@@ -0,0 +1,2 @@\n+x  # <--\n+" + STAR
    quoted = "> - an item\n>\n>   ```python bad path=src/a.py\n>   x  # <--\n>   " + STAR + "\n>   ```"
    whole = write(ruled, fence("diff bad", change), quoted)
    assert verdicts(run(ruled, update=True)) == [True, True]
    assert text(ruled) == whole.replace("x  # <--", "x").replace(STAR, f"{STAR}  # <--")


@pytest.mark.parametrize(
    ("block", "why"),
    [
        pytest.param(fence("python bad path=src/a.py", "x  # <--"), "nothing is found", id="nothing found"),
        pytest.param(fence("python good path=src/a.py", STAR), "", id="a good example"),
        pytest.param(fence("python bad path=src/a.py", "x"), "", id="no mark"),
        pytest.param(fence("diff bad", "x  # <--"), "", id="no diff"),
    ],
)
def test_what_marks_cannot_say_stays_and_fails(ruled, block, why):
    whole = write(ruled, fence("python bad path=src/b.py", STAR), block)
    found = run(ruled, update=True)
    assert found.exit_code
    assert why in "".join(one.stuck for one in found.proofs)
    assert text(ruled) == whole


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(f"```python bad path=src/a.py\nx  # <--\n{STAR}", id="to the end of the note"),
        pytest.param(f"> ```python bad path=src/a.py\n> x  # <--\n> {STAR}\n\nMore.", id="to the end of a quotation"),
        pytest.param(
            f"```python bad path=src/a.py\nx  # <--\n{STAR}\n\n" + fence("python bad path=src/a.py", STAR),
            id="to the end of the next example",
        ),
    ],
)
def test_nothing_is_put_into_an_example_that_is_never_closed(ruled, block):
    whole = write(ruled, fence("python bad path=src/b.py", f"x  # <--\n{STAR}"), block)
    found = run(ruled, update=True)
    assert [(one.code, one.line) for one in found.problems] == [("unclosed-fence", 8)]
    assert verdicts(found) == [True]
    assert text(ruled) == whole.replace("x  # <--", "x", 1).replace(STAR, f"{STAR}  # <--", 1)


def test_an_example_of_markdown_may_hold_fences_that_are_shorter(ruled):
    inner = fence("python bad", "x") + f"\n{STAR}  <--"
    write(ruled, f"````markdown bad path=src/a.md\n{inner}\n````")
    assert run(ruled).problems == ()


def test_a_mark_that_would_change_the_verdict_is_not_written(repo):
    from fakes.guarding import decide

    decide(repo, "- deny: / +$/m\n  - id: blanks")
    whole = write(repo, fence("text bad", "x  <--\nblank   "), rule="ADR-001#blanks")
    (proof,) = run(repo, update=True).proofs
    assert "judged otherwise" in proof.stuck
    assert text(repo) == whole


def test_a_note_that_is_not_utf8_is_left(ruled):
    whole = write(ruled, fence("python bad path=src/a.py", f"x  # <--\n{STAR}"), "é").encode("latin-1")
    ruled.write(NOTE, whole)
    (proof,) = run(ruled, update=True).proofs
    assert proof.stuck == "the note is not UTF-8"
    assert (ruled.root / NOTE).read_bytes() == whole


def test_a_note_that_changed_meanwhile_is_not_written(ruled, monkeypatch):
    write(ruled, fence("python bad path=src/a.py", f"x  # <--\n{STAR}"))
    write(ruled, fence("python bad path=src/a.py", f"x  # <--\n{STAR}"), path="docs/adr/tests/b.md")
    made = updating.rewritten

    def meanwhile(test, splices):
        ruled.write(NOTE, "# Somebody else's\n")
        return made(test, splices)

    monkeypatch.setattr(updating, "rewritten", meanwhile)
    other = (ruled.root / "docs/adr/tests/b.md").read_bytes()
    with pytest.raises(ConflictError):
        run(ruled, update=True)
    assert text(ruled) == "# Somebody else's\n"
    assert (ruled.root / "docs/adr/tests/b.md").read_bytes() == other


def test_only_what_is_named_is_updated(ruled):
    write(ruled, fence("python bad path=src/a.py", f"x  # <--\n{STAR}"))
    whole = text(ruled)
    write(
        ruled, fence("python bad path=src/a.py", "eval(1)\nx  # <--"), path="docs/adr/tests/b.md", rule="ADR-001#eval"
    )
    assert verdicts(run(ruled, "ADR-001#eval", update=True)) == [True]
    assert text(ruled) == whole
