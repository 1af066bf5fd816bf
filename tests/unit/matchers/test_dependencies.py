"""`dependency`: packages that manifests may not, or must, name."""

from __future__ import annotations

import pytest

from adrguard.kdsl.names import package
from adrguard.matchers.context import Context
from adrguard.matchers.dependencies import find
from adrguard.model.changes import NEW, ChangeSet, Content
from adrguard.model.globs import compile_globs
from adrguard.model.rules import DependencyTarget, Rule
from adrguard.syntax.source import Source, SyntaxProblem


class FakeTree:
    """Files by path, the same on both sides."""

    def __init__(self, files):
        self._files = files

    def read(self, path, side=NEW):
        text = self._files.get(path)
        return None if text is None else Content(text)

    def paths(self, side=NEW):
        return frozenset(self._files)


def judged(meant, path, text, *, verb="deny", files=(), scope="", side=NEW, fragment=False):
    target = DependencyTarget(meant, *package(meant))
    include = compile_globs(scope) if scope else ()
    rule = Rule(
        "r",
        "ADR-1",
        "n.md",
        1,
        1,
        f"{verb} dependency: {meant}",
        verb,
        "block",
        "dependency",
        (target,),
        include=include,
    )
    context = Context(FakeTree({**dict(files), path: text}), side, ChangeSet("staged", ()))
    source = Source(path, Content(text, fragment))
    return find(target, rule, source, context), context.unjudged


def shown(*args, **kwargs):
    return [one.shown for one in judged(*args, **kwargs)[0]]


PACKAGE = '{"dependencies": {"lodash": "^4.17.20", "x": "npm:left-pad@1"}, "devDependencies": {"preact": "10"}, "overrides": {"minimist": "0.2.0"}}'


@pytest.mark.parametrize(
    ("meant", "expected"),
    [
        pytest.param("lodash", ["lodash ^4.17.20"], id="bare name"),
        pytest.param("lodash <4.17.21", ["lodash ^4.17.20"], id="range that meets"),
        pytest.param("lodash <4.17.20", [], id="range that does not"),
        pytest.param("Lodash", ["lodash ^4.17.20"], id="case"),
        pytest.param("left-pad", ["left-pad 1"], id="the package behind an alias"),
        pytest.param("x", [], id="an alias is no package"),
        pytest.param("react", [], id="part of a name"),
        pytest.param("minimist", [], id="an override adds no dependency"),
        pytest.param("minimist <1.2.6", ["minimist 0.2.0"], id="an override to a forbidden version"),
    ],
)
def test_package_json(meant, expected):
    assert shown(meant, "package.json", PACKAGE) == expected


@pytest.mark.parametrize(
    ("meant", "path", "text", "hit"),
    [
        pytest.param("Flask_SQLAlchemy", "requirements.txt", "flask-sqlalchemy\n", True, id="Python names"),
        pytest.param("flask", "requirements.txt", "flask-sqlalchemy\n", False, id="Python, part of a name"),
        pytest.param(
            "django >=4,<5", "pyproject.toml", '[project]\ndependencies = ["Django~=4.2"]\n', True, id="pyproject"
        ),
        pytest.param(
            "django >=4,<5", "pyproject.toml", '[tool.poetry.dependencies]\ndjango = "^5.0"\n', False, id="Poetry"
        ),
        pytest.param(
            "openssl <0.11",
            "Cargo.toml",
            '[dependencies]\ntls = { package = "openssl", version = "0.10" }\n',
            True,
            id="Cargo, renamed",
        ),
        pytest.param("serde_json", "Cargo.toml", '[dependencies]\nserde-json = "1"\n', True, id="Cargo names"),
        pytest.param("github.com/a/b", "go.mod", "require github.com/a/b/v2 v2.1.0\n", True, id="Go, a major version"),
        pytest.param("gopkg.in/yaml", "go.mod", "require gopkg.in/yaml.v2 v2.1.0\n", True, id="Go, gopkg.in"),
        pytest.param("github.com/a/b <2.0.0", "go.mod", "require github.com/a/b/v2 v2.1.0\n", False, id="Go, range"),
        pytest.param("github.com/a", "go.mod", "require github.com/a/b v1.0.0\n", False, id="Go, part of a path"),
        pytest.param("github.com/a/*", "go.mod", "require github.com/a/b v1.0.0\n", True, id="Go, all of an owner"),
        pytest.param(
            "log4j-core <2.17.1",
            "build.gradle",
            "dependencies { api 'org.apache.logging.log4j:log4j-core:2.14.1' }",
            True,
            id="Maven, artifact",
        ),
        pytest.param(
            "org.apache.logging.log4j:log4j-core <2.17.1",
            "build.gradle",
            "dependencies { api 'org.apache.logging.log4j:log4j-core:2.17.1' }",
            False,
            id="Maven, repaired",
        ),
        pytest.param(
            "org.apache.logging.log4j:*",
            "build.gradle",
            "dependencies { api 'org.apache.logging.log4j:log4j-core:2.17.1' }",
            True,
            id="Maven, group",
        ),
        pytest.param(
            "other:log4j-core",
            "build.gradle",
            "dependencies { api 'org.apache.logging.log4j:log4j-core:2.17.1' }",
            False,
            id="Maven, another group",
        ),
        pytest.param("rails <7", "Gemfile", "gem 'rails', '~> 6.1'\n", True, id="Ruby"),
        pytest.param(
            "symfony/http-kernel <5",
            "composer.json",
            '{"require": {"symfony/http-kernel": "~4.4"}}',
            True,
            id="Composer",
        ),
        pytest.param(
            "newtonsoft.json <13",
            "A.csproj",
            '<Project><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="12.0.3" /></ItemGroup></Project>',
            True,
            id="NuGet",
        ),
    ],
)
def test_names_and_orders_are_those_of_the_ecosystem(meant, path, text, hit):
    assert bool(shown(meant, path, text)) is hit


def test_a_hit_stands_at_its_entry_and_keeps_its_identity_when_the_line_gains_a_comma():
    before, after = '{"dependencies": {\n  "a": "1"\n}}', '{"dependencies": {\n  "a": "1",\n  "b": "2"\n}}'
    old, new = judged("a", "package.json", before)[0][0], judged("a", "package.json", after)[0][0]
    assert after[new.start : new.end] == '"a": "1"'
    assert old.key == new.key == "npm a 1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param('{"dependencies": {"a": "github:o/a"}}', "a: it comes from github:o/a", id="git"),
        pytest.param('{"dependencies": {"a": "latest"}}', "'latest' is a tag", id="tag"),
        pytest.param('{"dependencies": {"a": "one.two"}}', "one.two", id="no version"),
    ],
)
def test_a_version_that_cannot_be_compared_is_reported_and_not_held_against_anyone(text, reason):
    found, unjudged = judged("a <2", "package.json", text)
    assert found == []
    assert [(one.path, one.code, one.rule) for one in unjudged] == [("package.json", "unsupported", "r")]
    assert reason in unjudged[0].reason
    assert judged("a <2", "package.json", text, side="old")[1] == []
    assert judged("b <2", "package.json", text)[1] == []
    assert shown("a", "package.json", text) != []


def test_a_malformed_manifest_is_a_problem_not_a_clean_one():
    with pytest.raises(SyntaxProblem, match=r"cannot be read.*line 1, column 19"):
        judged("a", "package.json", '{"dependencies": {"')


def test_a_manifest_is_read_once_for_all_rules():
    files = FakeTree({"package.json": PACKAGE})
    context = Context(files, NEW, ChangeSet("staged", ()))
    target = DependencyTarget("lodash", "lodash")
    rule = Rule("r", "ADR-1", "n.md", 1, 1, "", "deny", "block", "dependency", (target,))
    source = Source("package.json", Content(PACKAGE))
    assert find(target, rule, source, context) == find(target, rule, source, context)
    assert len(context.memo) == 1


@pytest.mark.parametrize(
    ("meant", "text", "files", "satisfied"),
    [
        pytest.param("a", '{"dependencies": {"a": "1"}}', {}, True, id="named"),
        pytest.param("a", "{}", {}, False, id="not named"),
        pytest.param("a >=2", '{"dependencies": {"a": "^2.1"}}', {}, True, id="within the range"),
        pytest.param("a >=2", '{"dependencies": {"a": ">=1"}}', {}, False, id="it also admits older ones"),
        pytest.param(
            "a >=2", '{"dependencies": {"a": "github:o/a"}}', {}, True, id="what cannot be compared is named at least"
        ),
        pytest.param(
            "a", "{}", {"pkg/package.json": '{"dependencies": {"a": "1"}}'}, True, id="another manifest names it"
        ),
        pytest.param(
            "a",
            "{}",
            {"pkg/package.json": "{", "lib/x.json": '{"dependencies": {"a": "1"}}'},
            False,
            id="a broken one does not",
        ),
        pytest.param("a", "{}", {"requirements.txt": "a\n"}, False, id="one out of scope does not"),
    ],
)
def test_require(meant, text, files, satisfied):
    assert bool(shown(meant, "package.json", text, verb="require", files=files, scope="package.json")) is satisfied


def test_a_fragment_shows_what_it_shows():
    assert shown("lodash", "package.json", '    "lodash": "^3.0.0",\n\0\n  "b": "1"', fragment=True) == [
        "lodash ^3.0.0"
    ]
