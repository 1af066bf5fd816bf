"""What a note says of its standing, by the parsers that the guard reads decisions with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.notes.standing import Standing, fit
from adrguard.vault.dialects import describe, in_braces
from adrguard.vault.head import frontmatter
from adrguard.vault.head.values import scalars
from adrguard.vault.linking.wikilinks import shown
from adrguard.vault.note import parse
from adrguard.vault.source import Source
from adrguard.vault.status import judge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.vault.head.plain_head import Plain


def described(path: str, data: bytes, table: Mapping[str, str]) -> Standing:
    """Read a note; only what states a standing has an id by default."""
    said = describe(parse(path, data))
    status = judge([one.text for one in said.status], table)
    replaces = tuple(fit(one.text) for one in said.supersedes)
    replaced_by = [fit(name) for name in (*(one.text for one in said.superseded_by), *status.successors)]
    is_decision = status.word or replaces or replaced_by or said.id_start
    return Standing(
        fit(" ".join(shown(said.title).split())),
        fit(said.id) if is_decision else "",
        fit(status.word),
        status.force,
        replaces,
        tuple(dict.fromkeys(replaced_by)),
    )


def values(head: str) -> Plain:
    """Return the values of a frontmatter that is not plain (with its fences), like `plain_head.read`."""
    found = frontmatter.read(Source("", head.encode("utf-8", "replace")))
    texts = {key: tuple(fit(one.text) for one in scalars(value)) for key, value in found.entries.items()}
    texts["status"] = texts.get("status") or tuple(fit(one.text) for one in in_braces(found.get("status")))
    return {key: said for key, said in texts.items() if said}
