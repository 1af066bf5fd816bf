"""A note read for the index says the same of its standing as one that is read for the guard."""

from __future__ import annotations

from hashlib import sha256

import pytest
from fakes.dialects import DIALECTS

from adrguard.knowledge.facts import File
from adrguard.memory.notes import note_facts, note_standing
from adrguard.vault.status import TABLE


def read(text: str | bytes, path: str = "docs/adr/0007-use-events.md", inside: str = ""):
    data = text.encode() if isinstance(text, str) else text
    return note_facts.read(File(path, inside or path), data, TABLE)


def described(text: str, path: str = "docs/adr/0007-use-events.md"):
    return note_standing.described(path, text.encode(), TABLE)


NOTES = [
    pytest.param("---\nstatus: accepted\n---\n# 7. Use events\n", id="plain frontmatter"),
    pytest.param("---\nid: ADR-7\nstatus: superseded by ADR-12\n---\n# Use events\n", id="successor in the frontmatter's status"),
    pytest.param("---\nstatus: superseded\nsuperseded-by: '[[ADR-12]]'\n---\n# Use events\n", id="successor in the frontmatter"),
    pytest.param("---\nsupersedes: [ADR-1, ADR-2]\nstatus: accepted\n---\n# Use events\n", id="predecessors"),
    pytest.param("---\nstatus: accepted\n---\n# Use events\n\n## Links\n\n- Supersedes ADR-3\n", id="links"),
    pytest.param("---\nstatus: accepted\n---\n# Use events\n\n## Links\n\n- Replaced by [ADR-9](0009-x.md)\n", id="other words"),
    pytest.param("# 7. Use events\n\n## Status\n\nAccepted\n", id="Nygard"),
    pytest.param("# 7. Use events\n\n## Status\n\nSuperseded by [12. Queue](0012-queue.md)\n", id="Nygard superseded"),
    pytest.param("# Use events\n\n* Status: rejected\n* Date: 2026-01-01\n", id="MADR 2"),
    pytest.param("# Use events\n\nDate: 2026-01-01 | Status: deprecated\n", id="two fields on a line"),
    pytest.param("# Use events\n\n## Estado\n\nAceptado\n", id="Spanish"),
    pytest.param("# イベント\n\n## ステータス\n\n承認\n\nADR-12 により置き換え\n", id="Japanese"),
    pytest.param("# Use events\n\n| Status | accepted |\n|---|---|\n", id="table"),
    pytest.param("# Use events\n\n## Status: proposed\n", id="status in a heading"),
    pytest.param("---\nstatus:\n  - accepted\n---\n# Use events\n", id="status in a list"),
    pytest.param("---\nstatus: {accepted}\n---\n# Use events\n", id="a template's braces"),
    pytest.param("---\nstatus: {accepted | rejected}\n---\n# Use events\n", id="a template's choices"),
    pytest.param("---\nstatus: declined\n---\n# Use events\n", id="another word"),
    pytest.param("---\nstatus: accepted\n---\n# Use events {#adr_0007}\n", id="a heading with a name"),
    pytest.param("---\nstatus: accepted\n---\n# 0007-use-events\n", id="a heading that is the file's name"),
    pytest.param("---\nstatus: accepted\n---\n# 0008-use-events\n", id="a heading that is another file's name"),
    pytest.param("---\nstatus: accepted\n---\n## Context\n", id="a section for a title"),
    pytest.param('---\nstatus: "accepted"\nx: {a: b}\n---\n# Use events\n', id="frontmatter that is not plain"),
]  # fmt: skip


@pytest.mark.parametrize("text", NOTES)
def test_what_a_note_says_of_its_standing_is_what_the_guard_reads(text: str) -> None:
    facts, said = read(text), described(text)
    assert (facts.title, facts.called, facts.status) == (said.title, said.called, said.status)
    assert (facts.replaces, facts.replaced_by) == (said.replaces, said.replaced_by)


def test_what_is_read_otherwise_than_before_has_another_version() -> None:
    facts = [read(note.values[0]) for note in NOTES]
    told = [(one.title, one.called, one.status, one.is_over, one.binds, one.replaces, one.replaced_by) for one in facts]
    digest = sha256(repr(told).encode()).hexdigest()[:8]
    why = "an index made before gives stale answers: raise VERSION, unless there are only other notes here"
    assert (note_facts.VERSION, digest) == ("2", "e9b19ad7"), why


@pytest.mark.parametrize(
    ("text", "path"),
    [
        pytest.param("# Shopping\n\nThe status of the order, and what replaces it, is open.\n", "a.md", id="prose"),
        pytest.param("---\ntitle: x\ntags: [a]\n---\n12 angry men\n", "12 men.md", id="a number in its name"),
    ],
)
def test_other_notes_have_no_standing_and_no_id(text: str, path: str) -> None:
    facts = read(text, path)
    assert (facts.called, facts.status, facts.is_over, facts.replaces) == ("", "", False, ())


def test_a_title_comes_from_the_frontmatter_the_first_heading_or_the_name() -> None:
    assert read("---\ntitle: One\n---\n# Two\n", "a.md").title == "One"
    assert read("## Below\n\n# *Two* `x`\n", "a.md").title == "Two x"
    assert read("text\n", "x/Some name.md").title == "Some name"


def test_tags_of_the_frontmatter_and_of_the_text_count_once() -> None:
    assert read("---\ntags: [a, '#b/c']\ntag: d, e\n---\n#a #f\n").tags == ("a", "b/c", "d", "e", "f")


@pytest.mark.parametrize(
    ("head", "inside", "tier"),
    [
        pytest.param("", "20_Cards/a.md", 3, id="folder"),
        pytest.param("hierarchy: L0", "20_Cards/a.md", 0, id="frontmatter"),
        pytest.param("level: 2", "a.md", 2, id="level"),
        pytest.param("level: advanced", "00_Daily/a.md", 0, id="a level that is none"),
    ],
)
def test_the_tier_is_that_of_the_vault(head: str, inside: str, tier: int) -> None:
    assert read(f"---\n{head}\n---\n", f"vault/{inside}", inside).tier == tier


@pytest.mark.parametrize(
    ("data", "body", "trouble"),
    [
        pytest.param(b"\xef\xbb\xbf---\r\na: b\r\n---\r\nx\r\ny\rz", "b\nx\ny\nz", False, id="BOM and line ends"),
        pytest.param("\ufeffmutex".encode("utf-16"), "mutex", False, id="UTF-16"),
        pytest.param(b"caf\xe9", "caf\ufffd", True, id="not UTF-8"),
        pytest.param(b"a\0b", "a b", True, id="NUL"),
        pytest.param(b"---\na: b\n", "---\na: b\n", False, id="frontmatter without an end"),
        pytest.param(b"---\na: [\n---\nx", "x", False, id="frontmatter that cannot be read"),
        pytest.param(b"+++\na = 'b'\n+++\nx", "b\nx", False, id="TOML"),
        pytest.param(b"", "", False, id="nothing"),
    ],
)
def test_bytes_become_text_and_what_is_wrong_is_told(data: bytes, body: str, *, trouble: bool) -> None:
    facts = read(data, "a.md")
    assert (facts.body, bool(facts.trouble)) == (body, trouble)


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_is_read_alike(name: str) -> None:
    one = DIALECTS[name]
    texts = ((one.old[0], one.old[1]), one.new, (one.old[0], one.old_says), (one.new[0], one.new_says))
    for path, text in texts:
        facts, said = read(text, path), described(text, path)
        assert (facts.status, facts.replaces, facts.replaced_by) == (said.status, said.replaces, said.replaced_by)
        assert (facts.title, facts.called) == (said.title, said.called)
