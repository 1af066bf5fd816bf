from __future__ import annotations

import pytest

from adrguard.usecases.lint.canonical_form import rewrite

NOTE = "---\nstatus: accepted # kept\n---\n# Größe\n\n## Invariants\n\n*  deny: SELECT * FROM\n   - because: x  \n- Be kind.\n\nrest"
FIXED = NOTE.replace("deny: SELECT * FROM", "deny: `SELECT * FROM`")


@pytest.mark.parametrize(
    ("change", "encoding"),
    [
        pytest.param(lambda text: text, "utf-8", id="line feeds"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), "utf-8", id="carriage returns"),
        pytest.param(lambda text: text, "utf-8-sig", id="a byte-order mark"),
        pytest.param(lambda text: text + "\n\n\n", "utf-8", id="line ends at the end"),
    ],
)
def test_only_the_bytes_of_the_invariant_change(tmp_path, change, encoding):
    path = tmp_path / "note.md"
    path.write_bytes(change(NOTE).encode(encoding))
    path.chmod(0o640)
    (done,) = rewrite(str(tmp_path), ["note.md"])
    assert done.count == 1
    assert path.read_bytes() == change(FIXED).encode(encoding)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_note_in_canonical_form_is_not_touched(tmp_path):
    path = tmp_path / "note.md"
    path.write_text(FIXED)
    before = path.stat().st_mtime_ns
    assert list(rewrite(str(tmp_path), ["note.md"])) == []
    assert path.stat().st_mtime_ns == before


def test_a_note_that_is_not_utf8_is_left_alone_and_said_to_be(tmp_path):
    path = tmp_path / "note.md"
    data = NOTE.encode("latin-1")
    path.write_bytes(data)
    (done,) = rewrite(str(tmp_path), ["note.md"])
    assert done.count == 0
    assert "not UTF-8" in done.problems[0].message
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("## Invariants\n\n```\n- deny: SELECT * FROM\n```\n", id="an example in a fence"),
        pytest.param("## Notes\n\n- deny: SELECT * FROM\n", id="another section"),
        pytest.param("## Invariants\n\n- denny: SELECT * FROM\n", id="a mistake"),
        pytest.param("## Invariants\n\n- Never write SELECT * FROM.\n", id="prose"),
        pytest.param('---\ninvariants:\n  - "deny: SELECT * FROM"\n---\n', id="frontmatter, which is YAML"),
    ],
)
def test_what_is_no_plain_invariant_stays(tmp_path, text):
    (tmp_path / "note.md").write_text(text)
    assert list(rewrite(str(tmp_path), ["note.md"])) == []
    assert (tmp_path / "note.md").read_text() == text
