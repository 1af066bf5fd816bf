from __future__ import annotations

import pytest

from adrguard.memory.notes.project_notes import About, ProjectNote, found_in, key, read


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        pytest.param(["10_Projects/pay.md"], [("pay", "10_Projects/pay.md")], id="note"),
        pytest.param(
            ["10_Projects/pay/a.md", "10_Projects/pay/README.md"], [("pay", "10_Projects/pay/README.md")], id="index"
        ),
        pytest.param(
            ["10_Projects/pay/b/c.md", "10_Projects/pay/z.md"], [("pay", "10_Projects/pay/z.md")], id="highest"
        ),
        pytest.param(
            ["10_Projects/pay/00 Overview.md", "10_Projects/pay/a.md"],
            [("pay", "10_Projects/pay/00 Overview.md")],
            id="overview",
        ),
        pytest.param(
            ["10_Projects/Pay Gate.md", "10_Projects/pay-gate/a.md"],
            [("Pay Gate", "10_Projects/Pay Gate.md")],
            id="both",
        ),
        pytest.param(
            ["10_projects/b.md", "10_Projects/a.md"], [("a", "10_Projects/a.md"), ("b", "10_projects/b.md")], id="case"
        ),
        pytest.param(["10_Projects/README.md", "10_Projects/templates/a.md", "20_Cards/a.md", "a.md"], [], id="none"),
    ],
)
def test_projects_are_found_by_the_names_of_their_notes(paths: list[str], expected: list[tuple[str, str]]) -> None:
    assert found_in(paths) == tuple(ProjectNote(*one) for one in expected)


def test_spellings_of_a_name_are_one() -> None:
    assert key("Payment Gateway") == key("payment-gateway") == key("payment_gateway")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "---\nvision: Pay once.\nstack: [Go 1.22, Redis 7]\n---\n# Gate\n",
            About("Gate", "Pay once.", ("Go 1.22", "Redis 7")),
            id="frontmatter",
        ),
        pytest.param(
            "# Gate\n\nCore Stack: Go 1.22, Redis 7.\n\nPay once.\n",
            About("Gate", "Pay once.", ("Go 1.22", "Redis 7")),
            id="fields",
        ),
        pytest.param(
            "# Gate\n\n## Vision\n\n**Pay** [[20_Cards/once|once]].\n\n## Tech Stack\n\n- Go 1.22\n- `Redis` 7\n\n## Other\n\n- x\n",
            About("Gate", "Pay once.", ("Go 1.22", "Redis 7")),
            id="sections",
        ),
        pytest.param(
            "# 門\n\n## 愿景\n\n只付一次。\n\n## 技术栈\n\nGo 1.22、Redis 7\n",
            About("門", "只付一次。", ("Go 1.22", "Redis 7")),
            id="chinese",
        ),
        pytest.param("# Gate\n", About("Gate"), id="title-only"),
        pytest.param("", About("pay"), id="empty"),
        pytest.param("---\nstack: [\n---\n# Gate\n", About("Gate"), id="broken-frontmatter"),
        pytest.param("\0\0", About("pay", "\ufffd\ufffd"), id="binary"),
    ],
)
def test_a_note_tells_its_title_vision_and_stack(text: str, expected: About) -> None:
    assert read("10_Projects/pay.md", text.encode()) == expected
