from __future__ import annotations

import pytest
from fakes.guarding import decide

NOTE = ".adrguard/wiki/02_Architecture/0001-one.md"
TEXT = "---\nid: ADR-0001\nstatus: proposed\n---\n# One\n\n## Invariants\n\n- Deny `a_b`\n"


def written(root) -> dict[str, bytes]:
    """Return every file but git's."""
    paths = (path for path in root.rglob("*") if path.is_file())
    return {
        name: path.read_bytes() for path in paths if not (name := path.relative_to(root).as_posix()).startswith(".git/")
    }


@pytest.mark.parametrize(
    ("configuration", "told"),
    [
        pytest.param('vault = "notes"\nstrict = [', ".adrguard.toml:2:11: not valid TOML", id="broken"),
        pytest.param("vault = 3\n", ".adrguard.toml:1:1: 'vault' ", id="a value that is none"),
        pytest.param('vualt = "notes"\n', ".adrguard.toml:1:1: unknown key 'vualt'", id="a misspelt key"),
    ],
)
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("flush", "--title", "A", "--content", "x"), id="flush"),
        pytest.param(("flush", "--title", "A", "--content", "x", "--dry-run"), id="flush dry"),
        pytest.param(("flush", "--title", "A", "--content", "x", "--vault", "notes"), id="flush into a vault"),
        pytest.param(("adr", "new", "Two"), id="new"),
        pytest.param(("adr", "accept", "1"), id="accept"),
        pytest.param(("adr", "reject", "1"), id="reject"),
        pytest.param(("adr", "deprecate", "1"), id="deprecate"),
        pytest.param(("adr", "supersede", "1", "--by", "2"), id="supersede"),
        pytest.param(("undo",), id="undo"),
        pytest.param(("undo", "--dry-run"), id="undo dry"),
        pytest.param(("lint", "--fix"), id="fix"),
    ],
)
def test_nothing_is_written_by_a_configuration_with_a_mistake(repo, adrguard, configuration, told, words) -> None:
    repo.write("notes/a.md", "# A\n")
    repo.write(NOTE, TEXT)
    repo.write(NOTE.replace("0001-one", "0002-two"), TEXT.replace("0001", "0002").replace("One", "Two"))
    assert adrguard("adr", "accept", "2") == 0
    repo.write(".adrguard.toml", configuration)
    before = written(repo.root)
    assert adrguard(*words) == 2
    assert adrguard.err.startswith(f"adrguard: {told}")
    assert "nothing was written" in adrguard.err
    assert written(repo.root) == before


def test_every_mistake_of_the_configuration_is_told_with_a_way_out(repo, adrguard) -> None:
    repo.write(".adrguard.toml", 'vualt = "notes"\nstrict = 3\n')
    assert adrguard("flush", "--title", "A", "--content", "x") == 2
    assert adrguard.err.count(".adrguard.toml:") == 2
    assert "did you mean 'vault'?" in adrguard.err


def test_a_mistake_in_a_pyproject_of_somebody_else_is_none_of_ours(repo, adrguard) -> None:
    repo.write("pyproject.toml", "[tool.other\n")
    assert adrguard("flush", "--title", "A", "--content", "x") == 0


def test_lint_alone_lists_the_mistakes_with_all_others(repo, adrguard) -> None:
    decide(repo, "- denny: x")
    repo.write(".adrguard.toml", 'vualt = "notes"\n')
    assert adrguard("lint") == 2
    assert "unknown key 'vualt'" in adrguard.out
    assert "denny" in adrguard.out
