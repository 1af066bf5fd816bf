"""What a change does to the guard's own installation in tracked files: hooks, CI jobs, settings of agents.

A hook's script is compared line by line, as any line of it can keep another from being reached; a configuration by what
it says of the parts that run us; every other file by its lines that name us. This floor parses no YAML, so whoever asks
hands in the reader of configurations.
"""

from __future__ import annotations

from collections import Counter

from adrguard.engine.blocks import differences
from adrguard.engine.commands import are_newer, is_newer, unversioned
from adrguard.engine.switches import switches
from adrguard.model.changes import NEW, OLD, Content
from adrguard.model.findings import Weakened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.model.changes import FileChange, Tree
    from adrguard.model.hooks import HookFact, HookReader


NAME = "adrguard"
_NOTHING = Content("")
FRAMEWORK = (".pre-commit-config.yaml", ".pre-commit-config.yml", "prek.toml")

_ENDINGS = (".yml", ".yaml", ".toml", ".json")
_PROSE = (".md", ".mdc", ".markdown", ".rst", ".txt", ".adoc")
_ANYWHERE = (
    "package.json", "Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "Taskfile.yml", "Taskfile.yaml",
    "pyproject.toml", "tox.ini", "noxfile.py", "setup.cfg", "tasks.py", "Rakefile",
)  # fmt: skip
_WORKFLOWS = (".github/workflows/", ".forgejo/workflows/", ".gitea/workflows/", ".woodpecker/")
_AGENTS = (".claude/", ".codex/", ".cursor/", ".gemini/", ".opencode/")
_OF_AGENTS = ("settings", "config", "mcp", "opencode")
_HOOKS = (".husky/", ".githooks/", ".git-hooks/", "githooks/", "git-hooks/", ".lefthook/")
_HOOK_NAMES = ("pre-commit", "pre-push", "pre-merge-commit", "commit-msg", "prepare-commit-msg")
_LEFTHOOK = tuple(
    [f"{start}{name}{end}" for start in ("", ".") for name in ("lefthook", "lefthook-local") for end in _ENDINGS]
)
_SETTINGS = (".claude/settings.json", ".claude/settings.local.json")
_GITLAB = ".gitlab-ci.yml"
_COMMENTS = ("#", "//")
_SKIPS = ("SKIP", "disableAllHooks")
_PERMITS = 0o111
_MOST_COMPARED = 10_000
_MOST_ALIKE = 100
_YAML = (".yml", ".yaml")
# What, where it is set, makes a hook run less often; without it, it runs more often.
_LIMITS = frozenset(("exclude", "exclude_types", "files", "types", "types_or", "ci.skip"))
_LISTS_OF_TIMES = frozenset(("stages", "default_stages", "default_install_hook_types"))


def taken_away(
    changes: Iterable[FileChange], others: Iterable[str], tree: Tree, reader: HookReader | None
) -> Iterator[Weakened]:
    """Yield what these changes take from the guard's installation, unless another parent of a merge has it like that.

    `others` are the sides of these parents.
    """
    for change in changes:
        yield from _set_aside(change, tree, reader)
        if not _role(change.old_path) or change.status == "C":
            continue
        new = tree.read(change.path, NEW) or _NOTHING
        found = list(_taken(change, tree.read(change.old_path, OLD) or _NOTHING, new, reader))
        for side in others if found else ():
            # What that side lacks as well was not taken away here.
            theirs = tree.read(change.path, side) or tree.read(change.old_path, side) or _NOTHING
            kept = {one.before or one.after for one in _taken(change, theirs, new, reader)}
            found = [one for one in found if (one.before or one.after) in kept]
        yield from found


def _role(path: str) -> str:
    """Return what a file is to those who run what it installs; the same for two paths that mean the same to them."""
    folder, _, name = path.rpartition("/")
    if name in _ANYWHERE:
        return name
    workflows = next((one for one in _WORKFLOWS if f"{folder}/" == one), "")
    if workflows:
        return workflows if name.endswith((".yml", ".yaml")) else ""
    if path.endswith(_PROSE):
        return ""
    if path.startswith(_AGENTS) and "hook" not in path and "plugin" not in path and not name.startswith(_OF_AGENTS):
        return ""
    return path


def _taken(change: FileChange, old: Content, new: Content, reader: HookReader | None) -> Iterator[Weakened]:
    where = change.old_path if change.deleted else change.path
    gone = _why_gone(change, new)
    now = _NOTHING if gone else new
    found = list(_found(where, change, (old, now), reader))
    for line, before, after in found:
        yield Weakened("hooks", where, line, "", before, after or gone)
    is_lost = not gone and NAME in old.text and is_script(where) and _PERMITS & change.old_mode & ~change.mode
    if is_lost and not found:
        yield Weakened("hooks", where, 0, "", "the file may be executed", "it may not")


def _found(
    where: str, change: FileChange, sides: tuple[Content, Content], reader: HookReader | None
) -> Iterator[tuple[int, str, str]]:
    old, new = sides
    whole = reader is not None and not (old.fragment or new.fragment)
    if is_script(where):
        yield from _of_lines(old, new) if old.fragment or new.fragment else _of_script(old, new)
    elif reader is not None and whole and where.rpartition("/")[2] in FRAMEWORK:
        yield from _of_framework(change, old.text, new.text, reader)
    elif reader is not None and whole and _is_in_parts(where) and (before := reader(change.old_path, old.text)):
        # What is gone says nothing any more; that is no mistake in it.
        yield from differences(before, reader(change.path, new.text) if new.text.strip() else ())
    elif not where.endswith("pyproject.toml"):
        # There the name of our own table stands as well.
        yield from _of_lines(old, new)
        if where.endswith(_YAML):
            yield from _switched_off(old, new)


def is_script(path: str) -> bool:
    """Say whether the file is one of those that git, or who runs hooks for it, runs as a script."""
    name = path.rpartition("/")[2]
    return path.startswith(_HOOKS) or name in _HOOK_NAMES


def _is_in_parts(path: str) -> bool:
    """Say whether a reader can tell the parts of a file that run us from all others."""
    name = path.rpartition("/")[2]
    return (
        path.startswith((*_WORKFLOWS[:3], ".github/actions/"))
        or name in (*_LEFTHOOK, _GITLAB, "package.json", "pyproject.toml")
        or (path.startswith(_AGENTS) and name.endswith(".json"))
        or name in ("mcp.json", ".mcp.json", "opencode.json")
    )


def _set_aside(change: FileChange, tree: Tree, reader: HookReader | None) -> Iterator[Weakened]:
    """Yield what a file that does not name us says over the heads of those that do."""
    names = _LEFTHOOK if change.path in _LEFTHOOK else _SETTINGS if change.path in _SETTINGS else ()
    if not names or change.deleted or reader is None or NAME in _text(tree, change.old_path, OLD):
        return
    if not any(NAME in _text(tree, name, OLD) for name in names):
        return
    text = _text(tree, change.path, NEW)
    if names is _LEFTHOOK and change.old_path != change.path:
        yield Weakened(
            "hooks", change.path, 0, "", "", "another configuration of lefthook overrules the one that runs us"
        )
    elif names is _SETTINGS:
        known = {fact.key: fact.values for fact in reader(change.old_path, _text(tree, change.old_path, OLD)) or ()}
        for fact in reader(change.path, text) or ():
            if not fact.hook and known.get(fact.key) != fact.values:
                yield Weakened("hooks", change.path, fact.line, "", "", f"{fact.key} = {fact.values[0]}")


def _text(tree: Tree, path: str, side: str) -> str:
    content = tree.read(path, side) if path else None
    return content.text if content else ""


def _of_script(old: Content, new: Content) -> Iterator[tuple[int, str, str]]:
    """Yield the first line that is another one: above the line that names us, or below, each may undo it."""
    before, after = _lines(old), _lines(new)
    ours = next(((number, line) for number, line in before if NAME in line.lower()), None)
    if ours is None:
        return
    if not after:
        yield *ours, ""
        return
    at = 0
    while at < len(before) and at < len(after) and _is_same(after[at][1], before[at][1]):
        at += 1
    was = before[at] if at < len(before) else (0, "")
    now = after[at] if at < len(after) else (0, "")
    if not (was[1] or now[1]):
        return
    if was[1] and any(_is_same(line, was[1]) for _, line in after[at:]):
        yield now[0], "", now[1]
    elif now[1] and any(_is_same(now[1], line) for _, line in before[at:]):
        yield was[0], was[1], ""
    else:
        yield now[0] or was[0], was[1], now[1]


def _is_same(line: str, as_before: str) -> bool:
    return line == as_before or is_newer(line, as_before)


def _lines(content: Content) -> list[tuple[int, str]]:
    """Return the lines that do something, white space normalised, with their numbers; the first says what runs them."""
    found = []
    for number, line in enumerate(content.text.split("\n"), start=1):
        bare = " ".join(line.split())
        if bare and (not bare.startswith("#") or (number == 1 and bare.startswith("#!"))):
            found.append((_in_file(content, number), bare))
    return found


def _why_gone(change: FileChange, new: Content) -> str:
    """Say why a file installs nothing any more, "" when it is still read."""
    if change.deleted:
        return "the file is deleted"
    if _role(change.path) != _role(change.old_path):
        return f"the file is renamed from {change.old_path}, and is not run there"
    return f"the file is not read: {new.problem}" if new.problem else ""


def _of_lines(old: Content, new: Content) -> Iterator[tuple[int, str, str]]:
    """Yield each line that names us and is gone (its number, itself, what became of it), and each new way past us."""
    before, after = _naming(old), _naming(new)
    stays = Counter([line for _, line in after])
    lost = []
    for number, line in before:
        if stays[line]:
            stays[line] -= 1
        elif not line.startswith(_COMMENTS):
            lost.append((number, line))
    for number, line, newer in _become(lost, stays):
        yield number, line, newer
    for number, line in after:
        if stays[line] and _skips(line):
            yield number, "", line


def _become(lost: Sequence[tuple[int, str]], stays: Counter[str]) -> Iterator[tuple[int, str, str]]:
    """Yield what lines became that are not merely newer, taking that from those that are left."""
    by_rest: dict[str, list[tuple[str, list[list[int]]]]] = {}
    for one in +stays:
        rest, versions = unversioned(one)
        by_rest.setdefault(rest, []).append((one, versions))
    # Of very many lines nobody looks for what became of each.
    searches = len(lost) * len(stays) <= _MOST_COMPARED
    for number, line in lost:
        rest, versions = unversioned(line)
        alike = [
            one for one, theirs in by_rest.get(rest, [])[:_MOST_ALIKE] if stays[one] and are_newer(theirs, versions)
        ]
        newer = alike[0] if alike else ""
        if not newer:
            left = (one for one in stays if stays[one] and _is_edited(one, line)) if searches else iter(())
            newer = next(left, "")
            yield number, line, newer
        if newer:
            stays[newer] -= 1


def _switched_off(old: Content, new: Content) -> Iterator[tuple[int, str, str]]:
    """Yield each key of the file that newly decides whether a step which names us runs, or counts."""
    before, now = switches(old.text, NAME), switches(new.text, NAME)
    for line, number in now.items():
        if line not in before:
            key = line.partition(":")[0]
            was = next((one for one in before if one.partition(":")[0] == key and one not in now), "")
            yield _in_file(new, number), was, line


def _naming(content: Content) -> list[tuple[int, str]]:
    if NAME not in content.text.lower():
        return []
    lines = enumerate(content.text.split("\n"), start=1)
    return [(_in_file(content, number), " ".join(line.split())) for number, line in lines if NAME in line.lower()]


def _in_file(content: Content, number: int) -> int:
    """Return the number in the file of a line of its content."""
    return content.lines[number - 1] if content.fragment else number


def _skips(line: str) -> bool:
    return not line.startswith(_COMMENTS) and any(word in line for word in _SKIPS)


def _is_edited(line: str, original: str) -> bool:
    """Say whether a line may be what became of another: one holds most of the other's words."""
    words, others = set(line.strip("#/ ").split()), set(original.split())
    return 2 * len(words & others) >= min(len(words), len(others))


def _of_framework(change: FileChange, old: str, new: str, reader: HookReader) -> Iterator[tuple[int, str, str]]:
    """Yield what a configuration of pre-commit says no more of our hooks, or says otherwise: line, before, after."""
    before = reader(change.old_path, old) or ()
    if not any(fact.hook for fact in before):
        return
    after = reader(change.path, new) if new else ()
    if after is None:
        yield 0, "the hook runs", "the file cannot be understood any more"
        return
    now = {(fact.hook, fact.key): fact for fact in after}
    hooks = {fact.hook for fact in after}
    for fact in before:
        if fact.hook not in hooks and fact.hook:
            if fact.key == "id":
                yield fact.line, f"hook '{fact.hook}'", ""
        elif not _holds(fact, now.get((fact.hook, fact.key))):
            there = now.get((fact.hook, fact.key))
            yield (there or fact).line, _said(fact), _said(there) if there else ""
    known = {(fact.hook, fact.key) for fact in before}
    hooks = {fact.hook for fact in before}
    for fact in after:
        if (not fact.hook or fact.hook in hooks) and (fact.hook, fact.key) not in known and fact.key not in _MORE:
            yield fact.line, "", _said(fact)


_MORE = frozenset(("always_run", "fail_fast", "require_serial"))


def _holds(before: HookFact, now: HookFact | None) -> bool:
    """Say whether a key as it is now surely has the hook run, and judge, at least as often as before."""
    if now is None:
        return before.key in _LIMITS or before.key in _LISTS_OF_TIMES
    if now.values == before.values:
        return True
    if before.key in _LISTS_OF_TIMES:
        return set(before.values) <= set(now.values)
    if before.key == "ci.skip":
        return set(now.values) <= set(before.values)
    if before.key in ("rev", "additional_dependencies") and len(now.values) == len(before.values):
        return all(map(_is_later, now.values, before.values))
    return (before.key, now.values) == ("always_run", ("true",))


def _is_later(value: str, than: str) -> bool:
    return value == than or is_newer(f"@{value}", f"@{than}")


def _said(fact: HookFact) -> str:
    value = fact.values[0] if len(fact.values) == 1 else f"[{', '.join(fact.values)}]"
    return f"{fact.hook or 'all hooks'}: {fact.key} = {value}"
