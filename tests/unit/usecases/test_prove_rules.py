from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.usecases.prove_rules import prove


@pytest.mark.parametrize(
    ("invariant", "bad", "good"),
    [
        pytest.param("deny: `SELECT * FROM`", "`SELECT *  FROM users`", "`SELECT id FROM users`", id="text"),
        pytest.param("deny: /TODO\\(\\w+\\)/i", "`todo(me)`", "`todo: me`", id="regex"),
        pytest.param("deny import: `requests` in src/**/*.py", "`from requests.adapters import A`", "`import requests2`", id="import"),
        pytest.param("deny import: `requests`", "`import requests`", "`import other`", id="import in no language"),
        pytest.param("deny call: `time.sleep` in **/*.py", "`from time import sleep; sleep(1)`", "`sleep(1)`", id="call"),
        pytest.param("deny code: `eval($X)`\n  - lang: python", "`x = eval(y)`", "`x = evaluate(y)`", id="code"),
        pytest.param("deny path: `legacy/**`", "`legacy/new.py`", "`src/legacy.py`", id="path"),
        pytest.param("deny dependency: `lodash <4.17.21`\n  - in: package.json", '`{"dependencies": {"lodash": "4.17.20"}}`', '`{"dependencies": {"lodash": "4.17.21"}}`', id="dependency"),
        pytest.param("deny edge: `app/ui/**` -> `app/db/**`", "`app/ui/page.py -> app/db/models.py`", "`app/db/models.py -> app/ui/page.py`", id="edge"),
        pytest.param("deny layers: `app/ui/**` > `app/db/**`", "`app/db/models.py -> app/ui/page.py`", "`app/ui/page.py -> app/db/models.py`", id="layers"),
        pytest.param("require: `SPDX` in src/**", "`x = 1`", "`# SPDX: MIT`", id="required text"),
        pytest.param("require import: `logging` in src/**/*.py", "`x = 1`", "`import logging`", id="required import"),
        pytest.param("require change: `docs/**`\n  - when: `src/**`", "`src/a.py`", "`src/a.py, docs/a.md`", id="required change"),
    ],
)  # fmt: skip
def test_examples_run_through_the_real_matchers(repo, invariant, bad, good):
    decide(repo, f"- {invariant}\n  - bad: {bad}\n  - good: {good}")
    found = prove(str(repo.root))
    assert found.problems == ()
    assert [(proof.example.expect, proof.passed, proof.message) for proof in found.proofs if not proof.passed] == []
    assert len(found.proofs) == 2
    assert found.exit_code == 0

    decide(repo, f"- {invariant}\n  - bad: {good}\n  - good: {bad}")
    found = prove(str(repo.root))
    assert [proof.passed for proof in found.proofs] == [False, False]
    assert found.exit_code == 1


def test_a_fenced_example_is_read_in_its_language(repo):
    decide(
        repo,
        "- deny call: `console.log`\n\n  ```ts bad\n  console.log(1);\n  ```\n\n  ```ts good\n  // console.log(1)\n  ```",
    )
    found = prove(str(repo.root))
    assert [proof.passed for proof in found.proofs] == [True, True]
    assert "example.ts" in found.proofs[0].message


def test_an_example_that_cannot_be_read_fails_and_says_why(repo):
    decide(repo, "- deny call: `time.sleep`\n  - lang: python\n  - good: `time.sleep(`")
    (proof,) = prove(str(repo.root)).proofs
    assert not proof.passed
    assert "could not be read" in proof.message


def test_an_edge_example_in_another_form_says_how_to_write_one(repo):
    decide(repo, "- deny edge: `app/ui/**` -> `app/db/**`\n  - bad: `import app.db`")
    (proof,) = prove(str(repo.root)).proofs
    assert "app/a.py -> app/b.py" in proof.message


def test_rules_without_examples_are_counted_and_one_can_be_chosen(repo):
    decide(repo, "- deny: `a`\n  - bad: `a`\n  - id: first", "- deny: `b`")
    assert prove(str(repo.root)).unproven == 1
    chosen = prove(str(repo.root), ["ADR-001#first"])
    assert (len(chosen.proofs), chosen.unproven) == (1, 0)


def test_the_scope_of_a_rule_does_not_hide_its_examples(repo):
    decide(repo, "- deny: `a` in lib/deep/** except lib/deep/x/**\n  - bad: `a`\n  - until: 2020-01-01")
    assert [proof.passed for proof in prove(str(repo.root)).proofs] == [True]


def test_mistakes_in_decisions_are_told(repo):
    decide(repo, "- denny: `a`")
    assert prove(str(repo.root)).exit_code == 2
