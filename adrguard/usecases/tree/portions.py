"""Some files of a tree at a time: what a process is asked to judge, what it answers, and how it comes to that."""

from __future__ import annotations

from adrguard.changes.listed import ListedTree
from adrguard.engine.facts import Facts, Gatherer, Half, Work
from adrguard.engine.scope import holds_entries
from adrguard.model.changes import ChangeSet, FileChange
from adrguard.model.decisions import thaw_set
from adrguard.model.record import Record
from adrguard.model.rules import thaw
from adrguard.system import clock
from adrguard.system.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

WORKER = "adrguard.usecases.tree.portions:worker"
_MOST_BYTES = 8_000_000
_NO_ENTRIES = "no baseline"


class Portion(Record):
    """Some files; with `only_wide`, what follows from themselves alone is known of them."""

    files: tuple[FileChange, ...]
    only_wide: bool = False


class Answer(Record):
    """The facts of a portion, the ids of all files that were read for it, those read for the sake of others, the costs.

    `files` is how many there were; `is_steady` is false when a file changed while it was judged.
    """

    facts: tuple[Facts, ...]
    contents: dict[str, str]
    around: frozenset[str]
    costs: dict[str, float]
    files: int
    is_steady: bool = True


def cut(files: Sequence[FileChange], size_of: Callable[[str], int], most: int, *, only_wide: bool) -> list[Portion]:
    """Return the files in portions of at most so many, and of not too many bytes, as these are held at once."""
    portions: list[Portion] = []
    some: list[FileChange] = []
    total = 0
    for one in files:
        some.append(one)
        total += size_of(one.path)
        if len(some) >= most or total > _MOST_BYTES:
            portions.append(Portion(tuple(some), only_wide))
            some, total = [], 0
    return [*portions, Portion(tuple(some), only_wide)] if some else portions


class Judge:
    """Judges portions of one tree, in this process."""

    def __init__(self, work: Work, tree: ListedTree, now_ms: Callable[[], float]) -> None:
        self._tree = tree
        self._gatherer = Gatherer(work, now_ms)

    def judge(self, portion: Portion) -> Answer:
        """Return what there is to say of the files of a portion."""
        paths = [one.path for one in portion.files]
        self._tree.hold(paths)
        self._gatherer.costs.clear()
        facts = self._gatherer.gather(portion.files, only_wide=portion.only_wide)
        around = self._gatherer.around
        contents = {path: self._tree.contents[path] for path in {*paths, *around} if path in self._tree.contents}
        costs = dict(self._gatherer.costs)
        return Answer(tuple(facts), contents, frozenset(around), costs, len(paths), self._tree.is_steady)


def setup(repo: Repository, work: Work, tree: ListedTree, portions: Iterable[Portion]) -> tuple[Any, ...]:
    """Return all that a worker has to know, as plain values."""
    return (
        repo.plain(),
        tuple([rule.plain() for rule in work.rules]),
        tuple([_bare(one).plain() for one in work.sets]),
        work.changes.source,
        (tree.table, tree.commit, tree.limit),
        tuple([portion.plain() for portion in portions]),
    )


def _bare(one: Any) -> Any:
    """Return a set of decisions with what leaves files out, and nothing else."""
    baseline = "" if holds_entries(one.baseline) else _NO_ENTRIES
    return one.replace(rules=(), problems=(), examples=(), baseline=baseline)


def worker(plain: tuple[Any, ...]) -> Callable[[Any], Any]:
    """Return what answers in a worker: given the number of a portion, or one as plain values, its answer likewise."""
    raw_repo, rules, sets, source, (table, commit, limit), raw_portions = plain
    tree = ListedTree.of_table(Repository.of(raw_repo), table, commit, limit)
    changes = ChangeSet(source, (), whole=True)
    work = Work(tuple([thaw(one) for one in rules]), changes, tree, tuple([thaw_set(one) for one in sets]))
    judge = Judge(work, tree, clock.monotonic_ms)

    def answer(message: int | tuple[Any, ...]) -> tuple[Any, ...]:
        portion = thaw_portion(raw_portions[message] if isinstance(message, int) else message)
        return judge.judge(portion).plain()

    return answer


def thaw_portion(plain: tuple[Any, ...]) -> Portion:
    """Return a portion from plain values."""
    files, only_wide = plain
    return Portion(tuple([FileChange.of(one) for one in files]), only_wide)


def thaw_answer(plain: tuple[Any, ...]) -> Answer:
    """Return an answer from plain values."""
    facts, *rest = plain
    return Answer.of((tuple([_thaw_facts(one) for one in facts]), *rest))


def _thaw_facts(plain: tuple[Any, ...]) -> Facts:
    path, own, wide, *rest = plain
    return Facts.of((path, Half.of(own), Half.of(wide), *rest))
