"""A skill as a `SKILL.md`: what Hermes Agent and Oh My Pi read, both after the Agent Skills specification.

Hermes wants the frontmatter from the first byte on, a name of at most 64 characters of ``a-z0-9._-`` that is that of
the folder, a description of at most 1024, a body, and at most 100,000 characters in all; tags stand in
``metadata.hermes``. Oh My Pi wants a description, and keeps keys that it does not know. The specification allows only
single hyphens between the words of a name, and texts in ``metadata``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.distill.standing import SIGNATURE
from adrguard.model.record import Record
from adrguard.vault.customs.drafts import heading
from adrguard.vault.head.yaml_text import DOUBLE, as_text, scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

HERMES, OMP = "hermes", "omp"

_VERSION = "1.0.0"
_NOT_IN_LINKS = re.compile(r"[\[\]\n]+")


class Skill(Record):
    """What a `SKILL.md` says; `body` are its sections."""

    name: str
    title: str
    description: str
    signature: str
    tags: tuple[str, ...]
    related: tuple[str, ...]
    body: str


def text(skill: Skill, target: str) -> str:
    """Return the file for a target, ended by a line feed."""
    tags = ", ".join(as_text(one) for one in skill.tags)
    lines = ["---", f"name: {as_text(skill.name)}", f"description: {scalar(skill.description, DOUBLE)}"]
    lines += [f"version: {_VERSION}"] if target == HERMES else []
    lines += ["metadata:", f"  {SIGNATURE}: {scalar(skill.signature, DOUBLE)}"]
    if tags and target == HERMES:
        lines += ["  hermes:", f"    tags: [{tags}]"]
    elif tags:
        lines.append(f"  tags: {scalar(', '.join(skill.tags), DOUBLE)}")
    lines += ["---", "", f"# {heading(skill.title)}", "", skill.body.rstrip("\n")]
    if skill.related:
        lines += ["", "## Related", "", *_links(skill.related)]
    return "\n".join(lines) + "\n"


def _links(names: Sequence[str]) -> list[str]:
    plain = (" ".join(_NOT_IN_LINKS.sub(" ", one).split()) for one in names)
    return [f"- [[{one}]]" for one in plain if one]
