from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.model.errors import UsageError
from adrguard.report.html.page import render
from adrguard.usecases.reports.survey_repository import survey


@pytest.fixture
def house(repo):
    """A repository with a decision of each standing, and files of every kind of coverage."""
    decide(repo, "- deny: `SELECT * FROM` in `src/**`", "- We talk.", number=1, extra="supersedes: ADR-002\n")
    decide(repo, "- deny: `old`", number=2, status="superseded", extra="superseded_by: ADR-001\n")
    decide(repo, "- deny import: `requests`", number=3)
    decide(repo, "- deny: `later`", number=4, status="proposed", extra="depends_on: ADR-001\n")
    repo.write("src/a.py", "a = 'SELECT * FROM t'\n")
    repo.write("src/b.py", "a = 'SELECT * FROM t'  # adrguard: allow ADR-001 -- every column is wanted\n")
    repo.write("lib/c.py", "later = 1\n")
    repo.write("logo.txt", "x\n")
    repo.write("package-lock.json", "{}\n")
    repo.commit()
    return repo


def test_it_gathers_decisions_links_rules_and_the_verdict(house) -> None:
    found = survey(str(house.root))
    assert found.name == house.root.name
    assert found.commit == house.git("rev-parse", "HEAD")
    assert [one.node.standing for one in found.decisions] == [
        "accepted",
        "superseded by ADR-001",
        "accepted",
        "proposed",
    ]
    assert {edge.kind for edge in found.edges} == {"supersedes", "depends on"}
    assert [(one.rule.decision, one.scope, one.files) for one in found.rules] == [
        ("ADR-001", "in src/**", 2),
        ("ADR-003", "", 3),
        ("ADR-004", "", 4),
    ]
    assert [one.path for one in found.outcome.violations] == ["src/a.py"]
    assert [one.path for one in found.outcome.advisories] == ["lib/c.py"]
    assert len(found.outcome.suppressed) == 1
    assert found.outcome.prose == 1


def test_a_file_is_governed_by_a_scope_in_general_or_by_none(house) -> None:
    found = survey(str(house.root)).coverage
    assert found.named == ("src/a.py", "src/b.py")
    assert found.general == ("lib/c.py",)
    assert found.ungoverned == ("logo.txt",)
    assert set(found.left_out) == {
        "package-lock.json",
        *(f"docs/adr/000{number}-decision.md" for number in range(1, 5)),
    }
    assert found.files == 9


def test_rules_with_one_scope_reach_what_each_of_them_says(repo) -> None:
    rules = (
        "deny edge: `a/**` -> `b/**`",
        "deny edge: `b/**` -> `a/**`",
        "deny path: `a/*.pem`",
        "deny: `x`",
        "deny: `y`",
    )
    decide(repo, *[f"- {rule} in `**`" if "path" not in rule else f"- {rule}" for rule in rules])
    for path in ("a/1.py", "a/2.py", "b/1.py", "a/k.pem"):
        repo.write(path)
    repo.commit()
    counts = {one.rule.invariant.removesuffix(" in **"): one.files for one in survey(str(repo.root)).rules}
    assert list(counts.values()) == [2, 1, 1, 4, 4], counts


def test_the_page_does_not_depend_on_how_often_it_was_made(house) -> None:
    first = render(survey(str(house.root)))
    assert render(survey(str(house.root))) == first


def test_the_page_itself_is_neither_judged_nor_counted(house) -> None:
    before = survey(str(house.root), output="pages/all.html")
    house.write("pages/all.html", render(before).replace("SELECT", "later SELECT"))
    again = survey(str(house.root), output="pages/all.html")
    assert again.outcome.findings == before.outcome.findings
    assert again.coverage == before.coverage


@pytest.mark.parametrize(
    ("output", "root"),
    [
        pytest.param("page.html", ".", id="top"),
        pytest.param("a/b/page.html", "../..", id="below"),
        pytest.param("../page.html", "", id="outside"),
        pytest.param("", "", id="unknown"),
    ],
)
def test_links_start_where_the_page_lies(house, output: str, root: str) -> None:
    assert survey(str(house.root), output=output).root == root


def test_every_report_that_cannot_be_read_is_named(house) -> None:
    house.write("broken.json", "{")
    names = [str(house.root / name) for name in ("broken.json", "missing.json")]
    with pytest.raises(UsageError, match=r"(?s)broken\.json: .*missing\.json: no such file"):
        survey(str(house.root), names)
