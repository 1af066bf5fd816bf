"""A law of the cache: the verdict out of it is the verdict without it, whatever the decisions and the change are."""

from __future__ import annotations

import shutil

from fakes.guarding import decide, staged
from hypothesis import given, settings
from hypothesis import strategies as st

INVARIANTS = (
    "- deny: `alpha`",
    "- warn: `beta` in `*.py`",
    "- deny: /gam+a/i",
    "- deny import: `delta`",
    "- deny call: `eval`",
    "- deny path: `secret/**`",
    "- require: `alpha` in `*.txt`",
    "- deny: `alpha` except `b.py`",
    "- denny: `x`",
    "- deny dependency: `left-pad`",
)
STATUSES = ("accepted", "proposed", "rejected", "", "acepted")
LINES = ("alpha", "beta", "GAMMA", "import delta", "eval('1')", "nothing", "# alpha")
PATHS = ("a.py", "b.py", "c.txt", "secret/d.py", "package.json")

decisions = st.lists(
    st.tuples(st.lists(st.sampled_from(INVARIANTS), max_size=4), st.sampled_from(STATUSES)), max_size=3
)
contents = st.dictionaries(st.sampled_from(PATHS), st.lists(st.sampled_from(LINES), max_size=4), max_size=4)


def fill(repo, written, files) -> None:
    for number, (invariants, status) in enumerate(written, 1):
        decide(repo, *invariants, number=number, status=status)
    for path, lines in files.items():
        repo.write(path, "\n".join(lines) + "\n")


@settings(max_examples=25, deadline=None)
@given(decisions, contents, decisions, contents)
def test_a_cached_verdict_is_the_cold_one(repo, before, old, after, new) -> None:
    for path in repo.root.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    fill(repo, before, old)
    repo.commit()
    shutil.rmtree(repo.root / ".git/adrguard", ignore_errors=True)
    fill(repo, after, new)
    repo.stage()
    cold = staged(repo)
    warm = staged(repo)
    shutil.rmtree(repo.root / ".git/adrguard", ignore_errors=True)
    again = staged(repo)
    steady = [one.replace(elapsed_ms=0.0, costs=()) for one in (cold, warm, again)]
    assert steady[0] == steady[1] == steady[2]
