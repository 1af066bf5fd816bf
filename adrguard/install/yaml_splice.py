"""Put an item into a block list of a YAML text, or take one out, as text: every other byte stays, comments included.

YAML is parsed only to learn where things stand (the marks of its nodes); nothing is written back by a dumper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from adrguard.model.errors import AdrguardError

if TYPE_CHECKING:
    from collections.abc import Sequence

_FLOW_END = 1


def compose(path: str, text: str) -> yaml.Node | None:
    """Parse to nodes with marks, None for an empty text. Raises `AdrguardError` with the place of a mistake."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else path
        message = f"{place}: not valid YAML: {getattr(error, 'problem', None) or error}"
        raise AdrguardError(message, "mend the file and try again") from error
    return node if isinstance(node, yaml.Node) else None


def value_of(node: yaml.Node | None, key: str) -> yaml.Node | None:
    """Return the value of a mapping's key."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if isinstance(name, yaml.ScalarNode) and name.value == key and isinstance(value, yaml.Node):
                return value
    return None


def items(node: yaml.Node | None) -> list[yaml.Node]:
    """Return the items of a list."""
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def scalar(node: yaml.Node | None) -> str:
    """Return a scalar's text, "" for anything else."""
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def appended(text: str, sequence: yaml.SequenceNode, lines: Sequence[str]) -> str:
    """Return `text` with one more item, its `lines` without the dash, at the end of a block list or of an empty one."""
    eol = line_end(text)
    if not sequence.value:
        # `key: []`: the empty list gives way to a block.
        start, end = sequence.start_mark.index, sequence.end_mark.index
        return text[:start].rstrip(" ") + eol + eol.join(_item(lines, "  ")) + text[end:]
    if sequence.flow_style:
        raise AdrguardError("a list in flow style, [...], cannot be added to line by line")
    at = end_of_lines(text, sequence.value[-1])
    return ended(text[:at]) + eol.join(_item(lines, " " * sequence.start_mark.column)) + eol + text[at:]


def _item(lines: Sequence[str], indent: str) -> list[str]:
    return [indent + ("- " if index == 0 else "  ") + line for index, line in enumerate(lines)]


def without(text: str, item: yaml.Node) -> str:
    """Return `text` without the lines of one item of a block list."""
    start = text.rfind("\n", 0, item.start_mark.index) + 1
    return text[:start] + text[end_of_lines(text, item) :]


def end_of_lines(text: str, node: yaml.Node) -> int:
    """Return where the line after the node's last line begins.

    The end mark of a block collection lies behind the comments and blank lines that follow it, so its last leaf counts.
    """
    while isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[_FLOW_END] if isinstance(last, tuple) else last
    end = node.end_mark.index
    if end and text[end - 1] == "\n":
        return end
    line = text.find("\n", end)
    return len(text) if line < 0 else line + 1


def line_end(text: str) -> str:
    """Return the line end that the text uses."""
    return "\r\n" if "\r\n" in text else "\n"


def ended(text: str) -> str:
    """Return the text with a line end after its last line."""
    return text if not text or text.endswith("\n") else text + line_end(text)
