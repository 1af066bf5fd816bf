"""Which keys of a YAML file govern a step that names the guard."""

from __future__ import annotations

import pytest

from adrguard.engine.switches import switches

JOB = """\
on: push
jobs:
  other:
    if: never
  guard:
    {job}
    steps:
      - name: first
        if: first
      - name: judge
        {step}
        run: |
          {script}
          adrguard check
      - if: last
        run: make
"""


@pytest.mark.parametrize(
    ("filled", "expected"),
    [
        pytest.param({}, {}, id="nothing"),
        pytest.param({"step": "if: x"}, {"if: x": 11}, id="beside it"),
        pytest.param({"job": "if: y"}, {"if: y": 6}, id="above it"),
        pytest.param({"job": "continue-on-error: true", "step": "if:   x"}, {"if: x": 11, "continue-on-error: true": 6}, id="both"),
        pytest.param({"script": "if: this is a script"}, {"if: this is a script": 13}, id="in its script"),
        pytest.param({"step": "# if: x"}, {}, id="in a comment"),
    ],
)  # fmt: skip
def test_what_governs_it_is_found(filled: dict[str, str], expected: dict[str, int]) -> None:
    text = JOB.format(**{"job": "", "step": "", "script": "", **filled})
    assert switches(text, "adrguard") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("pre-commit:\n  commands:\n    adrguard:\n      skip: true\n      run: adrguard-hook\n", {"skip: true": 4}, id="lefthook"),
        pytest.param("steps:\n- if: x\n  run: adrguard check\n- if: y\n  run: z\n", {"if: x": 2}, id="a list that is not indented"),
        pytest.param("a:\n  script:\n    - adrguard check\n  only: [main]\n", {"only: [main]": 4}, id="below it"),
        pytest.param("a:\n  ignore_error: true\n  cmds: [adrguard check]\n", {"ignore_error: true": 2}, id="Taskfile"),
        pytest.param("- if: x\n  with:\n    - a\n  run: adrguard check\n", {"if: x": 1}, id="behind a list within the step"),
        pytest.param("a:\n  if: x\n  b:\n    adrguard: 1\n  c:\n    - if: y\n      run: adrguard\n", {"if: x": 2, "if: y": 6}, id="two places below one"),
        pytest.param("# adrguard\nif: x\n", {}, id="named in a comment"),
        pytest.param("adrguard\n", {}, id="one line"),
        pytest.param("", {}, id="nothing"),
    ],
)  # fmt: skip
def test_forms_of_other_tools(text: str, expected: dict[str, int]) -> None:
    assert switches(text, "adrguard") == expected
