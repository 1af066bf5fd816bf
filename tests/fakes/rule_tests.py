"""A repository with one decision of every kind of rule, and notes that test them."""

from __future__ import annotations

from typing import Any

from fakes.guarding import decide

from adrguard.usecases.prove_rules import Proofs, prove

NOTE = "docs/adr/tests/all.md"

RULES = """
- deny: `SELECT * FROM` in `src/**` except `src/old/**`
  - id: star
- deny call: `eval` in `src/**/*.py`
  - id: eval
- deny edge: `app/ui/**` -> `app/db/**`
  - id: edge
- deny layers: `app/ui/**` > `app/core/**`
  - id: layers
- require change: `docs/api/**`
  - when: `src/api/**`
  - id: documented
- deny path: `vendor/**`
  - id: vendored
- require path: `LICENSE`
  - id: licence
- require: `SPDX` in `lib/**`
  - id: spdx
- deny dependency: `lodash <4.17.21` in package.json
  - id: lodash
"""


def decide_all(repo: Any) -> None:
    """Write the decision ADR-001 with all rules."""
    decide(repo, RULES.strip())


def write(repo: Any, *blocks: str, path: str = NOTE, rule: str = "ADR-001#star", head: str = "") -> str:
    """Write a note that tests a rule with these examples, a blank line between them; return its text."""
    text = "\n\n".join([head or f"# Tests of {rule}", *blocks]) + "\n"
    repo.write(path, text)
    return text


def fence(info: str, text: str) -> str:
    return f"```{info}\n{text}\n```"


def run(repo: Any, *only: str, **options: Any) -> Proofs:
    return prove(str(repo.root), only, **options)


def verdicts(found: Proofs) -> list[bool]:
    return [one.passed for one in found.proofs]
