"""What a configuration of pre-commit says of our hooks."""

from __future__ import annotations

import pytest

from adrguard.install.hook_facts import hook_facts
from adrguard.model.hooks import HookFact

YAML = """\
exclude: ^x/
ci:
  skip: [tidy, adrguard]
repos:
- repo: https://example.org/adrguard
  rev: v1.0
  hooks:
  - id: adrguard
    name: ours
    stages: [pre-commit, "pre-push"]
  - {id: adrguard, always_run: true}
- repo: local
  hooks:
  - id: decisions
    entry: adrguard-hook pre-commit
  - id: tidy
"""


def test_each_thing_that_is_said_of_ours_has_its_line() -> None:
    assert hook_facts(".pre-commit-config.yaml", YAML) == (
        HookFact("", "exclude", ("^x/",), 1),
        HookFact("", "ci.skip", ("adrguard",), 2),
        HookFact("adrguard", "id", ("adrguard",), 8),
        HookFact("adrguard", "stages", ("pre-commit", "pre-push"), 10),
        HookFact("adrguard", "repo", ("https://example.org/adrguard",), 5),
        HookFact("adrguard", "rev", ("v1.0",), 6),
        HookFact("adrguard (2)", "id", ("adrguard",), 11),
        HookFact("adrguard (2)", "always_run", ("true",), 11),
        HookFact("adrguard (2)", "repo", ("https://example.org/adrguard",), 5),
        HookFact("adrguard (2)", "rev", ("v1.0",), 6),
        HookFact("decisions", "id", ("decisions",), 14),
        HookFact("decisions", "entry", ("adrguard-hook pre-commit",), 15),
        HookFact("decisions", "repo", ("local",), 12),
    )


def test_toml_says_the_same_without_lines() -> None:
    text = 'repos = [{ repo = "x", hooks = [{ id = "adrguard", always_run = true, stages = ["pre-commit"] }] }]\n'
    assert hook_facts("prek.toml", text) == (
        HookFact("adrguard", "id", ("adrguard",)),
        HookFact("adrguard", "always_run", ("true",)),
        HookFact("adrguard", "stages", ("pre-commit",)),
        HookFact("adrguard", "repo", ("x",)),
    )


@pytest.mark.parametrize(
    ("path", "text", "facts"),
    [
        pytest.param("a.yaml", "", (), id="empty"),
        pytest.param("a.yaml", "- x\n", (), id="a list"),
        pytest.param("a.yaml", "repos: {}\nci: []\n", (), id="other types"),
        pytest.param("a.yaml", "repos: [3, {hooks: [4, {id: [5]}]}]\n", (), id="other types within"),
        pytest.param("a.yaml", "repos: [\n", None, id="broken"),
        pytest.param("a.yaml", "!!python/object:os.system {x: y}\n", (), id="a tag that is not obeyed"),
        pytest.param("a.yaml", "? [a, b]\n: c\nrepos: []\n", (), id="a key that is no word"),
        pytest.param("a.yaml", "[" * 100_000, None, id="too deep"),
        pytest.param("a.yaml", "x" * 2_000_000, None, id="too large"),
        pytest.param("prek.toml", "repos = [\n", None, id="broken toml"),
    ],
)
def test_whatever_it_holds_it_is_read_or_refused(path: str, text: str, facts: object) -> None:
    assert hook_facts(path, text) == facts


def test_aliases_that_make_too_much_of_a_text_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert hook_facts("a.yaml", "\n".join(lines) + "\n") is None


def test_an_alias_of_itself_is_refused() -> None:
    assert hook_facts("a.yaml", "repos: &a [*a]\n") is None
