"""Manifests are told by name, and the module that tells them imports nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from adrguard.syntax.manifests.files import FORMATS, format_of, is_manifest


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("pyproject.toml", "pyproject"),
        ("sub/pyproject.toml", "pyproject"),
        ("requirements.txt", "requirements"),
        ("requirements-dev.txt", "requirements"),
        ("dev-requirements.in", "requirements"),
        ("requirements/base.txt", "requirements"),
        ("constraints.txt", "requirements"),
        ("setup.cfg", "setup_cfg"),
        ("Pipfile", "pipfile"),
        ("packages/a/package.json", "package_json"),
        ("crates/x/Cargo.toml", "cargo"),
        ("go.mod", "go_mod"),
        ("pom.xml", "pom"),
        ("app/build.gradle", "gradle"),
        ("app/build.gradle.kts", "gradle"),
        ("gradle/deps.gradle", "gradle"),
        ("gradle/libs.versions.toml", "version_catalog"),
        ("Gemfile", "gemfile"),
        ("x.gemspec", "gemfile"),
        ("composer.json", "composer_json"),
        ("src/App/App.csproj", "msbuild"),
        ("Directory.Packages.props", "msbuild"),
        ("packages.config", "msbuild"),
    ],
)
def test_a_manifest_is_known_by_its_name(path, form):
    assert format_of(path) == form
    assert is_manifest(path)
    assert form in FORMATS


@pytest.mark.parametrize(
    "path",
    [
        "setup.py",
        "package-lock.json",
        "Cargo.lock",
        "go.sum",
        "README.txt",
        "notes.in",
        "src/toml.py",
        "Gemfile.lock",
        "app.config",
        "my-package.json",
        "a.gradle/b.txt",
        "",
    ],
)
def test_other_files_are_no_manifests(path):
    assert not is_manifest(path)


def test_asking_costs_no_import():
    code = "import sys; import adrguard.syntax; b = set(sys.modules); import adrguard.syntax.manifests.files; print(sorted(set(sys.modules) - b))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "['__future__', 'adrguard.syntax.manifests', 'adrguard.syntax.manifests.files']"
