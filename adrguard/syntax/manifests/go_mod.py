"""go.mod: what is required, directly or not, and what replaces it."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax.manifests.declared import GO, Declared, Manifest, ManifestProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DIRECTIVES = (
    "module", "go", "toolchain", "require", "exclude", "replace", "retract", "tool", "godebug", "ignore",
)  # fmt: skip


class Line(Record):
    """One line of a directive: its words without quotes, and where the first begins and the last ends."""

    directive: str
    words: tuple[str, ...]
    start: int
    end: int


def read(manifest: Manifest) -> list[Declared]:
    """Read `require` and `replace`. A version that a `replace` takes the place of is not used, so not compared."""
    found = list(lines(manifest.text, strict=not manifest.fragment))
    replaced = {line.words[0]: line for line in found if line.directive == "replace" and "=>" in line.words}
    return [*_required(found, replaced), *_replacements(found)]


def _required(found: list[Line], replaced: dict[str, Line]) -> Iterator[Declared]:
    for line in found:
        if line.directive == "require" and len(line.words) == 2:  # noqa: PLR2004 - module and version
            name, version = line.words
            by = replaced.get(name)
            if by is not None and by.words[1] in ("=>", version):
                yield Declared(GO, name, "", line.start, line.end, f"it is replaced by {_after_arrow(by)}")
            else:
                yield Declared(GO, name, version, line.start, line.end)


def _replacements(found: list[Line]) -> Iterator[Declared]:
    for line in found:
        if line.directive == "replace" and "=>" in line.words:
            target = line.words[line.words.index("=>") + 1 :]
            if len(target) == 2:  # noqa: PLR2004 - module and version
                yield Declared(GO, target[0], target[1], line.start, line.end, constraint=target[0] == line.words[0])


def _after_arrow(line: Line) -> str:
    return " ".join(line.words[line.words.index("=>") + 1 :])


def module_path(text: str) -> str:
    """Return the path that the file declares for its own module, "" when it declares none."""
    return next((line.words[0] for line in lines(text, strict=False) if line.directive == "module" and line.words), "")


def lines(text: str, *, strict: bool) -> Iterator[Line]:
    """Yield the lines of all directives, blocks undone. Raises `ManifestProblem` for an unknown directive if `strict`.

    Without `strict` (a fragment), a line outside any block that looks like `path vX.Y.Z` is taken for a requirement.
    """
    block, opened, at = "", 0, 0
    for number, raw in enumerate(text.split("\n"), 1):
        start, at = at, at + len(raw) + 1
        body = raw.partition("//")[0].rstrip()
        words = tuple(word.strip('"`') for word in body.replace("(", " ( ").replace(")", " ) ").split())
        if not words:
            continue
        start += len(body) - len(body.lstrip())
        end = start + len(body.strip())
        if words == (")",):
            block = ""
        elif block:
            yield Line(block, words, start, end)
        elif words[-1] == "(" and words[0] in _DIRECTIVES:
            block, opened = words[0], number
        elif words[0] in _DIRECTIVES:
            yield Line(words[0], words[1:], start, end)
        elif not strict and "/" in words[0] and words[1:2] and words[1].startswith("v"):
            yield Line("require", words, start, end)
        elif strict:
            msg = f"unknown directive '{words[0]}'"
            raise ManifestProblem(msg, number, 1)
    if block and strict:
        msg = f"the block '{block} (' is never closed"
        raise ManifestProblem(msg, opened, 1)
