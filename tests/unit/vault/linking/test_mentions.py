from __future__ import annotations

import pytest

from adrguard.vault.linking.mentions import mentions
from adrguard.vault.note import parse


def found(text):
    return [(one.name, one.words) for one in mentions(parse("docs/adr/0001-x.md", text.encode()))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("See [[ADR-2|the second]].", [("ADR-2", "")], id="WikiLink"),
        pytest.param("As [two](0002-two.md#why) and [three](../x/0003.md) say", [("0002-two.md", ""), ("../x/0003.md", "")], id="Markdown links"),
        pytest.param("[a b](a%20b.md)", [("a b.md", "")], id="percent-encoded"),
        pytest.param("[x](https://example.org/docs/adr/0002-two.md)", [("0002-two.md", "")], id="a note on the web"),
        pytest.param("[x](https://example.org/) [y](y.png) ADR-5", [], id="no note"),
        pytest.param("## Status\n\nAmends [2. Two](0002-two.md)", [("0002-two.md", "amends")], id="how it is related"),
        pytest.param("* Extended by [[ADR-4]]", [("ADR-4", "extended by")], id="in a list"),
        pytest.param("* Relates to [[ADR-4]]", [("ADR-4", "")], id="a mere relation"),
        pytest.param('---\nrelated: [ADR-3, "[[ADR-4]]"]\nAmends: ADR-5\n---\n', [("ADR-5", "amends"), ("ADR-3", ""), ("ADR-4", "")], id="frontmatter"),
        pytest.param("[[ADR-2]] and again\n\nAmends [[ADR-2]]", [("ADR-2", "amends")], id="each once, with what is known"),
        pytest.param("`[[ADR-2]]`\n\n    [[ADR-3]]\n\n```\n[[ADR-4]]\n```\n", [], id="code"),
        pytest.param("# Title with [[ADR-2]]\n\n> quoted [[ADR-3]]", [("ADR-2", ""), ("ADR-3", "")], id="headings and quotes"),
    ],
)  # fmt: skip
def test_a_note_links_to_others(text, expected):
    assert found(text) == expected


def test_a_hostile_line_takes_no_time():
    found("[" * 50_000 + "](" * 50_000)
    found("[[" * 50_000)
