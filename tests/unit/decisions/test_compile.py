"""What a set holds: rules of what binds, every mistake, settings, and the rest that a verdict depends on."""

from __future__ import annotations

from pathlib import Path

import pytest

from adrguard.decisions import load
from adrguard.model.changes import Place
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW, DecisionSet
from adrguard.model.errors import Problem
from adrguard.model.globs import matches
from adrguard.system import repository
from adrguard.system.repository import Repository

RULE = "\n## Invariants\n\n- deny: `x`\n"


def note(status: str = "accepted", more: str = "", body: str = RULE) -> str:
    return f"---\nstatus: {status}\n{more}---\n# T\n{body}"


@pytest.fixture
def decided(tmp_path: Path):
    """A function that writes files (`path=text`) into a plain folder and returns the set of it."""

    def write(files: dict[str, str | bytes]) -> DecisionSet:
        for path, content in files.items():
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        return load.load(Repository(str(tmp_path), "", ""), Place("worktree"))

    return write


def errors(found: DecisionSet) -> list[Problem]:
    return [problem for problem in found.problems if problem.severity == "error"]


def test_one_broken_decision_among_ten_is_reported_and_nine_are_enforced(decided) -> None:
    files = {f"docs/adr/{number:04}-x.md": note() for number in range(1, 11)}
    files["docs/adr/0005-x.md"] = note(more="broken: [\n")
    found = decided(files)
    assert {rule.decision for rule in found.rules} == {f"ADR-{number:04}" for number in range(1, 11) if number != 5}
    (problem,) = errors(found)
    assert (problem.path, problem.line, problem.column, problem.code) == ("docs/adr/0005-x.md", 3, 9, "frontmatter")
    broken = found.decisions[4]
    assert (broken.force, broken.why) == (NOT_IN_FORCE, "its frontmatter cannot be read")


def test_all_mistakes_of_all_notes_come_in_one_run_in_order(decided) -> None:
    found = decided(
        {
            ".adrguard.toml": "wat = 1\n",
            "docs/adr/0001-x.md": note("acepted"),
            "docs/adr/0002-x.md": note(body="## Invariants\n\n- denny: `x`\n- deny imports: y\n"),
            "docs/adr/0003-x.md": note("superseded by 9"),
            "docs/adr/0004-x.md": b"\xff\xfe" + note(more="id: ADR-1\n").encode("utf-16-le"),
        }
    )
    assert [(problem.path.rpartition("/")[2], problem.code) for problem in errors(found)] == [
        (".adrguard.toml", "unknown-key"),
        ("0001-x.md", "unknown-status"),
        ("0002-x.md", "unknown-verb"),
        ("0002-x.md", "unknown-kind"),
        ("0003-x.md", "missing-successor"),
    ]
    assert [rule.decision for rule in found.rules] == ["ADR-0001", "ADR-1"]


@pytest.mark.parametrize(
    ("status", "force", "severities", "shadow"),
    [
        pytest.param("accepted", IN_FORCE, {"error"}, [False], id="in force"),
        pytest.param("draft", SHADOW, {"warning"}, [True], id="only proposed"),
        pytest.param("rejected", NOT_IN_FORCE, set(), [], id="not in force"),
    ],
)
def test_a_mistake_weighs_as_its_decision_does(
    decided, status: str, force: str, severities: set[str], shadow: list[bool]
) -> None:
    found = decided({"docs/adr/0001-x.md": note(status, body=RULE + "- denny: `y`\n\ndeny: `z`\n")})
    assert found.decisions[0].force == force
    assert {problem.severity for problem in found.problems} == severities
    assert [rule.shadow for rule in found.rules] == shadow


def test_prose_is_kept_with_its_decision(decided) -> None:
    found = decided({"docs/adr/0001-x.md": note(body="## Invariants\n\n- Keep it simple.\n- deny: `x`\n")})
    assert found.decisions[0].prose == ("Keep it simple.",)


def test_examples_come_with_their_rules(decided) -> None:
    found = decided({"docs/adr/0001-x.md": note(body=RULE + "  - bad: x\n\n  ```sql good\n  y\n  ```\n")})
    assert [(example.expect, example.text) for example in found.examples] == [("bad", "x"), ("good", "y")]


def test_every_existing_folder_is_read(decided) -> None:
    found = decided(
        {
            "docs/adr/0001-x.md": note(),
            "doc/adr/0002-x.md": note(),
            "adr/0003-x.md": note(),
            "log/0004-x.md": note(),
            "own/0005-x.md": note(),
            ".adr-dir": "log\n",
            ".adrguard.toml": "adr-dirs = ['own']\n",
        }
    )
    assert sorted(rule.decision for rule in found.rules) == [f"ADR-000{number}" for number in range(1, 6)]


@pytest.mark.parametrize(
    ("files", "where"),
    [
        pytest.param(
            {".adrguard.toml": "\nadr-dirs = ['gone']\n"}, (".adrguard.toml", 2, "empty-folder", "warning"), id="set"
        ),
        pytest.param({".adr-dir": "gone\n"}, (".adr-dir", 1, "empty-folder", "warning"), id="pointed to"),
        pytest.param({".adr-dir": "../gone\n"}, (".adr-dir", 1, "configuration", "error"), id="pointed outside"),
    ],
)
def test_a_folder_that_is_not_there_is_reported(
    decided, files: dict[str, str], where: tuple[str, int, str, str]
) -> None:
    (problem,) = decided(files).problems
    assert (problem.path, problem.line, problem.code, problem.severity) == where


def test_a_note_that_is_too_large_is_an_error(decided) -> None:
    found = decided({"docs/adr/0001-x.md": note() + "x" * 300_000, "docs/adr/0002-x.md": note()})
    (problem,) = errors(found)
    assert (problem.path, problem.code) == ("docs/adr/0001-x.md", "unreadable")
    assert "too large" in problem.message
    assert [rule.decision for rule in found.rules] == ["ADR-0002"]


def test_a_vault_that_is_too_large_is_an_error(decided, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adrguard.system.folders.MOST_FOLDERS", 1)
    found = decided({".adrguard/wiki/20_Cards/a.md": "---\nid: ADR-1\n---\n"})
    assert [(problem.path, problem.code) for problem in errors(found)] == [(".adrguard/wiki", "too-many")]


# Projects

_PAY = {
    ".adrguard/wiki/10_Projects/Pay/a.md": "---\nid: ADR-1\nstatus: accepted\n---\n" + RULE,
    ".adrguard/wiki/20_Cards/b.md": "---\nid: ADR-2\nstatus: accepted\nproject: ship\n---\n" + RULE,
    ".adrguard/wiki/20_Cards/c.md": "---\nid: ADR-3\nstatus: accepted\n---\n" + RULE,
}


def test_rules_know_their_project(decided) -> None:
    found = decided(_PAY)
    assert [rule.project for rule in found.rules] == ["Pay", "ship", ""]
    assert found.settings.project == ""
    assert not found.problems


def test_a_project_is_known_in_any_case(decided) -> None:
    found = decided({**_PAY, ".adrguard.toml": "project = 'PAY'\n"})
    assert found.settings.project == "Pay"


def test_an_unknown_project_is_an_error_that_lists_the_known_ones(decided) -> None:
    found = decided({**_PAY, ".adrguard.toml": "# here\nproject = 'pya'\n"})
    (problem,) = errors(found)
    assert (problem.path, problem.line, problem.code) == (".adrguard.toml", 2, "unknown-project")
    assert problem.hint == "the decisions know: Pay, ship"
    assert problem.excerpt == "project = 'pya'"


@pytest.mark.parametrize(("name", "project", "codes"), [("pay", "Pay", []), ("other", "", ["no-project"])])
def test_a_shared_vault_knows_its_project_by_the_repository(
    tmp_path: Path, name: str, project: str, codes: list[str]
) -> None:
    vault = tmp_path / "vault"
    for path, text in _PAY.items():
        target = vault / path.removeprefix(".adrguard/wiki/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    root = tmp_path / name
    root.mkdir()
    (root / ".adrguard.toml").write_text("vault = '../vault'\n")
    found = load.load(Repository(str(root), "", ""), Place("worktree"))
    assert found.settings.project == project
    assert [problem.code for problem in found.problems] == codes


# What lies beside the notes


def test_the_notes_of_a_vault_that_is_the_repository_are_left_out(decided) -> None:
    found = decided(
        {".adrguard.toml": "vault = '.'\nexclude = ['*.gen']\n", "a/[x] y.md": _PAY[".adrguard/wiki/20_Cards/c.md"]}
    )
    assert [rule.decision for rule in found.rules] == ["ADR-3"]
    assert matches(found.settings.exclude, "a/[x] y.md")
    assert matches(found.settings.exclude, "b.gen")
    assert not matches(found.settings.exclude, "a/x y.md")


def test_statuses_of_the_configuration_count(decided) -> None:
    found = decided(
        {".adrguard.toml": "statuses = { 'in review' = 'shadow' }\n", "docs/adr/0001-x.md": note("In review")}
    )
    assert found.decisions[0].force == SHADOW
    assert not found.problems


def test_a_baseline_that_cannot_be_read_is_an_error(decided, tmp_path: Path) -> None:
    (tmp_path / ".adrguard/baseline.txt").mkdir(parents=True)
    (problem,) = decided({}).problems
    assert (problem.path, problem.code) == (".adrguard/baseline.txt", "unreadable")


def test_a_configuration_that_cannot_be_read_is_an_error(decided, tmp_path: Path) -> None:
    (tmp_path / ".adrguard.toml").mkdir()
    (tmp_path / "elsewhere").write_text("x")
    (tmp_path / "pyproject.toml").symlink_to(tmp_path / "elsewhere")
    assert [(problem.path, problem.code) for problem in decided({}).problems] == [
        (".adrguard.toml", "unreadable"),
        ("pyproject.toml", "unreadable"),
    ]


def test_lapsed_invariants_are_reported(decided) -> None:
    found = decided({"docs/adr/0001-x.md": note(body=RULE + "  - until: 2001-01-01\n")})
    (problem,) = found.problems
    assert (problem.line, problem.column, problem.code, problem.severity) == (8, 3, "lapsed", "warning")


def test_nothing_at_all_is_no_mistake(decided) -> None:
    found = decided({})
    assert found.decisions == found.rules == found.problems == ()


def test_paths_that_are_no_utf_8(repo) -> None:
    repo.write("docs/adr/0001-\udce9.md", note())
    repo.commit()
    where = repository.find(str(repo.root))
    for place in (Place("index"), Place("worktree")):
        assert [rule.note for rule in load.load(where, place).rules] == ["docs/adr/0001-\udce9.md"]
    load._held.clear()
    assert len(load.load(where, Place("commit", repo.git("rev-parse", "HEAD"))).rules) == 1
