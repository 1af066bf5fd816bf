"""package.json and composer.json."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.declared import Manifest, ManifestProblem
from adrguard.syntax.manifests.package_json import specifier
from adrguard.syntax.manifests.read import declared


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{"dependencies": {"lodash": "^4.17.20"}}', ["lodash ^4.17.20"], id="dependencies"),
        pytest.param(
            '{"devDependencies": {"a": "1"}, "peerDependencies": {"b": ">=2"}, "optionalDependencies": {"c": "*"}}',
            ["a 1", "b >=2", "c *"],
            id="all sections",
        ),
        pytest.param('{"dependencies": {"x": "npm:lodash@^3"}}', ["lodash ^3"], id="alias"),
        pytest.param('{"dependencies": {"x": "npm:@s/y@^3", "z": "npm:w"}}', ["@s/y ^3", "w *"], id="scoped alias"),
        pytest.param(
            '{"dependencies": {"a": "workspace:*", "b": "file:../b", "c": "github:o/c", "d": "o/d", "e": "git+ssh://h/e.git#v1"}}',
            ["a ?", "b ?", "c ?", "d ?", "e ?"],
            id="other sources",
        ),
        pytest.param('{"dependencies": {"a": "git+ssh://h/e.git#semver:^1.2"}}', ["a ^1.2"], id="git with a range"),
        pytest.param(
            '{"overrides": {"a": "1", "b": {".": "2", "c@^3": "4"}, "d": "$x"}}',
            ["!a 1", "!b 2", "!c 4", "!d ?"],
            id="npm overrides",
        ),
        pytest.param(
            '{"resolutions": {"**/a": "1", "b/@s/c": "2", "d@npm:^1": "3"}}',
            ["!a 1", "!@s/c 2", "!d 3"],
            id="yarn resolutions",
        ),
        pytest.param(
            '{"pnpm": {"overrides": {"a@1>b": "2", "c@>=2": "3", "@s/d": "4"}}}',
            ["!b 2", "!c 3", "!@s/d 4"],
            id="pnpm overrides",
        ),
        pytest.param('{"name": "lodash", "scripts": {"lodash": "1"}, "dependencies": []}', [], id="names elsewhere"),
        pytest.param('{"dependencies": {"a": "1", "a": "2"}}', ["a 2"], id="a doubled name counts as npm reads it"),
    ],
)
def test_package_json(entries, text, expected):
    assert entries("package.json", text) == expected


def test_the_place_is_name_and_range(places):
    assert places("package.json", '{\n  "dependencies": {\n    "a": "1",\n    "b" :  "2"\n  }\n}\n') == [
        '"a": "1"',
        '"b" :  "2"',
    ]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        pytest.param('{"a": 1,}', 1, 8, id="trailing comma"),
        pytest.param('{\n  "a" 1\n}', 2, 7, id="no colon"),
        pytest.param("{'a': 1}", 1, 2, id="single quotes"),
        pytest.param('{"a": "b', 1, 7, id="open string"),
        pytest.param("[" * 5000, 1, 101, id="hostile nesting"),
        pytest.param("[]", 1, 1, id="no object"),
        pytest.param("", 1, 1, id="empty"),
        pytest.param('{"a": NaN}', 1, 7, id="no JSON number"),
    ],
)
def test_malformed_json_is_refused_with_its_place(text, line, column):
    with pytest.raises(ManifestProblem) as caught:
        declared(Manifest("package.json", text))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_specifier_says_why_it_is_unknown():
    assert specifier("a", "workspace:^1")[2] == "it is a package of this workspace"
    assert specifier("a", "catalog:")[2] == "its version stands in the workspace's catalog"


def test_composer_json(entries):
    text = '{"require": {"php": ">=8.1", "monolog/monolog": "^2.0"}, "require-dev": {"phpunit/phpunit": "~9.5"}, "conflict": {"x/y": "*"}}'
    assert entries("composer.json", text) == ["php >=8.1", "monolog/monolog ^2.0", "phpunit/phpunit ~9.5"]
