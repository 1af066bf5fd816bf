"""Compile a set of decisions: read its notes, find out which bind, turn their invariants into rules. Cold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.changes.change import NO_OVERLAY
from adrguard.config.keys import PYPROJECT, TABLE
from adrguard.config.read import locate
from adrguard.decisions import attributes, discover, projects
from adrguard.decisions.binding import Binding
from adrguard.decisions.disagreements import disagreements, next_reviews
from adrguard.decisions.gather import gather
from adrguard.decisions.memo import Memo
from adrguard.decisions.rule_tests import rule_tests
from adrguard.decisions.states import ABSENT
from adrguard.decisions.steady import stillness
from adrguard.model.decisions import IN_FORCE, INTERRUPTED, NOT_IN_FORCE, SHADOW, DecisionSet, thaw_set
from adrguard.model.errors import Problem
from adrguard.model.globs import GlobError, compile_globs
from adrguard.model.record import Record
from adrguard.system.write_errors import WriteError
from adrguard.vault.status import table_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.changes.change import Overlay
    from adrguard.decisions.cache import Cache
    from adrguard.decisions.gather import Gathered, Stamped
    from adrguard.decisions.reading import Reading
    from adrguard.model.changes import Place
    from adrguard.model.decisions import Decision, Settings
    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule
    from adrguard.system.repository import Repository

FOREVER = "9999-12-31"
NEVER = ""
LARGEST_BASELINE = 16 * 1024 * 1024


class Compiled(Record):
    """A set, the last day on which it is true, and the folders on disk that it depends on beside git.

    A set that is true until `NEVER` is made anew each time.
    """

    set: DecisionSet
    until: str
    stamps: tuple[Stamped, ...]


def compiled_at(
    repo: Repository, place: Place, cache: Cache, today: str, vault: str = "", overlay: Overlay = NO_OVERLAY
) -> Compiled:
    """Return the set of a place, from the cache where its content was compiled before. Raises `GitError`.

    `vault` stands in for the configured one; `overlay` lies over the working tree.
    """
    gathered = gather(repo, place, vault, overlay)
    compiled = _compiled(gathered, cache, today)
    if gathered.is_steady():
        return _with_news(compiled, gathered.interrupted)
    # A transaction went on meanwhile, so some notes may be of before it and some of after.
    try:
        with stillness(gathered.moments, repo.root) as news:
            compiled = _compiled(gather(repo, place, vault, overlay), cache, today)
            return _with_news(compiled, (*gathered.interrupted, *news))
    except WriteError as error:
        why = f"the notes changed while they were read: {error.reason}"
        unsure = Problem(".", 0, 0, why, error.hint or "run the command again", INTERRUPTED)
        return _with_news(compiled, (*gathered.interrupted, unsure))


def _with_news(compiled: Compiled, news: tuple[Problem, ...]) -> Compiled:
    """Add what there is to tell once, which is why no cache keeps it."""
    if not news:
        return compiled
    problems = tuple(dict.fromkeys((*news, *compiled.set.problems)))
    return compiled.replace(set=compiled.set.replace(problems=problems), until=NEVER)


def _compiled(gathered: Gathered, cache: Cache, today: str) -> Compiled:
    name = f"set-{gathered.key(cache.version)[:24]}"
    kept = cache.get(name)
    if kept is not None and kept[0] >= today:
        return Compiled(thaw_set(kept[1]), kept[0], gathered.stamps)
    memo = Memo(cache)
    made, until = _Compiler(gathered, memo, today).compile()
    memo.save()
    cache.put(name, (until, made.plain()))
    return Compiled(made, until, gathered.stamps)


class _Compiler:
    """Makes one set."""

    def __init__(self, gathered: Gathered, memo: Memo, today: str) -> None:
        self.gathered = gathered
        self.memo = memo
        self.today = today
        self.problems: list[Problem] = list(gathered.problems)
        self.rules: list[Rule] = []
        self.examples: list[Any] = []

    def compile(self) -> tuple[DecisionSet, str]:
        """Return the set and the last day on which it is true."""
        gathered = self.gathered
        readings = self._readings()
        settings = self._project(readings)
        binding = Binding(readings)
        self.problems += [*binding.problems, *disagreements(binding, self.today)]
        decisions = tuple(
            [self._note(reading, decision) for reading, decision in zip(readings, binding.decisions(), strict=True)]
        )
        self.problems += _lapsed(self.rules, self.today)
        policy = discover.policy_paths(gathered.where, settings.baseline)
        notes = [one.path for one in decisions]
        tests = rule_tests(gathered.notes, gathered.where, notes)
        made = DecisionSet(
            decisions=decisions,
            rules=tuple(self.rules),
            settings=settings.replace(exclude=(*settings.exclude, *_own_notes([*notes, *tests], policy))),
            generated=attributes.generated(self._attributes()),
            baseline=self._baseline(settings),
            policy_paths=policy,
            examples=tuple(self.examples),
            tests=tuple(tests),
            problems=(),
        )
        problems = sorted(
            set(self.problems), key=lambda problem: (problem.path, problem.line, problem.column, problem.message)
        )
        if gathered.unsettled or any(problem.message.endswith(ABSENT) for problem in problems):
            return made.replace(problems=tuple(problems)), NEVER
        days = [rule.until for rule in self.rules if rule.until >= self.today]
        return made.replace(problems=tuple(problems)), min([FOREVER, *days, *next_reviews(readings, self.today)])

    def _readings(self) -> list[Reading]:
        """Read every note, but those that are known by their content."""
        gathered, settings = self.gathered, self.gathered.settings
        table = table_with(settings.statuses)
        unknown = self.memo.begin(gathered.notes, f"{settings.statuses!r} {gathered.where!r}")
        contents = _contents(gathered, unknown) if unknown else {}
        found: list[Reading] = []
        for path in sorted(gathered.notes):
            data = contents.get(path)
            if isinstance(data, str):
                self._unreadable(path, data)
                continue
            reading, problems = self.memo.reading(path, data, gathered.where, table)
            self.problems += problems
            if reading is not None:
                self.problems += reading.problems
                found.append(reading)
        names = projects.known(found)
        return [one.replace(project=projects.spelt(one.project, names)) if one.project else one for one in found]

    def _unreadable(self, path: str, reason: str) -> None:
        named = discover.is_named_as_decision(path)
        message = f"cannot be read: {reason}"
        severity = "error" if named else "warning"
        self.problems.append(Problem(path, 0, 0, message, "its invariants do not bind", "unreadable", severity))

    def _project(self, readings: Sequence[Reading]) -> Settings:
        """Return the settings with the project that this repository is, reporting one that no decision knows."""
        settings, where = self.gathered.settings, self.gathered.where
        names = projects.known(readings)
        if not names:
            return settings
        if settings.project:
            spelt = projects.spelt(settings.project, names)
            if not spelt:
                message, hint = projects.unknown(settings.project, names)
                self._at_key("project", message, hint, "unknown-project")
            return settings.replace(project=spelt or settings.project)
        # Only a vault outside can be that of other repositories too.
        spelt = projects.spelt(self.gathered.repo_name, names) if where.outside else ""
        if where.outside and not spelt:
            message = "the vault's decisions are bound to projects, and it is unknown which of them this is: all bind"
            hint = f"set 'project' to one of {', '.join(names)}"
            self._at_key("vault", message, hint, "no-project", "warning")
        return settings.replace(project=spelt)

    def _at_key(self, key: str, message: str, hint: str, code: str, severity: str = "error") -> None:
        path = self.gathered.config_path
        data = self.gathered.read([path], 0).get(path, b"") if path else b""
        text = data.decode("utf-8-sig", "replace") if isinstance(data, bytes) else ""
        line = locate(text, TABLE if path == PYPROJECT else "", key)
        excerpt = text.split("\n")[line - 1].rstrip() if line else ""
        self.problems.append(Problem(path or ".", line, 1 if line else 0, message, hint, code, severity, excerpt))

    def _note(self, reading: Reading, decision: Decision) -> Decision:
        """Compile a note's invariants where it binds, and return the decision with what no machine enforces."""
        if decision.force == NOT_IN_FORCE:
            return decision
        compiled = self.memo.compiled(reading, shadow=decision.force == SHADOW)
        slips = [*reading.slips, *compiled.problems]
        if decision.force != IN_FORCE:
            slips = [slip.replace(severity="warning") for slip in slips]
        self.problems += slips
        self.rules += compiled.rules
        self.examples += compiled.examples
        return decision.replace(prose=tuple(compiled.prose))

    def _attributes(self) -> dict[str, bytes]:
        paths = [path for path in self.gathered.others if path.rpartition("/")[2] == attributes.NAME]
        found = self.gathered.read(paths, attributes.LARGEST) if paths else {}
        for path, data in found.items():
            if isinstance(data, str):
                hint = "generated and vendored files that it names are judged"
                self.problems.append(Problem(path, 0, 0, f"cannot be read: {data}", hint, "unreadable", "warning"))
        return {path: data for path, data in found.items() if isinstance(data, bytes)}

    def _baseline(self, settings: Settings) -> str:
        data = self.gathered.read([settings.baseline], LARGEST_BASELINE).get(settings.baseline, b"")
        if isinstance(data, bytes):
            return data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
        self.problems.append(Problem(settings.baseline, 0, 0, f"cannot be read: {data}", code="unreadable"))
        return ""


def _contents(gathered: Gathered, paths: Iterable[str]) -> dict[str, bytes | str]:
    from adrguard.vault.note import LARGEST

    return gathered.read(paths, LARGEST)


def _lapsed(rules: Iterable[Rule], today: str) -> Iterable[Problem]:
    for rule in rules:
        if rule.until and rule.until < today:
            message = f"this invariant has lapsed: it bound until {rule.until}"
            hint = "take it out, or move its 'until'"
            yield Problem(rule.note, rule.line, rule.column, message, hint, "lapsed", "warning", rule.invariant)


def _own_notes(paths: Iterable[str], policy: tuple[str, ...]) -> Iterable[Glob]:
    """Yield globs of the notes that no policy folder covers, as in a vault that is the whole repository."""
    folders = tuple([path for path in policy if path.endswith("/")])
    for path in paths:
        if path.startswith(folders) or ":" in path or path.startswith("/"):
            continue
        try:
            yield from compile_globs("/" + "".join(f"\\{char}" if char in "*?[]{}\\" else char for char in path))
        except GlobError:
            continue
