"""Whether a `rewrite` can do what it is for: it names what the rule forbids, and leads to what the rule allows."""

from __future__ import annotations

import json

from adrguard.kdsl import names
from adrguard.kdsl.faults import Fault
from adrguard.kdsl.words import CALL, CODE, DEPENDENCY, IMPORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.kdsl.checked import Checked, Target

_BELOW = (".", "/", "::", "\\", ":")


def rewrite_fault(rewrite: tuple[str, ...], checked: Checked) -> Fault | None:
    """Return what is wrong with one rewrite of an invariant: a pair of names, or a template alone."""
    return _OF_KIND[checked.kind](rewrite, checked)


def _template(rewrite: tuple[str, ...], checked: Checked) -> Fault | None:
    from adrguard.kdsl.patterns import metavariables

    if len(rewrite) > 1:
        return Fault("rewrite-form", "code is rewritten by a template, not by names", "write 'rewrite: `safe($X)`'")
    for target in checked.targets:
        loose = sorted(metavariables(rewrite[0]) - metavariables(target.raw))
        if loose:
            hint = f"use the variables of `{target.raw}`"
            return Fault("bad-rewrite", f"'{loose[0]}' does not occur in the pattern", hint)
    return _template_matches(rewrite[0], checked.targets)


def _template_matches(template: str, targets: tuple[Target, ...]) -> Fault | None:
    """Refuse a template that holds what the rule forbids: it would be found, and rewritten, again and again."""
    from adrguard.kdsl.patterns import found_in, is_code

    languages = dict.fromkeys([language for target in targets for language, _ in target.rules])
    if not any(is_code(template, language) for language in languages):
        return Fault("bad-rewrite", f"'{template}' is no code in {', '.join(languages)}", "write a whole piece of code")
    for target in targets:
        for language, rule in target.rules:
            if found_in(template, json.loads(rule), language):
                message = f"what it makes still matches `{target.raw}` ({language})"
                return Fault("vain-rewrite", message, "write what the invariant allows")
    return None


def _renames(rewrite: tuple[str, ...], checked: Checked) -> Fault | None:
    if len(rewrite) == 1:
        example = "lodash -> `lodash >=4.17.21`" if checked.kind == DEPENDENCY else "requests.get -> httpx.get"
        return Fault("rewrite-form", "names are rewritten as 'OLD -> NEW'", f"write 'rewrite: {example}'")
    read = {IMPORT: names.module, CALL: names.callee, DEPENDENCY: names.package}[checked.kind]
    for name in rewrite:
        try:
            read(name)
        except names.NameFaultError as error:
            return Fault("bad-rewrite", f"'{name}': {error}", error.fault.hint)
    return _package(rewrite, checked) if checked.kind == DEPENDENCY else _names(rewrite, checked)


def _names(rewrite: tuple[str, ...], checked: Checked) -> Fault | None:
    if checked.kind == CALL and checked.clauses.langs and "python" not in checked.clauses.langs:
        hint = "take the clause out, or add python to 'lang'"
        return Fault("bad-rewrite", "calls are rewritten in Python only", hint)
    old, new = rewrite[0].removesuffix("()"), rewrite[1].removesuffix("()")
    if not any(_covers(target.raw, old) for target in checked.targets):
        hint = "rewrite what the invariant forbids, or a name below it"
        return Fault("bad-rewrite", f"'{old}' is none of the targets", hint)
    bare = new.removesuffix(".*").replace(":", ".") if checked.kind == CALL else new
    for target in checked.targets:
        exact = checked.clauses.exact == "yes" or (checked.kind == CALL and not target.star)
        if bare == target.raw or (not exact and _covers(target.raw, bare)):
            return Fault("vain-rewrite", f"'{new}' is forbidden as well", "write what the invariant allows")
    return None


def _covers(name: str, other: str) -> bool:
    return other == name or other.startswith(tuple([name + mark for mark in _BELOW]))


def _package(rewrite: tuple[str, ...], checked: Checked) -> Fault | None:
    old, wanted = names.package(rewrite[0])
    if wanted:
        return Fault("bad-rewrite", f"'{rewrite[0]}' has a range", f"write the package alone: '{old} -> {rewrite[1]}'")
    meant = {target.parts[0]: target.parts[1] for target in checked.targets}
    if old not in meant:
        return Fault("bad-rewrite", f"'{old}' is none of the targets", "rewrite what the invariant forbids")
    name, wanted = names.package(rewrite[1])
    # Whether two ranges have a version in common depends on the ecosystem: `adrguard lint` compares them.
    if name in meant and (not meant[name] or not wanted):
        return Fault("vain-rewrite", f"'{rewrite[1]}' is forbidden as well", "write what the invariant allows")
    return None


_OF_KIND: dict[str, Callable[[tuple[str, ...], Checked], Fault | None]] = {
    CODE: _template,
    IMPORT: _renames,
    CALL: _renames,
    DEPENDENCY: _renames,
}
