"""A diff shows parts of manifests: what can be recognised in them is judged, the rest is said to be unreadable."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.declared import Manifest, ManifestProblem
from adrguard.syntax.manifests.read import declared


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param(
            "package.json",
            '    "lodash": "^3.0.0",\n    "x": "npm:y@1"\n  },\n  "name": "a",',
            ["lodash ^3.0.0", "y 1"],
            id="package.json",
        ),
        pytest.param("composer.json", '"a/b": "^1",', ["a/b ^1"], id="composer.json"),
        pytest.param(
            "Cargo.toml",
            'features = []\nserde = "1"\ntokio = { version = "1.2" }\nx = { package = "y", version = "3" }\n]',
            ["serde 1", "tokio 1.2", "y 3"],
            id="Cargo.toml",
        ),
        pytest.param(
            "pyproject.toml",
            "  \"requests>=2\",\n  'rich',\n]\n",
            ["requests >=2", "rich *"],
            id="pyproject.toml, in a list",
        ),
        pytest.param(
            "pyproject.toml", 'dependencies = [\n  "a==1",', ["a ==1"], id="pyproject.toml, a list that begins"
        ),
        pytest.param("pyproject.toml", 'a = "^1"\nname = "x"\n]', ["a ^1"], id="pyproject.toml, Poetry's"),
        pytest.param(
            "gradle/libs.versions.toml",
            'a = "g.h:a:1"\nb = { module = "g.h:b", version = "2" }\n]',
            ["g.h:a 1", "g.h:b 2"],
            id="version catalog",
        ),
        pytest.param(
            "pom.xml",
            "<groupId>g</groupId>\n<artifactId>a</artifactId>\n<version>1</version>\n</dependency>\n<dependency>\n<artifactId>b</artifactId>",
            ["g:a 1", "b ?"],
            id="pom.xml",
        ),
        pytest.param("A.csproj", '<PackageReference Include="A" Version="1" />\n</ItemGroup>', ["A 1"], id="csproj"),
        pytest.param(
            "go.mod", "\ta.b/c v1.0.0\n\td.e/f v2.0.0 // indirect\n)\n", ["a.b/c v1.0.0", "d.e/f v2.0.0"], id="go.mod"
        ),
        pytest.param("requirements.txt", "a==1\n", ["a ==1"], id="requirements"),
        pytest.param("Gemfile", 'gem "x", "1"\nend\n', ["x 1"], id="Gemfile"),
        pytest.param("build.gradle", "implementation 'g.h:a:1'\n}\n", ["g.h:a 1"], id="gradle"),
    ],
)
def test_a_part_of_a_manifest_is_read_for_what_it_shows(entries, path, text, expected):
    assert entries(path, text, fragment=True) == expected


def test_a_fragment_that_is_whole_is_read_as_such(entries):
    assert entries("package.json", '{"name": "a", "dependencies": {"name": "1"}}', fragment=True) == ["name 1"]


def test_a_setup_cfg_cannot_be_read_in_part():
    with pytest.raises(ManifestProblem):
        declared(Manifest("setup.cfg", "    a>=1\n", fragment=True))


@pytest.mark.parametrize("path", ["package.json", "Cargo.toml", "pyproject.toml", "pom.xml", "A.csproj"])
@pytest.mark.parametrize("text", ["", "\x00", '"', "'", "<", "<a", "=", "[", "a = '", '{"a', "\n\n"])
def test_no_fragment_breaks_the_reader(path, text):
    declared(Manifest(path, text, fragment=True))
