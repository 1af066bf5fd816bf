"""Which rules must look at which files: what can be ruled out by name, scope or literal is ruled out here."""

from __future__ import annotations

from adrguard.engine.needles import IMPORTERS, Haystack, satisfied, sort
from adrguard.model.changes import GITLINK, NEW
from adrguard.model.findings import Unjudged
from adrguard.model.record import Record
from adrguard.model.rules import CHANGE_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.engine.scope import Exclusions
    from adrguard.model.changes import ChangeSet, FileChange, Tree
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.rules import Rule

SUPPRESSION = b"adrguard: allow"
_KIND = 0o170000
# Files in which a name may be written otherwise than it reads, and what a text must hold for that.
_PYTHON = (".py", ".pyi", ".pyw")
_ECMASCRIPT = (".js", ".jsx", ".mjs", ".cjs", ".es6", ".ts", ".tsx", ".mts", ".cts")
_WITH_ESCAPES = (*_ECMASCRIPT, ".go", ".rb", ".java", ".cs", ".csx", ".php")
_CONTROLS = frozenset((b"b", b"f", b"n", b"r", b"t", b"v"))
_BLANKS = b" \t\r"
# A sum of strings, perhaps in brackets: also where a diff marks its lines with a sign of its own.
_SUMS = (b"'+", b"+'", b'"+', b'+"', b"`+", b"+`", b")+(", b")+\n", b"\n+(", b"++(")
_MARK = ((b" adrguard ", b" allow ", SUPPRESSION),)
_SORTED_MARK = sort(_MARK)


class Job(Record):
    """One changed file and the rules that must read it; `marked` when it may hold suppression comments."""

    change: FileChange
    rules: tuple[Rule, ...]
    marked: bool = False


class Plan(Record):
    """What is to be done: `jobs` read files, `change_rules` look at the change as a whole; `skipped` cannot be read.

    `exclusions` is None as long as no file had to be looked at that closely.
    """

    jobs: tuple[Job, ...] = ()
    change_rules: tuple[Rule, ...] = ()
    skipped: tuple[Unjudged, ...] = ()
    exclusions: Exclusions | None = None


def make(rules: Sequence[Rule], changes: ChangeSet, tree: Tree, sets: Sequence[DecisionSet]) -> Plan:
    """Plan the evaluation of the rules over the files that the change leaves behind.

    `sets` are the decisions of the change and, where they differ, of its base: both must leave a file out.
    """
    file_rules = [rule for rule in rules if rule.kind not in CHANGE_KINDS]
    change_rules = tuple([rule for rule in rules if rule.kind in CHANGE_KINDS and _concerns(rule, changes)])
    readable = [change for change in changes.files if not change.deleted and change.is_text_file]
    stacks = {change.path: _haystack(change.path, tree) for change in readable}
    *possible, marked = satisfied([*[rule.needles for rule in file_rules], _MARK], stacks.values())
    alive = [rule for rule, is_possible in zip(file_rules, possible, strict=True) if is_possible or not rule.needles]
    if any(rule.kind == "dependency" for rule in alive) and not _holds_manifest(readable):
        alive = [rule for rule in alive if rule.kind != "dependency"]
    empty = [change for change in readable if len(stacks[change.path].text) == len(_encoded(change.path)) + 1]
    # Of all files they are no news, and name nothing that is not there as a file as well, or elsewhere.
    pointers = [] if changes.whole else [one for one in changes.files if not (one.deleted or one.is_text_file)]
    if not (alive or empty or marked or (pointers and file_rules)):
        return Plan(change_rules=change_rules)
    from adrguard.engine.scope import Exclusions

    exclusions = Exclusions(*sets)
    skipped = tuple(_skipped(empty, tree, file_rules, exclusions)) if file_rules else ()
    pointing = tuple(
        [_pointer(one) for one in pointers if any(_may_hide(rule, one, exclusions) for rule in file_rules)]
    )
    unreadable = {one.path for one in skipped}
    files = [(change, stacks[change.path]) for change in readable if change.path not in unreadable]
    return Plan(tuple(_jobs(files, alive, exclusions)), change_rules, skipped + pointing, exclusions)


class Portions:
    """Plans for a tree of files, some of them at a time: what does not depend on the files is made once."""

    def __init__(self, rules: Sequence[Rule], exclusions: Exclusions) -> None:
        from adrguard.engine.sieve import Sieve

        self._rules = rules
        self._exclusions = exclusions
        self._sieve = Sieve(rules, _MARK)

    def plan(self, changes: Sequence[FileChange], tree: Tree) -> Plan:
        """Plan the evaluation of the rules over some files, as `make` does."""
        jobs: list[Job] = []
        empty: list[FileChange] = []
        for change in changes:
            stack = _haystack(change.path, tree)
            if len(stack.text) == len(_encoded(change.path)) + 1:
                empty.append(change)
            rules, marked = self._sieve.sift(stack)
            wanted = [rule for rule in rules if _is_for(rule, change, self._exclusions)]
            if wanted or marked:
                jobs.append(Job(change, tuple(wanted), marked))
        skipped = tuple(_skipped(empty, tree, self._rules, self._exclusions))
        unreadable = {one.path for one in skipped}
        readable = [one for one in jobs if one.change.path not in unreadable] if unreadable else jobs
        return Plan(tuple(readable), (), skipped, self._exclusions)


def _pointer(change: FileChange) -> Unjudged:
    if change.mode & _KIND == GITLINK:
        return Unjudged(change.path, "a submodule: what is in it is judged where it is committed", "link")
    return Unjudged(change.path, "a symbolic link, which is not followed", "link")


def _may_hide(rule: Rule, change: FileChange, exclusions: Exclusions) -> bool:
    """Say whether there may be files behind a link or a submodule that the rule would judge if they stood there."""
    from adrguard.engine.scope import applies
    from adrguard.model.globs import any_below, matches

    is_folder = change.mode & _KIND == GITLINK or "." not in change.path.rpartition("/")[2]
    if is_folder and matches(rule.exclude, f"{change.path}/x"):
        return False
    below = is_folder and (not rule.include or any_below(rule.include, change.path + "/"))
    return below or applies(rule, change.path, exclusions)


def _holds_manifest(changes: Iterable[FileChange]) -> bool:
    # Asked here, as rules about dependencies have no needles and would have every hook load the table of kinds.
    from adrguard.syntax.manifests.files import is_manifest

    return any(is_manifest(change.path) for change in changes)


def _jobs(files: Iterable[tuple[FileChange, Haystack]], alive: Sequence[Rule], exclusions: Exclusions) -> Iterator[Job]:
    conditions = [(rule, sort(rule.needles)) for rule in alive]
    for change, stack in files:
        wanted = [
            rule
            for rule, needles in conditions
            if (not needles or stack.holds(needles)) and _is_for(rule, change, exclusions)
        ]
        marked = stack.holds(_SORTED_MARK)
        if wanted or marked:
            yield Job(change, tuple(wanted), marked)


def _is_for(rule: Rule, change: FileChange, exclusions: Exclusions) -> bool:
    from adrguard.engine.scope import applies

    return applies(rule, change.path, exclusions) and not _moves_note(change, rule)


def _moves_note(change: FileChange, rule: Rule) -> bool:
    """Say whether this is the note that declares the rule, put elsewhere as a note: it still is about itself."""
    return change.old_path == rule.note and change.path.endswith(".md")


def _skipped(
    empty: Iterable[FileChange], tree: Tree, rules: Sequence[Rule], exclusions: Exclusions
) -> Iterator[Unjudged]:
    """Yield the files that some rule should judge and that cannot be read; an empty file is not one of them."""
    from adrguard.engine.scope import applies

    for change in empty:
        content = tree.read(change.path, NEW)
        if content and content.problem and any(applies(rule, change.path, exclusions) for rule in rules):
            yield Unjudged(change.path, content.problem, code_of(content.problem))


def _concerns(rule: Rule, changes: ChangeSet) -> bool:
    """Say whether a rule about the change as a whole can have anything to say: a cheap necessary condition."""
    if changes.whole:
        return True
    from adrguard.model.globs import matches

    for target in rule.targets:
        globs = target.when if rule.kind == "change" else target.globs  # type: ignore[union-attr] # by the rule's kind
        for change in changes.files:
            if matches(globs, change.path) or (change.old_path != change.path and matches(globs, change.old_path)):
                return True
    return False


def _encoded(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


def _haystack(path: str, tree: Tree) -> Haystack:
    text = tree.haystack(path)
    written = _encoded(path).lower() + b"\n" + text.lower()
    name = path.lower()
    python, ecmascript = name.endswith(_PYTHON), name.endswith(_ECMASCRIPT)
    if (python or name.endswith(_WITH_ESCAPES)) and _reads_otherwise(text, python=python, ecmascript=ecmascript):
        from adrguard.engine.respelled import respelled

        # The file itself: what parts a line from the next in a diff is not the language's.
        content = tree.read(path, NEW)
        read = content.text.encode("utf-8", "replace") if content else b""
        written += respelled(read, python=python, ecmascript=ecmascript)
    return Haystack(written)


def _reads_otherwise(text: bytes, *, python: bool, ecmascript: bool) -> bool:
    """Say whether a name in this text may read otherwise than it is written: cheap, and never too strict."""
    if python:
        return not text.isascii() or any(word in text for word in IMPORTERS)
    if b"\\" in text and any(map(_is_escape, {piece[:1] for piece in text.split(b"\\")[1:]})):
        return True
    if not ecmascript:
        return False
    close = text.translate(None, _BLANKS)
    return any(sides in close for sides in _SUMS)


def _is_escape(letter: bytes) -> bool:
    """Say whether what stands behind a backslash may be, or begin, a letter of a name: also where the line goes on."""
    return (letter.isalnum() and letter not in _CONTROLS) or letter in (b"\n", b"\r")


def code_of(problem: str) -> str:
    """Return the stable code of a content's problem (`Unjudged.code`)."""
    return next((code for start, code in _CODES if problem.startswith(start)), "unreadable")


_CODES = (
    ("binary", "binary"),
    ("too large", "too-large"),
    ("link", "link"),
    ("submodule", "link"),
    ("another repository", "link"),
)
