"""What became of the parts of a file that run the guard: jobs, stages of hooks, settings of agents, each as facts.

The facts of one part stand in order. Whoever reads the file leaves out what is only said to people, and its form.
"""

from __future__ import annotations

from adrguard.engine.commands import is_as_strict, is_newer, is_same_action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.model.hooks import HookFact

    Told = tuple[int, str, str]

BEGIN = "-"
"""Key of the fact that stands where a step begins."""

_COMMANDS = ("run", "script", "command", "commands", "before_script", "cmd", "cmds")
_CONDITIONS = ("if", "continue-on-error", "needs", "skip", "timeout-minutes")
_EVENT = "on."


def differences(before: Sequence[HookFact], after: Sequence[HookFact] | None) -> Iterator[Told]:
    """Yield for each part that ran the guard, and for what holds for all, where it first differs: line, before, after.

    None stands for a file that cannot be understood.
    """
    old, new = _parts(before), _parts(after or ())
    if not old:
        return
    if after is None:
        yield 0, "it runs the guard", "the file cannot be understood any more"
        return
    remains = bool(new)
    missing = []
    for name, facts in old.items():
        same = next((other for other, there in new.items() if not list(_difference(facts, there))), None)
        if same is None:
            missing.append(name)
        else:
            del new[same]
    for name in missing:
        other = name if name in new else next(iter(new), "")
        if other:
            yield from _difference(old[name], new.pop(other))
        else:
            yield old[name][0].line, _said(_first_of_weight(old[name])), ""
    if remains:
        yield from _of_all([fact for fact in before if not fact.hook], [fact for fact in after if not fact.hook])


def _parts(facts: Sequence[HookFact]) -> dict[str, list[HookFact]]:
    found: dict[str, list[HookFact]] = {}
    for fact in facts:
        if fact.hook:
            found.setdefault(fact.hook, []).append(fact)
    return found


def _first_of_weight(facts: Sequence[HookFact]) -> HookFact:
    """Return the fact that names the guard."""
    return next((fact for fact in facts if any("adrguard" in value.lower() for value in fact.values)), facts[0])


def _difference(old: Sequence[HookFact], new: Sequence[HookFact]) -> Iterator[Told]:
    at = there = 0
    while at < len(old):
        if there < len(new) and _holds(old[at], new[there]):
            at, there = at + 1, there + 1
        elif old[at].key.rpartition(".")[2] in _CONDITIONS and old[at].key not in {one.key for one in new}:
            at += 1  # without it, it runs more often
        else:
            break
    was = old[at] if at < len(old) else None
    now = new[there] if there < len(new) else None
    if was is None:
        # What is done after it takes nothing from it.
        if now is not None and now.key != BEGIN:
            yield now.line, "", _said(now)
    elif now is None or any(_holds(one, now) for one in old[at + 1 :]):
        yield was.line, _said(was), ""
    elif any(_holds(was, one) for one in new[there + 1 :]):
        yield now.line, "", _said(now)
    else:
        yield now.line, _said(was), _said(now)


def _holds(before: HookFact, now: HookFact) -> bool:
    """Say whether a fact surely has the guard run, and judge, as it did."""
    if before.key != now.key:
        return False
    if before.values == now.values:
        return True
    if len(before.values) != len(now.values):
        return False
    word = before.key.rpartition(".")[2]
    return all(_holds_value(word, value, other) for value, other in zip(now.values, before.values, strict=True))


def _holds_value(word: str, value: str, than: str) -> bool:
    if value == than:
        return True
    if word == "uses":
        return is_same_action(value, than)
    if word == "matcher":
        return set(than.split("|")) <= set(value.split("|"))
    return is_as_strict(value, than) if word in _COMMANDS else is_newer(value, than)


def _of_all(old: Sequence[HookFact], new: Sequence[HookFact]) -> Iterator[Told]:
    before, after = ({fact.key: fact for fact in side} for side in (old, new))
    for key, fact in before.items():
        if key not in after:
            yield fact.line, _said(fact), ""
        elif after[key].values != fact.values:
            yield after[key].line, _said(fact), _said(after[key])
    for key, fact in after.items():
        # One event more is one run more.
        if key not in before and not key.startswith(_EVENT):
            yield fact.line, "", _said(fact)


def _said(fact: HookFact) -> str:
    value = fact.values[0] if len(fact.values) == 1 else f"[{', '.join(fact.values)}]"
    name = f"{fact.hook}: " if fact.hook else ""
    return f"{name}{fact.key} = {value}"
