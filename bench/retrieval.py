"""How well recall finds: nDCG@10 on collections whose queries were not taken from their texts.

python bench/retrieval.py FOLDER [english | multilingual]

FOLDER holds what is to be measured on, under the names by which the files are published. None of them is ours to ship:

    cran.all.1400, cran.qry, cranqrel     Cranfield: 1,400 abstracts on aerodynamics, 225 queries
    cacm.all, query.text, qrels.text      CACM: 3,204 abstracts on computing with citations, 52 judged queries
    valid-v1.3.json                       JSQuAD (of JGLUE), Japanese: 1,145 paragraphs
    cmrc2018_dev.json                     CMRC 2018, Chinese: 848 paragraphs

Each document becomes a note, and each citation a WikiLink. Every way of recall is measured that works here: with the
extra of the model (`vector` or `multilingual`) each note gets its vector first, which takes minutes.
"""

from __future__ import annotations

import json
import math
import re
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
CUT = 10
WORST = {"CJK": 0.9, "boost": -0.01}
CJK = ("JSQuAD", "CMRC")


class Collection(NamedTuple):
    """Texts and titles by name, names that each one cites, and queries with the names that answer them."""

    name: str
    texts: dict[str, tuple[str, str]]
    cites: dict[str, set[str]]
    queries: list[tuple[str, set[str]]]


def records(text: str) -> list[dict[str, str]]:
    """Read SMART's format: ``.I number``, then ``.T``, ``.W`` and others, each with the lines that follow."""
    found: list[dict[str, str]] = []
    field = ""
    for line in text.splitlines():
        if line.startswith(".I"):
            found.append({"I": line[2:].strip()})
            field = ""
        elif re.fullmatch(r"\.[A-Z]", line.strip()):
            field = line.strip()[1]
        elif field:
            found[-1][field] = found[-1].get(field, "") + line + "\n"
    return found


def pairs(text: str) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for line in text.splitlines():
        parts = line.split()
        if len(parts) > 1 and not (len(parts) > 2 and parts[2] in ("-1", "5")):
            found.setdefault(int(parts[0]), set()).add(str(int(parts[1])))
    return found


def cranfield(folder: Path) -> Collection:
    texts = {one["I"]: (one.get("T", ""), one.get("W", "")) for one in records(read(folder / "cran.all.1400"))}
    judged = pairs(read(folder / "cranqrel"))
    asked = records(read(folder / "cran.qry"))  # judged by their place, not by their number
    return Collection("Cranfield", texts, {}, [(one["W"], judged[n]) for n, one in enumerate(asked, 1) if n in judged])


def cacm(folder: Path) -> Collection:
    found = records(read(folder / "cacm.all"))
    texts = {one["I"]: (one.get("T", ""), one.get("W", "")) for one in found}
    cites = {}
    for one in found:
        rows = [line.split() for line in one.get("X", "").splitlines()]
        cites[one["I"]] = {row[0] for row in rows if len(row) > 1 and row[1] == "5"} - {one["I"]}
    judged = pairs(read(folder / "qrels.text"))
    asked = records(read(folder / "query.text"))
    queries = [(one["W"], judged[int(one["I"])]) for one in asked if int(one["I"]) in judged]
    return Collection("CACM", texts, cites, queries)


def squad(name: str, path: Path) -> Collection:
    texts: dict[str, tuple[str, str]] = {}
    names: dict[str, str] = {}
    queries = []
    for article in json.loads(read(path))["data"]:
        for paragraph in article["paragraphs"]:
            context = paragraph["context"]
            key = names.setdefault(context, str(len(names)))
            texts[key] = ("", context)
            queries += [(one["question"], {key}) for one in paragraph["qas"]]
    return Collection(name, texts, {}, queries)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def collections(folder: Path) -> list[Collection]:
    found = []
    if (folder / "cran.all.1400").exists():
        found.append(cranfield(folder))
    if (folder / "cacm.all").exists():
        found.append(cacm(folder))
    for name, file in (("JSQuAD", "valid-v1.3.json"), ("CMRC", "cmrc2018_dev.json")):
        if (folder / file).exists():
            found.append(squad(name, folder / file))
    return found


def ndcg(ranked: list[str], wanted: set[str]) -> float:
    gain = sum(1 / math.log2(rank + 1) for rank, name in enumerate(ranked[:CUT], 1) if name in wanted)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(len(wanted), CUT) + 1))


def measure(collection: Collection, root: Path, model: str) -> dict[str, float]:
    from adrguard.knowledge.query import understood
    from adrguard.model.errors import UsageError
    from adrguard.usecases.memory.search import meaning
    from adrguard.usecases.memory.search import recall as use
    from adrguard.usecases.memory.search.knowledge_at_hand import at_hand

    for key, (title, text) in collection.texts.items():
        links = " ".join(f"[[doc-{other}]]" for other in sorted(collection.cites.get(key, ())))
        heading = f"# {' '.join(title.split())}\n\n" if title.strip() else ""
        (root / f"doc-{key}.md").write_text(f"{heading}{text}\n\n{links}\n", encoding="utf-8")
    (root / ".adrguard.toml").write_text(f'[recall]\nmodel = "{model}"\n', encoding="utf-8")
    around = at_hand(str(root), str(root))
    around.index.refresh()
    ways = {"bm25": use.BM25, "links": use.HYBRID}
    try:
        if meaning.fill(around).have:
            ways["vector"] = use.VECTOR
        ways["hybrid"] = use.HYBRID
    except UsageError as error:
        print(error.message)
    found = {}
    for way, mode in ways.items():
        scores = []
        for query, wanted in collection.queries:
            asked = understood(query)
            by_meaning = meaning.Meaning() if way == "links" else use.meaning_of(around, asked, mode)
            channels = use.channels(mode, by_meaning)
            hits, rows, *_ = around.index.read(
                partial(use.searched, asked=asked, channels=channels, mode=mode, limit=CUT)
            )
            ranked = [rows[hit.note].path.removeprefix("doc-").removesuffix(".md") for hit in hits[:CUT]]
            scores.append(ndcg(ranked, wanted))
        found[way] = sum(scores) / len(scores)
    around.index.close()
    return found


def verdicts(name: str, found: dict[str, float]) -> str:
    gain = found["links"] - found["bm25"]
    told = [f"links {gain:+.3f}: {'met' if gain >= WORST['boost'] else 'MISSED'}"]
    if "hybrid" in found:
        gain = found["hybrid"] - found["bm25"]
        is_met = gain >= WORST["boost"] if name in CJK else gain > 0
        told.append(f"hybrid {gain:+.3f}: {'met' if is_met else 'MISSED'}")
    if name in CJK:
        told.append(f"bigrams over {WORST['CJK']}: {'met' if found['bm25'] > WORST['CJK'] else 'MISSED'}")
    return ", ".join(told)


def main(folder: Path, model: str) -> None:
    for collection in collections(folder):
        with tempfile.TemporaryDirectory() as root:
            found = measure(collection, Path(root), model)
        ways = "  ".join(f"{way} {score:.3f}" for way, score in found.items())
        size = f"{len(collection.texts)} notes, {len(collection.queries)} queries"
        print(f"{collection.name:<10} {size:<28} {ways}   {verdicts(collection.name, found)}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "english")
