"""Calls whose callee resolves to a qualified name through the file's own imports and aliases."""

from __future__ import annotations

from adrguard.model.findings import Match
from adrguard.syntax.rooted import dotted_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.matchers.context import Context
    from adrguard.model.rules import CallTarget, Rule
    from adrguard.syntax.called import Call
    from adrguard.syntax.source import Source


# Names that everybody gives these modules, and that a rule may therefore use.
_CUSTOMARY = {
    "python": {
        "np": "numpy",
        "pd": "pandas",
        "plt": "matplotlib.pyplot",
        "tf": "tensorflow",
        "sns": "seaborn",
        "nx": "networkx",
        "sp": "scipy",
    },
    "javascript": {"React": "react", "ReactDOM": "react-dom", "_": "lodash", "$": "jquery", "jQuery": "jquery"},
}
_ECMASCRIPT = ("javascript", "typescript", "tsx")


def find(target: CallTarget, rule: Rule, source: Source, context: Context) -> list[Match]:  # noqa: ARG001 - as all
    """Return every call of the target, or with a star of anything in it. Raises `SyntaxProblem`.

    What a wildcard import merely makes possible counts for a name that is written out, not for a star.
    """
    wanted = _Wanted(target, source.language)
    found = []
    for call, names, maybe in named(source, context):
        plausible = names if target.star else (*names, *maybe)
        match = next((name for name in plausible if wanted.covers(name)), None)
        if match is not None:
            found.append(Match(call.start, call.end, "", _detail(match, call, source)))
    return found


def named(source: Source, context: Context) -> list[tuple[Call, tuple[str, ...], tuple[str, ...]]]:
    """Return each call with what its callee is called, and may be called: made once for all rules of a file."""

    def name_all() -> list[tuple[Call, tuple[str, ...], tuple[str, ...]]]:
        return [
            (call, tuple(_plausible(call.names, source, context)), tuple(_plausible(call.maybe, source, context)))
            for call in source.calls()
        ]

    return source.remember("named calls", name_all)


class _Wanted:
    """What the target covers, in the terms of one language."""

    def __init__(self, target: CallTarget, language: str) -> None:
        name = _canonical(target.name, language)
        root, dot, rest = name.partition(".")
        custom = _CUSTOMARY.get("javascript" if language in _ECMASCRIPT else language, {}).get(root)
        self._names = [name] if custom is None else [name, custom + dot + rest]
        self._star = target.star
        self._fold = language == "php"
        self._before = _before(language)

    def covers(self, name: str) -> bool:
        """Say whether a qualified name is the target, or lies in it."""
        if self._fold:
            name = name.lower()
        return any(self._covers(one.lower() if self._fold else one, name) for one in self._names)

    def _covers(self, wanted: str, name: str) -> bool:
        if self._star:
            if name == wanted or name.startswith((wanted + ".", wanted + "/")):
                return True
            holder = name.rpartition(".")[0]
            return holder.endswith(tuple([mark + wanted for mark in self._before]))
        if name == wanted:
            return True
        return "." in wanted and name.endswith(tuple([mark + wanted for mark in self._before]))


def _before(language: str) -> tuple[str, ...]:
    """Return what may stand between the parts of a name that a rule leaves out and those that it gives.

    People know ``Files.readAllBytes`` and ``http.Get`` by the end of their names; those of Python and JavaScript are
    spelt out wherever they are used.
    """
    if language in ("python", *_ECMASCRIPT):
        return ()
    return ("/",) if language == "go" else (".", "/")


def _canonical(name: str, language: str) -> str:
    if language in _ECMASCRIPT:
        return name.removeprefix("node:").removeprefix("window.").removeprefix("globalThis.")
    if language == "python":
        return name.removeprefix("builtins.")
    name = name.replace("::", ".").replace("->", ".").replace("\\", ".").strip(".")
    if language == "ruby":
        return name.replace("#", ".")
    return name.replace("-", "_") if language == "rust" else name


def _plausible(names: Iterable[str], source: Source, context: Context) -> Iterator[str]:
    """Yield each name; of one that starts at the repository's root all that the module may be called."""
    for name in (*names, *_called_by_method(names, source.language)):
        if not name.startswith("/"):
            yield _canonical(name, source.language)
        elif source.language == "python":
            parts = name[1:].split(".")
            folder = source.path.split("/")[:-1]
            for one in dotted_names(parts, lambda: context.tree.paths(context.side), folder):
                yield ".".join(one)
        else:
            yield name[1:]


def _called_by_method(names: Iterable[str], language: str) -> list[str]:
    """Return what is called where a function's own method calls it: `eval` of ``eval.call``."""
    ends = (".__call__",) if language == "python" else (".call", ".apply") if language in _ECMASCRIPT else ()
    return [name.removesuffix(end) for name in names for end in ends if name.endswith(end)]


def _detail(name: str, call: Call, source: Source) -> str:
    written = "".join(source.text[call.start : call.end].split())
    return "" if written == name else f"is {name}"
