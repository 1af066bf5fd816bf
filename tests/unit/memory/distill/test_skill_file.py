from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.memory.distill.naming import LONGEST_NAME, skill_name
from adrguard.memory.distill.quotes import fit
from adrguard.memory.distill.skill_file import HERMES, OMP, Skill, text

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
HOSTILE = st.text(max_size=60) | st.sampled_from(
    [
        "---",
        "a: b",
        "- x",
        "# y",
        "'",
        '"',
        "{{x}}",
        "null",
        "2026-01-01",
        "\\",
        "*a",
        "&b",
        "!t",
        "%c",
        "@d",
        "`",
        "|",
        ">",
        "[x](y)",
    ]
)


def read(file: str) -> tuple[dict[str, object], str]:
    """Read a `SKILL.md` as Hermes does: from the first byte on, up to the next fence."""
    assert file.startswith("---\n")
    end = re.search(r"\n---\s*\n", file[3:])
    assert end
    return yaml.safe_load(file[3 : end.start() + 3]), file[end.end() + 3 :]


@settings(max_examples=150, deadline=None)
@given(
    title=HOSTILE,
    description=HOSTILE,
    signature=HOSTILE,
    tags=st.lists(HOSTILE, max_size=3),
    target=st.sampled_from([HERMES, OMP]),
)
def test_whatever_it_says_the_frontmatter_says_exactly_that(
    title: str, description: str, signature: str, tags: list[str], target: str
) -> None:
    description, signature, tags = fit(description), fit(signature), [fit(one) for one in tags]
    skill = Skill("a-name", title.replace("\n", " "), description, signature, tuple(tags), (), "## Symptom\n\n- x\n")
    head, body = read(text(skill, target))
    metadata = head["metadata"]
    assert isinstance(metadata, dict)
    assert (head["name"], head["description"], metadata["signature"]) == ("a-name", description, signature)
    if target == HERMES:
        assert metadata.get("hermes", {"tags": []})["tags"] == tags
    else:
        assert all(isinstance(one, str) for one in metadata.values())
    assert body.endswith("## Symptom\n\n- x\n")


@settings(max_examples=200, deadline=None)
@given(title=st.text(max_size=200), otherwise=st.text(max_size=20))
def test_every_title_makes_a_name_that_every_program_takes(title: str, otherwise: str) -> None:
    name = skill_name(title, otherwise)
    assert NAME.fullmatch(name)
    assert len(name) <= LONGEST_NAME


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("cargo E0382: borrow of moved value", "cargo-e0382-borrow-of-moved-value"),
        ("Réessayer", "reessayer"),
        ("再試行", "git-rejected"),
        ("../../etc/passwd", "etc-passwd"),
    ],
)
def test_names_are_words_of_ascii(title: str, name: str) -> None:
    assert skill_name(title, "git rejected") == name


def test_links_are_wikilinks_whatever_was_asked_for() -> None:
    skill = Skill("a", "t", "d", "s", (), ("[[cargo notes]]", "a]b\nc", "]]"), "x")
    assert text(skill, OMP).endswith("## Related\n\n- [[cargo notes]]\n- [[a b c]]\n")
