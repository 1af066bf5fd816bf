"""A rule's own scope, for the kinds that look beyond one file: `in`, `except`, `lang`, and the note it stands in."""

from __future__ import annotations

from adrguard.model.globs import matches
from adrguard.syntax.languages import speaks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.rules import Rule


def in_scope(rule: Rule, path: str) -> bool:
    """Say whether the rule speaks of the file at `path`."""
    if path == rule.note or (rule.langs and not speaks(path, rule.langs)):
        return False
    return (not rule.include or matches(rule.include, path)) and not matches(rule.exclude, path)
