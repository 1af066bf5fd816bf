"""Notes that stand beside the others: indexes and templates, never decisions whatever they say, and tests of rules."""

from __future__ import annotations

import re

_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
SERIES = r"(?:[a-z]{2,12}[-_])?adr[-_](?:[a-z]{1,12}[-_])?\d+"
"""The beginning of a name by the series that it counts in: ``OPS-ADR-0003``, ``ADR-OPS-12``."""

# Compiled at the first use, as most commands ask no note for its name.
_NUMBERED = rf"(?i)^(?:adr[-_ ]?)?(?:\d+|n{{3,}}|x{{3,}}|yyyy[-_.]?mm[-_.]?dd)(?=\W|_|$)|^{SERIES}(?=\W|_|$)|^adr[-_ ]"
_OF_DECISIONS = frozenset(
    (
        *("a", "adr", "adrs", "bare", "decision", "decisions", "default", "example", "full"),
        *("long", "madr", "minimal", "nygard", "proposal", "record", "records", "short"),
    )
)
TEST = re.compile(r"\.test\.(?:md|markdown)$", re.IGNORECASE)
TESTS = "tests"
_TEMPLATE = frozenset(("template", "templates", "vorlage", "plantilla", "sjabloon"))
_MODEL = frozenset(("modele", "modelo", "modello"))
"""These are words of titles as well, and mean a template only beside one that names decision records."""
_LANGUAGES = frozenset(("de", "en", "es", "fr", "it", "ja", "ko", "nl", "pt", "ru", "zh"))
_INDEX = frozenset(("readme", "index", "_index", "toc", "summary"))


def is_index(path: str) -> bool:
    """Say whether a note is a README or another index of its folder."""
    stem, bare = _stems(path)
    return stem in _INDEX or bare in _INDEX


def is_template(path: str) -> bool:
    """Say whether a note is a template of decisions (``0000-adr-template.md``), or lies in a folder of templates."""
    *above, _ = path.split("/")
    if above and above[-1].lower().strip("_.") in _TEMPLATE:
        return True
    words = [word for word in re.split(r"[^a-z]+", _stems(path)[1]) if word]
    rest = [word for word in words if word not in _TEMPLATE]
    if len(rest) == len(words):
        rest = [word for word in words if word not in _MODEL]
        if len(rest) == len(words) or not rest:
            return False
    return _OF_DECISIONS.union(_LANGUAGES).issuperset(rest)


def is_index_or_template(path: str) -> bool:
    """Say whether a note is either."""
    return is_index(path) or is_template(path)


def is_named_as_test(path: str) -> bool:
    """Say whether a note is named ``*.test.md``, or lies right in a folder ``tests``."""
    return TEST.search(path) is not None or path.lower().split("/")[-2:-1] == [TESTS]


def _stems(path: str) -> tuple[str, str]:
    """Return the lower-case stem of a note's name, and what is left of it without its number."""
    stem = _NOTE.sub("", path.rpartition("/")[2]).lower()
    return stem, re.sub(_NUMBERED, "", stem).strip("-_. ")
