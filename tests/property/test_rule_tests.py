"""Laws of updating the marks of examples: nothing but marks changes, what is judged stays, a second time is no change."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.single import parse_line
from adrguard.model.decisions import IN_FORCE, Decision, DecisionSet
from adrguard.usecases.proving import samples
from adrguard.usecases.proving.prove_notes import prove_note
from adrguard.usecases.proving.subjects import Subjects
from adrguard.usecases.proving.updating import update

RULES = [parse_line(text)[0].replace(decision="ADR-1", id=f"ADR-1#{name}") for name, text in (("a", "deny: `AA`"), ("b", "deny: `BB` in **/*.py"))]  # fmt: skip
DECISIONS = DecisionSet((Decision("ADR-1", "One", "docs/adr/0001-one.md", "accepted", IN_FORCE),), tuple(RULES))
SUBJECTS = Subjects(DECISIONS)
ENDS = ("", "  # <--", " // <--", "  <--", "\t# <-- #a", "  /* <-- ADR-1#b:3 */", "  # <-- :4", " <!-- <-- -->", "   ")

words = st.sampled_from(["AA", "BB", "x = 1", "é = 'AA'", "  AA BB", "\tBB", "AA AA", "", "\U0001f680 BB"])
rows = st.lists(st.tuples(words, st.sampled_from(ENDS)).map("".join), min_size=1, max_size=6)
infos = st.sampled_from(
    ["bad", "text bad", "py bad path=src/a.py", "good", "py bad path=a.py lines=1", "text bad lines=1:1,2"]
)
heads = st.sampled_from(["## ADR-1", "## ADR-1#a", "text\n", "## ADR-1#b"])
frames = st.sampled_from([("", ""), ("> ", "> "), ("- ", "  "), ("1. ", "   ")])


@st.composite
def fences(draw: st.DrawFn) -> str:
    first, others = draw(frames)
    inside = [f"```{draw(infos)}", *draw(rows), "```"]
    return "\n".join([draw(heads), "", first + inside[0], *[others + line for line in inside[1:]], ""])


@st.composite
def notes(draw: st.DrawFn) -> bytes:
    text = "# T\n\n" + "\n".join(draw(st.lists(fences(), min_size=1, max_size=3)))
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))) + draw(st.sampled_from(["", "\n", "\n\n \n"]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + text.encode()


def prove(test: samples.TestNote):
    return prove_note(test, SUBJECTS, DECISIONS)


def updated(monkeypatched: list, data: bytes):
    note = prove(samples.read("docs/adr/tests/0001-one.md", data))
    return note, update("/nowhere", "", [note], prove, write=lambda *given: monkeypatched.append(given))[0]


MARK = re.compile(rb"[ \t]*(?:(?:#|//|/\*|<!--)[ \t]*)?<--[^\r\n]*")
LINES = re.compile(rb"lines=\S+")


def bare(data: bytes) -> bytes:
    """Return a note without marks and lists of lines."""
    lines = [MARK.sub(b"", line) if b"\x00" not in line else line for line in data.split(b"\n")]
    return re.sub(rb"[ \t]+(?=\r?\n|$)", b"", LINES.sub(b"lines=", b"\n".join(lines)))


@given(notes())
def test_an_update_changes_marks_alone_and_nothing_the_second_time(data):
    writes: list = []
    before, once = updated(writes, data)
    after = once.note.test.data
    assert bare(after) == bare(data)
    assert data.count(b"\r\n") == after.count(b"\r\n")
    assert data[:3] == after[:3]
    assert bool(writes) is (after != data) is bool(once.changed)
    again: list = []
    _, twice = updated(again, after)
    assert (again, twice.note.test.data) == ([], after)
    # What is judged is the same, and nothing that passed fails.
    assert [one.found for one in once.note.tried] == [one.found for one in before.tried]
    for was, now in zip(before.tried, once.note.tried, strict=True):
        assert now.passed or not was.passed
        assert now.passed or now.sample.parts[0].first not in once.changed
