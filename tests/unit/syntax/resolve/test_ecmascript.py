"""JavaScript and TypeScript imports: relative paths, aliases, workspaces."""

from __future__ import annotations

import json

import pytest

from adrguard.syntax.resolve.ecmascript import Ecmascript
from adrguard.syntax.resolve.repository import EXTERNAL, UNRESOLVED, Repository

PLAIN = [
    "src/a.ts",
    "src/b.tsx",
    "src/c/index.ts",
    "src/d.js",
    "src/data.json",
    "src/e.d.ts",
    "src/f.vue",
    "src/g.mts",
    "index.js",
]


def resolve(files, source, specifier):
    texts = files if isinstance(files, dict) else dict.fromkeys(files, "")
    return Ecmascript(Repository([*texts, source], texts.get)).resolve(source, specifier)


@pytest.mark.parametrize(
    ("specifier", "expected"),
    [
        pytest.param("./a", "src/a.ts", id="extension left off"),
        pytest.param("./b", "src/b.tsx", id="tsx"),
        pytest.param("./c", "src/c/index.ts", id="folder"),
        pytest.param("./a.js", "src/a.ts", id="js stands for ts"),
        pytest.param("./g.mjs", "src/g.mts", id="mjs stands for mts"),
        pytest.param("./d.js", "src/d.js", id="as it is"),
        pytest.param("./data.json", "src/data.json", id="json"),
        pytest.param("./e", "src/e.d.ts", id="declarations"),
        pytest.param("./f.vue", "src/f.vue", id="vue"),
        pytest.param("..", "index.js", id="the folder above"),
        pytest.param("./a?raw", "src/a.ts", id="query"),
        pytest.param("raw-loader!./a", "src/a.ts", id="loader"),
    ],
)
def test_a_relative_import_leads_to_its_file(specifier, expected):
    assert resolve(PLAIN, "src/main.ts", specifier).files == (expected,)


@pytest.mark.parametrize(
    ("specifier", "kind", "why"),
    [
        pytest.param("react", EXTERNAL, "no package", id="package"),
        pytest.param("@scope/x/y", EXTERNAL, "no package", id="scoped package"),
        pytest.param("node:fs", EXTERNAL, "no package", id="built in"),
        pytest.param("./gone", UNRESOLVED, "no src/gone", id="gone"),
        pytest.param("../../../x", UNRESOLVED, "leaves", id="above the root"),
        pytest.param("#x", UNRESOLVED, "no package.json", id="private, without a package"),
        pytest.param("@/gone", UNRESOLVED, "alias", id="alias that nothing defines"),
    ],
)
def test_what_leads_nowhere_is_explained(specifier, kind, why):
    found = resolve(PLAIN, "src/main.ts", specifier)
    assert (found.kind, found.files) == (kind, ())
    assert why in found.why


TSCONFIG = """{
  // aliases
  "extends": "./base.json",
  "compilerOptions": { "paths": { "@app/*": ["src/app/*"], "@app/special": ["src/other"], "~lib": ["src/lib"], },
  /* "baseUrl": "no" */ },
}"""


@pytest.mark.parametrize(
    ("specifier", "expected"),
    [
        pytest.param("@app/x", "src/app/x.ts", id="pattern"),
        pytest.param("@app/special", "src/other/index.ts", id="an exact pattern wins"),
        pytest.param("~lib", "src/lib.ts", id="exact"),
        pytest.param("util/y", "util/y.ts", id="baseUrl of what it extends"),
    ],
)
def test_tsconfig_paths(specifier, expected):
    files = {
        "tsconfig.json": TSCONFIG,
        "base.json": '{"compilerOptions": {"baseUrl": "."}}',
        **dict.fromkeys(["src/app/x.ts", "src/other/index.ts", "src/lib.ts", "util/y.ts"], ""),
    }
    assert resolve(files, "src/main.ts", specifier).files == (expected,)


def test_an_inherited_base_is_where_paths_start():
    files = {
        "web/tsconfig.json": '{"extends": "../base", "compilerOptions": {"paths": {"@/*": ["app/*"]}}}',
        "base.json": '{"compilerOptions": {"baseUrl": "code"}}',
        "code/app/x.ts": "",
        "web/app/x.ts": "",
    }
    assert resolve(files, "web/main.ts", "@/x").files == ("code/app/x.ts",)


def test_tsconfig_of_a_solution_refers_to_its_parts():
    files = {
        "tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "./node"}]}',
        "tsconfig.app.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["./src/*"]}}}',
        "src/x.ts": "",
    }
    assert resolve(files, "src/main.ts", "@/x").files == ("src/x.ts",)


def test_a_tsconfig_that_extends_itself_or_is_broken_does_no_harm():
    files = {"tsconfig.json": '{"extends": "./tsconfig.json"}', "a/tsconfig.json": "{", "a/x.ts": ""}
    assert resolve(files, "src/main.ts", "x").kind == EXTERNAL
    assert resolve(files, "a/main.ts", "./x").files == ("a/x.ts",)


def test_an_alias_that_leads_nowhere_is_not_external():
    files = {"tsconfig.json": TSCONFIG, "base.json": "{}"}
    assert resolve(files, "src/main.ts", "@app/gone").kind == UNRESOLVED


def test_the_bundlers_convention_is_a_last_resort():
    files = {"web/package.json": "{}", "web/src/x.ts": ""}
    found = resolve(files, "web/src/main.ts", "@/x")
    assert found.files == ("web/src/x.ts",)
    assert "convention" in found.why


def package(**fields):
    return json.dumps(fields)


WORKSPACE = {
    "package.json": package(name="root", workspaces=["packages/*"]),
    "packages/db/package.json": package(name="@acme/db", main="./dist/index.js", types="./dist/index.d.ts"),
    "packages/db/src/index.ts": "",
    "packages/db/src/models.ts": "",
    "packages/ui/package.json": package(
        name="ui",
        exports={
            ".": {"import": "./dist/esm/main.js"},
            "./button": "./src/components/button.tsx",
            "./icons/*": {"default": "./src/icons/*.ts"},
        },
        imports={"#internal/*": "./src/internal/*.ts", "#db": "@acme/db"},
    ),
    "packages/ui/src/main.ts": "",
    "packages/ui/src/components/button.tsx": "",
    "packages/ui/src/icons/star.ts": "",
    "packages/ui/src/internal/x.ts": "",
    "packages/bare/package.json": package(name="bare"),
    "packages/bare/index.js": "",
    "node_modules/evil/package.json": package(name="evil"),
    "node_modules/evil/index.js": "",
}


@pytest.mark.parametrize(
    ("specifier", "expected"),
    [
        pytest.param("@acme/db", "packages/db/src/index.ts", id="main that is built from src"),
        pytest.param("@acme/db/models", "packages/db/src/models.ts", id="below, without exports"),
        pytest.param("ui", "packages/ui/src/main.ts", id="exports"),
        pytest.param("ui/button", "packages/ui/src/components/button.tsx", id="exported path"),
        pytest.param("ui/icons/star", "packages/ui/src/icons/star.ts", id="exported pattern"),
        pytest.param("#internal/x", "packages/ui/src/internal/x.ts", id="private import"),
        pytest.param("#db", "packages/db/src/index.ts", id="private name for another package"),
        pytest.param("bare", "packages/bare/index.js", id="index"),
        pytest.param("../../bare", "packages/bare/index.js", id="a package by its folder"),
    ],
)
def test_packages_of_the_repository(specifier, expected):
    assert resolve(WORKSPACE, "packages/ui/src/start.ts", specifier).files == (expected,)


def test_node_modules_are_never_of_the_repository():
    assert resolve(WORKSPACE, "packages/ui/src/start.ts", "evil").kind == EXTERNAL
    assert resolve(WORKSPACE, "packages/ui/src/start.ts", "@acme/db/gone").kind == UNRESOLVED
