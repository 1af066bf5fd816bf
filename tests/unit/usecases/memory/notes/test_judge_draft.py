from __future__ import annotations

from datetime import datetime

import pytest

from adrguard.model.errors import Problem
from adrguard.usecases.lint.lint_decisions import lint
from adrguard.usecases.memory.notes.flush_note import Draft, flush
from adrguard.usecases.memory.notes.judge_draft import moved_back

NOON = datetime(2026, 11, 30, 12, 0).astimezone()
NYGARD = "# 1. Say\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"
HEAD = "---\nid: ADR-0001\nstatus: accepted\n---\n# Say\n"


def write(repo, draft: Draft, **options):
    return flush(str(repo.root), draft, moment=NOON, **options)


def errors_of_lint(repo) -> list[tuple[str, str]]:
    return [(one.message, one.code) for one in lint(str(repo.root)).problems if one.severity == "error"]


@pytest.mark.parametrize(
    ("content", "place", "code"),
    [
        pytest.param(
            "---\nstatus: superseded\nsuperseded_by: ADR-0009\n---\nx", "c:3:16", "missing-successor", id="missing"
        ),
        pytest.param("---\nstatus: superseded\n---\nx", "c:2:9", "no-successor", id="no successor"),
        pytest.param(
            "## Status\n\nSuperseded by ADR-3\n\n## Context\n\nx", "c:3:1", "missing-successor", id="in the text"
        ),
        pytest.param("---\nsuperseded_by: ADR-0002\n---\nx", "", "supersession-cycle", id="itself"),
        pytest.param(
            "---\nstatus: superseded\nsuperseded_by: ADR-0001\n---\nx", "c:3:16", "one-sided-link", id="one-sided"
        ),
        pytest.param("---\ndepends_on: [ADR-7]\n---\nx", "c:2:14", "missing-dependency", id="a dependency"),
    ],
)
@pytest.mark.parametrize(
    ("path", "standing"), [("docs/adr/0001-say.md", NYGARD), (".adrguard/wiki/02_Architecture/0001-say.md", HEAD)]
)
def test_what_lint_would_call_an_error_is_refused_at_its_line(repo, content, place, code, path, standing) -> None:
    repo.write(path, standing)
    repo.commit()
    for dry_run in (True, False):
        done = write(repo, Draft("Two", content, category="decision", source="c"), dry_run=dry_run)
        found = [one for one in done.problems if one.severity == "error"]
        assert [one.code for one in found] == [code]
        assert not done.written
        if place:
            assert found[0].place == place
    assert repo.git("status", "--porcelain") == ""
    text = content.replace("---\n", "---\nid: ADR-0002\n", 1) if content.startswith("---") else f"# Two\n\n{content}"
    repo.write(f"{path.rpartition('/')[0]}/0002-two.md", text)
    assert (found[0].message, code) in errors_of_lint(repo)


def test_the_line_is_right_where_the_note_also_supersedes(repo) -> None:
    repo.write("docs/adr/0001-say.md", NYGARD)
    content = "# Two\n\nText.\n\n## Links\n\n- Depends on ADR-7\n\n## More\n\nx\n"
    done = write(repo, Draft("Two", content, category="decision", source="c", supersedes=("1",)))
    assert [one.place for one in done.problems if one.severity == "error"] in ([], ["c:7:14"])


def test_a_contradiction_is_refused(repo) -> None:
    repo.write("src/a.py", "x = 1\n")
    repo.write("docs/adr/0001-say.md", f"{NYGARD}\n## Invariants\n\n- deny: `a_b`\n")
    done = write(
        repo, Draft("Two", "## Invariants\n\n- require: `a_b` in `src/*.py`\n", category="decision", source="c")
    )
    assert [(one.place, one.code) for one in done.problems] == [("c:3:3", "contradiction")]
    done = write(
        repo, Draft("Two", "## Invariants\n\n- require: `a_b` in `src/*.py`\n", category="decision", supersedes=("1",))
    )
    assert done.written


def test_mistakes_that_were_there_before_are_not_held_against_it(repo) -> None:
    repo.write("docs/adr/0001-say.md", NYGARD.replace("Accepted", "Superseded by ADR-9"))
    assert errors_of_lint(repo)
    assert write(repo, Draft("Two", "x", category="decision")).written


def test_what_is_written_is_sound_for_lint(repo) -> None:
    repo.write("docs/adr/0001-say.md", NYGARD)
    assert write(repo, Draft("Two", "x", category="decision", supersedes=("1",))).written
    assert write(repo, Draft("Three", "x", category="decision", supersedes=("2",))).written
    assert errors_of_lint(repo) == []


@pytest.mark.parametrize(
    ("line", "back"),
    [pytest.param(1, 1, id="before"), pytest.param(3, 2, id="behind"), pytest.param(2, 0, id="in what was added")],
)
def test_a_line_is_found_back(line, back) -> None:
    moved = moved_back(Problem("a.md", line, 1, "m"), "a.md", b"a\nb\n", b"a\nnew\nb\n")
    assert moved.line == back
