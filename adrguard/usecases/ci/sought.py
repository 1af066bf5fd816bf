"""What a CI job says it was started for, as far as it says it, and the words in which its variables may be believed."""

from __future__ import annotations

from adrguard.model.record import Record

_HEX = frozenset("0123456789abcdef")
_SHORTEST, _LONGEST = 7, 64
_BRANCH = "refs/heads/"
_MOST = 1000
_NEVER_IN_REF = frozenset(" ~^:?*[\\\x7f")


class Sought(Record):
    """The commits to look for.

    ci      name of the service
    what    what the job was started for: ``pull request 12 into main``
    tip     the commit that the service names as the one to judge, "" for the one that is checked out
    merged  the commit into which the service itself merged `tip` with what it goes into, "" where it made none
    bases   revisions from which the change starts, any of which will do: commit ids, or branches as ``refs/heads/main``
    default the branch that counts as judged already, where this is a build of a branch; "" unknown, or not asked for
    built   the branch or tag that is built, as a whole ref, "" where that is not said
    of_branch whether it is the build of a branch or tag, and not of a change that asks to go into one
    exact   whether `tip` itself is to be judged, and no merge of it that is checked out
    loose   whether the run is about no change of its own, so that another commit which is checked out is the one meant
    deepen  how to have the whole history here with this service
    """

    ci: str
    what: str
    tip: str = ""
    merged: str = ""
    bases: tuple[str, ...] = ()
    default: str = ""
    built: str = ""
    of_branch: bool = False
    exact: bool = False
    loose: bool = False
    deepen: str = "`git fetch --unshallow` brings the rest of the history"


def commit(text: str) -> str:
    """Return a commit id as a service gives it, "" for what is none: nothing, only zeros, or something else."""
    text = text.strip().lower()
    if not _SHORTEST <= len(text) <= _LONGEST or not _HEX.issuperset(text) or not text.strip("0"):
        return ""
    return text


def branch(text: str) -> str:
    """Return a branch as a whole ref; a tag stays one; "" for what no ref can be called."""
    text = text.strip()
    ref = text if text.startswith("refs/") else _BRANCH + text
    return ref if is_ref(ref) else ""


def tag(text: str) -> str:
    """Return a tag as a whole ref, "" for what no ref can be called."""
    ref = "refs/tags/" + text.strip()
    return ref if is_ref(ref) else ""


def short(ref: str) -> str:
    """Return a ref as people call it."""
    for start in (_BRANCH, "refs/tags/", "refs/"):
        if ref.startswith(start):
            return ref[len(start) :]
    return ref


def into(number: str, target: str, noun: str = "pull request") -> str:
    """Return the words for a change that asks to go into a branch."""
    return f"{noun}{f' {number}' if number.isdecimal() else ''}{f' into {short(target)}' if target else ''}"


def of_push(ref: str) -> str:
    """Return the words for what was pushed to a branch, or as a tag."""
    if not ref:
        return "a push"
    return f"the tag {short(ref)}" if ref.startswith("refs/tags/") else f"a push to {short(ref)}"


def is_ref(ref: str) -> bool:
    """Say whether git could have a ref of this name (`git check-ref-format`)."""
    if len(ref) > _MOST or any(char < " " for char in ref) or not _NEVER_IN_REF.isdisjoint(ref):
        return False
    if ".." in ref or "@{" in ref or ref.endswith("."):
        return False
    return all(part and not part.startswith(("-", ".")) and not part.endswith(".lock") for part in ref.split("/"))
