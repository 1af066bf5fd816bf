"""Whether two shares are of one whole: the same files, judged by the same rules."""

from __future__ import annotations

import adrguard
from adrguard.changes.listed import ListedTree
from adrguard.system.digests import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.changes import Tree
    from adrguard.model.decisions import DecisionSet


def sameness(tree: Tree, decisions: DecisionSet, project: str = "") -> str:
    """Return what is the same for every share of one whole: what git's index holds, rules, our version, the project.

    What git does not track is no part of it, nor what may differ from machine to machine, as where a vault lies.
    """
    rules = [
        (one.id, one.invariant, one.level, one.shadow, one.langs, one.where, one.since, one.until, one.project)
        for one in decisions.rules
    ]
    own = decisions.settings
    terms = (own.exclude, own.max_file_size, own.project, project, decisions.baseline, decisions.generated)
    files = sorted(tree.tracked.items()) if isinstance(tree, ListedTree) else []
    said = repr((adrguard.__version__, files, rules, terms))
    return sha256(said.encode("utf-8", "backslashreplace")).hex()[:16]
