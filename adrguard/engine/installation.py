"""What a change does to the guard's own installation in tracked files: hooks, CI jobs, settings of agents.

A configuration of pre-commit is compared by what it says of our hooks; every other file by its lines that name us. This
floor parses no YAML, so whoever asks hands in the reader of the former.
"""

from __future__ import annotations

from adrguard.engine.switches import switches
from adrguard.model.changes import NEW, OLD, Content
from adrguard.model.findings import Weakened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.changes import FileChange, Tree
    from adrguard.model.hooks import HookFact, HookReader


NAME = "adrguard"
_NOTHING = Content("")
FRAMEWORK = (".pre-commit-config.yaml", ".pre-commit-config.yml", "prek.toml")

_PROSE = (".md", ".mdc", ".markdown", ".rst", ".txt", ".adoc")
_ANYWHERE = ("package.json", "Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "Taskfile.yml")
_WORKFLOWS = (".github/workflows/", ".forgejo/workflows/", ".gitea/workflows/", ".woodpecker/")
_AGENTS = (".claude/", ".codex/", ".cursor/", ".gemini/", ".opencode/")
_OF_AGENTS = ("settings", "config", "mcp", "opencode")
_HOOKS = (".husky/", ".githooks/", ".lefthook/")
_COMMENTS = ("#", "//")
_MARKS = ("==", ">=", "~=", "@", ":", "^")
_LONGEST = 40  # characters of a version; to read numbers of any length would take its time
_DIGITS = frozenset("0123456789")
_SKIPS = ("SKIP", "disableAllHooks")
_PERMITS = 0o111
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
    if reader is not None and where.rpartition("/")[2] in FRAMEWORK and not (old.fragment or new.fragment):
        found = list(_of_framework(change, old.text, now.text, reader))
    else:
        found = list(_of_lines(old, now))
        if where.endswith(_YAML):
            found += _switched_off(old, now)
    for line, before, after in found:
        yield Weakened("hooks", where, line, "", before, after or gone)
    if not gone and NAME in old.text and where.startswith(_HOOKS) and _PERMITS & change.old_mode & ~change.mode:
        yield Weakened("hooks", where, 0, "", "the file may be executed", "it may not")


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
    stays = [line for _, line in after]
    lost = []
    for number, line in before:
        if line in stays:
            stays.remove(line)
        elif not line.startswith(_COMMENTS):
            lost.append((number, line))
    for number, line in lost:
        newer = next((one for one in stays if _is_newer(one, line)), None)
        if newer is None:
            newer = next((one for one in stays if _is_edited(one, line)), "")
            yield number, line, newer
        if newer:
            stays.remove(newer)
    for number, line in after:
        if line in stays and _skips(line):
            yield number, "", line


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


def _is_newer(line: str, than: str) -> bool:
    """Say whether two lines differ only in versions, none of which went down."""
    rest, versions = _unversioned(line)
    other_rest, others = _unversioned(than)
    if rest != other_rest or len(versions) != len(others):
        return False
    return all(version >= other for version, other in zip(versions, others, strict=True))


def _unversioned(line: str) -> tuple[str, list[list[int]]]:
    """Return a line without the numbers that are versions (``==1.9``, ``@v2``, ``:1.2``, ``^1.0``), and these."""
    rest, versions, index = "", list[list[int]](), 0
    while index < len(line):
        end = index
        while line[end : end + 1] in _DIGITS or (line[end : end + 1] == "." and line[end + 1 : end + 2] in _DIGITS):
            end += 1
        number = line[index:end]
        if (
            0 < len(number) <= _LONGEST
            and rest.removesuffix("v").endswith(_MARKS)
            and not line[end : end + 1].isalnum()
        ):
            versions.append([int(part) for part in number.split(".") if part])
        else:
            end = end if end > index else index + 1
            rest += line[index:end]
        index = end
    return rest, versions


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
    return value == than or _is_newer(f"@{value}", f"@{than}")


def _said(fact: HookFact) -> str:
    value = fact.values[0] if len(fact.values) == 1 else f"[{', '.join(fact.values)}]"
    return f"{fact.hook or 'all hooks'}: {fact.key} = {value}"
