from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.system.writing import journal
from adrguard.system.writing.journal import BadJournalError, Edit, Journal

texts = st.none() | st.binary(max_size=50)
edits = st.builds(
    Edit, st.from_regex(r"[a-z]{1,5}(/[a-z]{1,5}){0,2}\.md", fullmatch=True), texts, texts, st.integers(0, 0o777)
)


def whole(said: object, texts: bytes = b"") -> bytes:
    body = json.dumps(said).encode() + b"\n" + texts
    return b"adrguard journal 1 " + hashlib.blake2b(body, digest_size=32).hexdigest().encode() + b"\n" + body


def said(**changes: object) -> dict[str, object]:
    edit = {"path": "a.md", "before": 1, "after": 2, "mode": 0}
    return {"what": "x", "when": "y", "undoable": True, "undoes": 0, "made": [], "edits": [edit], **changes}


def one(**changes: object) -> list[dict[str, object]]:
    return [{"path": "a.md", "before": 1, "after": 2, "mode": 0, **changes}]


@given(st.lists(edits, min_size=1, max_size=4, unique_by=lambda edit: edit.path), st.booleans(), st.integers(0, 9))
def test_what_is_written_is_what_is_read(listed, undoable, undoes) -> None:
    listed = [edit if edit.before != edit.after else edit.replace(before=None, after=b"new") for edit in listed]
    made = Journal("what", "when", tuple(listed), undoable, undoes)
    assert journal.decode(journal.encode(made)) == made


def test_every_cut_and_every_flipped_byte_is_noticed() -> None:
    data = journal.encode(Journal("what", "when", (Edit("a.md", b"old", b"new"),)))
    for end in range(len(data)):
        with pytest.raises(BadJournalError):
            journal.decode(data[:end])
        with pytest.raises(BadJournalError):
            journal.decode(data[:end] + bytes([data[end] ^ 1]) + data[end + 1 :])


def test_a_journal_as_the_tests_forge_it_is_one() -> None:
    assert journal.decode(whole(said(), b"abb")).edits == (Edit("a.md", b"a", b"bb"),)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(said(edits=one(path="../a.md")), id="a path above"),
        pytest.param(said(edits=one(path="/etc/a.md")), id="an absolute path"),
        pytest.param(said(edits=one(path=".git/a.md")), id="git's own"),
        pytest.param(said(edits=one(path=".adrguard/state/a.md")), id="our state"),
        pytest.param(said(edits=one(path=".github/workflows/ci.yml")), id="no note"),
        pytest.param(said(edits=one(path=7)), id="no path"),
        pytest.param(said(edits=one(after=-1)), id="a negative size"),
        pytest.param(said(edits=one(after=True)), id="true for a size"),
        pytest.param(said(edits=one(after=3)), id="too few bytes"),
        pytest.param(said(edits=one(after=1)), id="too many bytes"),
        pytest.param(said(edits=one(mode="7")), id="no mode"),
        pytest.param(said(edits=[]), id="no edits"),
        pytest.param(said(edits=7), id="edits that are none"),
        pytest.param(said(edits=[*one(), *one(before=0, after=0)]), id="a note twice"),
        pytest.param(said(made=[".."]), id="a folder above"),
        pytest.param(said(made=["other"]), id="a folder of no note"),
        pytest.param(said(what="a\u001b[2Jb"), id="an escape sequence"),
        pytest.param(said(what="x" * 1000), id="a long tale"),
        pytest.param([], id="a list"),
        pytest.param("text", id="a text"),
    ],
)
def test_a_whole_journal_that_means_harm_is_none(raw) -> None:
    with pytest.raises(BadJournalError):
        journal.decode(whole(raw, b"abb"))


def test_deep_nesting_is_no_journal() -> None:
    body = b"[" * 100_000
    with pytest.raises(BadJournalError):
        journal.decode(
            b"adrguard journal 1 " + hashlib.blake2b(body, digest_size=32).hexdigest().encode() + b"\n" + body
        )


def test_permissions_beyond_those_of_files_are_dropped() -> None:
    assert journal.decode(whole(said(edits=one(mode=0o4777)), b"abb")).edits[0].mode == 0o777


def test_a_summary_is_one_line() -> None:
    assert journal.summary("a\nb\x1bc\ud800") == "a b c "
