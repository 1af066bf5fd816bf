from __future__ import annotations

import pytest

from adrguard.memory.distill.evidence import gather
from adrguard.memory.distill.naming import signature
from adrguard.memory.distill.playbook import Playbook, distilled
from adrguard.memory.distill.steps import Stepping

FAILED = "$ pytest\nE   assert 1 == 2\ntest_a.py:3: AssertionError\nFAILED test_a.py::test_t - assert 1 == 2\n"


def playbook(text: str) -> Playbook:
    stepping = Stepping()
    stepping.feed(text.encode())
    course = stepping.end()
    return distilled(course, gather(course, text.encode().splitlines(keepends=True)))


@pytest.mark.parametrize(
    ("after", "worked"),
    [
        pytest.param("$ pytest\n1 passed in 0.1s\n", "pytest", id="the same command that passes"),
        pytest.param("$ pytest\n5 failed\n", None, id="the same command that counts failures"),
        pytest.param("$ pytest\n5 failed\n$ pytest\n3 passed in 0.1s\n", "pytest", id="the second time"),
        pytest.param("$ pytest\nno tests ran in 0.01s\n", None, id="nothing was tested"),
        pytest.param("$ pytest\n^C\n", None, id="broken off"),
        pytest.param("$ pytest -x -q\n1 passed in 0.1s\n", "pytest -x -q", id="other options"),
        pytest.param("$ pytest -k other\n1 passed in 0.1s\n", None, id="another test by its name"),
        pytest.param("$ pytest tests/other.py\n1 passed in 0.1s\n", None, id="tests of another file"),
        pytest.param("$ pytest test_a.py\n1 passed in 0.1s\n", "pytest test_a.py", id="the file that failed"),
        pytest.param("$ pytest -k test_t\n1 passed in 0.1s\n", "pytest -k test_t", id="the test that failed"),
    ],
)
def test_what_shows_that_the_failure_is_gone(after: str, worked: str | None) -> None:
    found = playbook(FAILED + after)
    assert (found.verified and found.verified.text) == worked


def test_a_run_that_counts_failures_is_no_part_of_the_remedy() -> None:
    found = playbook(FAILED + "$ pytest\n5 failed\n$ vi a.py\n$ # again\n$ pytest\n3 passed in 0.1s\n")
    assert [one.text for one in found.tried] == ["pytest"]
    assert [one.text for one in found.done] == ["vi a.py"]


@pytest.mark.parametrize(
    ("text", "called"),
    [
        pytest.param("$ make\nmake: *** [Makefile:2: all] Error 1\n", "make: *** [Make", id="make"),
        pytest.param("$ cat a\ncat: a: No such file or directory\n", "cat: a: No such file", id="a command"),
    ],
)
def test_a_message_that_names_its_program_is_not_given_the_name_again(text: str, called: str) -> None:
    assert signature(playbook(text)).startswith(called)
