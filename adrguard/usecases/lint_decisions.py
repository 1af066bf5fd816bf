"""Find every mistake in every decision at once, and what is not wrong but will not do what its author hopes."""

from __future__ import annotations

from adrguard.changes import explicit
from adrguard.decisions import load
from adrguard.engine.scope import Exclusions, applies
from adrguard.matchers.registry import KINDS
from adrguard.model.changes import Place
from adrguard.model.decisions import IN_FORCE
from adrguard.model.errors import CLEAN, WRONG, Problem
from adrguard.model.globs import matches
from adrguard.model.record import Record
from adrguard.model.rules import ChangeTarget, EdgeTarget, LayersTarget
from adrguard.system import repository
from adrguard.usecases.canonical_form import Rewritten, rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.globs import Glob
    from adrguard.model.rules import Rule


class Linted(Record):
    """What there is, what is wrong with it, and what was rewritten.

    `prose` counts the invariants that no machine enforces, by note; `rewritten` the notes that `--fix` changed.
    """

    problems: tuple[Problem, ...]
    decisions: int
    in_force: int
    rules: int
    prose: tuple[tuple[str, int], ...]
    rewritten: tuple[Rewritten, ...] = ()
    strict: bool = False

    @property
    def exit_code(self) -> int:
        """2 when there is an error, or under strict a warning."""
        return WRONG if any(one.severity == "error" or self.strict for one in self.problems) else CLEAN


def lint(start: str, *, strict: bool | None = None, fix: bool = False) -> Linted:
    """Check all decisions of the working tree; with `fix`, bring their invariants into canonical form first."""
    repo = repository.find(start)
    place = Place("worktree")
    decisions = load.load(repo, place)
    rewritten = tuple(rewrite(repo.root, [one.path for one in decisions.decisions])) if fix else ()
    if any(one.count for one in rewritten):
        decisions = load.load(repo, place)
    settings = decisions.settings
    paths = explicit.read_all(repo, settings.max_file_size).tree.paths()
    problems = [
        *decisions.problems,
        *(problem for one in rewritten for problem in one.problems),
        *_reaching_nothing(decisions, paths),
    ]
    problems.sort(key=lambda one: (one.path, one.line, one.column, one.severity))
    return Linted(
        tuple(dict.fromkeys(problems)),
        len(decisions.decisions),
        sum(one.force == IN_FORCE for one in decisions.decisions),
        len(decisions.rules),
        tuple((one.path, len(one.prose)) for one in decisions.decisions if one.prose),
        rewritten,
        settings.strict if strict is None else strict,
    )


def _reaching_nothing(decisions: DecisionSet, paths: Collection[str]) -> Iterator[Problem]:
    exclusions = Exclusions(decisions)
    ordered = sorted(paths)
    for rule in decisions.rules:
        named = next((what for what, globs in _named(rule) if not any(matches(globs, path) for path in ordered)), "")
        if named:
            message = f"no file of the repository matches {named}, so '{rule.invariant}' can match nothing"
            yield _rule_warning(rule, message, "mend the glob, or remove the invariant", "matches-no-file")
        elif rule.include and not _reaches(rule, ordered, exclusions):
            message = f"'{rule.invariant}' can read none of the files in its scope"
            yield _rule_warning(rule, message, _readable(rule), "reads-no-file")


def _named(rule: Rule) -> Iterator[tuple[str, tuple[Glob, ...]]]:
    """Yield each set of globs that must fit some file for the rule ever to speak."""
    if rule.include:
        yield f"its 'in' ({_spelled(rule.include)})", rule.include
    for target in rule.targets:
        if isinstance(target, EdgeTarget):
            yield f"the left side of `{target.raw}`", target.source
            yield f"the right side of `{target.raw}`", target.target
        elif isinstance(target, LayersTarget):
            for name, globs in target.layers:
                yield f"the layer `{name}`", globs
        elif isinstance(target, ChangeTarget):
            yield f"its 'when' ({_spelled(target.when)})", target.when


def _spelled(globs: tuple[Glob, ...]) -> str:
    """Return globs as their author wrote them: a compiled `a/**` ends in one segment more."""
    return ", ".join(
        ("/" if anchored and len(parts) == 1 else "") + "/".join(parts).removesuffix("/*" * (parts[-2:] == ("**", "*")))
        for anchored, parts, _ in globs
    )


def _reaches(rule: Rule, paths: list[str], exclusions: Exclusions) -> bool:
    if KINDS[rule.kind].per != "file":
        return True
    return any(applies(rule, path, exclusions) for path in paths)


def _readable(rule: Rule) -> str:
    kind = KINDS[rule.kind]
    if rule.kind == "dependency":
        return "'in' must name manifests, such as pyproject.toml or package.json"
    if kind.languages:
        return f"{rule.kind} reads files in {', '.join(sorted(rule.langs or kind.languages))}"
    return "the files are generated, vendored, locked or decisions: `in` must name them, not only match them"


def _rule_warning(rule: Rule, message: str, hint: str, code: str) -> Problem:
    return Problem(rule.note, rule.line, rule.column, message, hint, code, "warning")
