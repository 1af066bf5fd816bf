"""Surveys of repositories that exist only here: every part of a page, with any text in it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from adrguard.model.decisions import IN_FORCE, Decision
from adrguard.model.errors import Problem
from adrguard.model.findings import Finding, Outcome, Suppressed, Unjudged, Weakened
from adrguard.model.rules import ADVISE, BLOCK, DENY, Rule, TextTarget
from adrguard.report import diagram
from adrguard.report.diagram import Edge, Node
from adrguard.report.survey import Coverage, Earlier, Reach, Survey, Surveyed


def rule(name: str = "ADR-001#a", text: str = "x", **fields: Any) -> Rule:
    target = TextTarget(text, text, starts_word=False, ends_word=False)
    values = {
        "id": name, "decision": "ADR-001", "note": "docs/adr/1.md", "line": 9, "column": 1, "invariant": f"deny: {text}",
        "verb": DENY, "level": BLOCK, "kind": "text", "targets": (target,),
    }  # fmt: skip
    return Rule(**{**values, **fields})


def finding(path: str = "src/a.py", line: int = 3, excerpt: str = "a = x", column: int = 5, **fields: Any) -> Finding:
    own = fields.pop("rule", None) or rule()
    values = {"level": own.level, "occurrence": 1, "shown": "x", "end_line": line, "end_column": column + 1}
    return Finding(rule=own, path=path, line=line, column=column, excerpt=excerpt, **{**values, **fields})


def survey(text: str = "words", findings: tuple[Finding, ...] | None = None) -> Survey:
    """Return a survey that has something in every part of the page, `text` wherever a repository can say anything."""
    own = rule(f"ADR-001#{text}", text, decision=f"A{text}", because=text, remediation=text, rewrite=text)
    path = "src/" + (text.replace("/", "-") or "a")
    found = (finding(path, excerpt=f"a = x{text}b", rule=own, detail=text, note=text, shown=text),) * 2
    whole = finding(path, 0, "", 0, rule=own, level=ADVISE, end_column=0, shown=text)
    decision = Decision(f"A{text}", text, "docs/adr/1.md", "accepted", IN_FORCE, prose=(f"p{text}",), review_after=text)
    nodes = (
        Node("d_1", f"A{text}", text, "docs/adr/1.md", diagram.IN_FORCE, text),
        Node("d_2", f"B{text}", text, "", diagram.MISSING, text),
    )
    outcome = Outcome(
        findings=(*found, whole) if findings is None else findings,
        suppressed=(Suppressed(found[0], text, 2),),
        known=1,
        unjudged=(Unjudged(path, text, "binary", text),),
        weakened=(Weakened("removed", path, 1, text, text, text),),
        problems=(Problem(path, 1, 2, text, text),),
        rules=1,
        files=1,
        notes=(text,),
        baselined=(found[0],),
    )
    return Survey(
        name=f"r{text}",
        day="2026-01-02",
        outcome=outcome,
        commit="0123456789abcdef",
        decisions=(Surveyed(decision, nodes[0], "2026-01-01"),),
        missing=nodes[1:],
        edges=(
            Edge("d_1", "d_2", diagram.SUPERSEDES),
            Edge("d_2", "d_1", diagram.LINKS_TO, text),
        ),
        rules=(Reach(own, text, 1, text, "2026-01-01"),),
        coverage=Coverage((path,), ("b/c",), ("d",), (f"e/{path}",)),
        earlier=(Earlier(f"r{text}.json", outcome),),
        root="..",
    )


class Shape(HTMLParser):
    """What a page is made of: elements with the names of their attributes, addresses, and text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, ...]] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag != "wbr":  # a path may have any number of folders
            self.elements.append((tag, *values))
        self.addresses += [values[name] or "" for name in ("href", "src", "action") if name in values]
        self.ids += [values["id"] or ""] if "id" in values else []
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(int(tag[1]))
        if tag not in ("meta", "link", "input", "wbr", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)
