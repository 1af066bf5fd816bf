"""The patches of the `apply_patch` tool: `*** Begin Patch`, then files that are added, deleted, updated or moved.

A hunk has no line numbers: its old lines are looked for, below the last hunk's and below the line that `@@` names, and
found where they stand exactly, or failing that where only white space or typographic signs differ.
"""

from __future__ import annotations

from itertools import pairwise

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ADD, DELETE, UPDATE = "add", "delete", "update"

_BEGIN, _END = "*** Begin Patch", "*** End Patch"
_HEADS = (("*** Add File: ", ADD), ("*** Delete File: ", DELETE), ("*** Update File: ", UPDATE))
_MOVE, _END_OF_FILE = "*** Move to: ", "*** End of File"
_MOST_COMPARED = 5_000_000  # lines compared for one hunk; a text made to be slow is not gone through
_PLAIN = {
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f"), '"'),
    **dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2009\u202f\u3000"), " "),
}


class PatchError(Exception):
    """A patch that cannot be read, or does not apply."""


class Hunk(Record):
    """Lines that take the place of others: `old` become `new`, below the lines `under`; at the file's end if `last`."""

    under: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    last: bool = False


class FilePatch(Record):
    """What a patch does to one file: `text` is that of an added one, `hunks` those of an updated one."""

    kind: str
    path: str
    moved_to: str = ""
    text: str = ""
    hunks: tuple[Hunk, ...] = ()


def parse(patch: str) -> tuple[FilePatch, ...]:
    """Read a patch, whatever stands around it. Raises `PatchError`."""
    lines = patch.replace("\r\n", "\n").split("\n")
    begin = next((number for number, line in enumerate(lines) if line.strip() == _BEGIN), None)
    if begin is None:
        raise PatchError("there is no '*** Begin Patch'")
    end = next((number for number in range(begin, len(lines)) if lines[number].strip() == _END), len(lines))
    return tuple(_files(lines[begin + 1 : end]))


def _files(lines: Sequence[str]) -> Iterator[FilePatch]:
    heads = [number for number, line in enumerate(lines) if _head(line)[0]]
    for start, end in pairwise([*heads, len(lines)]):
        kind, path = _head(lines[start])
        body = lines[start + 1 : end]
        if kind == ADD:
            text = "".join(f"{line[1:]}\n" for line in body if line.startswith("+"))
            yield FilePatch(ADD, path, text=text)
        elif kind == DELETE:
            yield FilePatch(DELETE, path)
        else:
            moved = body[0].strip().removeprefix(_MOVE) if body and body[0].strip().startswith(_MOVE) else ""
            yield FilePatch(UPDATE, path, moved, hunks=tuple(_hunks(body[1:] if moved else body)))


def _head(line: str) -> tuple[str, str]:
    text = line.strip() if line[:1] not in ("+", "-", " ") else ""
    return next(((kind, text[len(head) :].strip()) for head, kind in _HEADS if text.startswith(head)), ("", ""))


def _hunks(lines: Sequence[str]) -> Iterator[Hunk]:
    under: list[str] = []
    old: list[str] = []
    new: list[str] = []
    for line in lines:
        if line.startswith("@@"):
            if old or new:
                yield Hunk(tuple(under), tuple(old), tuple(new))
                under, old, new = [], [], []
            under += [line[2:].strip()] if line[2:].strip() else []
        elif line.strip() == _END_OF_FILE:
            yield Hunk(tuple(under), tuple(old), tuple(new), last=True)
            under, old, new = [], [], []
        elif line[:1] in ("", " ", "-", "+"):
            old += [line[1:]] if line[:1] != "+" else []
            new += [line[1:]] if line[:1] != "-" else []
        else:
            raise PatchError(f"'{line}' is no line of a hunk")
    if old or new:
        yield Hunk(tuple(under), tuple(old), tuple(new))


def update(text: str, hunks: Sequence[Hunk]) -> str:
    """Return the text as the hunks leave it, lines ended by line feeds. Raises `PatchError` when one does not apply."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    places: list[tuple[int, int, tuple[str, ...]]] = []
    at = 0
    for hunk in hunks:
        for line in hunk.under:
            at = _found(lines, (line,), at) + 1
        if not hunk.old:
            places.append((len(lines), 0, hunk.new))
            continue
        start, old, new = _place(lines, hunk, at)
        places.append((start, len(old), new))
        at = start + len(old)
    # From the end, so that places hold; of several at one place the first has to come last.
    places.sort(key=lambda one: one[0])
    for start, length, new in reversed(places):
        lines[start : start + length] = new
    return "".join(f"{line}\n" for line in lines)


def _place(lines: Sequence[str], hunk: Hunk, at: int) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    start = seek(lines, hunk.old, at, last=hunk.last)
    if start is None and hunk.old[-1] == "":
        # The empty line may stand for the end of the file's last line.
        shorter = hunk.replace(old=hunk.old[:-1], new=hunk.new[:-1] if hunk.new[-1:] == ("",) else hunk.new)
        start, hunk = seek(lines, shorter.old, at, last=hunk.last), shorter
    if start is None:
        raise PatchError("the lines that a hunk replaces are not in the file")
    return start, hunk.old, hunk.new


def _found(lines: Sequence[str], wanted: Sequence[str], at: int) -> int:
    start = seek(lines, wanted, at)
    if start is None:
        raise PatchError(f"'{wanted[0]}' is not in the file")
    return start


def seek(lines: Sequence[str], wanted: Sequence[str], at: int = 0, *, last: bool = False) -> int | None:
    """Return where lines stand among others from `at` on (with `last`: at the very end), None where they do not."""
    first = max(at, len(lines) - len(wanted)) if last else at
    for respell in _SPELLINGS:
        start = _seek([respell(line) for line in lines], [respell(line) for line in wanted], first)
        if start is not None:
            return start
    return None


_SPELLINGS: tuple[Callable[[str], str], ...] = (
    str,
    str.rstrip,
    str.strip,
    lambda line: line.strip().translate(_PLAIN),
)


def _seek(lines: Sequence[str], wanted: Sequence[str], first: int) -> int | None:
    compared = 0
    for start in range(first, len(lines) - len(wanted) + 1):
        length = 0
        while length < len(wanted) and lines[start + length] == wanted[length]:
            length += 1
        if length == len(wanted):
            return start
        compared += length
        if compared > _MOST_COMPARED:
            return None
    return None
