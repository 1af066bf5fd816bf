from __future__ import annotations

import pytest

from adrguard.model.errors import UsageError
from adrguard.system.writing.transaction import ConflictError, Edit
from adrguard.vault import writer


@pytest.fixture
def root(tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "a.md").write_text("old a")
    return tmp_path / "root"


@pytest.fixture
def vault(tmp_path):
    (tmp_path / "vault" / "adr").mkdir(parents=True)
    (tmp_path / "vault" / "adr" / "v.md").write_text("old v")
    return tmp_path / "vault"


def test_a_note_of_the_repository_is_written_below_its_root(root) -> None:
    assert writer.write(str(root), "a change", [Edit("a.md", b"old a", b"new a")]) is None
    assert (root / "a.md").read_text() == "new a"
    assert (root / ".adrguard" / "state").is_dir()


@pytest.mark.parametrize("named", ["../vault", "absolute"])
def test_a_note_of_a_vault_outside_is_written_below_that(root, vault, named) -> None:
    path = (vault / "adr" / "v.md").as_posix()
    named = str(vault) if named == "absolute" else named
    writer.write(str(root), "a change", [Edit(path, b"old v", b"new v")], named)
    assert (vault / "adr" / "v.md").read_text() == "new v"
    assert (vault / ".adrguard" / "state").is_dir()
    assert not (root / ".adrguard").exists()
    with writer.opened(str(root), [path], named) as pen:
        assert pen.read(path) == b"new v"
        assert [one.paths for one in pen.history()] == [(path,)]
        assert pen.undo().paths == (path,)
    assert (vault / "adr" / "v.md").read_text() == "old v"


def test_notes_in_two_places_are_not_changed_as_one(root, vault) -> None:
    edits = [Edit("a.md", b"old a", b"new a"), Edit((vault / "adr" / "v.md").as_posix(), b"old v", b"new v")]
    with pytest.raises(UsageError, match="cannot be changed as one"):
        writer.write(str(root), "a change", edits, "../vault")
    with writer.opened(str(root), ["a.md"], "../vault") as pen, pytest.raises(UsageError, match="cannot be changed"):
        pen.commit("a change", edits)
    assert (root / "a.md").read_text() == "old a"
    assert (vault / "adr" / "v.md").read_text() == "old v"


def test_an_absolute_path_elsewhere_is_refused(root, vault, tmp_path) -> None:
    (tmp_path / "vault2").mkdir()
    with pytest.raises(UsageError, match="lies neither in"):
        writer.top_of(str(root), (tmp_path / "vault2" / "x.md").as_posix(), "../vault")
    with pytest.raises(UsageError, match="lies neither in"):
        writer.top_of(str(root), (vault / "adr" / "v.md").as_posix())


def test_an_absolute_path_within_the_repository_is_one_of_its_notes(root) -> None:
    assert writer.top_of(str(root), (root / "docs" / "x.md").as_posix()) == (str(root), "docs/x.md")


def test_a_vault_within_the_repository_has_no_top_of_its_own(root) -> None:
    assert writer.tops(str(root), ".adrguard/wiki") == (str(root),)
    assert writer.tops(str(root), "") == (str(root),)
    assert writer.tops(str(root), "../vault") == (str(root), str(root.parent / "vault"))


def test_what_was_interrupted_is_told_once(root) -> None:
    from adrguard.system.writing.journal import Journal
    from adrguard.system.writing.state_folder import StateFolder

    state = StateFolder(str(root))
    state.make()
    state.begin(Journal("a change", "now", (Edit("a.md", b"old a", b"new a"),)))
    with writer.opened(str(root)) as pen:
        assert pen.told == "an interrupted change was brought to its end: a change (a.md)"
    with writer.opened(str(root)) as pen:
        assert pen.told == ""
        with pytest.raises(ConflictError):
            pen.commit("another", [Edit("a.md", b"old a", b"newer a")])
