"""`.pre-commit-config.yaml`: our hook in it, pinned, all else as its owner wrote it. prek reads the same file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from adrguard import __version__
from adrguard.install.yaml_splice import (
    appended,
    compose,
    end_of_lines,
    ended,
    items,
    line_end,
    scalar,
    value_of,
    without,
)
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = ".pre-commit-config.yaml"
HOOK = "adrguard"
STAGES = ("pre-commit", "pre-merge-commit", "pre-push")
LOCAL = "local"
_PACKAGE = "adrguard=="


class Wanted(Record):
    """How the hook is to be found.

    With `repo` (and `rev`): the published hook of that repository. Without: a local hook, in an environment that
    pre-commit makes with this very version, or with `system` whatever adrguard is on PATH.
    """

    repo: str = ""
    rev: str = ""
    system: bool = False


def added(text: str, wanted: Wanted) -> str:
    """Return the configuration with our hook in it; the same text when it is there and as wanted.

    Raises `AdrguardError` where the text cannot be understood, or cannot be extended without rewriting it.
    """
    node = compose(NAME, text)
    repos = value_of(node, "repos")
    found = _ours(repos)
    if found:
        return _repinned(text, *found, wanted)
    try:
        return _proven(_extended(text, node, repos, wanted), text, wanted)
    except AdrguardError as error:
        msg = f"{NAME}: {error.message}"
        raise AdrguardError(msg, "add this to it by hand:\n" + "".join(_block(wanted))) from error


def _extended(text: str, node: yaml.Node | None, repos: yaml.Node | None, wanted: Wanted) -> str:
    if isinstance(repos, yaml.SequenceNode):
        return appended(text, repos, _lines(wanted))
    eol = line_end(text)
    block = "".join(_block(wanted)).replace("\n", eol)
    if isinstance(repos, yaml.ScalarNode) and not repos.value:
        at = end_of_lines(text, repos)
        return ended(text[:at]) + block + text[at:]
    if repos is None and (node is None or isinstance(node, yaml.MappingNode)):
        return ended(text) + "repos:" + eol + block
    raise AdrguardError("'repos' is no list")


def removed(text: str) -> str:
    """Return the configuration without our hook; nothing but white space is left when nothing else was in it."""
    node = compose(NAME, text)
    repos = value_of(node, "repos")
    found = _ours(repos)
    if not found:
        return text
    repo, hook = found
    if len(items(value_of(repo, "hooks"))) > 1:
        return without(text, hook)
    if len(items(repos)) > 1:
        return without(text, repo)
    key = next(name for name, value in node.value if value is repos) if isinstance(node, yaml.MappingNode) else repo
    rest = text[end_of_lines(text, repo) :]
    if isinstance(node, yaml.MappingNode) and len(node.value) > 1:
        return text[: key.end_mark.index] + ": []" + line_end(text) + rest
    return text[: key.start_mark.index] + rest


def is_there(text: str) -> bool:
    """Say whether our hook is in the configuration."""
    return _ours(value_of(compose(NAME, text), "repos")) is not None


def _ours(repos: yaml.Node | None) -> tuple[yaml.Node, yaml.Node] | None:
    for repo in items(repos):
        for hook in items(value_of(repo, "hooks")):
            if scalar(value_of(hook, "id")) == HOOK:
                return repo, hook
    return None


def _repinned(text: str, repo: yaml.Node, hook: yaml.Node, wanted: Wanted) -> str:
    """Return `text` with the version that our hook is pinned to set to this one; everything else is its owner's."""
    if scalar(value_of(repo, "repo")) == LOCAL:
        pins = [pin for pin in items(value_of(hook, "additional_dependencies")) if scalar(pin).startswith(_PACKAGE)]
        return _replaced(text, pins[0], _PACKAGE + __version__) if pins and not wanted.system else text
    rev = value_of(repo, "rev")
    return _replaced(text, rev, wanted.rev) if rev and wanted.rev else text


def _replaced(text: str, node: yaml.Node, value: str) -> str:
    start, end = node.start_mark.index, node.end_mark.index
    quote = text[start] if text[start] in "'\"" else ""
    return text[:start] + quote + value + quote + text[end:]


def _lines(wanted: Wanted) -> list[str]:
    if wanted.repo:
        return [f"repo: {wanted.repo}", f"rev: {wanted.rev}", "hooks:", f"  - id: {HOOK}"]
    language = ["    language: system"]
    if not wanted.system:
        language = ["    language: python", f"    additional_dependencies: ['{_PACKAGE}{__version__}']"]
    return [
        f"repo: {LOCAL}",
        "hooks:",
        f"  - id: {HOOK}",
        "    name: adrguard (architecture decisions)",
        "    entry: adrguard-hook pre-commit",
        *language,
        "    pass_filenames: false",
        "    always_run: true",
        "    require_serial: true",
        f"    stages: [{', '.join(STAGES)}]",
    ]


def _block(wanted: Wanted, indent: str = "  ") -> list[str]:
    lines = _lines(wanted)
    return [f"{indent}{'- ' if index == 0 else '  '}{line}\n" for index, line in enumerate(lines)]


def _proven(new: str, old: str, wanted: Wanted) -> str:
    """Return `new` when it says what `old` said and our hook, nothing else. Raises `AdrguardError` otherwise."""
    before, after = yaml.safe_load(old) or {}, yaml.safe_load(new)
    expected = {**before, "repos": [*(before.get("repos") or []), *_entry(wanted)]}
    if after != expected:
        raise AdrguardError("its form leaves no safe place for another hook")
    return new


def _entry(wanted: Wanted) -> Sequence[object]:
    return list(yaml.safe_load("".join(_block(wanted))))
