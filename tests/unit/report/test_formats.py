from __future__ import annotations

import pytest

from adrguard.model.findings import Outcome, Unjudged
from adrguard.report import formats

LATE = Outcome(unjudged=(Unjudged("b.py", "the time was used up", "budget", "ADR-1#x"),), rules=1, files=1)


@pytest.mark.parametrize("name", formats.FORMATS)
def test_each_format_says_all_there_is_to_say_and_ends_its_last_line(name, everything):
    said = formats.render(name, everything)
    assert said.endswith("\n")
    assert not said.endswith("\n\n")
    for word in ("src/db.rs", "docs/adr/0001.md", "docs/adr/0002.md", "src/x.py", "logo.png", "b.py"):
        assert word in said


@pytest.mark.parametrize("name", formats.FORMATS)
def test_what_was_not_judged_never_reads_as_clean(name):
    said = formats.render(name, LATE)
    assert said != formats.render(name, Outcome(rules=1, files=1))
    assert "b.py" in said
    assert "the time was used up" in said
    assert ": clean" not in said


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        pytest.param({}, ("text",), id="no CI"),
        pytest.param({"GITHUB_ACTIONS": "true", "CI": "true"}, ("github",), id="GitHub"),
        pytest.param({"GITHUB_ACTIONS": "false"}, ("text",), id="not GitHub"),
        pytest.param({"GITLAB_CI": "true", "CI": "true"}, ("text",), id="GitLab"),
        pytest.param({"TF_BUILD": "True"}, ("text",), id="Azure"),
    ],
)
def test_the_environment_chooses_the_format_of_the_log(environ, expected):
    assert formats.for_environment(environ) == expected
