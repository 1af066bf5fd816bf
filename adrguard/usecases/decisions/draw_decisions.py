"""Draw the decisions: which supersedes, needs or links to which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions import links as linking
from adrguard.decisions import texts
from adrguard.model import decisions as model
from adrguard.model.record import Record
from adrguard.report import diagram
from adrguard.report.diagram import DEPENDS_ON, LINKS_TO, SUPERSEDES, Edge, Node, key_for
from adrguard.usecases.decisions.decision_words import standing_of
from adrguard.usecases.standing import stand
from adrguard.vault.linking.mentions import mentions
from adrguard.vault.note import parse
from adrguard.vault.status import SUPERSEDED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.decisions.links import Unresolved
    from adrguard.model.decisions import Decision
    from adrguard.usecases.standing import Standing


class Drawn(Record):
    """The diagram: nodes in the order of their notes, names that lead nowhere last; `left_out` have no link at all."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    left_out: int
    all: Standing


def draw(start: str, at: str = "", *, everything: bool = False) -> Drawn:
    """Return the decisions that are linked with another (with `everything` all of them), and their links."""
    standing = stand(start, at)
    drawing = _Drawing(standing)
    linked = {key for edge in drawing.edges for key in (edge.source, edge.target)}
    nodes = [node for node in drawing.nodes.values() if everything or node.key in linked]
    return Drawn(tuple(nodes), tuple(drawing.edges), len(drawing.nodes) - len(nodes), standing)


class _Drawing:
    """Collects nodes by path (by name where there is no decision) and edges."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.links = standing.links
        self.nodes: dict[str, Node] = {}
        self.edges: list[Edge] = []
        self._keys: set[str] = set()
        self._related: set[tuple[str, str]] = set()
        for one in standing.found.decisions:
            words = standing_of(one, self.links)
            self._add(one.path, Node("", one.id, one.title, one.path, _state(one), words))
        for one in standing.found.decisions:
            self._link(one, self.links.supersedes, SUPERSEDES)
            self._link(one, self.links.depends_on, DEPENDS_ON)
        for lost in self.links.unresolved:
            self._lost(lost)
        self._mentions()

    def _add(self, name: str, node: Node) -> Node:
        key = key_for(node.id, self._keys)
        self._keys.add(key)
        added = self.nodes[name] = node.replace(key=key)
        return added

    def _link(self, one: Decision, links: dict[str, list[Decision]], kind: str) -> None:
        for other in links.get(one.path, ()):
            self._related |= {(one.path, other.path), (other.path, one.path)}
            self.edges.append(Edge(self.nodes[one.path].key, self.nodes[other.path].key, kind))

    def _lost(self, lost: Unresolved) -> None:
        """Draw a name that means no decision, or several, as something that is missing."""
        known = self.nodes.get(f"?{lost.name}") or self._add(
            f"?{lost.name}", Node("", lost.name, "", "", diagram.MISSING, _why_lost(lost))
        )
        ends = self.nodes[lost.decision.path].key, known.key
        source, target = reversed(ends) if lost.kind == linking.SUPERSEDED_BY else ends
        edge = Edge(source, target, DEPENDS_ON if lost.kind == linking.DEPENDS_ON else SUPERSEDES)
        if edge not in self.edges:
            self.edges.append(edge)

    def _mentions(self) -> None:
        """Draw what else the notes link to among the decisions; what is linked more strongly is not drawn again."""
        standing = self.standing
        contents = texts.read(standing.repo, standing.place, [one.path for one in standing.found.decisions])
        for one in standing.found.decisions:
            data = contents.get(one.path)
            for other, words in self._mentioned(one, data) if isinstance(data, bytes) else ():
                self.edges.append(Edge(self.nodes[one.path].key, self.nodes[other.path].key, LINKS_TO, words))

    def _mentioned(self, one: Decision, data: bytes) -> Iterator[tuple[Decision, str]]:
        for mention in mentions(parse(one.path, data)):
            found = self.links.names.find(mention.name, one.path)
            if len(found) == 1 and found[0].path != one.path and (one.path, found[0].path) not in self._related:
                self._related.add((one.path, found[0].path))
                yield found[0], mention.words


def _why_lost(lost: Unresolved) -> str:
    if lost.several:
        return f"can mean {', '.join(one.id for one in lost.several)}"
    return "no such decision"


def _state(one: Decision) -> str:
    if one.force == model.IN_FORCE:
        return diagram.IN_FORCE
    if one.force == model.SHADOW:
        return diagram.PROPOSED
    over = one.status == SUPERSEDED or one.why.startswith("superseded by")
    return diagram.SUPERSEDED if over else diagram.ENDED
