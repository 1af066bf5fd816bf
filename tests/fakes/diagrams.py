"""Readers of the two diagram languages, as strict as our own use of them: what they do not know they refuse."""

from __future__ import annotations

import html
import re

_ENTITY = re.compile(r"#(\d+);")
_TEXT = r'"((?:[A-Za-z0-9 ,.()/\'+-]|#\d+;|[^\x00-\x7f\ufb02\xb0\xb6])*)"'
_NODE = re.compile(rf"    (d_\w+)\[{_TEXT}\]:::([a-z_]+)")
_EDGE = re.compile(rf"    (d_\w+) (==>|-->|-\.->)(?:\|{_TEXT}\|)? (d_\w+)")
_CLASS = re.compile(r"    classDef ([a-z_]+) fill:#\w{6},stroke:#\w{6},color:#\w{6}(?:,stroke-dasharray:4 3)?")
_DOT_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_][A-Za-z0-9_]*|\d+)|(->|[{}\[\];,=]))')
_COMMENT = re.compile(r" +(?:%%|//) \d+ decisions? without links (?:is|are) left out; --all draws (?:it|them)")


def read_mermaid(text: str) -> tuple[dict[str, tuple[str, str]], list[tuple[str, str, str]]]:
    """Return nodes (label and class by key) and edges (from, to, label) of a flowchart."""
    head, *lines = text.removesuffix("\n").split("\n")
    assert head == "flowchart TD"
    nodes, edges, classes = {}, [], set()
    for line in lines:
        if _COMMENT.fullmatch(line):
            continue
        if match := _NODE.fullmatch(line):
            assert match[1] not in nodes
            nodes[match[1]] = (_decoded(match[2]), match[3])
        elif match := _EDGE.fullmatch(line):
            edges.append((match[1], match[4], _decoded(match[3] or "")))
        else:
            match = _CLASS.fullmatch(line)
            assert match, line
            classes.add(match[1])
    assert classes == {state for _, state in nodes.values()}
    assert {key for edge in edges for key in edge[:2]} <= nodes.keys()
    return nodes, edges


def _decoded(text: str) -> str:
    return _ENTITY.sub(lambda match: chr(int(match[1])), text)


def read_dot(text: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Return nodes (label by key) and edges (from, to, label) of a digraph."""
    tokens = list(_tokens("\n".join(line for line in text.split("\n") if not _COMMENT.fullmatch(line))))
    assert tokens[:3] == ["digraph", "decisions", "{"]
    assert tokens[-1] == "}"
    nodes, edges = {}, []
    rest = tokens[3:-1]
    while rest:
        end = rest.index(";")
        statement, rest = rest[:end], rest[end + 1 :]
        at = statement.index("[")
        attributes = _attributes(statement[at:])
        match statement[:at]:
            case ["node" | "edge"]:
                continue
            case [key]:
                assert key not in nodes
                nodes[key] = _dot_label(attributes["label"])
            case [source, "->", target]:
                edges.append((source, target, _dot_label(attributes.get("label", ""))))
            case other:
                raise AssertionError(other)
    return nodes, edges


def _tokens(text: str):
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _DOT_TOKEN.match(text, at)
        assert match, text[at : at + 40]
        at = match.end()
        yield f'"{match[1]}' if match[1] is not None else match[2] or match[3]


def _attributes(tokens: list[str]) -> dict[str, str]:
    assert (tokens[0], tokens[-1]) == ("[", "]")
    found, inside = {}, tokens[1:-1]
    for index in range(0, len(inside), 4):
        name, equals, value = inside[index : index + 3]
        assert equals == "="
        assert inside[index + 3 : index + 4] in ([], [","])
        found[name] = value.removeprefix('"')
    return found


def _dot_label(text: str) -> str:
    """Return what Graphviz writes: after a backslash only itself and a quote stand for themselves."""
    assert not re.search(r'(?<!\\)(?:\\\\)*\\[^"\\]', text)
    return html.unescape(re.sub(r"\\(.)", r"\1", text))
