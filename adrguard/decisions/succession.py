"""Which decisions a supersession or a change of status is about, and why it may not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions.links import Links
from adrguard.decisions.naming import Names
from adrguard.decisions.pick import near, several
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.model.errors import UsageError
from adrguard.vault import lifecycle
from adrguard.vault.status import SUPERSEDED, table_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adrguard.decisions.naming import Named
    from adrguard.model.decisions import Decision, DecisionSet


class MisnamedError(UsageError):
    """Names that mean no decision, or several; or decisions that may not become what they were to become."""


def chosen(decisions: Sequence[Decision], said: Iterable[str], start: str = "") -> tuple[Decision, ...]:
    """Return the decisions that these names mean, each once, in the order given.

    `start` is the path of the note in which the names stand. Raises `MisnamedError`, which tells of every name that
    means nothing or more than one.
    """
    names = Names(decisions)
    found: dict[str, Decision] = {}
    wrong = []
    for name in said:
        meant = names.find(name, start)
        if len(meant) == 1:
            found.setdefault(meant[0].path, meant[0])
        else:
            wrong.append(_misnamed(name, meant, names))
    refuse(wrong)
    return tuple(found.values())


def _misnamed(name: str, meant: Sequence[Decision], names: Names[Decision]) -> tuple[str, str]:
    if meant:
        return f"'{name}' means several decisions: {several(meant)}", "name one of them by its path"
    return f"there is no decision '{name}'", near(names, name)


def refuse(wrong: Sequence[tuple[str, str]]) -> None:
    """Raise one error that holds every (message, way out) of these; do nothing when there is none."""
    if len(wrong) == 1:
        raise MisnamedError(f"{wrong[0][0]}: nothing was written", wrong[0][1])
    if wrong:
        lines = [f"{message}: {hint}" if hint else message for message, hint in wrong]
        raise MisnamedError(f"nothing was written, for {len(wrong)} reasons:", "\n".join(lines))


def may_move(verb: str, one: Decision, found: DecisionSet) -> str:
    """Return why a decision may not be accepted, rejected, deprecated or superseded; "" when it may."""
    # What another decision in force replaces is over, whatever its own note still says.
    over = one.force == NOT_IN_FORCE and one.why.startswith("superseded by")
    status = SUPERSEDED if over else one.status
    why = lifecycle.refusal(verb, status, table_with(found.settings.statuses))
    if not why:
        return ""
    return f"{one.id} cannot be {_PAST[verb]}, as its status is '{status or 'none'}'{_by(one, found)}: {why}"


_PAST = {
    lifecycle.ACCEPT: "accepted",
    lifecycle.REJECT: "rejected",
    lifecycle.DEPRECATE: "deprecated",
    lifecycle.SUPERSEDE: "superseded",
}


def _by(one: Decision, found: DecisionSet) -> str:
    if one.why.startswith("superseded by"):
        return f" ({one.why})"
    by = [other.id for other in meant(one, one.superseded_by, Names(found.decisions))] or one.superseded_by
    return f" (superseded by {', '.join(by)})" if by else ""


def meant(one: Decision, said: Iterable[str], names: Names[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that names in a decision's note mean; a name that means none or several is left out."""
    each = [names.find(name, one.path) for name in said]
    return tuple(others[0] for others in each if len(others) == 1)


def obstacles(
    olds: Sequence[Decision], new: Named, found: DecisionSet, *, standing: Decision | None
) -> list[tuple[str, str]]:
    """Return why these decisions cannot give way to `new`, as (message, way out).

    `standing` is the new decision as it stands, None when its note is only being written.
    """
    wrong = []
    if standing is not None and standing.force != IN_FORCE:
        state = f"is only {standing.status}" if standing.force == SHADOW else _is_over(standing)
        hint = f"accept it: `adrguard adr accept {new.id}`" if standing.force == SHADOW else "name one that is in force"
        wrong.append((f"{new.id} {state}, so it can take no other's place", hint))
    successors = Links(found.decisions).superseded_by
    above = _above(new.path, successors)
    for old in olds:
        if old.path == new.path:
            wrong.append((f"{old.id} cannot supersede itself", "name another decision"))
        elif old.path in above:
            wrong.append(
                (f"{old.id} itself takes the place of {new.id}: the two would supersede each other", "take one out")
            )
        elif old.force != NOT_IN_FORCE or new.path not in {one.path for one in successors.get(old.path, ())}:
            why = may_move(lifecycle.SUPERSEDE, old, found)
            if why:
                wrong.append((why, ""))
    return wrong


def _is_over(one: Decision) -> str:
    return f"is not in force ({one.why or one.status})"


def _above(path: str, successors: Mapping[str, Sequence[Decision]]) -> set[str]:
    """Return the paths of all decisions that supersede the one at `path`, directly or through others."""
    found: set[str] = set()
    waiting = [path]
    while waiting:
        for other in successors.get(waiting.pop(), ()):
            if other.path not in found:
                found.add(other.path)
                waiting.append(other.path)
    return found
