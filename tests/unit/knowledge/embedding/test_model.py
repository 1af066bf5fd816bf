"""What all models have in common."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adrguard.config.keys import MODELS
from adrguard.knowledge.embedding import model
from adrguard.knowledge.embedding.choice import CHOICES


def test_every_word_of_the_configuration_is_a_model_with_an_id_of_its_own() -> None:
    assert tuple(CHOICES) == MODELS
    assert len({choice.id for choice in CHOICES.values()}) == len(CHOICES)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not list threads in /proc")
def test_numpy_computes_in_one_thread_and_the_environment_is_left_alone() -> None:
    pytest.importorskip("numpy", reason="the extra is not installed: pip install 'adrguard[vector]'")
    code = (
        "import os, sys\n"
        "from adrguard.knowledge.embedding.model import Once\n"
        "Once(lambda known: None)()\n"
        "import numpy as np\n"
        "np.ones((500, 500), dtype=np.float32) @ np.ones((500, 500), dtype=np.float32)\n"
        "print(len(os.listdir('/proc/self/task')), [name for name in os.environ if name == 'OPENBLAS_NUM_THREADS'])"
    )
    root = Path(model.__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, env={}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "[]"]
