"""Small sessions, collected: what comes out is looked at by people, and stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes.checking_trajectories import Keeper, wrong_with

FOLDER = Path(__file__).parents[3] / "golden" / "trajectories"
FILES = ["turns.json", "claude-code.jsonl", "anthropic.json", "openai.json", "openai-responses.json"]
WANTED = {"threshold": 5, "hot_window": 2, "context_window": 1500}


@pytest.mark.parametrize("name", FILES)
def test_a_small_session_comes_out_as_written_down(tmp_path: Path, name: str) -> None:
    keeper, path = Keeper(tmp_path), FOLDER / name
    done = keeper.collect(path.read_text(), **WANTED)
    assert done.text == path.with_stem(f"{path.stem}.collected").read_text()
    assert wrong_with(done.text, path.stem) == []
    again = keeper.collect(done.text, **WANTED)
    assert again.text == done.text
    assert again.statistics.before == again.statistics.after == done.statistics.after
