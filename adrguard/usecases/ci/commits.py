"""From what a CI job says to the commits to compare, as this clone has them: the newest that both sides share.

Where several commits are each the newest that is shared (histories that were merged crosswise, a branch that merged its
upstream since the last push) their merge is the older state. What is not in the clone is an error that says how
to have it there: a change that cannot be seen is never a clean one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.errors import GitError
from adrguard.model.record import Record
from adrguard.system.git import Git, UnknownRevisionError
from adrguard.system.git_words import failure
from adrguard.usecases.ci.sought import commit, is_ref, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.system.repository import Repository
    from adrguard.usecases.ci.sought import Sought

_USUAL = ("refs/heads/main", "refs/heads/master")
_SHOWN = 12
_PARENTS_OF_MERGE = 2


class MissingCommitError(GitError):
    """A commit that the verdict depends on is not in this clone."""


class Span(Record):
    """The change to judge: `head` since `base`, by full ids; what is in one of `others` counts as old too.

    `base` may be a tree that is the merge of several commits.

    With `base` "" there is no older state, and the tree of `head` is judged as it stands. `notes` say what was chosen.
    """

    head: str
    base: str = ""
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def resolve(repo: Repository, sought: Sought) -> Span:
    """Find the commits. Raises `MissingCommitError`, and `GitError` where git fails."""
    return _Search(Git(repo), sought).span()


class _Search:
    def __init__(self, git: Git, sought: Sought) -> None:
        self._git = git
        self._sought = sought.replace(bases=tuple(filter(None, sought.bases)))  # a service may say nothing of one
        self._notes: list[str] = []

    def span(self) -> Span:
        head = self._head()
        starts = list(
            dict.fromkeys([*self._parted_by_service(head), *filter(None, map(self._commit, self._sought.bases))])
        )
        trunk = self._trunk(needed=not starts) if self._sought.of_branch else ""
        if trunk and self._git.completed("merge-base", "--is-ancestor", head, trunk).code == 0:
            return self._nothing(head, short(self._sought.default) or "the default branch")
        if not starts and not trunk:
            if not self._stands_alone():
                raise self._no_base()
            return self._made(head, "")
        shared = [one for start in starts for one in self._shared(start, head)]
        if trunk:
            shared += self._shared(trunk, head, needed=not starts)
        ahead = [one for one in dict.fromkeys(shared) if one != head]
        if not ahead:
            return self._nothing(head, "what it is compared with")
        base, *others = self._newest(ahead)
        if not others:
            return self._made(head, base)
        several = " and ".join(one[:_SHOWN] for one in (base, *others))
        merged = self._merged(base, *others)
        how = "their merge counts" if merged else "all count"
        self._notes.append(f"several commits are each the newest that both have ({several}): {how} as the old state")
        return self._made(head, merged or base, () if merged else others)

    def _merged(self, *commits: str) -> str:
        """Return the tree of what two commits become when they are merged, "" where that is not plain.

        So does git find out what two sides did that were merged crosswise. It writes nothing but objects.
        """
        if len(commits) != _PARENTS_OF_MERGE:
            return ""
        # Before 2.38 git knows no such merge; where there is a conflict, or no room for objects, it fails.
        done = self._git.completed("merge-tree", "--write-tree", "--no-messages", *commits)
        return "" if done.code else done.stdout.decode("ascii").split()[0]

    def _nothing(self, head: str, holder: str) -> Span:
        self._notes.append(f"{holder} already holds all of it, so there is nothing to judge")
        return self._made(head, head)

    def _made(self, head: str, base: str, others: Iterable[str] = ()) -> Span:
        span = f"{base[:_SHOWN]}..{head[:_SHOWN]}" if base else f"{head[:_SHOWN]} as it stands, as nothing came before"
        first = f"judged {span}: {self._sought.what} ({self._sought.ci})"
        return Span(head, base, tuple(others), (first, *self._notes))

    def _head(self) -> str:
        """Return the commit to judge: the one checked out, if that is the one the service means, or its merge of it."""
        at_hand = self._git.head()
        tip = self._commit(self._sought.tip) or self._sought.tip
        if not tip or at_hand == tip:
            return self._checked_out(at_hand)
        if self._sought.loose and not self._sought.exact and self._is_of_its_own(at_hand, tip):
            if self._sought.of_branch:
                self._sought = self._sought.replace(built="", what=f"what is checked out in {self._sought.what}")
            return at_hand
        if not self._sought.exact and (at_hand == self._sought.merged or tip in self._parents(at_hand)):
            return at_hand
        known = self._commit(self._sought.merged) or self._commit(tip)
        if known:
            return known
        msg = f"the commit to judge, {tip[:_SHOWN]} of {self._sought.what}, is not in this clone"
        raise MissingCommitError(msg, self._remedy(tip))

    def _is_of_its_own(self, at_hand: str, tip: str) -> bool:
        """Say whether what is checked out holds something that the commit named by the service does not."""
        if not at_hand:
            return False
        return self._git.completed("merge-base", "--is-ancestor", at_hand, tip).code != 0

    def _checked_out(self, at_hand: str) -> str:
        if at_hand:
            return at_hand
        msg = "there is no commit here yet"
        raise MissingCommitError(msg, "check out the commit to judge, or name it with --head")

    def _parents(self, oid: str) -> list[str]:
        """Return the parents of a merge of two commits, [] for any other commit."""
        if not oid:
            return []
        listed = self._git.output("rev-list", "--parents", "--max-count=1", oid).decode("ascii").split()[1:]
        return listed if len(listed) == _PARENTS_OF_MERGE else []

    def _parted_by_service(self, head: str) -> Iterator[str]:
        """Yield what the service merged its tip with. It may be newer than the base that the event names."""
        tip, merged = self._sought.tip, self._sought.merged
        if tip and merged and head in (merged, self._commit(merged)):
            parents = self._parents(head)
            yield from (one for one in parents if tip in parents and one != tip)

    def _trunk(self, *, needed: bool) -> str:
        """Return the tip of the branch whose commits count as judged already, "" for that branch itself, or for none.

        Raises `MissingCommitError` where the change cannot be told without it.
        """
        sought = self._sought
        default = sought.default or (self._guessed() if needed else "")
        if default in ("", sought.built):
            return ""
        known = self._commit(default)
        if needed and not known:
            raise self._not_here(next(iter(sought.bases), default))
        if needed and sought.bases:
            self._notes.append(
                f"{sought.bases[0][:_SHOWN]}, which was there before, is not in this clone: "
                f"judged is all since {short(default)} was left"
            )
        return known

    def _stands_alone(self) -> bool:
        """Say whether this is the first that is to be judged at all, or a run without any change."""
        sought = self._sought
        return sought.of_branch and not sought.bases and sought.built in {sought.default or self._guessed()} - {""}

    def _guessed(self) -> str:
        """Return the default branch by what the clone says, "" where that does not say it either."""
        done = self._git.completed("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
        told = done.stdout.decode("utf-8", "replace").strip().removeprefix("refs/remotes/origin/")
        if done.code == 0 and told:
            return f"refs/heads/{told}"
        if self._sought.built in _USUAL:
            return self._sought.built
        usual = [one for one in _USUAL if self._commit(one)]
        return usual[0] if len(usual) == 1 else ""

    def _no_base(self) -> MissingCommitError:
        sought = self._sought
        if sought.bases:
            return self._not_here(sought.bases[0])
        msg = f"{sought.ci} does not say what {sought.what} is to be compared with"
        return MissingCommitError(msg, "name it: `adrguard ci --base origin/main`, after `git fetch origin main`")

    def _not_here(self, name: str) -> MissingCommitError:
        if not commit(name) and not is_ref(name):
            msg = f"'{name}' names no commit here with which {self._sought.what} could be compared"
            way_out = "name a branch, a tag or a commit: `git branch -a` and `git tag` list what there is"
            return MissingCommitError(msg, self._remedy(name) if self._git.is_shallow() else way_out)
        shown = name[:_SHOWN] if commit(name) else short(name)
        msg = f"{shown}, with which {self._sought.what} is to be compared, is not in this clone"
        return MissingCommitError(msg, self._remedy(name))

    def _remedy(self, name: str) -> str:
        if self._git.is_shallow():
            return f"this clone is shallow: {self._sought.deepen}"
        if name.startswith("refs/heads/"):
            return f"before it, run `git fetch origin {_quoted(f'+{name}:refs/remotes/origin/{short(name)}')}`"
        return f"before it, run `git fetch origin {_quoted(name)}`, or {self._sought.deepen}"

    def _shared(self, start: str, head: str, *, needed: bool = True) -> list[str]:
        """Return the newest commits that both have; where there is nothing in common, the other state itself."""
        done = self._git.completed("merge-base", "--all", start, head)
        if done.code not in (0, 1):
            raise failure(done, "merge-base")
        found = done.stdout.decode("ascii").split()
        if found or not needed:
            return found
        if self._git.is_shallow():
            msg = f"git finds no commit where {start[:_SHOWN]} and {head[:_SHOWN]} parted: this clone is shallow"
            raise MissingCommitError(msg, self._sought.deepen)
        self._notes.append(f"{start[:_SHOWN]} has no history in common with it: the two states are compared")
        return [start]

    def _newest(self, commits: list[str]) -> list[str]:
        """Return those that are in no other's history, in the order given."""
        if len(commits) == 1:
            return commits
        found = self._git.output("merge-base", "--independent", *commits).decode("ascii").split()
        return [one for one in commits if one in found]

    def _commit(self, name: str) -> str:
        """Return the full id of what a revision names in this clone, "" where it is not here."""
        for one in self._spellings(name):
            try:
                return self._git.rev_parse(one)
            except UnknownRevisionError:
                continue
        return ""

    def _spellings(self, name: str) -> Iterator[str]:
        """Yield what a branch may be called here: what was fetched is newer than a branch of the clone's own."""
        if not name.startswith("refs/heads/"):
            if name:
                yield name
            return
        own = name.removeprefix("refs/heads/")
        yield f"refs/remotes/origin/{own}"
        listed = self._git.output("for-each-ref", "--format=%(refname)", f"refs/remotes/*/{own}")
        yield from listed.decode("utf-8", "surrogateescape").splitlines()
        yield name


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)
