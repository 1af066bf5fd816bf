"""HTML made of elements: a plain string is always text, and nothing but `Markup` is ever markup.

What comes from a repository may be hostile. As text it is escaped and made visible (control characters, direction
marks, bytes that are not UTF-8); as an address it is percent-encoded and can lead nowhere but below the repository.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from adrguard.report.display import cell, folded, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_ENTITIES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;", ord("'"): "&#39;"}
_VOID = frozenset(("meta", "link", "input", "br"))


class Markup(str):
    """A string that is HTML already."""

    __slots__ = ()


if TYPE_CHECKING:
    Child = str | Markup | None
    Value = str | int | float | bool | None


def text(value: str) -> Markup:
    """Return prose as HTML: on one line, escaped, white space at its ends kept as one blank."""
    inner = folded(value)
    before, after = (" " if inner and edge.isspace() else "" for edge in (value[:1], value[-1:]))
    return escaped(f"{before}{inner}{after}" if inner else value[:1] and " ")


def source(value: str) -> Markup:
    """Return a part of a source line as HTML: blanks kept, a tab as four."""
    return escaped("".join([cell(char)[0] for char in value]))


def path_text(value: str) -> Markup:
    """Return a path as HTML that may break after each slash."""
    return Markup(escaped(visible(value)).replace("/", "/<wbr>"))


def escaped(value: str) -> Markup:
    """Return a string with all that HTML would obey written as entities; its characters are shown as they are."""
    return Markup(value.translate(_ENTITIES))


def join(parts: Iterable[Child], between: str = "") -> Markup:
    """Return the parts one after the other, as children of an element are."""
    return Markup(between.join([_child(part) for part in parts]))


def tag(name: str, /, *children: Child, **attributes: Value) -> Markup:
    """Return an element.

    A plain string among the children is text. Of an attribute's name underscores become hyphens (``aria_label``), and
    a last one is dropped (``class_``); one that is None or False is left out, one that is True has no value.
    """
    start = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in _VOID:
        return Markup(f"<{name}{start}>")
    return Markup(f"<{name}{start}>{join(children)}</{name}>")


def _child(part: Child) -> str:
    if part is None:
        return ""
    return part if isinstance(part, Markup) else text(part)


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'


def address(root: str, path: str) -> str:
    """Return a relative address of a file, "" where none can lead there.

    `root` leads from the page to the repository ("" : nobody knows how), `path` from there to the file.
    """
    if not root or not path or path.startswith("/") or ".." in path.split("/"):
        return ""
    # A first segment such as `javascript:x` is a name here: encoded, and never at the front.
    return f"{root}/{quote(path.encode('utf-8', 'surrogateescape'), safe='/')}"


def file_link(root: str, path: str, place: str = "") -> Markup:
    """Return a file's path, and `place` in it, as a link where one can lead there."""
    shown = join([path_text(path), escaped(place)])
    where = _address_or_none(root, path)
    return tag("a", shown, href=where) if where else tag("span", shown, class_="path")


def _address_or_none(root: str, path: str) -> str:
    try:
        return address(root, path)
    except UnicodeEncodeError:  # no path from git: nothing says which bytes it stands for
        return ""
