"""Gather the facts of a whole tree: those that are kept and hold; all others in as many processes as is worth it."""

from __future__ import annotations

from adrguard.changes.listed import UNKNOWN, ListedTree
from adrguard.model.record import Record
from adrguard.usecases.tree.kept import Kept
from adrguard.usecases.tree.portions import Judge, cut, setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from adrguard.engine.check import Gather
    from adrguard.engine.facts import Facts, Work
    from adrguard.model.changes import FileChange, Tree
    from adrguard.system.repository import Repository
    from adrguard.usecases.tree.kept import Known
    from adrguard.usecases.tree.portions import Answer, Portion

    Clock = Callable[[], float]
    Progress = Callable[[int, int], None]

MOST = 128
LEAST = 16
"""Files of a portion."""

WORTHWHILE_MS = 300.0
"""What is left to do, by the pace so far, from which on a further process gains more than its start takes."""


class Manner(Record):
    """How a tree is gone through: in how many processes (0: as many as there are cores, where that is worth it).

    `keeps` is whether facts are taken from, and left for, another run; `progress` is told how many files are done, and
    of how many.
    """

    jobs: int = 0
    keeps: bool = True
    progress: Progress | None = None


_USUAL = Manner()


def tour(repo: Repository, tree: Tree, manner: Manner = _USUAL) -> Gather | None:
    """Return what gathers the facts of a whole tree; None for one that was not listed, where there is but one way."""
    return Tour(repo, tree, manner).gather if isinstance(tree, ListedTree) else None


class Tour:
    """One way through a tree: given to a `Question` as its `gather`."""

    def __init__(self, repo: Repository, tree: ListedTree, manner: Manner) -> None:
        self._repo = repo
        self._tree = tree
        self._manner = manner
        self._done = 0
        self._total = 0

    def gather(self, work: Work, now_ms: Clock) -> tuple[list[Facts], dict[str, float]]:
        """Return the facts of all files of the work, and what each rule took in ms."""
        files = {one.path: one for one in work.changes.files}
        kept = Kept(self._repo, work, self._tree) if self._manner.keeps else None
        known = kept.sort(files) if kept else None
        portions = self._portions(known, files)
        self._total, self._done = len(files), len(files) - sum(len(one.files) for one in portions)
        answers = list(self._answers(work, portions, now_ms)) if portions else []
        facts = [one for answer in answers for one in answer.facts]
        if kept and known:
            facts = [*known.facts.values(), *_completed(facts, known)]
            _remember(kept, known, answers, facts, files)
        return facts, _costs(answers)

    def _portions(self, known: Known | None, files: dict[str, FileChange]) -> list[Portion]:
        unknown = [files[path] for path in known.unknown] if known else list(files.values())
        half = [files[path] for path in known.half_known] if known else []
        most = min(MOST, max(LEAST, (len(unknown) + len(half)) // 32))
        return [
            *cut(unknown, self._size_of, most, only_wide=False),
            *cut(half, self._size_of, most, only_wide=True),
        ]

    def _size_of(self, path: str) -> int:
        stamp = self._tree.stamp(path)
        return stamp[0] if stamp else 0

    def _answers(self, work: Work, portions: Sequence[Portion], now_ms: Clock) -> Iterator[Answer]:
        judge = Judge(work, self._tree, now_ms)
        start = now_ms()
        for number, portion in enumerate(portions):
            helpers = self._helpers(number, len(portions), now_ms() - start)
            if helpers:
                yield from self._shared(work, portions[number:], judge, helpers)
                return
            yield self._told(judge.judge(portion))

    def _helpers(self, done: int, count: int, elapsed_ms: float) -> int:
        """Return how many further processes are worth their start, given how far this one has come alone."""
        from adrguard.system import workers

        jobs = self._manner.jobs
        left = count - done
        if jobs == 1 or left < 2:  # noqa: PLR2004 -- a last portion cannot be shared
            return 0
        if jobs:
            return min(jobs, left) - 1 if workers.are_possible() else 0
        left_ms = elapsed_ms / done * left if done else 0.0
        if left_ms < WORTHWHILE_MS or not workers.are_possible():
            return 0
        return min(workers.cores() - 1, int(left_ms / WORTHWHILE_MS), left - 1)

    def _shared(self, work: Work, portions: Sequence[Portion], judge: Judge, helpers: int) -> Iterator[Answer]:
        from adrguard.usecases.tree.crew import Crew

        with Crew(setup(self._repo, work, self._tree, portions), portions) as crew:
            crew.start(helpers)
            for answer in crew.work(judge.judge):
                yield self._told(answer)

    def _told(self, answer: Answer) -> Answer:
        self._done += answer.files
        if self._manner.progress:
            self._manner.progress(self._done, self._total)
        return answer


def _completed(facts: Iterable[Facts], known: Known) -> Iterator[Facts]:
    """Yield the facts, those of files of which a part was known with that; such files may have no other part now."""
    half = dict(known.half_known)
    for one in facts:
        before = half.pop(one.path, None)
        yield one if before is None else before.replace(wide=one.wide, reaches=one.reaches)
    for before in half.values():
        yield before.replace(wide=type(before.wide)(), reaches=False)


def _remember(
    kept: Kept, known: Known, answers: Sequence[Answer], facts: Iterable[Facts], files: Iterable[str]
) -> None:
    contents: dict[str, str] = {}
    around: set[str] = set()
    for answer in answers:
        for path, content in answer.contents.items():
            if contents.setdefault(path, content) != content:
                return  # it changed under our hands
        around |= answer.around
    if not all(answer.is_steady for answer in answers):
        return
    for path in known.half_known:
        if contents.get(path) != kept.content(path):
            contents[path] = UNKNOWN
    kept.learn([*known.unknown, *known.half_known], facts, contents, around)
    kept.save(files)


def _costs(answers: Iterable[Answer]) -> dict[str, float]:
    total: dict[str, float] = {}
    for answer in answers:
        for rule, ms in answer.costs.items():
            total[rule] = total.get(rule, 0.0) + ms
    return total
