"""However a whole tree is gone through (kept facts, several processes, in shares), the verdict on it is the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from adrguard.engine.merging import merge
from adrguard.model.findings import Outcome
from adrguard.model.rules import KINDS
from adrguard.usecases import keep_baseline
from adrguard.usecases.check_changes import CheckRequest, check
from adrguard.usecases.tree import gather

NOTE = """---
id: ADR-001
status: accepted
---
# One decision of every kind

## Invariants

{rules}
"""
RULES = """\
- deny: `SELECT * FROM`
- deny: /TODO\\(\\w+\\)/ in `src/**`
- warn: `console.log(` in `*.ts`
- require: `SPDX` in `src/*.py`
- deny import: `requests`
- deny import: `app.secret`
- deny call: `os.system`
- deny code: `eval($X)` in `**/*.py`
  - lang: python
- deny path: `**/*.sql`
- require path: `LICENSE`
- deny dependency: `lodash <4.17.21`
- require dependency: `typescript`
- deny edge: `src/web/**` -> `src/db/**`
- deny layers: `src/web/**` > `src/core/**` > `src/db/**`
- require change: `CHANGELOG.md`
  - when: `src/**`
"""


@pytest.fixture
def tree(repo):
    repo.write("docs/adr/0001-all.md", NOTE.format(rules=RULES))
    repo.write("src/a.py", "# SPDX\nimport requests\nq = 'SELECT * FROM a'\nq = 'SELECT * FROM a'\nTODO(me)\n")
    repo.write("src/b.py", "import os\nos.system('x')  # adrguard: allow ADR-001 -- it is an example\neval(x)\n")
    repo.write(
        "src/c.py", "# SPDX\nx = 1  # adrguard: allow ADR-001 -- nothing to allow\ny = 2  # adrguard: allow ADR-009\n"
    )
    repo.write("src/broken.py", "def f(:\n  import requests\n  eval(1)\n")
    repo.write("src/binary.py", b"\0SELECT * FROM\0")
    repo.write(".adrguard.toml", "max-file-size = 3000\n")
    repo.write("src/large.txt", "SELECT * FROM\n" * 300)
    repo.write("src/latin.py", b"# caf\xe9\nq = 'SELECT  *  FROM t'\r\n")
    repo.write("src/wide.txt", "\ufeffSELECT * FROM\n".encode("utf-16"))
    repo.write("src/x.ts", "console.log(1)\nimport { y } from './web/y'\n")
    repo.write("src/web/page.py", "from src.db import rows\nfrom src.core import model\nfrom src.db import gone\n")
    repo.write("src/db/rows.py", "from src.web import page\nfrom ..app import secret\n")
    repo.write("src/core/model.py", "from ..db import rows\n")
    repo.write("src/app/secret.py", "")
    repo.write("src/app/__init__.py", "")
    repo.write("src/app/user.py", "from .secret import key\nfrom . import secret\n")
    repo.write("db/x.sql", "SELECT * FROM x\n")
    repo.write("package.json", '{"dependencies": {"lodash": "^4.17.0"}}')
    repo.write("sub/package.json", '{"dependencies": {"typescript": "5"}}')
    repo.write("Pipfile", "no = toml = at all")
    repo.write("größe\tneu.py", "import requests\n")
    for number in range(40):
        repo.write(f"many/{number}.py", f"x = {number}\n" + "import requests\n" * (number % 7 == 0))
    if os.name != "nt":
        (repo.root / os.fsdecode(b"b\xe9te.py")).write_text("import requests\n")
        (repo.root / "link.py").symlink_to("src/a.py")
    repo.commit()
    keep_baseline.write(str(repo.root))
    repo.write("src/b.py", "import os\nos.system('x')  # adrguard: allow ADR-001 -- it is an example\nexec(x)\n")
    repo.write("src/new.py", "eval(1)\neval(1)\n")
    repo.write("src/x.ts", "import { y } from './web/y'\n")
    return repo


def judged(repo, **options) -> Outcome:
    outcome = check(CheckRequest(str(repo.root), "all", today="2026-06-15", account=True, **options))
    return outcome.replace(elapsed_ms=0.0, costs=())


def plainly(repo, **options) -> Outcome:
    """Judge in one process, with nothing kept: asking what each rule took is asking for that."""
    return judged(repo, jobs=1, explain_time=True, **options)


@pytest.fixture
def small_portions(monkeypatch) -> None:
    monkeypatch.setattr(gather, "MOST", 8)
    monkeypatch.setattr(gather, "LEAST", 4)


def test_the_tree_holds_something_of_everything(tree) -> None:
    outcome = plainly(tree)
    found = [*outcome.findings, *outcome.baselined, *[one.finding for one in outcome.suppressed]]
    assert {one.rule.kind for one in found} == set(KINDS) - {"change"}
    assert outcome.suppressed
    assert outcome.notes
    assert {one.code for one in outcome.unjudged} >= {"binary", "too-large", "parse"}
    assert {one.code for one in outcome.problems} == {"suppression-unused", "suppression-without-reason"}


def edits(repo) -> Iterator[Callable[[], object]]:
    """Yield, one by one, what changes the verdict by other ways than the file in which it shows."""
    yield lambda: repo.write("src/a.py", "# SPDX\nq = 'SELECT * FROM a'\n")
    yield lambda: repo.write("src/db/gone.py", "")
    yield lambda: repo.remove("src/app/__init__.py")
    yield lambda: repo.write("sub/package.json", '{"dependencies": {}}')
    yield lambda: repo.write("pyproject.toml", '[tool.setuptools]\npackage-dir = {"" = "src"}\n')
    yield lambda: repo.write("docs/adr/0001-all.md", NOTE.format(rules="Some words before.\n\n" + RULES))
    yield lambda: repo.write(".gitattributes", "many/** linguist-generated\n")
    yield lambda: repo.write("docs/adr/0001-all.md", NOTE.format(rules=RULES.replace("`requests`", "`os`")))
    yield lambda: repo.write(".adrguard.toml", "max-file-size = 8000\n")
    yield lambda: keep_baseline.write(str(repo.root))
    yield lambda: repo.git("mv", "src/core", "src/kernel")
    yield lambda: (repo.remove("src/web/page.py"), repo.write("src/web/page.py", b"\0"))


def test_kept_facts_never_lag_behind(tree) -> None:
    assert judged(tree) == plainly(tree)
    for number, edit in enumerate(edits(tree)):
        edit()
        expected = plainly(tree)
        assert judged(tree) == expected, number
        assert judged(tree) == expected, number


@pytest.mark.usefixtures("small_portions")
def test_several_processes_find_what_one_does(tree) -> None:
    expected = plainly(tree)
    assert judged(tree, jobs=3) == expected
    assert judged(tree, jobs=3) == expected
    tree.write("src/db/gone.py", "")
    assert judged(tree, jobs=2) == plainly(tree)


def test_shares_of_the_tree_merge_to_the_whole_verdict(tree) -> None:
    expected = plainly(tree)
    assert merge([judged(tree, shard=(number, 3)) for number in (3, 1, 2)]) == expected
    tree.write("src/db/gone.py", "")
    assert merge([judged(tree, shard=(number, 2)) for number in (1, 2)]) == plainly(tree)
    assert judged(tree) == plainly(tree)
