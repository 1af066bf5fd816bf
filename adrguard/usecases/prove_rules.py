"""Run each rule's own examples through the engine that judges changes: `bad` ones must match, `good` ones must not."""

from __future__ import annotations

from adrguard.decisions import load
from adrguard.engine.check import Question, evaluate
from adrguard.model.changes import NEW, ChangeSet, Content, FileChange, Place
from adrguard.model.decisions import DecisionSet, Settings
from adrguard.model.errors import CLEAN, VIOLATIONS, WRONG
from adrguard.model.record import Record
from adrguard.model.rules import REQUIRE, CodeTarget, PathTarget
from adrguard.syntax import languages
from adrguard.system import clock, repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adrguard.model.errors import Problem
    from adrguard.model.findings import Outcome
    from adrguard.model.rules import Example, Rule

_STATUS = {"add": "A", "modify": "M", "delete": "D", "rename": "R"}
_MANIFESTS = (
    "requirements.txt", "pyproject.toml", "setup.cfg", "Pipfile", "package.json", "Cargo.toml", "go.mod", "pom.xml",
    "build.gradle", "build.gradle.kts", "Gemfile", "composer.json", "example.csproj",
)  # fmt: skip
_NO_LANGUAGE = "example"
_HOW = {
    "path": "write paths",
    "change": "write the paths that change",
    "edge": "write `app/a.py -> app/b.py`, with files of Python, JavaScript or TypeScript",
    "layers": "write `app/a.py -> app/b.py`, with files of Python, JavaScript or TypeScript",
}
"""How the examples of the kinds that look at more than one file are written."""


class Proof(Record):
    """One example: whether it did what it must, and as what it was read (`example.py`) when that decided."""

    example: Example
    passed: bool
    message: str


class Proofs(Record):
    """All examples, how many rules have none, and the mistakes that hide rules."""

    proofs: tuple[Proof, ...]
    unproven: int
    problems: tuple[Problem, ...]

    @property
    def exit_code(self) -> int:
        """1 when an example failed, 2 when mistakes hide rules."""
        if any(problem.severity == "error" for problem in self.problems):
            return WRONG
        return CLEAN if all(proof.passed for proof in self.proofs) else VIOLATIONS


def prove(start: str, only: str = "") -> Proofs:
    """Run the examples of all rules of the working tree, or of those whose id or decision starts with `only`."""
    found = load.load(repository.find(start), Place("worktree"))
    rules = {rule.id: rule for rule in found.rules if not only or rule.id.startswith(only)}
    proofs = [_prove(rules[example.rule], example) for example in found.examples if example.rule in rules]
    tried = {proof.example.rule for proof in proofs}
    return Proofs(tuple(proofs), len(rules.keys() - tried), found.problems)


def _prove(rule: Rule, example: Example) -> Proof:
    bare = rule.replace(include=(), exclude=(), langs=(), since="", until="", project="", note="", shadow=False)
    read: list[tuple[str, Outcome]] = []
    unreadable = []
    for name, changes, contents in _tries(rule, example):
        outcome = _judge(bare, changes, contents)
        if outcome.findings or not outcome.unjudged:
            read.append((name, outcome))
        else:
            unreadable.append(f"{name}: {outcome.unjudged[0].reason}")
    if not read:
        why = "; ".join(unreadable[:3]) or _HOW[rule.kind]
        return Proof(example, passed=False, message=f"could not be read ({why})")
    return _proof(rule, example, read)


def _proof(rule: Rule, example: Example, read: list[tuple[str, Outcome]]) -> Proof:
    """Weigh the readings: what is forbidden must be found in one of them, what is required be lacking in all."""
    found = [(name, outcome) for name, outcome in read if outcome.findings]
    violates = len(found) == len(read) if rule.verb == REQUIRE else bool(found)
    if not violates:
        return Proof(example, example.expect == "good", "does not violate" + _as([name for name, _ in read]))
    name, outcome = found[0]
    shown = outcome.findings[0].shown
    return Proof(example, example.expect == "bad", "violates" + (f" by '{shown}'" if shown else "") + _as([name]))


def _as(names: list[str]) -> str:
    shown = [name for name in names if name != _NO_LANGUAGE]
    return f" (read as {', '.join(shown[:3])}{', …' if len(shown) > 3 else ''})" if shown else ""  # noqa: PLR2004 - enough


def _judge(rule: Rule, changes: ChangeSet, contents: Mapping[str, str]) -> Outcome:
    decisions = DecisionSet(rules=(rule,), settings=Settings(budget_hard_ms=0))
    return evaluate(Question(decisions, decisions, changes, _ExampleTree(contents), clock.today(), clock.monotonic_ms))


class _ExampleTree:
    """Files that exist only in an example."""

    def __init__(self, contents: Mapping[str, str]) -> None:
        self._contents = contents

    def read(self, path: str, side: str = NEW) -> Content | None:
        text = self._contents.get(path) if side == NEW else None
        return None if text is None else Content(text)

    def haystack(self, path: str) -> bytes:
        return self._contents.get(path, "").encode("utf-8", "replace")

    def paths(self, side: str = NEW) -> frozenset[str]:
        return frozenset(self._contents) if side == NEW else frozenset()


def _tries(rule: Rule, example: Example) -> Iterator[tuple[str, ChangeSet, dict[str, str]]]:
    """Yield each way to read the example: the file's name, the change, and the files that there are."""
    if rule.kind in _HOW:
        yield from (_changes if rule.kind in ("path", "change") else _imports)(rule, example)
        return
    for name in _names(rule, example):
        yield name, ChangeSet("files", (FileChange(name, "="),), whole=True), {name: example.text}


def _changes(rule: Rule, example: Example) -> Iterator[tuple[str, ChangeSet, dict[str, str]]]:
    """The example of a kind that judges whole changes is the list of the paths that change."""
    paths = example.text.replace(",", " ").split()
    actions = {action for target in rule.targets if isinstance(target, PathTarget) for action in target.on}
    for action in sorted(actions or {"add"}):
        changes = ChangeSet("diff", tuple(FileChange(path, _STATUS[action], path) for path in paths))
        yield _NO_LANGUAGE, changes, {} if action == "delete" else dict.fromkeys(paths, "")


def _imports(_: Rule, example: Example) -> Iterator[tuple[str, ChangeSet, dict[str, str]]]:
    """The example of a kind that judges imports between files is one: `app/ui/page.py -> app/db/models.py`."""
    source, arrow, target = (part.strip(" `\n") for part in example.text.partition("->"))
    module = _import_of(source, target)
    if arrow and module:
        yield source, ChangeSet("files", (FileChange(source, "="),), whole=True), {source: module, target: ""}


def _import_of(source: str, target: str) -> str:
    """Return the line with which one file imports the other, "" where we do not know how."""
    language = languages.language_of(source)
    stem = target.rpartition(".")[0]
    if language == "python":
        module = stem.removeprefix("src/").removesuffix("/__init__").replace("/", ".")
        return f"import {module}\n"
    if language in ("javascript", "typescript", "tsx"):
        up = "../" * source.count("/") or "./"
        return f'import "{up}{stem}";\n'
    return ""


def _names(rule: Rule, example: Example) -> list[str]:
    if rule.kind == "dependency":
        spoken = languages.covered(example.lang)
        return [name for name in _MANIFESTS if not spoken or languages.language_of(name) in spoken] or [*_MANIFESTS]
    spoken = languages.covered(example.lang) or rule.langs or _of_targets(rule) or _of_scope(rule)
    names = [name for name in map(_file_name, spoken) if name]
    if names:
        return names
    if rule.kind in ("text", "regex"):
        return [_NO_LANGUAGE]
    return [name for name in map(_file_name, sorted(languages.CODE)) if name]


def _of_targets(rule: Rule) -> tuple[str, ...]:
    found = [language for target in rule.targets if isinstance(target, CodeTarget) for language, _ in target.rules]
    return tuple(dict.fromkeys(found))


def _of_scope(rule: Rule) -> tuple[str, ...]:
    """Return the languages that the file names in the rule's scope speak of (`src/**/*.py`)."""
    found = [languages.language_of(segments[-1]) for _, segments, _ in rule.include if segments]
    return tuple(dict.fromkeys(name for name in found if name))


def _file_name(language: str) -> str:
    """Return a file name that is taken for this language, "" when there is none."""
    spellings = [language, *(alias for alias, name in languages.ALIASES.items() if name == language)]
    candidates = [f"example.{spelling}" for spelling in spellings] + spellings
    return next((name for name in candidates if languages.language_of(name) == language), "")
