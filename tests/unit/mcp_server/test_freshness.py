"""Nothing stale is served: what changes between two calls of one server shows at the next one."""

from __future__ import annotations

import os
import shutil
import time

import pytest
from fakes.guarding import NO_STAR, adr, decide
from fakes.serving import desk

from adrguard.mcp_server.toolsets import tools
from adrguard.mcp_server.work import Task

EVAL, STAR = "eval(x)\n", 'rows = db.query("SELECT * FROM users")\n'
NOTE = "docs/adr/0001-decision.md"


@pytest.fixture
def check(repo):
    """Judge the same lines again and again, in the working tree or as a diff; return the decisions they break."""
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    (tool,) = tools(["guard"])
    place = desk(repo)
    diff = f"diff --git a/src/b.py b/src/b.py\n+{STAR}+{EVAL}"

    def check(source: str) -> list[str]:
        repo.write("src/a.py", STAR + EVAL)
        answer = tool.run(place, Task(), {"diff": diff} if source == "a diff" else {})
        return sorted({one["adr"] for one in answer.data["findings"]})

    return check


def edited(repo):
    repo.write(NOTE, adr(1, NO_STAR, "- deny: `eval(`"))
    return ["ADR-001"]


def edited_to_the_same_size(repo):
    repo.write(NOTE, adr(1, NO_STAR).replace("SELECT *", "eval(x)"))
    return []


def another_is_added(repo):
    decide(repo, "- deny: `eval(`", number=2)
    return ["ADR-001", "ADR-002"]


def removed_and_committed(repo):
    repo.git("rm", "-q", NOTE)
    repo.commit(everything=False)
    return []


def staged(repo):
    decide(repo, "- deny: `eval(`", number=2)
    repo.stage("docs")
    return ["ADR-001", "ADR-002"]


def another_branch(repo):
    repo.git("checkout", "-q", "--", ".")
    repo.git("checkout", "-qb", "other")
    decide(repo, "- deny: `eval(`", number=2)
    repo.commit()
    repo.git("checkout", "-q", "main")
    return ["ADR-001"]


def history_is_moved(repo):
    repo.git("checkout", "-q", "--", ".")
    decide(repo, "- deny: `eval(`", number=2)
    repo.commit()
    return ["ADR-001", "ADR-002"]


def configuration_is_written(repo):
    repo.write("decisions/0009-more.md", adr(9, "- deny: `eval(`"))
    repo.write(".adrguard.toml", 'adr-dirs = ["decisions"]\n')
    return ["ADR-001", "ADR-009"]


def a_file_is_generated_from_now_on(repo):
    repo.write(".gitattributes", "src/** linguist-generated\n")
    repo.stage(".gitattributes")
    repo.commit(everything=False)
    return []


def an_ignored_vault_appears(repo):
    repo.write(".gitignore", ".adrguard/\n")
    repo.write(".adrguard/wiki/02_Architecture/0005-x.md", adr(5, "- deny: `eval(`"))
    return ["ADR-001", "ADR-005"]


CHANGES = [
    pytest.param(edited, id="a decision is edited"),
    pytest.param(edited_to_the_same_size, id="a decision is edited to the same size"),
    pytest.param(another_is_added, id="a decision is added"),
    pytest.param(removed_and_committed, id="a decision is taken away"),
    pytest.param(staged, id="a decision is staged"),
    pytest.param(another_branch, id="another branch, and back"),
    pytest.param(history_is_moved, id="a commit"),
    pytest.param(configuration_is_written, id="the configuration"),
    pytest.param(a_file_is_generated_from_now_on, id="attributes"),
    pytest.param(an_ignored_vault_appears, id="a vault that git ignores"),
]


@pytest.mark.parametrize("source", ["the working tree", "a diff"])
@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_since_the_last_call_counts(repo, check, source: str, change) -> None:
    before = [check(source) for _ in range(2)]
    assert before == [["ADR-001"]] * 2
    expected = change(repo)
    if source == "the working tree" and change is edited_to_the_same_size:
        expected = ["ADR-001"]  # taking it out is a weakening, so what bound before binds here as well
    assert [check(source) for _ in range(2)] == [expected] * 2


def same_size_same_time(repo):
    status = os.stat(repo.root / "src/c.py")
    repo.write("src/c.py", "eval(y)\n")
    os.utime(repo.root / "src/c.py", ns=(status.st_atime_ns, status.st_mtime_ns))


def moved_over(repo):
    repo.write("src/other", "eval(y)\n")
    os.replace(repo.root / "src/other", repo.root / "src/c.py")


def folder_swapped(repo):
    shutil.copytree(repo.root / "src", repo.root / "new")
    repo.write("new/c.py", "eval(y)\n")
    shutil.rmtree(repo.root / "src")
    os.replace(repo.root / "new", repo.root / "src")


@pytest.mark.parametrize("settled", [False, True], ids=["written just now", "written long ago"])
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda repo: repo.write("src/c.py", "eval(y)\n"), id="a file is written"),
        pytest.param(lambda repo: repo.write("src/new/d.py", "eval(y)\n"), id="a file is made"),
        pytest.param(same_size_same_time, id="a file keeps its size and time"),
        pytest.param(moved_over, id="a file takes another one's place"),
        pytest.param(folder_swapped, id="a folder takes another one's place"),
    ],
)
def test_a_file_that_changed_since_the_last_call_is_judged(repo, change, *, settled: bool) -> None:
    decide(repo, "- deny: `eval(`")
    repo.write("src/c.py", "x = 123\n")
    if settled:
        long_ago = time.time() - 1000
        os.utime(repo.root / "src/c.py", (long_ago, long_ago))
    repo.commit()
    (tool,) = tools(["guard"])
    place = desk(repo)
    for _ in range(2):
        assert tool.run(place, Task(), {}).data["verdict"] == "clean"
    change(repo)
    for _ in range(2):
        assert tool.run(place, Task(), {}).data["verdict"] == "violations"
    repo.git("clean", "-qfd")
    repo.write("src/c.py", "x = 123\n")  # by its times alone git would not see that it has to be restored
    assert tool.run(place, Task(), {}).data["verdict"] == "clean"
