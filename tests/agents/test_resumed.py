"""A transcript that was collected, gone on with by Claude Code itself."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from agents.acting import Say
from agents.conftest import Session
from fakes.checking_trajectories import Keeper, items
from fakes.trajectories import Story, text

pytestmark = pytest.mark.slow


def test_it_goes_on_from_the_digest_and_what_was_left(bare: Callable[[str], Session], tmp_path: Path) -> None:
    session, story, name = bare("claude"), Story(4, 120), str(uuid.uuid4())
    before = text("claude-code", story).replace("/work/shop", str(session.root)).replace("5e55-10", name)
    done = Keeper(tmp_path).collect(before)
    folder = session.home / ".claude" / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(session.root))
    folder.mkdir(parents=True)
    (folder / f"{name}.jsonl").write_text(done.text)
    _, model = session.play(Say(), more=["--resume", name])
    heard = model.heard[0]
    assert done.digest.strip() in heard
    assert [one.said for one in story.steps[-5:] if one.said not in heard] == []
    assert [one.output for step in story.steps[-5:] for one in step.used if one.output not in heard] == []
    assert story.steps[1].said not in heard
    left = [one["message"]["content"] for one in items(done.text) if one.get("type") == "user"]
    results = [block["content"] for content in left if isinstance(content, list) for block in content]
    assert [one for one in results if one.strip() not in heard] == []
