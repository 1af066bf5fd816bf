"""Diagrams of logs; where Mermaid is installed, it draws them itself."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.memory.traces.drawing import MOST_SHOWN, Drawing, Section, sections
from adrguard.memory.traces.reading import read_bytes

NODE = "node_3f9a12c4"
_WORD = r"[A-Z]\w*"
_LABEL = r"[^:;#%<>{}`\"\\\n]+"
_LINE = re.compile(
    rf"(?:stateDiagram-v2|    direction TB|    (?:\[\*\]|{_WORD}) --> (?:\[\*\]|{_WORD})(?:: {_LABEL})?"
    rf"|    note right of {_WORD}|    end note)"
)


def drawn(log: bytes, words: int = 60, **more) -> str:
    return Drawing(read_bytes(log), NODE, **more).text(words)


def read_states(text: str) -> list[str]:
    """Read a diagram as strictly as our own use of the language is; return the lines of its notes."""
    notes, inside = [], False
    for line in text.removesuffix("\n").split("\n"):
        if inside and line != "    end note":
            assert line.startswith(" "), line
            assert not re.search(r"(?i)end\s*note|<|>|%%|```|[\x00-\x1f\x7f]", line), line
            notes.append(line.strip())
            continue
        assert _LINE.fullmatch(line), line
        inside = line.startswith("    note ")
    assert not inside
    return notes


def test_a_diagram_has_the_phases_the_errors_and_the_node() -> None:
    log = (
        b"   Compiling a v1\n" + b"error[E0382]: borrow of moved value: `x`\n --> src/main.rs:12:5\n" * 2 + b"\n" * 997
    )
    assert drawn(log, task="api build", ending="exit code 101").splitlines() == [
        "stateDiagram-v2",
        "    direction TB",
        "    [*] --> Compilation: api build",
        "    Compilation --> ErrorDetected: E0382 borrow of moved value x",
        "    note right of ErrorDetected",
        " E0382 src/main.rs:12 borrow of moved value: `x` ×2",
        "    end note",
        "    ErrorDetected --> Node_3f9a12c4: 1002 lines truncated",
        "    Node_3f9a12c4 --> [*]: exit code 101",
    ]


def test_each_failing_phase_has_its_own_node() -> None:
    log = b"   Compiling a v1\nerror[E0382]: x\n   Running unittests\nthread 'a' panicked at src/a.rs:1:2:\nno\n"
    trace = read_bytes(log)
    parts = [Section(index, f"node_0000000{index}", first, last) for index, first, last in sections(trace)]
    text = Drawing(trace, NODE, parts).text(60)
    assert "    ErrorDetected --> Node_00000000: lines 1 to 2\n" in text
    assert "    ErrorDetected_2 --> Node_00000001: lines 3 to 5\n" in text
    assert "    Tests --> Node_3f9a12c4: 5 lines truncated\n" in text


def test_twenty_kinds_are_shown_and_the_rest_counted() -> None:
    log = "".join(f"error[E{number:04}]: x\n --> src/a.rs:{number}:1\n" for number in range(1, 26)) * 2
    notes = read_states(drawn(log.encode(), 0))
    assert notes[:MOST_SHOWN] == [f"E{number:04} src/a.rs:{number} ×2" for number in range(1, MOST_SHOWN + 1)]
    assert notes[MOST_SHOWN:] == ["and 5 more kinds of error (10 errors)"]


HOSTILE = [
    "end note", "End  Note", "<b>x</b>", "%%{init: {}}%%", "a; b", "```", "#35;", "note right of X : y", "[*] --> x",
    "\x1b[31m", "\u202e", "'\"`", "state x {", "}", "-->", "\x00", "style a:#fff;", "classDef a fill:#f9f;", "ﬂ°°1¶ß",
    "&lt;", "click a href 'x'", "https://x", "---", "direction LR", "Direction  tb",
]  # fmt: skip


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_stay_words(words: str) -> None:
    log = f"error[E0001]: {words} {words}\n --> src/{words}.rs:1:1\nERROR {words}\n##[group]{words}\nERROR y {words}\n"
    text = drawn(log.encode(), task=words, ending=words)
    assert read_states(text)


@given(st.text(max_size=60), st.text(max_size=40))
@settings(max_examples=150, deadline=None)
def test_no_log_breaks_out_of_its_diagram(message: str, path: str) -> None:
    log = f"error[E0001]: {message}\n --> {path}:1:1\n##[group]{path}\nERROR {message}\n"
    read_states(drawn(log.encode("utf-8", "replace"), task=message, ending=path))


MERMAID = os.environ.get("ADRGUARD_MERMAID", "")
DRAW = """
import { JSDOM } from 'jsdom';
import fs from 'fs';
const dom = new JSDOM('<!DOCTYPE html><body></body>');
globalThis.window = dom.window; globalThis.document = dom.window.document;
const mermaid = (await import('mermaid')).default;
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });
const said = [];
for (const text of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  await mermaid.parse(text);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  said.push([[...db.getStates().keys()], db.getRelations().length]);
}
console.log(JSON.stringify(said));
"""


@pytest.mark.slow
@pytest.mark.skipif(
    not MERMAID or not shutil.which("node"),
    reason="needs node, and ADRGUARD_MERMAID: a folder whose node_modules has mermaid and jsdom",
)
def test_mermaid_itself_draws_what_hostile_logs_say() -> None:
    texts = [drawn(f"error[E1]: {words}\n --> a:1:1\nERROR {words}\n".encode(), task=words) for words in HOSTILE]
    program = Path(MERMAID) / "draw_logs.mjs"
    program.write_text(DRAW)
    try:
        done = subprocess.run(
            ["node", str(program)], input=json.dumps(texts), capture_output=True, text=True, check=False, cwd=MERMAID
        )
    finally:
        program.unlink()
    assert done.returncode == 0, done.stderr
    for states, relations in json.loads(done.stdout):
        assert len(states) == 5
        assert {"root_start", "ErrorDetected", "Node_3f9a12c4", "root_end"} < set(states)
        assert relations == 4
