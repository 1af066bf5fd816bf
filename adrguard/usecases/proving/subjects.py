"""Whom an example tests: a rule, or all rules of a decision, by any of their names."""

from __future__ import annotations

import posixpath
import re
from difflib import get_close_matches

from adrguard.decisions.naming import Names
from adrguard.decisions.pick import near, several
from adrguard.model.decisions import NOT_IN_FORCE
from adrguard.model.record import Record
from adrguard.vault.asides import TEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.model.rules import Rule

_NUMBERED = re.compile(r"(?:adr[-_ ]?)?\d{1,9}(?=\D|$)", re.IGNORECASE)
_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)


MOST_NAMES = 50


class Subject(Record):
    """What an example tests: the rules, and the name that people know them by.

    `decisions` are ids; `asleep` says why nothing is to be run (the decision is not in force), "" where there is.
    """

    name: str
    rules: tuple[Rule, ...]
    decisions: tuple[str, ...]
    asleep: str = ""

    @property
    def is_one_rule(self) -> bool:
        """Say whether it is a single rule."""
        return len(self.rules) == 1


class Unknown(Record):
    """A name that means nothing, or several things: what is wrong and the way out."""

    message: str
    hint: str


class Subjects:
    """All that can be tested."""

    def __init__(self, decisions: DecisionSet) -> None:
        self._names: Names[Decision] = Names(decisions.decisions)
        self._rules = {rule.id: rule for rule in decisions.rules}
        self._of: dict[str, list[Rule]] = {}
        for rule in decisions.rules:
            self._of.setdefault(rule.decision, []).append(rule)

    @property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its id."""
        return self._rules

    def named(self, names: Iterable[str], note: str, whole: Subject | None = None) -> Subject | Unknown:
        """Return what several names mean together; a ``#slug`` alone is a rule of `whole`."""
        found: list[Subject] = []
        names = tuple(names)
        if len(names) > MOST_NAMES:
            return Unknown(f"more than {MOST_NAMES} names are too many for one example", "name the decision")
        for name in names:
            one = self.one(name, note, whole)
            if isinstance(one, Unknown):
                return one
            found.append(one)
        if len(found) == 1:
            return found[0]
        rules = dict.fromkeys(rule for one in found for rule in one.rules)
        decisions = dict.fromkeys(name for one in found for name in one.decisions)
        asleep = "" if rules else next((one.asleep for one in found), "")
        return Subject(" and ".join(one.name for one in found), tuple(rules), tuple(decisions), asleep)

    def one(self, name: str, note: str = "", whole: Subject | None = None) -> Subject | Unknown:
        """Return what a name means; a path in it is taken from the note it stands in."""
        name = name.strip().strip("`")
        if ("#" in name.strip("#") and not name.startswith("[")) or (name.startswith("#") and not name[1:].isdigit()):
            return self._rule(name, note, whole)
        found = self._names.find(name, note)
        if len(found) > 1:
            return Unknown(f"`{name}` means several decisions: {several(found)}", "name one of them by its path")
        if not found:
            return Unknown(f"there is no decision `{name}`", near(self._names, name))
        return self._decision(found[0])

    def _decision(self, decision: Decision) -> Subject:
        rules = tuple(self._of.get(decision.id, ()))
        asleep = ""
        if decision.force == NOT_IN_FORCE:
            asleep = f"{decision.id} is not in force ({decision.why or decision.status})"
        elif not rules:
            asleep = f"{decision.id} has no rule that a machine enforces"
        return Subject(decision.id, rules, (decision.id,), asleep)

    def _rule(self, name: str, note: str, whole: Subject | None) -> Subject | Unknown:
        if name in self._rules:
            return self._alone(self._rules[name])
        prefix, _, slug = name.partition("#")
        decisions = whole.decisions if not prefix and whole else ()
        if prefix:
            owner = self.one(prefix, note)
            if isinstance(owner, Unknown):
                return owner
            if owner.asleep:
                return owner
            decisions = owner.decisions
        among = [rule for one in decisions for rule in self._of.get(one, ())]
        found = [rule for rule in among if rule.id == f"{rule.decision}#{slug}"]
        found = found or [rule for rule in among if rule.id.startswith(f"{rule.decision}#{slug}")]
        if len(found) == 1:
            return self._alone(found[0])
        if found:
            shown = ", ".join(rule.id for rule in found[:5])
            return Unknown(f"`{name}` means several rules: {shown}", "write more of the one that is meant")
        ids = [rule.id for rule in among] or list(self._rules)
        close = get_close_matches(name, ids, n=1, cutoff=0.8)
        return Unknown(f"there is no rule `{name}`", f"did you mean {close[0]}?" if close else "see `adrguard rules`")

    @staticmethod
    def _alone(rule: Rule) -> Subject:
        return Subject(rule.id, (rule,), (rule.decision,))

    def of_file(self, path: str) -> Subject | None:
        """Return the decision that a note tests by its own name: ``tests/0008-x.md`` and ``0008-x.test.md``."""
        folder, _, name = path.rpartition("/")
        stem = _NOTE.sub("", TEST.sub("", name))
        above = [folder, posixpath.dirname(folder)]
        for place in above:
            for decision in self._names.items:
                if _NOTE.sub("", decision.path).casefold() == f"{place}/{stem}".lstrip("/").casefold():
                    return self._decision(decision)
        found = self._names.find(stem)
        number = _NUMBERED.match(stem)
        if len(found) != 1 and number:
            found = self._names.find(number[0])
        nearby = [one for one in found if posixpath.dirname(one.path) in above]
        chosen = nearby if len(nearby) == 1 else found
        return self._decision(chosen[0]) if len(chosen) == 1 else None
