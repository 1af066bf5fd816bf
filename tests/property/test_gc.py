"""Laws of collecting, over sessions of any make: valid, hot window intact, twice is once, and nothing is lost."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from fakes import trajectories
from fakes.checking_trajectories import Keeper, items, parses, slices, wrong_with
from fakes.trajectories import SHAPES, Step, Story, Used
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.memory.gc.facts.names import shown
from adrguard.memory.gc.marks import mark_of
from adrguard.memory.secrets.redaction import redact

PATHS = ["src/a.py", "b.rs", "docs/adr/0001-x.md", "größe neu.py"]
WORDS = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=60)
LINES = st.lists(st.sampled_from(["", "ok", "error[E0382]: use of moved value: `a`", " --> src/a.rs:3:4", "Traceback", "x" * 90,
                                  "password = 'hunter2hunter2'", "日本語", "end note", "```", "\x1b[31mred", "\x00"]), max_size=80)  # fmt: skip
OUTPUTS = st.one_of(
    LINES.map("\n".join), WORDS, st.sampled_from(["", "[adrguard gc: folded node_00000000, 3 lines, 5 tokens]"])
)
SAID = st.one_of(
    WORDS,
    st.sampled_from(
        [
            "Decision: use RE2",
            "TODO: later",
            "- [ ] box",
            "- [x] box",
            "We decided to stop.",
            "## Decision\n\nGo on.",
            "see ADR-012",
        ]
    ),
    st.sampled_from(["[adrguard gc: digest node_00000000, 3 turns, 5 tokens]\nmine", "<command-name>/x"]),
)
ARGUMENTS = st.one_of(
    st.sampled_from(PATHS).map(lambda path: ("Read", {"file_path": path})),
    st.sampled_from(PATHS).map(lambda path: ("Edit", {"file_path": path, "old_string": "a", "new_string": "b"})),
    st.sampled_from(["pytest", "cargo build", "sed -i s/a/b/ c.py", "cat x > y"]).map(
        lambda line: ("Bash", {"command": line})
    ),
    st.lists(st.sampled_from(["pending", "completed"]), max_size=4).map(
        lambda states: (
            "TodoWrite",
            {"todos": [{"content": f"task {n}", "status": one} for n, one in enumerate(states)]},
        )
    ),
)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """A session that begins with a person, who never speaks twice in a row; ids are unique, or those of a careless program."""
    story = Story(turns=0)
    careless = draw(st.booleans())
    number = 0
    for turn in range(draw(st.integers(0, 40))):
        if turn == 0 or (story.steps[-1].said and not story.steps[-1].used):
            story.steps.append(Step(asked=draw(SAID) or "go on"))
            continue
        if draw(st.integers(0, 4)) == 0:
            story.steps.append(Step(thought="done", said=draw(SAID) or "Done."))
            continue
        used = []
        for place in range(draw(st.integers(1, 3))):
            number += 1
            name, arguments = draw(ARGUMENTS)
            used.append(
                Used(f"call_{place if careless else number}", name, arguments, draw(OUTPUTS), draw(st.booleans()))
            )
        story.steps.append(Step(thought="because", said=draw(SAID), used=tuple(used)))
    return story


@pytest.fixture(scope="module")
def keeper():
    with tempfile.TemporaryDirectory() as folder:
        yield Keeper(Path(folder))


@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=20, deadline=None)
@given(
    story=stories(), hot=st.integers(0, 6), threshold=st.integers(0, 30), window=st.sampled_from([200, 4000, 128_000])
)
def test_whatever_a_session_holds_the_laws_hold(keeper, shape, story, hot, threshold, window) -> None:
    before = trajectories.text(shape, story)
    wanted = {"hot_window": hot, "threshold": threshold, "context_window": window}
    done = keeper.collect(before, **wanted)
    assert parses(done.text)
    assert wrong_with(done.text, shape) == [], before + done.text
    stays = _hot_items(shape, story, hot)
    assert slices(done.text)[len(slices(done.text)) - stays :] == slices(before)[len(slices(before)) - stays :]
    assert keeper.collect(done.text, **wanted).text == done.text
    _everything_comes_back(keeper, before, done.text)


def _hot_items(shape: str, story: Story, hot: int) -> int:
    """Return how many items the last turns have."""
    tail = Story(turns=0)
    tail.steps = story.steps[len(story.steps) - min(hot, len(story.steps)) :]
    return sum(
        one.get("type") not in ("summary", "file-history-snapshot", "session_meta")
        and one.get("role") != "system"
        and "projectHash" not in one
        for one in _items(shape, tail)
    )


def _items(shape: str, story: Story) -> list[dict]:
    told = SHAPES[shape](story)
    return told.get("turns", told.get("messages")) if isinstance(told, dict) else told


def _everything_comes_back(keeper: Keeper, before: str, after: str) -> None:
    """Each item that changed stands in a node as it was, or its results do, without secrets."""
    left = set(slices(after))
    nodes = [
        keeper.content(mark.node)
        for text in _texts(items(after))
        if (mark := mark_of(text)) and mark.node != "node_00000000"
    ]
    held = "\0".join(nodes)
    for piece, value in zip(slices(before), items(before), strict=True):
        if piece in left or redact(piece)[0] in held:
            continue
        assert all(redact(text)[0] in held or text in _texts([*items(after)]) for text in _texts([value])), piece


def _texts(value: object) -> list[str]:
    """Return all texts in a value."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _texts(part)]


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_a_name_stands_on_one_line(text: str) -> None:
    assert len(f"- {shown(text)}".splitlines()) == 1
