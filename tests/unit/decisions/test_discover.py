"""Which folders are looked at, and which of their files are decisions."""

from __future__ import annotations

import pytest

from adrguard.decisions import discover
from adrguard.model.decisions import Settings

NOTHING = Settings()


def where(
    settings: Settings = NOTHING, adr_dir: str = "", vault: tuple[str, bool] = (".adrguard/wiki", False)
) -> discover.Folders:
    return discover.folders(settings, ".adrguard.toml", adr_dir, vault)


@pytest.mark.parametrize(
    "folder",
    [
        "docs/adr",
        "docs/adrs",
        "docs/decisions",
        "doc/adr",
        "doc/architecture/decisions",
        "docs/architecture/decisions",
        "adr",
        ".adrguard/wiki/02_Architecture",
    ],
)
def test_folders_that_are_found_by_themselves(folder: str) -> None:
    assert where().in_adr_folder(f"{folder}/0001-x.md")
    assert where().in_adr_folder(f"{folder}/backend/0001-x.markdown")
    assert not where().in_adr_folder(f"other/{folder}/0001-x.md")
    assert f"{folder}/" in discover.policy_paths(where(), "b.txt")


def test_folders_that_are_asked_for() -> None:
    found = where(Settings(adr_dirs=("arch/log",)), "./design/adr\n")
    assert found.in_adr_folder("arch/log/0001-x.md")
    assert found.in_adr_folder("design/adr/0001-x.md")
    assert found.in_adr_folder("docs/adr/0001-x.md")
    assert found.named == (("arch/log", ".adrguard.toml"), ("design/adr", ".adr-dir"))


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ("doc/adr\n", "doc/adr"),
        ("doc\\adr\r\n", "doc/adr"),
        ("./doc/adr/", "doc/adr"),
        ("../adr", ""),
        ("/adr", ""),
        ("C:/adr", ""),
        ("", ""),
        (".", ""),
    ],
)
def test_the_pointer_of_adr_tools(text: str, folder: str) -> None:
    assert discover.pointed_folder(text) == folder


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docs/adr/0008-x.md", True),
        ("docs/adr/ADR-008-x.md", True),
        ("docs/adr/adr_8.md", True),
        ("docs/adr/adr0008.md", True),
        ("docs/adr/20260102-x.md", True),
        ("docs/adr/use-x.md", False),
        ("docs/adr/adrift.md", False),
    ],
)
def test_a_file_is_named_as_a_decision(path: str, expected: bool) -> None:
    assert discover.is_named_as_decision(path) is expected


@pytest.mark.parametrize(
    "path",
    [
        "docs/adr/README.md",
        "docs/adr/index.md",
        "docs/adr/_index.md",
        "docs/adr/0000-index.md",
        "docs/adr/template.md",
        "docs/adr/adr-template.md",
        "docs/adr/0000-adr-template.md",
        "docs/adr/adr000-template.md",
        "docs/adr/NNNN-template.md",
        "docs/adr/adr-template-minimal.md",
        "docs/adr/templates/0001-x.md",
        "docs/adr/Template.MD",
    ],
)
def test_readme_index_and_template_are_no_decisions(path: str) -> None:
    assert not where().may_decide(path)


@pytest.mark.parametrize(
    "path",
    ["docs/adr/0015-use-template-engine.md", "docs/adr/0003-index-the-tables.md", "docs/adr/0001-readme-first.md"],
)
def test_decisions_about_such_things_are(path: str) -> None:
    assert where().may_decide(path)


@pytest.mark.parametrize(
    ("vault", "path", "inside"),
    [
        pytest.param(("wiki", False), "wiki/a/b.md", "a/b.md", id="a folder"),
        pytest.param(("wiki", False), "wikis/b.md", "", id="its neighbour"),
        pytest.param(("", False), "a/b.md", "a/b.md", id="the repository itself"),
        pytest.param(("/far/wiki", True), "/far/wiki/b.md", "b.md", id="outside"),
        pytest.param(("wiki", False), "wiki/.obsidian/b.md", "", id="a hidden folder"),
        pytest.param(("", False), "node_modules/x/b.md", "", id="a package's documentation"),
        pytest.param(("wiki", False), "wiki/b.txt", "", id="no note"),
    ],
)
def test_notes_of_the_vault(vault: tuple[str, bool], path: str, inside: str) -> None:
    assert where(vault=vault).inside_vault(path) == inside


def test_a_vault_that_is_the_repository_is_told_by_endings() -> None:
    policy = discover.policy_paths(where(vault=("", False)), "b.txt")
    assert "*.md" in policy
    assert "/" not in policy
    assert not [path for path in discover.policy_paths(where(vault=("/far", True)), "b.txt") if "far" in path]


def test_a_folder_of_projects_binds() -> None:
    assert discover.project_of(".adrguard/wiki/10_Projects/pay/0001-x.md", where()) == "pay"
    assert discover.project_of(".adrguard/wiki/10_Projects/pay.md", where()) == ""
    assert discover.project_of("/far/10_Projects/pay/x/y.md", where(vault=("/far", True))) == "pay"
    assert discover.project_of("docs/adr/10_Projects/pay/0001-x.md", where()) == ""
