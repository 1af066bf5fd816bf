"""The change on the desk: its texts as they are mended so far, and the verdict of the engine on each version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.changes.mended import MendedTree
from adrguard.engine.check import evaluate
from adrguard.engine.scope import Exclusions
from adrguard.matchers.context import Context
from adrguard.model.changes import NEW
from adrguard.syntax.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.engine.check import Question
    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule

Findings = tuple["Finding", ...]


class Desk:
    """Texts of a change, and a way to ask what is wrong with them. `texts` are those that differ from the files."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._exclusions = Exclusions(question.decisions)
        self._by_path = {one.path: one for one in question.changes.files}
        self.texts: dict[str, str] = {}

    def judge(self) -> Outcome:
        """Judge the change as it is on the desk."""
        tree = MendedTree(self._question.tree, self.texts)
        return evaluate(self._question.replace(tree=tree, gather=None) if self.texts else self._question)

    def findings_in(self, path: str, text: str) -> Findings:
        """Judge one file with this text, the others as they are on the desk."""
        question = self._question
        changes = question.changes
        narrowed = changes.replace(
            source="files" if changes.source == "all" else changes.source,
            files=(self._by_path[path],),
            unread=(),
            beside=(*changes.beside, *[one for one in changes.files if one.path != path]),
        )
        tree = MendedTree(question.tree, {**self.texts, path: text})
        outcome = evaluate(question.replace(changes=narrowed, tree=tree, gather=None))
        return tuple([one for one in outcome.findings if one.path == path])

    def original(self, path: str) -> str | None:
        """Return the text of a file as it is; None where it has none, or only a part of it is known."""
        content = self._question.tree.read(path)
        return None if content is None or content.problem or content.fragment else content.text

    def source(self, path: str, text: str) -> Source:
        """Return a text as the source that matchers and the fixer read."""
        from adrguard.model.changes import Content

        return Source(path, Content(text))

    def context(self, path: str, text: str) -> Context:
        """Return what is around one file with this text."""
        tree = MendedTree(self._question.tree, {**self.texts, path: text})
        return Context(tree, NEW, self._question.changes)

    def paths(self) -> frozenset[str]:
        """Return every path of the new state."""
        return self._question.tree.paths()

    def is_set_aside(self, rule: Rule, path: str) -> bool:
        """Say whether a file is generated, vendored, a lock file or otherwise excluded, unless the rule names it."""
        return self._exclusions.excluded(path) and not self._exclusions.overrides(rule.include, path)

    def changed(self) -> Mapping[str, tuple[str, str]]:
        """Return the old and the new text of every file that is mended, by path."""
        found = {}
        for path in sorted(self.texts):
            old = self.original(path)
            if old is not None and old != self.texts[path]:
                found[path] = (old, self.texts[path])
        return found
