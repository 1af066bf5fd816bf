"""The edits that change keys of YAML frontmatter, worked out from where the parser says that things stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.vault.head import listings
from adrguard.vault.head.edits import Edit
from adrguard.vault.head.key_changes import Add, Drop
from adrguard.vault.head.values import Listing, Mapping, Scalar, normal_key
from adrguard.vault.head.yaml_text import DOUBLE, SINGLE, scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.vault.head.edits import Written
    from adrguard.vault.head.frontmatter import Frontmatter
    from adrguard.vault.head.key_changes import Change, Put
    from adrguard.vault.head.values import Value

BY_HAND = "change this key by hand"


class Editor:
    """Works out the edits of one frontmatter."""

    def __init__(self, written: Written, head: Frontmatter) -> None:
        self.written = written
        self.text = written.text
        self.head = head
        self.closing = written.source.starts[head.body - 1]
        self.eol = "\r\n" if self.text[: self.closing].endswith("\r\n") else "\n"

    def edits(self, wanted: dict[str, tuple[str, Change]]) -> Iterator[Edit]:
        """Yield the edits: of the keys that are there, then the new keys, before the closing fence."""
        for name, (_, change) in wanted.items():
            if name in self.head.entries:
                yield from self._of(name, change)
        for name, (key, change) in wanted.items():
            if name not in self.head.entries and not isinstance(change, Drop):
                yield Edit(self.closing, self.closing, self._line(key, change))

    def _line(self, key: str, change: Put | Add) -> str:
        pairs = self.head.root.pairs if self.head.root else ()
        indent = " " * self._column(pairs[-1][0].start) if pairs else ""
        value = change.values if isinstance(change, Add) else change.value
        if isinstance(value, str):
            return f"{indent}{scalar(key)}: {scalar(value)}{self.eol}"
        model = next((one for _, one in pairs if isinstance(one, Listing) and not self._is_flow(one)), None)
        if model is None or not value:
            return f"{indent}{scalar(key)}: {listings.flow(value)}{self.eol}"
        inner = " " * self._column(model.start)
        return f"{indent}{scalar(key)}:{self.eol}{listings.block(value, inner, self.eol)}{self.eol}"

    def _of(self, name: str, change: Change) -> Iterator[Edit]:
        key, value = self.head.keys[name], self.head.entries[name]
        self._refuse_odd(name, key, value)
        if isinstance(change, Drop):
            yield self._without(key, value)
        elif isinstance(change, Add):
            yield from self._added(name, key, value, change.values)
        elif change.value != said(value, self.text):
            yield from self._put(name, key, value, change.value)

    def _refuse_odd(self, name: str, key: Scalar, value: Value) -> None:
        pairs = self.head.root.pairs if self.head.root else ()
        for other in [one for one, _ in pairs if normal_key(one.text) == name][1:]:
            line = self.written.source.position(key.start)[0]
            message = f"'{other.text}' stands twice in the frontmatter (first on line {line})"
            raise self.written.error(other.start, message, "keep one of them", "duplicate-key")
        if value.start < key.end:
            raise self.written.error(key.start, f"the value of '{key.text}' is an alias (*)", "write it out")
        if self.text.startswith(("&", "!"), value.start) and value.end > value.start:
            kind = "an anchor (&)" if self.text[value.start] == "&" else "a tag (!)"
            raise self.written.error(value.start, f"the value of '{key.text}' has {kind}", BY_HAND)
        tab = self.text.find("\t", key.end, value.start)
        if tab >= 0:
            raise self.written.error(tab, f"a tab stands before the value of '{key.text}'", "use spaces")
        if self.text[self._line_start(key.start) : key.start].strip(" "):
            raise self.written.error(key.start, f"'{key.text}' does not begin its line", BY_HAND)

    def _without(self, key: Scalar, value: Value) -> Edit:
        end = self.text.find("\n", max(key.end, self._last(value))) + 1
        return Edit(self._line_start(key.start), end, "")

    def _put(self, name: str, key: Scalar, value: Value, new: str | tuple[str, ...]) -> Iterator[Edit]:
        if isinstance(value, Mapping):
            if isinstance(new, str) and self._is_braced(value):
                yield Edit(value.start, value.end, scalar(new, ""))
                return
            message = f"'{key.text}' holds keys of its own, where a value is to be set"
            raise self.written.error(value.start, message, BY_HAND)
        if name == "status" and isinstance(value, Listing) and isinstance(new, str):
            raise self.written.error(value.start, "the status is a list, where one word is to be set", "write one word")
        if isinstance(value, Scalar):
            style = value.style if value.style in (SINGLE, DOUBLE) else ""
            yield from self._replaced(key, value, scalar(new, style) if isinstance(new, str) else listings.flow(new))
        elif isinstance(new, str):
            yield from self._instead(key, value, scalar(new, listings.style(value)))
        elif self._is_flow(value) or not new:
            yield from self._instead(key, value, listings.flow(new, listings.style(value)))
        else:
            inner = " " * self._column(value.start)
            block = listings.block(new, inner, self.eol, listings.style(value))
            yield Edit(self._line_start(value.start), self._last(value), block)

    def _is_braced(self, value: Mapping) -> bool:
        """Say whether it is a word in a template's braces, ``{accepted}``: to YAML a key without a value."""
        named = len(value.pairs) == 1 and isinstance(value.pairs[0][1], Scalar) and not value.pairs[0][1].text
        return named and self.text[value.start : value.start + 1] == "{" and self.text[value.end - 1] == "}"

    def _instead(self, key: Scalar, value: Listing, new: str) -> Iterator[Edit]:
        """Yield the edits that put a value on the key's line in the place of a list; a comment on that line stays."""
        if self._is_flow(value):
            yield Edit(value.start, value.end, new)
        else:
            colon = self._colon(key)
            yield Edit(colon, colon, f" {new}")
            yield Edit(self.written.line_end(colon), self._last(value), "")

    def _replaced(self, key: Scalar, value: Scalar, new: str) -> Iterator[Edit]:
        """Yield the edits that put a value, written out, in the place of a single one; a comment beside it stays."""
        if value.start == value.end:
            colon = self._colon(key)
            yield Edit(colon, colon, f" {new}")
        elif value.style in ("|", ">"):
            # The comment stands between the sign and the text.
            sign = value.start
            while not self.text[sign].isspace():
                sign += 1
            yield Edit(value.start, sign, new)
            header = self.written.line_end(sign)
            yield Edit(header, max(header, self._last(value)), "")
        else:
            yield Edit(value.start, value.end, new)

    def _added(self, name: str, key: Scalar, value: Value, values: tuple[str, ...]) -> Iterator[Edit]:
        if isinstance(value, Mapping) or _holds_keys(value):
            message = f"'{key.text}' holds keys of its own, where a list is to be added to"
            raise self.written.error(value.start, message, BY_HAND)
        old = listings.items(value, self.text)
        new = listings.added(old, values)[len(old) :]
        if not new:
            return
        if isinstance(value, Scalar) or listings.is_wiki_link(value, self.text):
            style = listings.style(value)
            yield from self._put_list(name, key, value, listings.flow((*old, *new), style))
        elif self._is_flow(value):
            yield listings.into_flow(value, new)
        else:
            inner = " " * self._column(value.start)
            at = self.written.line_end(self._last(value))
            yield Edit(at, at, self.eol + listings.block(new, inner, self.eol, listings.style(value)))

    def _put_list(self, name: str, key: Scalar, value: Scalar | Listing, new: str) -> Iterator[Edit]:
        if name == "status":
            raise self.written.error(value.start, "a status is one word and no list", BY_HAND)
        if isinstance(value, Scalar):
            yield from self._replaced(key, value, new)
        else:
            yield Edit(value.start, value.end, new)

    def _last(self, value: Value) -> int:
        """Return where the text of a value ends: the end of a block, as the parser tells it, is behind comments."""
        while not isinstance(value, Scalar) and not self._is_flow(value):
            parts = value.items if isinstance(value, Listing) else tuple(one for _, one in value.pairs)
            value = parts[-1]
        if isinstance(value, Scalar) and value.style in ("|", ">"):
            return value.start + len(self.text[value.start : value.end].rstrip())
        return value.end

    def _is_flow(self, value: Listing | Mapping) -> bool:
        return self.text[value.start] in "[{"

    def _colon(self, key: Scalar) -> int:
        return self.text.index(":", key.end) + 1

    def _line_start(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1

    def _column(self, offset: int) -> int:
        return offset - self._line_start(offset)


def _holds_keys(value: Scalar | Listing) -> bool:
    return isinstance(value, Listing) and any(isinstance(item, Mapping) for item in value.items)


def said(value: Value, text: str) -> str | tuple[str, ...] | None:
    """Return what a value says, as `Put` would have it; None for what it cannot say, and for nothing."""
    if isinstance(value, Scalar):
        return value.text if value.end > value.start and (value.text or value.style) else None
    return listings.items(value, text) if isinstance(value, Listing) else None
