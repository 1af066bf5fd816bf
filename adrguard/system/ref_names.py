"""Names that mean several commits at once: git takes a tag before a branch, and its own branch before a remote's.

Whoever may push a tag called `main` would else say what a change is compared with.
"""

from __future__ import annotations

from adrguard.model.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.system.git import Git

_PLACES = ("refs/", "refs/tags/", "refs/heads/", "refs/remotes/")  # in git's own order (`git help revisions`)
_SUFFIXES = ("^", "~", "@{")
_IDS = (40, 64)
_HEX = frozenset("0123456789abcdef")
_WARNS = "is ambiguous"


class AmbiguousNameError(GitError):
    """A name that several refs have which do not stand for the same commit."""


def check_name(git: Git, revision: str, oid: str, warnings: str) -> None:
    """Refuse a revision of which git warned that it is ambiguous, if it is: `oid` is what git took it for."""
    name = min((revision.partition(suffix)[0] for suffix in _SUFFIXES), key=len)
    if _WARNS not in warnings or not name or name.startswith("refs/") or _is_certain(name):
        return
    found = {}
    for place in _PLACES:
        done = git.completed("rev-parse", "--verify", "--quiet", f"{place}{revision}^{{commit}}")
        if done.code == 0:
            found[place + name] = done.stdout.decode("ascii").strip()
    if len({oid, *found.values()}) == 1 and not (len(found) == 1 and _HEX.issuperset(name.lower())):
        return
    meant = [f"{ref} ({commit[:12]})" for ref, commit in found.items()]
    if len(found) == 1:
        meant.append(f"a commit whose id begins with {name}")
    first = min(found, key=lambda ref: "/tags/" in ref, default=name)
    msg = f"'{revision}' means more than one commit here: {' and '.join(meant)}"
    raise AmbiguousNameError(msg, f"write {first}, or the full id of the commit that you mean")


def _is_certain(name: str) -> bool:
    """Say whether git takes a name for one thing, whatever refs are called: HEAD, and the full id of a commit."""
    return name in ("HEAD", "@") or (len(name) in _IDS and _HEX.issuperset(name.lower()))
