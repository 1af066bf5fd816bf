"""pyproject.toml, Pipfile and setup.cfg."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.declared import Manifest, ManifestProblem
from adrguard.syntax.manifests.read import declared


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '[project]\ndependencies = ["requests>=2,<3", "rich"]\n', ["requests >=2,<3", "rich *"], id="PEP 621"
        ),
        pytest.param('[project.optional-dependencies]\nx = ["a[b]==1"]\n', ["a ==1"], id="extras"),
        pytest.param('project.dependencies = ["a"]\n', ["a *"], id="dotted keys"),
        pytest.param(
            '[dependency-groups]\ndev = ["pytest>8", {include-group = "x"}]\nx = []\n', ["pytest >8"], id="PEP 735"
        ),
        pytest.param('[build-system]\nrequires = ["hatchling>=1"]\n', ["hatchling >=1"], id="build requirements"),
        pytest.param(
            '[tool.poetry.dependencies]\npython = "^3.11"\na = "^1.2"\nb = {version = "~2", extras = ["x"]}\nc = {git = "https://h"}\n'
            'd = [{version = "<1", python = "<3.12"}, {version = ">=1"}]\n',
            ["a ^1.2", "b ~2", "c ?", "d <1", "d >=1"],
            id="Poetry",
        ),
        pytest.param('[tool.poetry.group.dev.dependencies]\na = "*"\n', ["a *"], id="Poetry groups"),
        pytest.param('[tool.poetry.dev-dependencies]\na = "1.0"\n', ["a 1.0"], id="Poetry, old style"),
        pytest.param(
            '[tool.poetry.dependencies.x]\nversion = "^1"\noptional = true\n', ["x ^1"], id="Poetry, own header"
        ),
        pytest.param('[tool.pdm.dev-dependencies]\ntest = ["a>1"]\n', ["a >1"], id="PDM"),
        pytest.param('[tool.pdm.resolution.overrides]\na = "1.0"\n', ["!a ==1.0"], id="PDM overrides"),
        pytest.param(
            '[tool.uv]\ndev-dependencies = ["a"]\nconstraint-dependencies = ["b<2"]\n', ["a *", "!b <2"], id="uv"
        ),
        pytest.param('[tool.hatch.envs.test]\nextra-dependencies = ["a"]\n', ["a *"], id="Hatch"),
        pytest.param('[tool.other]\ndependencies = ["a"]\n# dependencies = ["b"]\n', [], id="others' tables"),
        pytest.param("[project]\ndependencies = 3\n", [], id="wrong types"),
    ],
)
def test_pyproject(entries, text, expected):
    assert entries("pyproject.toml", text) == expected


def test_places_are_those_of_the_strings(places):
    text = '[project]\ndependencies = [\n  "a", # "x"\n  """b""",\n]\n[tool.poetry.dependencies]\nc = "^1"\n"d" = { version = "2" }\n'
    assert places("pyproject.toml", text) == ['"a"', '"""b"""', 'c = "^1"', '"d" = { version = "2" }']


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        pytest.param("[project]\nname = x\n", 2, 8, id="a bare word"),
        pytest.param("[project]\ndependencies = [\n", 0, 0, id="an open array: tomllib only says at the end"),
        pytest.param("a = " + "[" * 5000, 0, 0, id="hostile nesting"),
    ],
)
def test_malformed_toml_is_refused_with_its_place(text, line, column):
    with pytest.raises(ManifestProblem) as caught:
        declared(Manifest("pyproject.toml", text))
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '[packages]\na = "*"\nb = "==1.0"\n[dev-packages]\nc = {version = ">1", extras = ["x"]}\n',
            ["a *", "b ==1.0", "c >1"],
            id="tables",
        ),
        pytest.param('[packages]\na = {git = "https://h"}\n', ["a ?"], id="git"),
        pytest.param(
            '[[source]]\nurl = "https://h"\nname = "x"\n[requires]\npython_version = "3"\n', [], id="no packages"
        ),
    ],
)
def test_pipfile(entries, text, expected):
    assert entries("Pipfile", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "[options]\ninstall_requires =\n    a>=1\n    # b\n    c ; python_version < '3'\n",
            ["a >=1", "c *"],
            id="list",
        ),
        pytest.param("[options]\ninstall_requires = a>=1\nzip_safe = no\n", ["a >=1"], id="one line"),
        pytest.param(
            "[options.extras_require]\ntest =\n  pytest>8\ndoc = sphinx\n", ["pytest >8", "sphinx *"], id="extras"
        ),
        pytest.param(
            "[options]\nsetup_requires = a\n[metadata]\nname = b\ninstall_requires = c\n", ["a *"], id="other sections"
        ),
        pytest.param("[flake8]\nextend =\n  x\n", [], id="other tools"),
    ],
)
def test_setup_cfg(entries, text, expected):
    assert entries("setup.cfg", text) == expected


def test_setup_cfg_places_and_mistakes(places):
    assert places("setup.cfg", "[options]\ninstall_requires =\n    a>=1  # x\n\n    b\n") == ["a>=1", "b"]
    with pytest.raises(ManifestProblem):
        declared(Manifest("setup.cfg", "install_requires = a\n"))
