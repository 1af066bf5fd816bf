"""What a configuration says of the hooks and jobs that run us, as facts that can be compared.

Of `.pre-commit-config.yaml` and `prek.toml` here, of all others by `install.runner_facts`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adrguard.model.hooks import HookFact
from adrguard.model.toml import loads

if TYPE_CHECKING:
    from collections.abc import Iterator

    import yaml

LARGEST = 1024 * 1024
FRAMEWORK = (".pre-commit-config.yaml", ".pre-commit-config.yml", "prek.toml")
_OURS = "adrguard"
_FOR_ALL = ("exclude", "files", "default_stages", "default_install_hook_types")
_FOR_PEOPLE = (
    "name", "description", "verbose", "log_file", "alias", "minimum_pre_commit_version", "hooks", "language_version",
)  # fmt: skip
"""Keys that change nothing about what runs and when; a repository's hooks are looked at one by one."""


def hook_facts(path: str, text: str) -> tuple[HookFact, ...] | None:
    """Return what the text says of our hooks and of all hooks; None where it cannot be understood."""
    if len(text) > LARGEST:
        return None
    data = _toml(text) if path.endswith(".toml") else _json(text) if path.endswith(".json") else _yaml(text)
    if data is None:
        return None
    if path.rpartition("/")[2] in FRAMEWORK:
        return tuple(_facts(data))
    from adrguard.install.runner_facts import runner_facts

    return tuple(runner_facts(path, data))


class Placed(dict[str, Any]):
    """A mapping that knows the line of each key."""

    lines: dict[str, int]


def _yaml(text: str) -> Any:
    import yaml

    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        return {} if node is None else _plain(node, _MOST_NODES)
    except (yaml.YAMLError, RecursionError, _TooMuchError):
        return None


_MOST_NODES = 50_000


class _TooMuchError(Exception):
    """Aliases make more of the text than anybody wrote."""


def _plain(node: yaml.Node, room: int) -> Any:
    left = [room]

    def made(one: yaml.Node) -> Any:
        import yaml

        left[0] -= 1
        if left[0] < 0:
            raise _TooMuchError
        if isinstance(one, yaml.MappingNode):
            found = Placed()
            found.lines = {}
            for key, value in one.value:
                found[str(key.value)] = made(value)
                found.lines[str(key.value)] = key.start_mark.line + 1
            return found
        return [made(item) for item in one.value] if isinstance(one, yaml.SequenceNode) else str(one.value)

    return made(node)


def _toml(text: str) -> Any:

    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _facts(data: Any) -> Iterator[HookFact]:
    if not isinstance(data, dict):
        return
    yield from (_fact("", key, data) for key in _FOR_ALL if key in data)
    skipped = [one for one in _list(_table(data.get("ci")).get("skip")) if _OURS in str(one)]
    if skipped:
        yield HookFact("", "ci.skip", tuple(map(str, skipped)), _line(data, "ci"))
    seen: dict[str, int] = {}
    for repo in map(_table, _list(data.get("repos"))):
        for hook in map(_table, _list(repo.get("hooks"))):
            name = str(hook.get("id", ""))
            if not name.startswith(_OURS) and _OURS not in str(hook.get("entry", "")):
                continue
            seen[name] = seen.get(name, 0) + 1
            shown = name if seen[name] == 1 else f"{name} ({seen[name]})"
            for table in (hook, repo):
                yield from (_fact(shown, key, table) for key in table if key not in _FOR_PEOPLE)


def _fact(hook: str, key: str, table: dict[str, Any]) -> HookFact:
    value = table[key]
    values = tuple(map(_text, value)) if isinstance(value, list) else (_text(value),)
    return HookFact(hook, key, values, _line(table, key))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)


def _line(table: dict[str, Any], key: str) -> int:
    return table.lines.get(key, 0) if isinstance(table, Placed) else 0


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
