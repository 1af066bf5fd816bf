"""`edge`: imports from one set of files to another, in every language."""

from __future__ import annotations

import pytest

from adrguard.matchers.context import Context
from adrguard.matchers.edges import find
from adrguard.matchers.imported_files import explain_imports
from adrguard.model.changes import NEW, OLD, ChangeSet, Content, FileChange
from adrguard.model.globs import compile_globs
from adrguard.model.rules import EdgeTarget, Rule
from adrguard.syntax.resolve.imports import FAMILIES
from adrguard.syntax.source import Source, SyntaxProblem


class FakeTree:
    """Files by path, the same on both sides unless the old ones are given."""

    def __init__(self, new, old=None):
        self._sides = {NEW: new, OLD: new if old is None else old}
        self.listed = 0

    def read(self, path, side=NEW):
        text = self._sides[side].get(path)
        return None if text is None else Content(text)

    def paths(self, side=NEW):
        self.listed += 1
        return frozenset(self._sides[side])


def rule_of(target):
    return Rule("r", "ADR-1", "n.md", 1, 1, "deny edge", "deny", "block", "edge", (target,))


def judge(files, path, origin, goal, *, context=None, fragment=False):
    target = EdgeTarget(f"`{origin}` -> `{goal}`", compile_globs(origin), compile_globs(goal))
    context = context or Context(FakeTree(files), NEW, ChangeSet("staged", ()))
    text = context.tree.read(path, context.side).text
    return find(target, rule_of(target), Source(path, Content(text, fragment)), context), context.unjudged


LANGUAGES = [
    pytest.param(
        "src/app/api.py",
        "import os\nfrom app.db import models\nfrom app.util import x\n",
        {"src/app/__init__.py": "", "src/app/db/__init__.py": "", "src/app/db/models.py": "", "src/app/util.py": ""},
        "src/app/db/models.py",
        id="python",
    ),
    pytest.param("ui/a.js", 'const m = require("../db/models");\nimport "./b.js";\n', {"db/models.js": "", "ui/b.js": ""}, "db/models.js", id="javascript"),
    pytest.param(
        "ui/a.ts", 'import type { M } from "@db/models";\nexport * from "./b";\n',
        {"db/models.ts": "", "ui/b.ts": "", "tsconfig.json": '{"compilerOptions": {"paths": {"@db/*": ["db/*"]}}}'}, "db/models.ts", id="typescript",
    ),
    pytest.param("ui/a.tsx", 'const M = () => import("../db");\n', {"db/index.ts": ""}, "db/index.ts", id="tsx"),
    pytest.param(
        "ui/a.go", 'package ui\n\nimport (\n\t"fmt"\n\tm "ex.org/app/db"\n)\n', {"go.mod": "module ex.org/app\n", "db/m.go": ""}, "db/m.go", id="go",
    ),
    pytest.param(
        "src/ui/a.rs", "use std::io;\nuse crate::{db::models::User, ui};\n",
        {"Cargo.toml": '[package]\nname = "x"\n', "src/lib.rs": "mod db; mod ui;", "src/db/models.rs": "", "src/db.rs": "", "src/ui.rs": ""},
        "src/db/models.rs", id="rust",
    ),
    pytest.param("src/main/java/org/x/ui/A.java", "package org.x.ui;\nimport java.util.List;\nimport org.x.db.Model;\n", {"src/main/java/org/x/db/Model.java": ""}, "src/main/java/org/x/db/Model.java", id="java"),
    pytest.param("app/org/x/ui/A.kt", "package org.x.ui\nimport org.x.db.Model as M\n", {"app/org/x/db/Model.kt": ""}, "app/org/x/db/Model.kt", id="kotlin"),
    pytest.param("app/org/x/ui/A.scala", "package org.x.ui\nimport org.x.db.{Model, Query => Q}\n", {"app/org/x/db/Model.scala": ""}, "app/org/x/db/Model.scala", id="scala"),
    pytest.param("ui/a.c", '#include <stdio.h>\n#include "../db/m.h"\n', {"db/m.h": ""}, "db/m.h", id="c"),
    pytest.param("ui/a.cpp", "#include <vector>\n#include <db/m.hpp>\n", {"include/db/m.hpp": ""}, "include/db/m.hpp", id="cpp"),
    pytest.param("lib/ui/a.rb", 'require "json"\nrequire_relative "../db/m"\n', {"lib/db/m.rb": ""}, "lib/db/m.rb", id="ruby"),
    pytest.param("src/Ui/A.php", "<?php\nuse App\\Db\\Model;\n", {"src/Db/Model.php": "", "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src"}}}'}, "src/Db/Model.php", id="php"),
    pytest.param("src/App/Ui/A.cs", "using System;\nusing App.Db;\n", {"src/App/App.csproj": "<Project/>", "src/App/Db/M.cs": ""}, "src/App/Db/M.cs", id="csharp"),
    pytest.param("Sources/Ui/A.swift", "import Foundation\nimport Db\n", {"Sources/Db/M.swift": ""}, "Sources/Db/M.swift", id="swift"),
]  # fmt: skip


def test_every_language_with_imports_has_its_case():
    assert {one.id for one in LANGUAGES} == set(FAMILIES)


@pytest.mark.parametrize(("path", "text", "others", "goal"), LANGUAGES)
def test_an_import_across_the_edge_is_found_in_every_language(path, text, others, goal):
    found, unjudged = judge({**others, path: text}, path, path, goal)
    assert [one.detail for one in found] == [f"imports {goal}"]
    assert text[: found[0].start].count("\n") == next(
        number for number, line in enumerate(text.split("\n")) if any(word in line.lower() for word in ("db", "models"))
    )
    assert unjudged == []


@pytest.mark.parametrize(("path", "text", "others", "goal"), LANGUAGES)
def test_an_import_within_the_first_set_is_none(path, text, others, goal):
    files = {**others, path: text}
    assert judge(files, path, path, "elsewhere/**")[0] == []
    assert judge(files, path, "elsewhere/**", goal)[0] == []


PY = {
    "app/__init__.py": "",
    "app/a.py": "",
    "app/b.py": "",
    "app/ui.py": "from app import (\n    a,\n    b as c,\n    other,\n)\nfrom . import ui\n",
}


def test_each_name_of_a_statement_that_is_a_file_is_an_edge_of_its_own():
    found, _ = judge(PY, "app/ui.py", "app/ui.py", "app/[ab].py")
    text = PY["app/ui.py"]
    assert [(text[one.start : one.end], one.shown, one.detail) for one in found] == [
        ("a", "app.a", "imports app/a.py"),
        ("b as c", "app.b", "imports app/b.py"),
    ]


def test_a_file_has_no_edge_to_itself():
    assert judge(PY, "app/ui.py", "app/**", "app/ui.py")[0] == []


def test_the_edge_stays_the_same_when_its_line_changes_and_when_its_goal_is_renamed():
    old = {**PY, "app/ui.py": "from app import a\n"}
    new = {"app/__init__.py": "", "app/z.py": "", "app/ui.py": "from app import z, x\n"}
    context = Context(FakeTree(new, old), NEW, ChangeSet("staged", (FileChange("app/z.py", "R", "app/a.py"),)))
    after = judge(None, "app/ui.py", "app/ui.py", "app/[az].py", context=context)[0]
    before = judge(None, "app/ui.py", "app/ui.py", "app/[az].py", context=context.on(OLD))[0]
    assert [one.key for one in before] == [one.key for one in after] == ["imports app/z.py"]


@pytest.mark.parametrize(
    ("text", "goal", "reasons"),
    [
        pytest.param("from app import gone\nimport app.lost\n", "app/db/**", [], id="it could not have led there"),
        pytest.param(
            "import app.db.gone\n",
            "app/db/**",
            ["'app.db.gone' (line 1: 'app' is here, but has no 'db.gone')"],
            id="it might have",
        ),
        pytest.param("import requests, os\n", "app/db/**", [], id="what leaves the repository is no riddle"),
    ],
)
def test_imports_that_lead_nowhere_are_listed_never_taken_for_no_edge(text, goal, reasons):
    found, unjudged = judge({**PY, "app/ui.py": text}, "app/ui.py", "app/**", goal)
    assert found == []
    assert [one.reason for one in unjudged] == [f"imports that lead to no file: {reason}" for reason in reasons]
    assert all((one.path, one.code, one.rule) == ("app/ui.py", "unsupported", "r") for one in unjudged)


def test_many_lost_imports_are_counted():
    text = "".join(f"import app.db.m{number}\n" for number in range(9))
    _, unjudged = judge({**PY, "app/ui.py": text}, "app/ui.py", "app/**", "app/db/**")
    assert len(unjudged) == 1
    assert unjudged[0].reason.endswith(" and 6 more")


def test_code_that_this_python_cannot_parse_is_judged_for_what_it_shows():
    files = {**PY, "app/ui.py": "from app import a\nprint 'an older Python'\n"}
    assert [one.detail for one in judge(files, "app/ui.py", "app/**", "app/a.py")[0]] == ["imports app/a.py"]


def test_code_that_cannot_be_parsed_is_a_problem():
    with pytest.raises(SyntaxProblem):
        judge({"app/ui.py": "(" * 2000}, "app/ui.py", "app/**", "db/**")


def test_a_fragment_is_judged_for_what_it_shows():
    files = {**PY, "app/ui.py": "    from app import a\n"}
    assert [one.detail for one in judge(files, "app/ui.py", "app/**", "app/a.py", fragment=True)[0]] == [
        "imports app/a.py"
    ]


def test_the_paths_are_listed_once_for_all_files_of_a_side():
    context = Context(FakeTree(PY), NEW, ChangeSet("staged", ()))
    for path in ("app/ui.py", "app/a.py", "app/b.py"):
        judge(None, path, "app/**", "app/a.py", context=context)
    assert context.tree.listed == 1


def test_all_imports_can_be_explained():
    files = {**PY, "app/ui.py": "import os\nfrom app import a, nothing\nfrom .gone import y\n"}
    context = Context(FakeTree(files), NEW, ChangeSet("staged", ()))
    told = explain_imports(Source("app/ui.py", Content(files["app/ui.py"])), context)
    assert [(one.line, one.column, one.written, one.kind, one.files) for one in told] == [
        (1, 1, "os", "external", ()),
        (2, 17, "app.a", "resolved", ("app/a.py",)),
        (2, 20, "app.nothing", "resolved", ("app/__init__.py",)),
        (3, 1, ".gone.y", "unresolved", ()),
    ]
    assert all(one.why for one in told if one.kind != "resolved")
