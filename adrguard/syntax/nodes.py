"""Look nodes up in an ast-grep tree without being thrown by a grammar that names its nodes otherwise."""

from __future__ import annotations

from re import compile as compile_regex

from adrguard.syntax.escapes import unescaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ast_grep_py import SgNode

_COMMENT = compile_regex(r"/\*|//")
_KNOWN: dict[tuple[str, tuple[str, ...]], list[str]] = {}


def of_kinds(root: SgNode, language: str, kinds: Iterable[str]) -> list[SgNode]:
    """Return the nodes of these kinds in order of their start, outer before inner."""
    wanted = tuple(kinds)
    known = _KNOWN.get((language, wanted))
    if known is None:
        # ast-grep refuses a rule that names one unknown kind, and grammars rename kinds between its versions.
        known = _KNOWN[(language, wanted)] = [kind for kind in wanted if _exists(root, kind)]
    return root.find_all(any=[{"kind": kind} for kind in known]) if known else []


def _exists(root: SgNode, kind: str) -> bool:
    try:
        root.find(kind=kind)
    except RuntimeError:
        return False
    return True


def span(node: SgNode) -> tuple[int, int]:
    """Return start and end of a node, in characters of the text it was parsed from."""
    # What `range` says besides, the column, takes ast-grep a walk along the line: minutes in a file of one long line.
    edit = node.replace("")
    return edit.start_pos, edit.end_pos


def text_of(node: SgNode | None) -> str:
    """Return the text of a node, "" of none."""
    return "" if node is None else node.text()


def name_of(node: SgNode | None) -> str:
    """Return the text of a name, escapes read and without the white space and comments that may part it."""
    text = text_of(node)
    if "/" in text:
        text = _uncommented(text)
    return unescaped("".join(text.split()))


def _uncommented(text: str) -> str:
    pieces, at, look, closed = [], 0, 0, True
    while found := _COMMENT.search(text, look):
        is_line = found[0] == "//"
        # What is never closed is no comment, and nothing that follows it is closed either.
        end = text.find("\n" if is_line else "*/", found.end()) if closed or is_line else -1
        if end < 0 and not is_line:
            closed, look = False, found.start() + 1
            continue
        pieces.append(text[at : found.start()])
        at = look = len(text) if end < 0 else end if is_line else end + 2
    return "".join([*pieces, text[at:]])


def named(node: SgNode) -> Iterator[SgNode]:
    """Yield the named children that are no comments."""
    for child in node.children():
        if child.is_named() and "comment" not in child.kind():
            yield child


def parts_of(node: SgNode, *kinds: str) -> list[SgNode]:
    """Return the children of these kinds."""
    return [child for child in node.children() if child.kind() in kinds]


def part_of(node: SgNode, *kinds: str) -> SgNode | None:
    """Return the first child of one of these kinds."""
    return next((child for child in node.children() if child.kind() in kinds), None)
