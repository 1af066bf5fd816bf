"""Which rules must look at which files: what can be ruled out by name, scope or literal is ruled out here."""

from __future__ import annotations

from adrguard.engine.needles import present, satisfied
from adrguard.engine.scope import Exclusions, applies
from adrguard.matchers.registry import KINDS
from adrguard.model.changes import NEW
from adrguard.model.findings import Unjudged
from adrguard.model.record import Record
from adrguard.model.rules import REQUIRE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.changes import ChangeSet, FileChange, Tree
    from adrguard.model.rules import Rule

SUPPRESSION = b"adrguard: allow"


class Job(Record):
    """One changed file and the rules that must read it; `marked` when it may hold suppression comments."""

    change: FileChange
    rules: tuple[Rule, ...]
    marked: bool = False


class Plan(Record):
    """What is to be done: `jobs` read files, `change_rules` look at the change as a whole; `skipped` cannot be read."""

    jobs: tuple[Job, ...]
    change_rules: tuple[Rule, ...]
    skipped: tuple[Unjudged, ...]


def make(rules: Sequence[Rule], changes: ChangeSet, tree: Tree, exclusions: Exclusions) -> Plan:
    """Plan the evaluation of the rules over the files that the change leaves behind."""
    file_rules = [rule for rule in rules if KINDS[rule.kind].per == "file" and not _is_whole_tree(rule)]
    change_rules = tuple([rule for rule in rules if KINDS[rule.kind].per == "change"])
    readable = [change for change in changes.files if not change.deleted and change.is_text_file]
    stacks = _haystacks(readable, tree)
    needles = {needle for rule in file_rules for group in rule.needles for needle in group}
    found = present(needles | {SUPPRESSION}, b"\n".join(stacks.values()))
    alive = [rule for rule in file_rules if not rule.needles or satisfied(rule.needles, found)]
    jobs, skipped = [], []
    for change in readable:
        stack = stacks[change.path]
        scoped = [rule for rule in alive if applies(rule, change.path, exclusions)]
        if _is_empty(stack, change.path):
            problem = _problem(change.path, tree)
            if problem and any(applies(rule, change.path, exclusions) for rule in file_rules):
                skipped.append(problem)
                continue
        wanted = tuple([rule for rule in scoped if not rule.needles or _occurs(rule.needles, stack)])
        marked = SUPPRESSION in found and SUPPRESSION in stack
        if wanted or marked:
            jobs.append(Job(change, wanted, marked))
    return Plan(tuple(jobs), change_rules, tuple(skipped))


def _is_whole_tree(rule: Rule) -> bool:
    return rule.verb == REQUIRE and rule.kind == "path"


def _haystacks(readable: Iterable[FileChange], tree: Tree) -> dict[str, bytes]:
    return {
        change.path: change.path.encode("utf-8", "surrogateescape").lower() + b"\n" + tree.haystack(change.path).lower()
        for change in readable
    }


def _is_empty(stack: bytes, path: str) -> bool:
    return stack.endswith(b"\n") and len(stack) == len(path.encode("utf-8", "surrogateescape")) + 1


def _problem(path: str, tree: Tree) -> Unjudged | None:
    content = tree.read(path, NEW)
    if content is None or not content.problem:
        return None
    return Unjudged(path, content.problem, code_of(content.problem))


def code_of(problem: str) -> str:
    """Return the stable code of a content's problem (`Unjudged.code`)."""
    for start, code in (("binary", "binary"), ("too large", "too-large"), ("link", "link"), ("submodule", "link")):
        if problem.startswith(start):
            return code
    return "unreadable"


def _occurs(groups: Iterable[tuple[bytes, ...]], stack: bytes) -> bool:
    for group in groups:
        for needle in group:
            if needle not in stack:
                break
        else:
            return True
    return False
