"""Recall in a process that lives long, as the MCP server does: the look at the notes, and the search.

python bench/recall.py [notes]     (10000 by default)

With the extra `vector` hybrid means words, names, links and vectors, the model's reading of the query included. Only the
first few hundred notes are read by the model; the others get the vectors of these, each with a little noise.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import vault
from corpus import WORDS

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
QUERIES = 200
READ = 300
MOST = {"bm25": 20.0, "hybrid": 40.0, "look": 80.0}


def give_vectors(around) -> str:
    """Give all notes vectors, most of them made up, and return in words what was done."""
    from adrguard.knowledge import vectors
    from adrguard.knowledge.embedding import minilm, problem

    try:
        model = minilm.opened()
    except problem.NoModelError as error:
        return f"no vectors: {error.reason}"
    import numpy as np

    waiting = around.index.read(partial(vectors.waiting, model=model.id))
    start = time.perf_counter()
    read = [model.vector(Path(around.path(one.path)).read_text(encoding="utf-8")) for one in waiting[:READ]]
    each = (time.perf_counter() - start) * 1000 / len(read)
    noise = np.random.default_rng(5).normal(scale=0.01, size=(len(waiting), len(read[0]))).astype(np.float32)
    made = []
    for number, one in enumerate(waiting):
        vector = read[number % len(read)] + noise[number]
        made.append(vectors.Made(one.title, one.hash, (vector / np.linalg.norm(vector)).astype("<f2").tobytes()))
    around.index.write(partial(vectors.put, model=model.id, made=made, checked=model.stamp))
    return f"vectors of {len(made)} notes, {len(read)} of them read by the model in {each:.0f} ms each"


def main(notes: int) -> None:
    from adrguard.knowledge.query import understood
    from adrguard.usecases.memory.search import recall as use
    from adrguard.usecases.memory.search.knowledge_at_hand import at_hand

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        vault.write(root, notes, 2_100)
        time.sleep(2.5)
        around = at_hand(str(root), str(root))
        around.index.refresh()
        told = give_vectors(around)
        use.recall(str(root), use.Question("order of the parcel"), str(root))
        rng = random.Random(11)
        queries = [
            " ".join([*rng.choices(WORDS, k=rng.randrange(1, 6)), f"{rng.choice(WORDS)}{rng.randrange(notes)}"])
            for _ in range(QUERIES)
        ]
        looks, spent = [], {"bm25": [], "hybrid": []}
        for mode, times in spent.items():
            for query in queries:
                start = time.perf_counter()
                around.index.refresh()
                middle = time.perf_counter()
                asked = understood(query)
                channels = use.channels(mode, use.meaning_of(around, asked, mode))
                work = partial(use.searched, asked=asked, channels=channels, mode=mode, limit=use.DEFAULT_LIMIT)
                around.index.read(work)
                looks.append((middle - start) * 1000)
                times.append((time.perf_counter() - middle) * 1000)
        whole = []
        for query in queries[:50]:
            start = time.perf_counter()
            use.recall(str(root), use.Question(query), str(root))
            whole.append((time.perf_counter() - start) * 1000)
        print(f"{notes} notes, {QUERIES} queries of 2 to 6 words; {told}")
        for name, times in {**spent, "look": looks}.items():
            p95 = sorted(times)[int(len(times) * 0.95)]
            verdict = "met" if p95 < MOST[name] else "MISSED"
            print(
                f"{name:<8} median {statistics.median(times):6.2f} ms  p95 {p95:6.2f} ms   bar {MOST[name]:.0f} ms: {verdict}"
            )
        print(f"whole answer with snippets, look included: median {statistics.median(whole):.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
