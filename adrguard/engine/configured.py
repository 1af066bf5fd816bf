"""What a change makes milder in the configuration, and the stricter of two configurations."""

from __future__ import annotations

from adrguard.decisions.discover import DEFAULT_VAULT
from adrguard.engine.baseline import Baseline
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.model.findings import Weakened
from adrguard.syntax.languages import CODE, speaks
from adrguard.vault.asides import is_index_or_template
from adrguard.vault.status import TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from adrguard.model.decisions import DecisionSet, Settings
    from adrguard.model.globs import Glob


_MILDEST_FIRST = ("allow", "warn", "tell", "ask", "block", "deny")


def stricter(after: Settings, before: Settings) -> Settings:
    """Return the settings by which a change of settings is itself judged: of each limit the one that spares less.

    `project` stays the change's own: each side's rules are bound by the project of their side.
    """
    return after.replace(
        strict=after.strict or before.strict,
        budget_hard_ms=_longer(after.budget_hard_ms, before.budget_hard_ms),
        on_budget=max(after.on_budget, before.on_budget, key=_MILDEST_FIRST.index),
        max_file_size=max(after.max_file_size, before.max_file_size),
        weakening=tuple(
            [
                (door, max(word, dict(before.weakening)[door], key=_MILDEST_FIRST.index))
                for door, word in after.weakening
            ]
        ),
        agent_supersession=max(after.agent_supersession, before.agent_supersession, key=_MILDEST_FIRST.index),
        agent_max_blocks=max(after.agent_max_blocks, before.agent_max_blocks),
        agent_on_error=max(after.agent_on_error, before.agent_on_error, key=_MILDEST_FIRST.index),
        agent_shell=max(after.agent_shell, before.agent_shell, key=_MILDEST_FIRST.index),
        agent_before_edit=after.agent_before_edit or before.agent_before_edit,
    )


def _longer(one: int, other: int) -> int:
    # 0 is no limit at all.
    return max(one, other) if one and other else 0


_GRADED = (
    "on_budget", "max_file_size", "budget_hard_ms", "weakening", "strict", "agent_supersession", "agent_max_blocks",
    "agent_on_error", "agent_shell", "agent_before_edit",
)  # fmt: skip
_CHANGED = {
    "project": "decisions that are bound to another project do not bind",
    "baseline": "what stands there is known, and no violation",
}
"""Settings of which nobody can tell whether another value lets more through, with what it may let through."""

_LETS = {"max_file_size": "larger files are not judged", "budget_hard_ms": "what takes longer is not judged"}


def configuration(decisions: DecisionSet, base: DecisionSet, paths: Collection[str] = ()) -> Iterator[Weakened]:
    """Yield what the change's configuration lets through and the base's did not; `paths` are the files of the tree."""
    before, after = base.settings.as_dict(), decisions.settings.as_dict()
    judged = stricter(decisions.settings, base.settings).as_dict()
    for key in (*_GRADED, *_CHANGED):
        if before[key] != after[key] and (key in _CHANGED or judged[key] != after[key]):
            yield _told(key, before[key], after[key], _CHANGED.get(key, _LETS.get(key, "")))
    yield from _folders(decisions, base, paths)
    yield from _statuses(decisions, base)
    excluded = [glob for glob in _excluded(decisions) if glob not in base.settings.exclude]
    if excluded:
        globs = ", ".join([f'"{_glob(glob)}"' for glob in excluded])
        lets = "rules on text pass over these files"
        yield Weakened("configuration", "", 0, "", "", f"exclude = […, {globs}]: {lets}")
    yield from _declared_known(decisions, base)
    if decisions.generated != base.generated:
        yield Weakened("configuration", ".gitattributes", 0, "", "", "other files count as generated or vendored")


def _told(key: str, before: object, after: object, lets: str) -> Weakened:
    name = key.replace("agent_", "agent.").replace("_", "-")
    tail = f": {lets}" if lets else ""
    return Weakened("configuration", "", 0, "", f"{name} = {_toml(before)}", f"{name} = {_toml(after)}{tail}")


def _folders(decisions: DecisionSet, base: DecisionSet, paths: Collection[str]) -> Iterator[Weakened]:
    """Yield what is no longer read, and folders that hide other files by being made ones of decisions."""
    before, after = base.settings, decisions.settings
    still = set(decisions.policy_paths)
    unread = "folders of decisions that are no longer read"
    gone = [one for one in before.adr_dirs if one not in after.adr_dirs and f"{one}/" not in still]
    if gone:
        yield _told("adr_dirs", before.adr_dirs, after.adr_dirs, f"{unread}: {', '.join(gone)}")
    if before.vault and before.vault != after.vault:
        yield _told("vault", before.vault, after.vault, f"a vault that is no longer read: {before.vault}")
    named = {f"{one}/" for one in (*before.adr_dirs, before.vault, DEFAULT_VAULT)}
    # All else is read by itself, but for what `.adr-dir` names.
    lost = [one[:-1] for one in base.policy_paths if one.endswith("/") and one not in still | named]
    if lost:
        yield Weakened("configuration", ".adr-dir", 0, "", "", f"{unread}: {', '.join(lost)}")
    notes = {one.path for one in (*decisions.decisions, *base.decisions)}
    for folder in decisions.policy_paths if base.policy_paths else ():
        if folder.endswith("/") and folder not in base.policy_paths and folder != f"{after.vault}/":
            hidden = sorted(path for path in paths if path.startswith(folder) and _is_no_note(path, notes))
            if hidden:
                where = "" if folder[:-1] in after.adr_dirs else ".adr-dir"
                lets = f"Markdown in {folder[:-1]} is passed over by rules on text, as in a folder of decisions"
                yield Weakened("configuration", where, 0, "", "", f"{lets} ({hidden[0]} lies there)")


def _is_no_note(path: str, notes: Collection[str]) -> bool:
    """Say whether a file does not belong to a folder of decisions: code, or prose that is none of its notes."""
    if path.endswith(".md"):
        return path not in notes and not is_index_or_template(path)
    return speaks(path, CODE)


_MILDER = (NOT_IN_FORCE, SHADOW, IN_FORCE)


def _statuses(decisions: DecisionSet, base: DecisionSet) -> Iterator[Weakened]:
    before, after = dict(base.settings.statuses), dict(decisions.settings.statuses)
    used = {one.status.lower() for one in (*decisions.decisions, *base.decisions)}
    for word in sorted({*before, *after}):
        # A word that nobody has heard of lets no decision go.
        was, now = (side.get(word, TABLE.get(word.lower(), IN_FORCE)) for side in (before, after))
        known = word in before or word.lower() in TABLE or word.lower() in used
        if known and _MILDER.index(now) < _MILDER.index(was):
            said = [f'statuses.{word} = "{force}"' for force in (was, now)]
            yield Weakened("configuration", "", 0, "", said[0], f"{said[1]}: so is each decision that is {word}")


def _excluded(decisions: DecisionSet) -> Iterator[Glob]:
    """Yield the globs that the configuration excludes; single notes of decisions are left out of text in any case."""
    notes = {one.path.replace("\\", "") for one in decisions.decisions}
    for glob in decisions.settings.exclude:
        if _glob(glob).replace("\\", "").removeprefix("/") not in notes:
            yield glob


def _declared_known(decisions: DecisionSet, base: DecisionSet) -> Iterator[Weakened]:
    added = sorted(Baseline(decisions.baseline).entries - Baseline(base.baseline).entries)
    if added:
        rule, path, *_ = (*added[0].split("\t"), "")
        example = f", such as [{rule}] {path}" if path else ""
        after = f"findings declared known: {len(added)} more{example}"
        yield Weakened("baseline", decisions.settings.baseline, 0, "", "", after)


def _toml(value: object) -> str:
    """Return a setting as its owner would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{ " + ", ".join([f'{key} = "{word}"' for key, word in value]) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join([_toml(one) for one in value]) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _glob(glob: Glob) -> str:
    anchored, segments, folder_only = glob
    path = "/".join(segments) + ("/" if folder_only else "")
    return f"/{path}" if anchored and not segments[1:] else path
