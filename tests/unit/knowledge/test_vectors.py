"""Vectors are made once for what a note says, and outlive the index that they were made for."""

from __future__ import annotations

from functools import partial

import pytest
from fakes.counting_model import CountingModel
from fakes.knowing import index_of, rows, write

from adrguard.knowledge import vectors
from adrguard.knowledge.filling import Filling
from adrguard.system import locks


@pytest.fixture
def vault(tmp_path):
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


@pytest.fixture
def index(vault, tmp_path):
    made = index_of(vault, tmp_path)
    yield made
    made.close()


@pytest.fixture
def model() -> CountingModel:
    return CountingModel()


def fill(index, model, vault, **how) -> Filling:
    """Bring the index up to date and give its notes vectors, as `sync --vector` does."""
    index.refresh()
    filling = Filling(index, model, lambda note: (vault / note.path).read_text(encoding="utf-8"))
    filling.fill(**how)
    return filling


def missing(index, model) -> int:
    return index.read(partial(vectors.missing, model=model.id))


def test_only_what_changed_gets_a_new_vector_and_what_moved_keeps_its_own(vault, index, model) -> None:
    for name in "abc":
        write(vault, f"{name}.md", f"# {name}\n")
    assert fill(index, model, vault).made == 3
    model.asked.clear()
    write(vault, "a.md", "# a\n\nmore\n")
    (vault / "b.md").rename(vault / "moved.md")
    (vault / "c.md").unlink()
    assert fill(index, model, vault).made == 1
    assert model.asked == ["# a\n\nmore\n"]
    assert missing(index, model) == 0


def test_two_notes_that_say_the_same_are_asked_for_once(vault, index, model) -> None:
    write(vault, "a.md", "# Same\n")
    write(vault, "x/a.md", "# Same\n")
    fill(index, model, vault)
    assert model.asked == ["# Same\n"]
    notes, data = index.read(partial(vectors.loaded, model=model.id, length=768))
    assert (len(notes), len(data)) == (2, 2 * 768)


def test_an_index_that_is_made_anew_takes_the_vectors_over(vault, tmp_path, index, model) -> None:
    write(vault, "a.md", "# a\n")
    write(vault, "b.md", "# b\n")
    fill(index, model, vault)
    index.close()
    (vault / "b.md").unlink()
    other = index_of(vault, tmp_path, purpose="read in another way")
    other.refresh()
    assert missing(other, model) == 0
    assert rows(other, "SELECT title FROM vectors") == [("a",)]
    other.refresh(force=True)
    assert missing(other, model) == 1
    other.close()


def test_a_spoilt_index_costs_the_vectors_and_nothing_else(vault, tmp_path, index, model) -> None:
    write(vault, "a.md", "# a\n")
    fill(index, model, vault)
    index.close()
    kept = tmp_path / "kept/index.sqlite"
    kept.write_bytes(b"no database" * 1_000)
    again = index_of(vault, tmp_path)
    again.refresh()
    assert missing(again, model) == 1
    again.close()


def test_vectors_of_another_model_are_none_and_each_keeps_its_own(vault, tmp_path, index, model) -> None:
    write(vault, "a.md", "# a\n")
    fill(index, model, vault)
    other = CountingModel("newer")
    assert missing(index, other) == 1
    fill(index, other, vault)
    assert (missing(index, other), missing(index, model)) == (0, 0)
    for name in (model.id, other.id):
        assert index.read(partial(vectors.checked, model=name)) == f"stamp of {name}"
        assert len(index.read(partial(vectors.loaded, model=name, length=768))[0]) == 1
    index.close()
    anew = index_of(vault, tmp_path, purpose="read in another way")
    anew.refresh()
    assert (missing(anew, other), missing(anew, model)) == (0, 0)
    anew.close()


def test_what_does_not_fit_into_the_time_waits(vault, index, model) -> None:
    for number in range(5):
        write(vault, f"{number}.md", f"# {number}\n")
    assert fill(index, model, vault, within_ms=0.0).made == 0
    assert (missing(index, model), index.read(vectors.state)[1]) == (5, "")
    seen: list[tuple[int, int]] = []
    assert fill(index, model, vault, within_ms=60_000.0, progress=lambda *at: seen.append(at)).made == 5
    assert (seen[0], seen[-1]) == ((0, 5), (5, 5))


def test_what_was_made_before_the_model_failed_is_kept(vault, index, model) -> None:
    for number in range(3):
        write(vault, f"{number}.md", f"# {number}\n")
    index.refresh()

    def text(note) -> str:
        if len(model.asked) == 2:
            raise KeyboardInterrupt
        return note.title

    with pytest.raises(KeyboardInterrupt):
        Filling(index, model, text).fill()
    assert missing(index, model) == 1


def test_notes_that_changed_meanwhile_wait_and_those_without_words_have_none(vault, index, model) -> None:
    for name in "abc":
        write(vault, f"{name}.md", f"# {name}\n")
    index.refresh()
    filling = Filling(index, model, lambda note: {"a": None, "b": ""}.get(note.title, note.title))
    filling.fill()
    assert filling.made == 1
    assert index.read(partial(vectors.totals, model=model.id)) == (1, 1, 1)
    assert len(index.read(partial(vectors.loaded, model=model.id, length=768))[0]) == 1


def test_while_another_process_writes_nothing_is_waited_for(vault, tmp_path, index, model) -> None:
    write(vault, "a.md", "# a\n")
    index.refresh()
    with locks.held(f"{index.home.path}.lock", str(vault), 1.0):
        assert not fill(index, model, vault, within_ms=60_000.0).is_kept
    assert missing(index, model) == 1


def test_vectors_of_notes_that_are_gone_go_when_there_are_many(vault, index, model, monkeypatch) -> None:
    monkeypatch.setattr(vectors, "_MANY", 0)
    for text in ("# one\n", "# two\n", "# three\n"):
        write(vault, "a.md", text)
        fill(index, model, vault)
    assert rows(index, "SELECT title FROM vectors") == [("three",)]
