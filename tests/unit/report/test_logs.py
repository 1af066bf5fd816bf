from __future__ import annotations

import pytest
from fakes.runner_log import obeyed

from adrguard.report.logs import harmless, is_read


@pytest.mark.parametrize(
    "text",
    [
        "::error::x",
        "  ::error::x",
        "a\n\u3000::warning file=a::x",
        "a ##[error]x",
        "###[add-mask]x",
        "####[group]x",
        "##vso[task.setvariable variable=a]b",
        "##TeamCity[x]",
        ":::error::x",
    ],
)
def test_no_command_is_left(text):
    said = harmless(text)
    assert obeyed(said) == []
    assert "##vso" not in said
    assert "##teamcity" not in said.lower()
    assert said.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("text", ["a::b", "# Title\n## Part\n", "x = a[1:]", "std::vector", "", "##"])
def test_what_is_no_command_stays(text):
    assert harmless(text) == text


def test_only_logs_that_are_read_matter():
    assert is_read({"GITHUB_ACTIONS": "true"})
    assert is_read({"TF_BUILD": "True"})
    assert not is_read({"CI": "true", "GITHUB_ACTIONS": ""})
