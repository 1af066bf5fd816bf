"""Find every mistake in every decision at once, and what is not wrong but will not do what its author hopes."""

from __future__ import annotations

from adrguard.changes import explicit
from adrguard.decisions import load
from adrguard.decisions.numbering import numbering
from adrguard.model.changes import Place
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE
from adrguard.model.errors import ADVICE, CLEAN, ERROR, WRONG, Problem
from adrguard.model.record import Record
from adrguard.system import clock, repository
from adrguard.usecases.lint.canonical_form import Rewritten, rewrite
from adrguard.usecases.lint.complete_links import Completed, complete
from adrguard.usecases.lint.contradictions import contradictions, declared_twice
from adrguard.usecases.lint.dead_scopes import reaching_nothing
from adrguard.usecases.lint.unseen_folders import unseen
from adrguard.usecases.lint.vain_rewrites import leading_back
from adrguard.usecases.sound_configuration import refuse_unsound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.decisions import DecisionSet

RAISED = frozenset(
    ("one-sided-link", "status-disagrees", "duplicate-id", "missing-successor", "no-successor", "proposed-successor")
)
"""Mistakes that lint calls errors in any case; a check passes over them where they change nothing about which rules
bind: always those of the first two, the others where no invariant is at stake."""


class Share(Record):
    """How many invariants of a decision a machine enforces (as a violation or as advice), and how many are prose."""

    path: str
    decision: str
    enforced: int
    prose: int


class Linted(Record):
    """What there is, what is wrong with it, and what was mended.

    `shares` are of the decisions that bind or are proposed and have invariants; `rewritten` the notes whose invariants
    `--fix` brought into canonical form, `completed` those to which it added links.
    """

    problems: tuple[Problem, ...]
    decisions: int
    in_force: int
    shares: tuple[Share, ...]
    rewritten: tuple[Rewritten, ...] = ()
    completed: tuple[Completed, ...] = ()
    strict: bool = False

    @property
    def exit_code(self) -> int:
        """2 when there is an error, or under strict a warning."""
        return WRONG if any(one.fails(strict=self.strict) for one in self.problems) else CLEAN

    @property
    def rules(self) -> int:
        """How many invariants are enforced."""
        return sum(one.enforced for one in self.shares)

    @property
    def prose(self) -> int:
        """How many invariants no machine enforces."""
        return sum(one.prose for one in self.shares)


def lint(start: str, *, strict: bool | None = None, fix: bool = False) -> Linted:
    """Check all decisions of the working tree; with `fix`, mend first what can be mended without a question.

    That are the form of invariants, and links that only one of two notes has. Raises `AdrguardError`, with `fix` also
    where the configuration has a mistake.
    """
    repo = repository.find(start)
    place = Place("worktree")
    decisions = load.load(repo, place)
    if fix:
        refuse_unsound(decisions.problems)
    rewritten = rewrite(repo.root, [one.path for one in decisions.decisions], decisions.settings.vault) if fix else ()
    completed = complete(repo.root, decisions) if fix else ()
    mended: tuple[Rewritten | Completed, ...] = (*rewritten, *completed)
    if any(one.count for one in mended):
        decisions = load.load(repo, place)
    settings = decisions.settings
    paths = explicit.read_all(repo, settings.max_file_size).tree.paths()
    shares = _shares(decisions)
    problems = [
        *as_lint(decisions.problems),
        *(problem for one in mended for problem in one.problems),
        *reaching_nothing(decisions, paths),
        *leading_back(decisions),
        *contradictions(decisions, paths, clock.today()),
        *declared_twice(decisions),
        *numbering(decisions.decisions),
        *unseen(decisions, paths),
        *_prose_only(shares, decisions),
    ]
    problems.sort(key=lambda one: (one.path, one.line, one.column, one.severity))
    return Linted(
        tuple(dict.fromkeys(problems)),
        len(decisions.decisions),
        sum(one.force == IN_FORCE for one in decisions.decisions),
        shares,
        rewritten,
        completed,
        settings.strict if strict is None else strict,
    )


def as_lint(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems of decisions with the severity that lint gives them."""
    return [one.replace(severity=ERROR) if one.code in RAISED else one for one in problems]


def _shares(decisions: DecisionSet) -> tuple[Share, ...]:
    enforced: dict[str, int] = {}
    for rule in decisions.rules:
        enforced[rule.note] = enforced.get(rule.note, 0) + 1
    shares = [
        Share(one.path, one.id, enforced.get(one.path, 0), len(one.prose))
        for one in decisions.decisions
        if one.force != NOT_IN_FORCE
    ]
    return tuple(one for one in shares if one.enforced or one.prose)


def _prose_only(shares: tuple[Share, ...], decisions: DecisionSet) -> Iterator[Problem]:
    """Yield advice for each decision that states invariants, and none that a machine could read."""
    wrong = {one.path for one in decisions.problems if one.severity == ERROR}
    for share in shares:
        if not share.enforced and share.path not in wrong:
            number = "its only invariant is" if share.prose == 1 else f"all {share.prose} invariants are"
            message = f"{number} prose, so nothing enforces {share.decision}"
            hint = "say one of them in K-DSL, as in `- deny import: NAME in GLOB`; `adrguard try` shows what it matches"
            yield Problem(share.path, 0, 0, message, hint, "prose-only", ADVICE)
