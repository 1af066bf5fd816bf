"""requirements.txt and constraints.txt, as pip reads them."""

from __future__ import annotations

from adrguard.syntax.manifests import requirement
from adrguard.syntax.manifests.declared import Declared, Manifest

_SCHEMES = ("http://", "https://", "file:", "git+", "hg+", "svn+", "bzr+", "ssh://")
_EDITABLE = ("-e ", "--editable ", "--editable=")


def read(manifest: Manifest) -> list[Declared]:
    """Read every line that asks for a package. Other files (`-r`) are manifests of their own."""
    constraint = manifest.path.rpartition("/")[2].lower().startswith("constraints")
    found = []
    for line, start in _logical_lines(manifest.text):
        one = _line(line, start)
        if one is not None:
            found.append(one.replace(constraint=constraint))
    return found


def _logical_lines(text: str) -> list[tuple[str, int]]:
    """Join lines that end in a backslash, with spaces for what is cut, so that offsets hold."""
    lines: list[tuple[str, int]] = []
    joined, begin, at = "", 0, 0
    for raw in text.split("\n"):
        line = raw.removesuffix("\r")
        if not joined:
            begin = at
        at += len(raw) + 1
        if line.endswith("\\") and not line.lstrip().startswith("#"):
            joined += line[:-1].ljust(len(raw) + 1)
            continue
        lines.append((joined + line, begin))
        joined = ""
    if joined:
        lines.append((joined, begin))
    return lines


def _line(line: str, start: int) -> Declared | None:
    line = _without_comment(line)
    body = line.strip()
    start += len(line) - len(line.lstrip())
    editable = next((flag for flag in _EDITABLE if body.startswith(flag)), "")
    if editable:
        stripped = body[len(editable) :].lstrip()
        start, body = start + len(body) - len(stripped), stripped
    body = _without_options(body)
    if not body or body.startswith("-"):
        return None
    if body.lower().startswith(_SCHEMES):
        address = body.partition(" ")[0].partition(";")[0]
        return requirement.from_url(address, start, start + len(address))
    return requirement.read(body, start, start + len(body))


def _without_comment(line: str) -> str:
    at = line.find("#")
    while at > 0 and not line[at - 1].isspace():
        at = line.find("#", at + 1)
    return line if at < 0 else line[:at]


def _without_options(body: str) -> str:
    """Cut per-requirement options: ``--hash=…``, ``--config-settings …``."""
    for mark in (" --", "\t--"):
        body = body.partition(mark)[0]
    return body.rstrip()
