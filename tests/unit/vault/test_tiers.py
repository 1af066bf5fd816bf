import pytest

from adrguard.vault.head.frontmatter import read
from adrguard.vault.source import Source
from adrguard.vault.tiers import tier_of


@pytest.mark.parametrize(
    ("path", "tier"),
    [
        ("20_Cards/a.md", 3),
        ("10_Projects/api/a.md", 3),
        ("02_Architecture/0001-a.md", 3),
        ("01_AI_Logs/2026/a.md", 2),
        ("30_Logs/a.md", 2),
        ("00_Daily/2026-01-02.md", 0),
        ("10_Projects/api/00_Daily/a.md", 0),
        ("20_cards/A.md", 3),
        ("00_Inbox/a.md", 1),
        ("a.md", 1),
        ("20_Cards.md", 1),
    ],
)
def test_the_folder_says_the_tier(path: str, tier: int) -> None:
    assert tier_of(path) == tier


@pytest.mark.parametrize(
    ("line", "tier"),
    [
        ("hierarchy: L2", 2),
        ("level: 0", 0),
        ("hierarchy: l3\nlevel: 1", 3),
        ("Level: Tier 2", 2),
        ("level: advanced", 3),
        ("level: 12", 3),
        ("hierarchy: [L0]", 0),
    ],
)
def test_the_frontmatter_wins_where_it_says_a_tier(line: str, tier: int) -> None:
    head = read(Source("20_Cards/a.md", f"---\n{line}\n---\n".encode()))
    assert tier_of("20_Cards/a.md", head) == tier
