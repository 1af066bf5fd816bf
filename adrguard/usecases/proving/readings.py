"""An example that names no file is read as whatever its rule and its language let it be."""

from __future__ import annotations

from adrguard.model.changes import REGULAR, ChangeSet, Content, FileChange
from adrguard.model.rules import CodeTarget, PathTarget
from adrguard.syntax import languages
from adrguard.usecases.proving.scenes import ExampleTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.model.rules import Rule

_STATUS = {"add": "A", "modify": "M", "delete": "D", "rename": "R"}
_MANIFESTS = (
    "requirements.txt", "pyproject.toml", "setup.cfg", "Pipfile", "package.json", "Cargo.toml", "go.mod", "pom.xml",
    "build.gradle", "build.gradle.kts", "Gemfile", "composer.json", "example.csproj",
)  # fmt: skip
NO_LANGUAGE = "example"
HOW = {
    "path": "write paths",
    "change": "write the paths that change",
    "edge": "write `app/a.py -> app/b.py`, with files of Python, JavaScript or TypeScript",
    "layers": "write `app/a.py -> app/b.py`, with files of Python, JavaScript or TypeScript",
}
"""How the examples of the kinds that look at more than one file are written."""


def readings(
    rules: Sequence[Rule], text: str, lang: str
) -> Iterator[tuple[str, Sequence[Rule], ChangeSet, ExampleTree]]:
    """Yield each way to read an example: the file's name, for which rules, the change, and the files that there are."""
    named: dict[str, list[Rule]] = {}
    for rule in rules:
        if rule.kind in HOW:
            for name, changes, tree in (_changes if rule.kind in ("path", "change") else _imports)(rule, text):
                yield name, [rule], changes, tree
            continue
        for name in _names(rule, lang):
            named.setdefault(name, []).append(rule)
    for name, fit in named.items():
        added = FileChange(name, "A", "", REGULAR | 0o644, 0)
        yield name, fit, ChangeSet("diff", (added,)), ExampleTree({name: Content(text)})


def _changes(rule: Rule, text: str) -> Iterator[tuple[str, ChangeSet, ExampleTree]]:
    """The example of a kind that judges whole changes is the list of the paths that change."""
    paths = text.replace(",", " ").split()
    actions = {action for target in rule.targets if isinstance(target, PathTarget) for action in target.on}
    for action in sorted(actions or {"add"}):
        changes = ChangeSet("diff", tuple(FileChange(path, _STATUS[action], path) for path in paths))
        yield NO_LANGUAGE, changes, ExampleTree({} if action == "delete" else dict.fromkeys(paths, Content("")))


def _imports(_: Rule, text: str) -> Iterator[tuple[str, ChangeSet, ExampleTree]]:
    """The example of a kind that judges imports between files is one: `app/ui/page.py -> app/db/models.py`."""
    source, arrow, target = (part.strip(" `\n") for part in text.partition("->"))
    module = _import_of(source, target)
    if arrow and module:
        tree = ExampleTree({source: Content(module), target: Content("")})
        yield source, ChangeSet("files", (FileChange(source, "="),), whole=True), tree


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


def _names(rule: Rule, lang: str) -> list[str]:
    if rule.kind == "dependency":
        spoken = languages.covered(lang)
        return [name for name in _MANIFESTS if not spoken or languages.language_of(name) in spoken] or [*_MANIFESTS]
    spoken = languages.covered(lang) or rule.langs or _of_targets(rule) or _of_scope(rule)
    names = [name for name in map(_file_name, spoken) if name]
    if names:
        return names
    if rule.kind in ("text", "regex"):
        return [NO_LANGUAGE]
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
