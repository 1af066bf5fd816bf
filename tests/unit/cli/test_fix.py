from __future__ import annotations

import pytest
from fakes.guarding import decide

CALLS = "- deny call: `requests.*`\n  - id: calls\n  - rewrite: requests.get -> httpx.get"


@pytest.fixture
def ruled(repo):
    decide(repo, CALLS)
    repo.commit()
    repo.write("a.py", "import requests\nrequests.get(1)\nrequests.put(2)\n")
    return repo


def test_it_says_what_it_did_and_what_it_left(ruled, adrguard) -> None:
    assert adrguard("fix") == 1
    assert adrguard.out.splitlines() == [
        "mended a.py: 1 finding (ADR-001#calls)",
        "left a.py:4:1: [ADR-001#calls] 'requests.put': the rewrite does not say what to call instead",
        "❌ 1 finding mended, 1 left",
    ]


def test_a_preview_is_a_diff_on_stdout_and_words_on_stderr(ruled, adrguard) -> None:
    assert adrguard("fix", "--diff") == 1
    assert adrguard.out.startswith("--- a/a.py\n+++ b/a.py\n@@ ")
    assert "1 finding would be mended, 1 left" in adrguard.err
    assert "requests.get" in (ruled.root / "a.py").read_text()


def test_the_json_is_as_published(ruled, adrguard) -> None:
    answer = adrguard.json("fix", "--diff")
    assert (answer["preview"], answer["summary"]["mended"], answer["diff"][:8]) == (True, 1, "--- a/a.")
    answer = adrguard.json("fix")
    assert [one["reason"] for one in answer["left"]] == ["the rewrite does not say what to call instead"]
    assert [(one["path"], one["worktree"]) for one in answer["files"]] == [("a.py", True)]
    assert adrguard.json("fix", "--suppress", "ADR-001", "--reason", "later")["how"] == "suppress"


def test_nothing_to_mend(ruled, adrguard) -> None:
    ruled.write("a.py", "")
    assert adrguard("fix") == 0
    assert adrguard.out == "✅ nothing to mend\n"


def test_what_was_not_judged_is_not_passed_over(ruled, adrguard) -> None:
    ruled.write("a.py", b"\0")
    assert adrguard("fix") == 0
    assert adrguard.out == "✅ nothing to mend, 1 not judged (`adrguard check` says why)\n"
    assert adrguard.json("fix")["summary"]["not_judged"] == 1


def test_why_a_file_is_not_written_is_said_once(ruled, adrguard) -> None:
    decide(ruled, CALLS.replace("httpx", "h\u00e9"))
    ruled.write("a.py", b"import requests\nrequests.get(1)  # \xe9\n")
    assert adrguard("fix") == 1
    assert adrguard.out.count("the file is not UTF-8") == adrguard.out.count("\n") - 1 == 1


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["--staged", "--all"], id="two sources"),
        pytest.param(["--suppress", "ADR-001"], id="no reason"),
        pytest.param(["--reason", "x"], id="a reason for nothing"),
        pytest.param(["--baseline", "--diff"], id="a preview of the baseline"),
        pytest.param(["--suppress", "ADR-001", "--reason", "x", "--baseline"], id="allowed and recorded"),
        pytest.param(["--rule", "ADR-9"], id="an unknown rule"),
    ],
)
def test_what_cannot_be_meant_is_refused(ruled, adrguard, words: list[str]) -> None:
    assert adrguard("fix", *words) == 2
