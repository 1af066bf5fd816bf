"""What CI jobs, lefthook, agents' settings and scripts of packages say of the parts that run us, as facts.

A part's facts stand in order, each mapping's keys sorted, what is only said to people left out: so another form of the
same makes the same facts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adrguard.model.hooks import HookFact

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS = "adrguard"
_BEGIN = "-"
_FOR_PEOPLE = ("name", "description")
_NAMED = ("", "steps", "jobs")
_SCRIPTS = ("scripts", "lint-staged", "husky", "simple-git-hooks", "gitHooks", "pre-commit", "wireit")
_OF_LEFTHOOK = ("extends", "remote", "remotes", "rc", "source_dir", "source_dir_local", "templates", "lefthook")
_OF_GITLAB = ("workflow", "default", "variables", "before_script", "image", "include")
_SWITCHES = ("disableAllHooks", "disabled", "enabled")
_DEEPEST = 60

_Facts = list[tuple[str, str, int]]


def runner_facts(path: str, data: Any) -> Iterator[HookFact]:
    """Yield the facts of each part that names us, and of what holds for all parts, which have no `hook`."""
    if not isinstance(data, dict):
        return
    name = path.rpartition("/")[2]
    if name == "pyproject.toml":
        tools = {key: value for key, value in _table(data.get("tool")).items() if key != _OURS}
        yield from _of_leaves({"tool": tools}, is_whole_command=True)
    elif name == "package.json":
        yield from _of_leaves({key: data[key] for key in _SCRIPTS if key in data})
    elif name.endswith(".json") and "lefthook" not in name:
        yield from _of_settings(data)
    elif name.lstrip(".").startswith("lefthook"):
        yield from _of_stages(data)
    elif name == ".gitlab-ci.yml":
        yield from _of_keys(data, _OF_GITLAB)
    elif "jobs" in data:
        yield from _of_workflow(data)
    else:
        yield from _of_keys(data, ())


def _of_workflow(data: dict[str, Any]) -> Iterator[HookFact]:
    for name, job in _table(data.get("jobs")).items():
        if _names_us(job):
            yield from _part(name, _flat(job, "", 0))
    # To YAML 1.1 `on` is a truth value.
    events = data.get("on", data.get("true"))
    line = _line(data, "on")
    named = events if isinstance(events, dict) else {str(one): None for one in _list(events)}
    for event, how in named.items():
        yield HookFact("", f"on.{event}", (_text(how),), _line(events, event) or line)
    yield from _for_all(data, ("defaults", "env"))


def _of_stages(data: dict[str, Any]) -> Iterator[HookFact]:
    for stage, what in data.items():
        if stage not in _OF_LEFTHOOK and _names_us(what):
            yield HookFact(stage, "stage", (stage,), _line(data, stage))
            yield from _part(stage, _flat(what, "", _line(data, stage)))
    yield from _for_all(data, _OF_LEFTHOOK)


def _of_keys(data: dict[str, Any], shared: tuple[str, ...]) -> Iterator[HookFact]:
    for name, what in data.items():
        if name not in shared and _names_us(what):
            yield from _part(name, _flat(what, "", _line(data, name)))
    yield from _for_all(data, shared)


def _for_all(data: dict[str, Any], keys: tuple[str, ...]) -> Iterator[HookFact]:
    for key in keys:
        if key in data:
            found: dict[str, list[str]] = {}
            for below, value, _ in _flat(data[key], key, 0):
                found.setdefault(below, []).append(value)
            for below, values in found.items():
                yield HookFact("", below, tuple(values), _line(data, key))


def _part(name: str, facts: _Facts) -> Iterator[HookFact]:
    for key, value, line in facts:
        yield HookFact(name, key, (value,), line)


def _flat(value: Any, prefix: str, line: int, depth: int = 0) -> _Facts:
    """Return all scalars below a value with the keys that lead there; steps last, and each with a beginning."""
    if depth > _DEEPEST:
        return []
    found: _Facts = []
    if isinstance(value, dict):
        for key in sorted(value, key=lambda one: (one == "steps", one)):
            if key not in _FOR_PEOPLE or prefix not in _NAMED:
                below = f"{prefix}.{key}" if prefix else key
                found += _flat(value[key], below, _line(value, key) or line, depth + 1)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                found.append((_BEGIN, prefix, _first_line(item) or line))
            found += _flat(item, prefix, line, depth + 1)
    else:
        found.append((prefix, _script(_text(value)), line))
    return found


def _script(text: str) -> str:
    """Return a script without the lines that do nothing, and without the form of the others."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return "\n".join([line for line in lines if line and not line.startswith("#")]) if len(lines) > 1 else text.strip()


def _of_settings(data: dict[str, Any]) -> Iterator[HookFact]:
    """Yield for each object that names us what stands in it and in those around it, but for the whole file's own."""
    for number, (at, chain) in enumerate(_objects(data, (), ())):
        part = f"{at} ({number})"
        yield HookFact(part, "at", (at,))
        for one in chain:
            for key in sorted(one):
                values = one[key] if isinstance(one[key], list) else [one[key]]
                if not any(isinstance(value, (dict, list)) for value in values):
                    yield HookFact(part, key, tuple(map(_text, values)))
    for key in _SWITCHES:
        if key in data:
            yield HookFact("", key, (_text(data[key]),))


def _objects(
    value: Any, at: tuple[str, ...], chain: tuple[dict[str, Any], ...]
) -> Iterator[tuple[str, tuple[dict[str, Any], ...]]]:
    if len(at) > _DEEPEST:
        return
    if isinstance(value, dict):
        inner = (*chain, value) if at else chain
        own = [one for one in value.values() if not isinstance(one, dict)]
        if inner and any(isinstance(each, str) and _OURS in each.lower() for one in own for each in _list(one)):
            yield ".".join(at), inner
        for key, below in value.items():
            yield from _objects(below, (*at, str(key)), inner)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield from _objects(item, at, chain)


def _of_leaves(value: Any, *, is_whole_command: bool = False) -> Iterator[HookFact]:
    for number, (key, text, _) in enumerate(_flat(value, "", 0, 1)):
        words = text.split()
        runs = len(words) > 1 and any(word in (_OURS, f"{_OURS}-hook") for word in words)
        if runs if is_whole_command else _OURS in text.lower() and key != _BEGIN:
            # By what it does: another name of the script does the same.
            yield HookFact(f"{key} ({number})", "run", (text,))


def _names_us(value: Any, depth: int = 0) -> bool:
    if depth > _DEEPEST:
        return False
    if isinstance(value, dict):
        return any(_OURS in str(key).lower() or _names_us(one, depth + 1) for key, one in value.items())
    if isinstance(value, list):
        return any(_names_us(one, depth + 1) for one in value)
    return _OURS in str(value).lower()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)


def _line(table: Any, key: str) -> int:
    lines = getattr(table, "lines", {})
    return int(lines.get(key, 0))


def _first_line(table: dict[str, Any]) -> int:
    return min([_line(table, key) for key in table], default=0)


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
