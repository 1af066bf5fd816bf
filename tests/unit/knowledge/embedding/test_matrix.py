import pytest

np = pytest.importorskip("numpy", reason="the extra is not installed: pip install 'adrguard[vector]'")

from adrguard.knowledge.embedding.matrix import Matrix  # noqa: E402 -- it needs numpy


def unit(*numbers: float):
    vector = np.zeros(384, dtype=np.float32)
    vector[: len(numbers)] = numbers
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def matrix(rows: dict[int, object]) -> Matrix:
    return Matrix(list(rows), b"".join(row.astype("<f2").tobytes() for row in rows.values()))


def test_the_nearest_come_first_and_what_is_far_not_at_all() -> None:
    found = matrix({7: unit(1, 1), 3: unit(1), 5: unit(0, 1), 9: unit(-1), 2: unit(1)})
    assert found.nearest(unit(1), 10, 0.5) == [2, 3, 7]
    assert found.nearest(unit(1), 2, 0.5) == [2, 3]
    assert found.nearest(unit(0, 0, 1), 10, 0.5) == []
    assert matrix({}).nearest(unit(1), 10, 0.5) == []


def test_it_finds_what_sorting_everything_finds() -> None:
    random = np.random.default_rng(3)
    rows = random.normal(size=(500, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    asked = rows[17]
    likeness = rows.astype("<f2").astype(np.float32) @ asked
    expected = sorted(range(500), key=lambda row: -likeness[row])[:20]
    assert matrix(dict(enumerate(rows))).nearest(asked, 20, -1.0) == expected


def test_numbers_that_are_none_are_never_near() -> None:
    spoilt = np.full(384, np.nan, dtype=np.float32)
    assert matrix({1: spoilt, 2: unit(1)}).nearest(unit(1), 10, 0.1) == [2]
