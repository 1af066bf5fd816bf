from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide, judge

from adrguard.model.errors import UsageError
from adrguard.usecases.prove_rules import prove
from adrguard.usecases.setup.init_project import init

SAMPLE = "0001-conflict-markers-never-reach-a-commit.md"


def files(repo):
    return {
        str(path.relative_to(repo.root)): path.read_bytes()
        for path in repo.root.rglob("*")
        if path.is_file() and ".git/" not in str(path)
    }


def test_a_bare_repository_gets_a_vault_with_one_decision_that_works(repo):
    project = init(str(repo.root))
    assert set(files(repo)) == {
        ".adrguard/wiki/00_Meta/README.md",
        ".adrguard/wiki/01_AI_Logs/.gitkeep",
        f".adrguard/wiki/02_Architecture/{SAMPLE}",
    }
    assert (project.decisions, project.rules) == (1, 1)
    proofs = prove(str(repo.root))
    assert [proof.passed for proof in proofs.proofs] == [True, True]
    assert proofs.problems == ()
    repo.write("a.py", "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> side\n")
    assert [(one.path, one.line) for one in judge(repo).violations] == [("a.py", 1), ("a.py", 5)]


def test_a_second_time_nothing_changes(repo):
    init(str(repo.root))
    before = files(repo)
    project = init(str(repo.root))
    assert files(repo) == before
    assert not any(one.made for one in project.laid)


def test_a_folder_with_decisions_is_found_and_left_alone(repo):
    decide(repo, NO_STAR)
    below = repo.root / "src"
    below.mkdir()
    project = init(str(below))
    assert project.laid == ()
    assert project.folder == str(repo.root / "docs/adr")
    assert project.rules == 1


@pytest.mark.parametrize(
    ("files_there", "folder"),
    [
        pytest.param({"docs/decisions/README.md": "# Decisions\n"}, "docs/decisions", id="an empty known folder"),
        pytest.param({".adr-dir": "design/adrs\n"}, "design/adrs", id="adr-tools"),
        pytest.param({".adrguard.toml": 'adr-dirs = ["design"]\n'}, "design", id="configuration"),
    ],
)
def test_the_sample_goes_where_decisions_are_meant_to_live(repo, files_there, folder):
    for path, text in files_there.items():
        repo.write(path, text)
    project = init(str(repo.root))
    assert (repo.root / folder / SAMPLE).exists()
    assert project.rules == 1
    assert not (repo.root / ".adrguard").exists()


def test_a_new_vault_is_laid_out_and_bound(repo):
    project = init(str(repo.root), "notes")
    assert (repo.root / "notes/02_Architecture" / SAMPLE).exists()
    assert (repo.root / ".adrguard.toml").read_text().endswith('vault = "notes"\n')
    assert project.rules == 1
    before = files(repo)
    assert init(str(repo.root), "notes").rules == 1
    assert files(repo) == before


def test_a_vault_outside_of_the_repository_is_bound_by_its_full_path(repo, tmp_path):
    vault = tmp_path / "vault"
    project = init(str(repo.root), str(vault))
    assert (vault / "02_Architecture" / SAMPLE).exists()
    assert project.rules == 1


def test_a_vault_with_decisions_is_bound_and_left_alone(repo):
    repo.write("notes/Decisions/ADR-5.md", "---\nid: ADR-5\nstatus: accepted\n---\n## Invariants\n\n- deny: `x`\n")
    project = init(str(repo.root), "notes")
    assert [one.path for one in project.laid] == [str(repo.root / ".adrguard.toml")]
    assert project.rules == 1


@pytest.mark.parametrize(
    "files_there",
    [
        pytest.param({".adrguard.toml": "strict = true\n"}, id="own file"),
        pytest.param({"pyproject.toml": "[tool.adrguard]\nstrict = true\n"}, id="pyproject"),
        pytest.param({".adrguard.toml": 'vault = "other"\n', "other/a.md": "x"}, id="another vault"),
    ],
)
def test_a_configuration_that_is_there_is_never_written_to(repo, files_there):
    for path, text in files_there.items():
        repo.write(path, text)
    before = files(repo)
    with pytest.raises(UsageError):
        init(str(repo.root), "notes")
    assert files(repo) == before
