"""Which files are manifests, told by name alone: cheap enough to ask for every changed file."""

from __future__ import annotations

_BY_NAME = {
    "pyproject.toml": "pyproject",
    "setup.cfg": "setup_cfg",
    "Pipfile": "pipfile",
    "package.json": "package_json",
    "Cargo.toml": "cargo",
    "go.mod": "go_mod",
    "pom.xml": "pom",
    "Gemfile": "gemfile",
    "gems.rb": "gemfile",
    "composer.json": "composer_json",
    "packages.config": "msbuild",
    "Directory.Packages.props": "msbuild",
    "Directory.Build.props": "msbuild",
    "Directory.Build.targets": "msbuild",
}
_BY_SUFFIX = {
    ".versions.toml": "version_catalog",
    ".gradle": "gradle",
    ".gradle.kts": "gradle",
    ".gemspec": "gemfile",
    ".csproj": "msbuild",
    ".fsproj": "msbuild",
    ".vbproj": "msbuild",
}
_REQUIREMENTS = ("requirements", "constraints")

FORMATS = tuple(dict.fromkeys([*_BY_NAME.values(), *_BY_SUFFIX.values(), "requirements"]))


def format_of(path: str) -> str:
    """Return the manifest's format, one of `FORMATS`; "" for a file that is no manifest."""
    folder, _, name = path.rpartition("/")
    found = _BY_NAME.get(name, "")
    if found:
        return found
    if name.endswith((".txt", ".in")):
        return "requirements" if _is_requirements(folder, name) else ""
    dot = name.find(".")
    while dot >= 0:
        found = _BY_SUFFIX.get(name[dot:], "")
        if found:
            return found
        dot = name.find(".", dot + 1)
    return ""


def is_manifest(path: str) -> bool:
    """Say whether the file declares dependencies in a format that is known."""
    return format_of(path) != ""


def _is_requirements(folder: str, name: str) -> bool:
    """Accept `requirements-dev.txt`, `dev-requirements.in`, `constraints.txt` and `requirements/dev.txt`."""
    stem = name.rpartition(".")[0].lower()
    return stem.startswith(_REQUIREMENTS) or stem.endswith(_REQUIREMENTS) or folder.rpartition("/")[2] == "requirements"
