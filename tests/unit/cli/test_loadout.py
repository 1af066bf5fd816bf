from __future__ import annotations

import os
import sys

import pytest


@pytest.fixture
def project(ruled):
    ruled.write(".adrguard/wiki/10_Projects/pay.md", "# Payment Gateway\n\nPay once.\n")
    ruled.write("go.mod", "module example.org/pay\n\ngo 1.22\n")
    ruled.commit()
    return ruled


def test_it_is_printed_alone(adrguard, project) -> None:
    assert adrguard("loadout") == 0
    assert adrguard.out == (
        "# Context Loadout: Payment Gateway\n"
        "- Root: `10_Projects/pay.md`\n"
        "- Vision: Pay once.\n"
        "- Core Stack: Go 1.22\n"
        "\n"
        "## L3 Invariants & Decisions:\n"
        "- [[0001-decision]]: deny: SELECT * FROM in src/**\n"
    )
    assert adrguard.err == ""


def test_as_json_it_is_as_published(adrguard, project) -> None:
    project.write("src/new.py", "x = 1\n")
    said = adrguard.json("loadout", "PAY", "--diff")
    assert (said["project"], said["title"], said["root"]) == ("pay", "Payment Gateway", "10_Projects/pay.md")
    assert said["stack"] == ["Go 1.22"]
    assert (said["changed"], said["copied"], said["remarks"]) == (1, "", [])
    assert said["shown"] == [
        {
            "kind": "invariant",
            "note": "docs/adr/0001-decision.md",
            "link": "[[0001-decision]]",
            "text": "deny: SELECT * FROM in src/**",
            "day": "",
            "rule": "ADR-001#star",
            "meets_change": True,
        }
    ]
    assert said["left_out"] == {"invariant": 0, "decision": 0, "log": 0}
    assert -(-len(said["text"].encode()) // 2) <= said["tokens_upper_estimate"] < 300


def test_a_branch_is_a_change_too(adrguard, project) -> None:
    assert adrguard.json("loadout", "--branch", "main")["changed"] == 0
    assert adrguard("loadout", "--branch", "nowhere") == 2
    assert "git knows no commit 'nowhere'" in adrguard.err


def test_an_unknown_project_is_refused_with_the_known_ones(adrguard, project) -> None:
    assert adrguard("loadout", "nothing") == 2
    assert adrguard.out == ""
    assert "there is no project 'nothing'" in adrguard.err
    assert "known projects: pay" in adrguard.err


def test_projects_are_listed(adrguard, project) -> None:
    project.write(".adrguard/wiki/10_Projects/web.md", "# Web\n")
    assert adrguard("loadout", "--list") == 0
    assert adrguard.out == "pay  10_Projects/pay.md  (this one)\nweb  10_Projects/web.md\n"
    assert adrguard.json("loadout", "--list")["projects"][1] == {
        "name": "web",
        "note": "10_Projects/web.md",
        "is_here": False,
    }
    assert adrguard("loadout", "--list", "--diff") == 2


def test_another_vault_can_be_named(adrguard, project, tmp_path) -> None:
    (tmp_path / "vault/10_Projects").mkdir(parents=True)
    (tmp_path / "vault/10_Projects/pay.md").write_text("# Elsewhere\n")
    assert adrguard("loadout", "--vault", str(tmp_path / "vault")) == 0
    assert adrguard.out.startswith("# Context Loadout: Elsewhere\n")


def test_what_is_for_the_person_goes_to_stderr(adrguard, project) -> None:
    project.write(".adrguard/wiki/10_Projects/pay.md", b"#" * 300_000)
    assert adrguard("loadout") == 0
    assert "cannot be read" in adrguard.err
    assert "cannot be read" not in adrguard.out


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A folder that is all of PATH but for git."""
    folder = tmp_path / "bin"
    folder.mkdir()
    real = next(
        path for one in os.environ["PATH"].split(os.pathsep) if os.path.exists(path := os.path.join(one, "git"))
    )
    os.symlink(real, folder / "git")
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_it_is_copied_by_the_program_there_is(adrguard, project, programs, tmp_path) -> None:
    copy = programs / "xclip"
    copy.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/arguments\n/bin/cat > {tmp_path}/copied\n')
    copy.chmod(0o755)
    assert adrguard("loadout", "--copy") == 0
    assert (tmp_path / "copied").read_text() == adrguard.out
    assert (tmp_path / "arguments").read_text() == "-selection clipboard\n"
    assert adrguard.err == "Copied to the clipboard by xclip.\n"
    assert adrguard.json("loadout", "--copy")["copied"] == "xclip"


@pytest.mark.skipif(sys.platform == "win32", reason="the folder of programs is made of links")
def test_it_is_said_when_nothing_could_be_copied(adrguard, project, programs) -> None:
    assert adrguard("loadout", "--copy") == 2
    assert adrguard.out.startswith("# Context Loadout: ")
    assert "nothing was copied" in adrguard.err
    assert adrguard.json("loadout", "--copy")["copied"] == ""
