"""The places beside the tracked files by which the guard works: git's hooks, git's settings of them, its own state."""

from __future__ import annotations

from adrguard.changes.edit import GIT
from adrguard.engine.installation import NAME, taken_away
from adrguard.model.changes import NEW, OLD
from adrguard.model.findings import Weakened
from adrguard.system.folders import STATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.changes.change import Change
    from adrguard.model.changes import FileChange, Tree

OWN_FOLDER = "adrguard"
"""Name of our folder in a git directory."""
HOOKS_PATH = "hookspath"
FRAMEWORKS = ("pre-commit", "prek", "lefthook", "husky", "overcommit")
"""Programs that run the guard from a hook in which it is not named."""

_STATE = "the guard's own record, which its commands write"
_EDITED = "edited by hand"


def touched(change: Change) -> Iterator[Weakened]:
    """Yield what a change takes from the guard outside of the files that git tracks."""
    for one in change.set.everything:
        for path in (one.path, one.old_path):
            inside = path.removeprefix(GIT) if path.startswith(GIT) else ""
            if path.startswith(f"{STATE}/") or inside.startswith(f"{OWN_FOLDER}/"):
                yield Weakened("hooks", path, 0, "", _STATE, _EDITED)
                break
        if one.old_path.startswith(f"{GIT}hooks/"):
            yield from _hook(one, change.tree)
        elif one.path in (f"{GIT}config", f"{GIT}config.worktree"):
            yield from _settings(one, change.tree)


def _hook(one: FileChange, tree: Tree) -> Iterator[Weakened]:
    old, new = _text(tree, one.old_path, OLD), _text(tree, one.path, NEW)
    if NAME in old.lower():
        yield from taken_away([one], (), tree, None)
        return
    for word in FRAMEWORKS:
        if word in old and (word not in new or one.path != one.old_path):
            yield Weakened("hooks", one.old_path, 0, "", f"the hook runs {word}", "it does not")
            return


def _settings(one: FileChange, tree: Tree) -> Iterator[Weakened]:
    before, after = (_hook_paths(_text(tree, one.path, side)) for side in (OLD, NEW))
    if before != after:
        yield Weakened("hooks", one.path, 0, "", "; ".join(before), "; ".join(after))


def _hook_paths(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n") if HOOKS_PATH in line.lower()]


def _text(tree: Tree, path: str, side: str) -> str:
    content = tree.read(path, side) if path else None
    return content.text if content else ""
