"""Relations that frontmatter lists under one key: ``relations: [{type: supersedes, target: ADR-0003}]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.vault.head.values import Listing, Mapping, Scalar, normal_key, scalars
from adrguard.vault.links import names, says_nothing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.vault.head.frontmatter import Frontmatter
    from adrguard.vault.head.values import Value

_LISTS = ("relations", "relationships", "links", "related")
_KINDS = ("type", "kind", "rel", "relation", "relationship")
_TARGETS = ("target", "id", "adr", "ref", "to", "decision", "path", "link", "name", "title")


def related(head: Frontmatter, kind: str) -> Iterator[Scalar]:
    """Yield the names of the decisions to which a note has a relation of this kind (``supersedes``)."""
    for key in _LISTS:
        for one in _mappings(head.get(key)):
            pairs = {normal_key(name.text): value for name, value in one.pairs}
            kinds = [normal_key(said.text) for name in _KINDS for said in scalars(pairs.get(name))]
            if kinds[:1] == [kind]:
                target = next((pairs[name] for name in _TARGETS if name in pairs), None)
            else:
                target = pairs.get(kind)
            for said in scalars(target):
                if not says_nothing(said.text):
                    yield from (Scalar(name, said.start, said.end) for name in names(said.text))


def _mappings(value: Value | None) -> Iterator[Mapping]:
    if isinstance(value, Mapping):
        yield value
    elif isinstance(value, Listing):
        yield from (one for one in value.items if isinstance(one, Mapping))
