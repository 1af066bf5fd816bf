"""Traces that real tools wrote, and the skills that they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from adrguard.memory.distill import card, naming
from adrguard.usecases.memory.skills.read_trace import read
from adrguard.usecases.memory.skills.trace_at_hand import from_text

TRACES = Path(__file__).parents[3] / "golden" / "traces"


def told(name: str) -> str:
    found = read(from_text((TRACES / f"{name}.log").read_text(encoding="utf-8"))).playbook
    assert found is not None
    return f"# {naming.title(found)}\n\n{naming.description(found)}\n\n{card.body(found)}"


@pytest.mark.parametrize("name", sorted(path.stem for path in TRACES.glob("*.log")))
def test_a_real_trace_makes_the_skill_that_it_made(name: str) -> None:
    assert told(name) == (TRACES / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "stated"),
    [
        pytest.param("cargo", ["`cargo build` (line 32) worked", "value moved here", "E0382", "src/main.rs:13:32"]),
        pytest.param(
            "python", ["JSONDecodeError", "was the direct cause", "ConfigError", "does not show that it helped"]
        ),
        pytest.param("pytest", ["assert 8080 == 80", "+    assert load('{\"port\": 80}')", "2 passed in"]),
        pytest.param("gcc", ["did you mean ‘prices’?", "note: declared here", "shows no error any more"]),
        pytest.param(
            "git", ["(fetch first)", "hint: (e.g., 'git pull ...')", "`git push origin main` (line 18) worked"]
        ),
        pytest.param("npm", ["EUSAGE", "`npm install --package-lock-only` (line 100)", "added 1 package"]),
    ],
)
def test_what_a_person_would_want_to_know_is_there(name: str, stated: list[str]) -> None:
    text = told(name)
    assert [one for one in stated if one not in text] == []
