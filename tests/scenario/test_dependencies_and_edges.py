"""Dependencies and edges on real commits: what a change brings counts, what stood there before does not."""

from __future__ import annotations

import pytest
from fakes.guarding import decide, staged

OLD = '{\n  "dependencies": {\n    "lodash": "^4.17.20"\n  }\n}\n'


def shown(outcome):
    return [(one.path, one.line, one.shown) for one in outcome.findings]


@pytest.fixture
def ruled(repo):
    decide(
        repo,
        "- deny dependency: `lodash <4.17.21`\n- deny dependency: `left-pad`\n- deny edge: `app/domain/**` -> `app/db/**`",
    )
    for path in ("app/__init__.py", "app/domain/__init__.py", "app/db/__init__.py", "app/db/table.py"):
        repo.write(path, "")
    repo.write("package.json", OLD)
    repo.write("app/domain/old.py", "from app.db import table\n")
    repo.commit("decide")
    return repo


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param(OLD.replace('20"', '20",\n    "a": "1"'), [], id="the old line gains a comma"),
        pytest.param(OLD.replace("dependencies", "devDependencies"), [], id="moved to another table"),
        pytest.param(OLD.replace("    ", "\t"), [], id="indented anew"),
        pytest.param(OLD.replace("^4.17.20", "^4.17.21"), [], id="mended"),
        pytest.param(OLD.replace("^4.17.20", "^4.17.19"), [("package.json", 3, "lodash ^4.17.19")], id="changed to another forbidden range"),
        pytest.param(OLD.replace('20"', '20",\n    "left-pad": "1"'), [("package.json", 4, "left-pad 1")], id="added"),
    ],
)  # fmt: skip
def test_what_a_change_of_a_manifest_brings(ruled, after, expected):
    ruled.write("package.json", after)
    ruled.stage("package.json")
    assert shown(staged(ruled)) == expected


def test_a_manifest_that_cannot_be_read_is_listed_not_passed(ruled):
    ruled.write("package.json", OLD.replace('"^4.17.20"', ""))
    ruled.stage("package.json")
    outcome = staged(ruled)
    assert {(one.path, one.code) for one in outcome.unjudged} == {("package.json", "parse")}
    assert "line 4" in outcome.unjudged[0].reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("from app.db import table, other\n", [], id="the line of an old edge changes"),
        pytest.param("import os\nimport app.db.table as t\n", [], id="the old edge is spelled otherwise"),
        pytest.param("from app.db import table\nfrom app.db.extra import x\n", [("app/domain/old.py", 2, "app.db.extra.x")], id="another edge"),
    ],
)  # fmt: skip
def test_what_a_change_of_imports_brings(ruled, text, expected):
    ruled.write("app/db/extra.py", "x = 1\n")
    ruled.write("app/domain/old.py", text)
    ruled.stage("app")
    found = [one for one in shown(staged(ruled)) if one[2] != "app.db.other"]
    assert found == expected


def test_an_edge_follows_its_goal_through_a_rename(ruled):
    ruled.write("app/db/table.py", "rows = 1\n" * 9)
    ruled.commit("fill")
    ruled.git("mv", "app/db/table.py", "app/db/tables.py")
    ruled.write("app/domain/old.py", "from app.db import tables\n")
    ruled.stage("app")
    assert shown(staged(ruled)) == []


def test_an_import_that_leads_nowhere_is_listed(ruled):
    ruled.write("app/domain/new.py", "from app.db.generated import x\n")
    ruled.stage("app")
    outcome = staged(ruled)
    assert shown(outcome) == []
    assert ["app.db.generated" in one.reason for one in outcome.unjudged] == [True]
