"""Gemfile, *.gemspec, and the files of MSBuild and NuGet."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.declared import Manifest, ManifestProblem
from adrguard.syntax.manifests.read import declared


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('gem "rails", "~> 6.0", ">= 6.0.3"\n', ["rails ~> 6.0, >= 6.0.3"], id="two requirements"),
        pytest.param("gem 'rake'\ngem('x', '1.0')\n", ["rake *", "x 1.0"], id="quotes and parentheses"),
        pytest.param('gem "x", ["> 1", "< 3"], require: false\n', ["x > 1, < 3"], id="array"),
        pytest.param('gem "x", git: "https://h"\ngem "y", :path => "../y"\n', ["x ?", "y ?"], id="other sources"),
        pytest.param('group :test do\n  gem "x", "1"\nend\n', ["x 1"], id="group"),
        pytest.param('# gem "x"\nputs "gem \'y\'"\n', [], id="comments and strings"),
        pytest.param('gem "x", VERSION\ngem "y", "~> #{v}"\ngem name\n', ["x ?", "y ?"], id="computed"),
    ],
)
def test_gemfile(entries, text, expected):
    assert entries("Gemfile", text) == expected


def test_gemspec_and_places(entries, places):
    text = "Gem::Specification.new do |s|\n  s.add_dependency 'é', '>= 1'\n  s.add_development_dependency('b')\nend\n"
    assert entries("x.gemspec", text) == ["é >= 1", "b *"]
    assert places("x.gemspec", text) == ["s.add_dependency 'é', '>= 1'", "s.add_development_dependency('b')"]


def test_ruby_that_cannot_be_read_is_refused():
    with pytest.raises(ManifestProblem, match="line 2"):
        declared(Manifest("Gemfile", 'gem "a"\ngem "b", (((\n'))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '<Project><ItemGroup><PackageReference Include="A" Version="1.2.3" /></ItemGroup></Project>',
            ["A 1.2.3"],
            id="attribute",
        ),
        pytest.param(
            '<Project><ItemGroup><PackageReference Include="A"><Version>[1,2)</Version></PackageReference></ItemGroup></Project>',
            ["A [1,2)"],
            id="element",
        ),
        pytest.param(
            '<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><ItemGroup><PackageReference Update="A" Version="1.*"/></ItemGroup></Project>',
            ["A 1.*"],
            id="namespace, update",
        ),
        pytest.param(
            '<Project><PropertyGroup><V>2</V></PropertyGroup><ItemGroup><PackageReference Include="A;B" Version="$(V).1"/></ItemGroup></Project>',
            ["A 2.1", "B 2.1"],
            id="property, two names",
        ),
        pytest.param(
            '<Project><ItemGroup><PackageReference Include="A" /><PackageReference Include="B" Version="$(X)"/></ItemGroup></Project>',
            ["A ?", "B ?"],
            id="set elsewhere",
        ),
        pytest.param(
            '<Project><ItemGroup><ProjectReference Include="../A/A.csproj" /></ItemGroup></Project>', [], id="projects"
        ),
    ],
)
def test_csproj(entries, text, expected):
    assert entries("src/App/App.csproj", text) == expected


def test_central_versions_are_filled_in(entries):
    central = '<Project><PropertyGroup><V>3</V></PropertyGroup><ItemGroup><PackageVersion Include="a" Version="$(V).1"/></ItemGroup></Project>'
    text = '<Project><ItemGroup><PackageReference Include="A"/><PackageReference Include="A" VersionOverride="4"/></ItemGroup></Project>'
    assert entries("src/App/App.csproj", text, files={"Directory.Packages.props": central}) == ["A 3.1", "A 4"]
    assert entries("Directory.Packages.props", central) == ["a 3.1"]


def test_packages_config(entries, places):
    text = '<packages>\n  <package id="A" version="1.0" targetFramework="net48" />\n</packages>'
    assert entries("packages.config", text) == ["A 1.0"]
    assert places("packages.config", text) == ["<package"]
