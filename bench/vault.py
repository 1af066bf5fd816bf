"""Vaults to measure on: notes of ordinary-looking words, with frontmatter, headings, tags and two links each."""

from __future__ import annotations

import random
from pathlib import Path

from corpus import WORDS

FOLDERS = ("00_Daily", "01_AI_Logs", "02_Architecture", "10_Projects/api", "20_Cards", "30_Logs")


def write(root: Path, notes: int, size: int = 450, *, seed: int = 3) -> None:
    """Write so many notes of about `size` bytes."""
    rng = random.Random(seed)
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    for number in range(notes):
        (root / FOLDERS[number % len(FOLDERS)] / f"note-{number}.md").write_text(
            note(rng, number, notes, size), encoding="utf-8"
        )


def note(rng: random.Random, number: int, notes: int, size: int) -> str:
    def words(count: int) -> str:
        # A few words are in most notes, and most words in a few, as in any language.
        return " ".join(WORDS[min(int(rng.paretovariate(0.6)) - 1, len(WORDS) - 1)] for _ in range(count))

    head = f"---\ntitle: {words(3)} {number}\ntags: [{words(1)}, {words(1)}]\nhierarchy: L{number % 4}\n---\n"
    links = f"\nSee [[note-{rng.randrange(notes)}]] and [[note-{rng.randrange(notes)}|{words(1)}]].\n"
    lines = [f"\n# {words(3)} {number}\n"]
    length = len(head) + len(links) + len(lines[0])
    while length < size:
        line = words(9) + f" {rng.choice(WORDS)}{rng.randrange(notes)}.\n"
        if length > 1000 and rng.random() < 0.1:
            line = f"\n## {words(2)}\n\n{line}"
        lines.append(line)
        length += len(line)
    return head + "".join(lines) + links
