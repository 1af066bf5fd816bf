"""setup.cfg: the declarative lists of setuptools. A setup.py is never run, so what only it knows is not seen."""

from __future__ import annotations

import configparser

from adrguard.syntax.manifests import requirement
from adrguard.syntax.manifests.declared import Declared, Manifest, ManifestProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_KEYS = ("install_requires", "setup_requires", "tests_require", "install-requires", "setup-requires", "tests-require")
_EXTRAS = "options.extras_require"


def read(manifest: Manifest) -> list[Declared]:
    """Read the requirement lists of `[options]` and of every extra."""
    parser = configparser.RawConfigParser(delimiters=("=", ":"), strict=False)
    try:
        parser.read_string(manifest.text)
    except configparser.Error as error:
        raise ManifestProblem(error.message.replace("\n", " "), getattr(error, "lineno", 0) or 0, 1) from error
    found = []
    for text, start in _entries(manifest.text):
        body = text.partition(" #")[0].strip()
        if body and not body.startswith("#"):
            first = start + len(text) - len(text.lstrip())
            one = requirement.read(body, first, first + len(body))
            if one is not None:
                found.append(one)
    return found


def _entries(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines of the lists, each with its offset."""
    section, listing, at = "", False, 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        if line[0] in " \t":
            if listing:
                yield line, start
        elif line.startswith("["):
            section, listing = line[1:].partition("]")[0].strip(), False
        else:
            key, value = _split(line)
            listing = section == _EXTRAS or (section == "options" and key.lower() in _KEYS)
            if listing:
                yield value, start + len(line) - len(value)


def _split(line: str) -> tuple[str, str]:
    at = min((found for found in (line.find("="), line.find(":")) if found >= 0), default=len(line))
    return line[:at].strip(), line[at + 1 :]
