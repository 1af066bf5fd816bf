"""What is ruled out before any file is parsed, and what never is."""

from __future__ import annotations

import pytest
from fakes.tree import change

from adrguard.engine import plan
from adrguard.kdsl.single import parse_line
from adrguard.model.changes import GITLINK, SYMLINK, ChangeSet, Content, FileChange
from adrguard.model.decisions import DecisionSet
from adrguard.model.rules import Rule


def rule(text: str) -> Rule:
    found, problems = parse_line(text)
    assert found is not None, problems
    return found


def make(rules: list[Rule], new: dict[str, str | Content], old: dict[str, str | Content] | None = None) -> plan.Plan:
    changes, tree = change(new, old)
    return plan.make(rules, changes, tree, [DecisionSet()])


def jobs(made: plan.Plan) -> list[tuple[str, int]]:
    return [(job.change.path, len(job.rules)) for job in made.jobs]


def test_a_file_without_the_words_of_a_rule_is_no_job() -> None:
    made = make([rule("deny call: `requests.get`")], {"a.py": "import requests\n", "b.py": "requests.get(1)\n"})
    assert jobs(made) == [("b.py", 1)]


def test_the_words_may_stand_in_the_path_as_a_relative_import_leaves_them_out() -> None:
    made = make([rule("deny import: `shop.db`")], {"shop/web.py": "from . import db\n"})
    assert jobs(made) == [("shop/web.py", 1)]


def test_a_requirement_has_no_words_and_looks_at_every_file_in_scope() -> None:
    made = make([rule("require: `SPDX` in `src/**`")], {"src/a.py": "x\n", "lib/b.py": "x\n"})
    assert jobs(made) == [("src/a.py", 1)]


def test_a_possible_suppression_makes_a_job_even_without_rules() -> None:
    made = make([rule("deny: `foo`")], {"a.py": "# adrguard: allow ADR-1 -- x\n"})
    assert [(job.change.path, job.rules, job.marked) for job in made.jobs] == [("a.py", (), True)]


@pytest.mark.parametrize(
    ("text", "concerned"),
    [
        pytest.param("deny path: `*.sql`", True, id="a file of that name"),
        pytest.param("deny path: `*.py`", False, id="no file of that name"),
        pytest.param("require path: `LICENSE`", False, id="a required file that is not touched"),
        pytest.param("require path: `old.txt`", True, id="a required file that goes"),
    ],
)
def test_rules_about_the_change_are_asked_only_when_a_path_concerns_them(text: str, *, concerned: bool) -> None:
    made = make([rule(text)], {"a.sql": "x\n"}, {"old.txt": "x\n"})
    assert bool(made.change_rules) is concerned


def test_links_and_submodules_are_not_read_as_text() -> None:
    files = (FileChange("link", "A", mode=0o120000), FileChange("sub", "A", mode=0o160000))
    _, tree = change({})
    assert plan.make([rule("require: `x` in `**`")], ChangeSet("staged", files), tree, [DecisionSet()]).jobs == ()
    assert tree.reads == []


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        ("binary", "binary"),
        ("too large (3 MB)", "too-large"),
        ("link", "link"),
        ("submodule", "link"),
        ("odd", "unreadable"),
    ],
)
def test_each_reason_not_to_read_has_a_stable_code(problem: str, code: str) -> None:
    assert plan.code_of(problem) == code


@pytest.mark.parametrize(
    ("text", "path", "mode", "listed"),
    [
        pytest.param("deny import: `requests` in `src/**`", "src/l.py", SYMLINK, True, id="a link in scope"),
        pytest.param("deny import: `requests` in `src/**`", "src/lib", SYMLINK, True, id="a link to a folder, maybe"),
        pytest.param("deny import: `requests` in `src/**`", "src/sv", GITLINK, True, id="a submodule in scope"),
        pytest.param("deny import: `requests` in `src/**/*.py`", "src", GITLINK, True, id="one above the scope"),
        pytest.param("deny: `x`", "CLAUDE.md", SYMLINK, True, id="a link to text"),
        pytest.param("deny import: `requests` in `src/**`", "lib/l.py", SYMLINK, False, id="a link elsewhere"),
        pytest.param("deny import: `requests` in `src/**`", "src/l.md", SYMLINK, False, id="a link to prose"),
        pytest.param("deny: `x` except `sv/**`", "sv", GITLINK, False, id="a submodule that is excepted"),
        pytest.param("deny path: `src/**`", "src/l.py", SYMLINK, False, id="a rule on the path itself"),
    ],
)
def test_a_link_or_a_submodule_where_a_rule_reads_files_is_not_judged(text, path: str, mode: int, *, listed) -> None:
    _, tree = change({})
    files = (FileChange(path, "A", mode=mode, old_mode=0), FileChange("src/old.py", "D", "src/old.py", 0, mode))
    made = plan.make([rule(text)], ChangeSet("staged", files), tree, [DecisionSet()])
    assert [(one.path, one.code) for one in made.skipped] == [(path, "link")] * listed
    assert plan.make([rule(text)], ChangeSet("all", files, whole=True), tree, [DecisionSet()]).skipped == ()
