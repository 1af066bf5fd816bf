"""What the targets of each kind must be. Every mistake is noted; a target that has one is left out."""

from __future__ import annotations

import re

from adrguard.kdsl import expressions, languages, names, nodes
from adrguard.kdsl.bare import Bare, doubtful, refusal
from adrguard.kdsl.checked import Target
from adrguard.kdsl.clauses import glob_texts
from adrguard.kdsl.faults import Fault, clipped
from adrguard.kdsl.markdown import ENTITY, as_span
from adrguard.kdsl.names import NameFaultError
from adrguard.kdsl.spell import looks_like_expression
from adrguard.kdsl.words import CALL, CHANGE, CODE, DEPENDENCY, EDGE, IMPORT, LAYERS, PATH, REGEX, TEXT
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.kdsl.faults import Faults
    from adrguard.kdsl.nodes import Piece, Written

MOST = 200
"""Targets of one invariant."""

_SUPERGLOBAL = re.compile(r"\$(?:GLOBALS|_(?:GET|POST|SERVER|COOKIE|FILES|REQUEST|SESSION|ENV))\b")
_BOTH = frozenset(("typescript", "tsx"))


class Asked(Record):
    """What the checks of one invariant share."""

    written: Written
    langs: tuple[str, ...]
    faults: Faults

    def fault(self, piece: Piece, index: int, fault: Fault) -> None:
        """Note a mistake at a character of the piece."""
        self.faults.add(self.written.line, piece.column_of(index), fault)


def kind_of(written: Written) -> str:
    """Return the kind as rules name it: texts between slashes make a ``regex``, all others without a word ``text``."""
    if written.kind:
        return written.kind
    return REGEX if any(piece.style == nodes.REGEX for target in written.targets for piece in target) else TEXT


def check_targets(written: Written, langs: tuple[str, ...], faults: Faults) -> tuple[Target, ...]:
    """Return the sound targets of the invariant."""
    asked = Asked(written, langs, faults)
    if len(written.targets) > MOST:
        fault = Fault(
            "too-long", f"{len(written.targets)} targets, the limit is {MOST}", "make several invariants of them"
        )
        faults.add(written.line, written.targets[MOST][0].column, fault)
        return ()
    check = _CHECKS[kind_of(written)]
    found = [check(asked, target) for target in written.targets if _undoubted(asked, target)]
    return tuple([target for target in found if target is not None])


def _undoubted(asked: Asked, target: tuple[Piece, ...]) -> bool:
    """Refuse what Markdown would show otherwise: half a link, an entity in a name."""
    before = asked.faults.errors
    for piece in target:
        for column, what in piece.doubts:
            asked.faults.add(asked.written.line, column, doubtful(piece.text, what))
        entity = ENTITY.search(piece.text)
        if entity and asked.written.kind and piece.style == nodes.BARE and not asked.written.line.literal:
            fault = Fault("bare-markup", f"'{entity[0]}' means something in Markdown", f"write {as_span(piece.text)}")
            asked.fault(piece, entity.start(), fault)
    return asked.faults.errors == before


def _text(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    (piece,) = target
    if not piece.text.strip():
        asked.fault(piece, 0, Fault("missing-target", "an empty text", "write the text that is meant"))
        return None
    written = asked.written
    if piece.style == nodes.BARE:
        refused = refusal(Bare(piece.text, written.verb, written.line.literal))
        if refused is not None:
            asked.fault(piece, refused.index, refused.fault)
            return None
    elif piece.style == nodes.SPAN and looks_like_expression(piece.text):
        hint = f'without the backticks it is a regular expression; for the text itself write "{piece.text}"'
        asked.fault(piece, 0, Fault("quoted-regex", "a regular expression in backticks would be text", hint))
        return None
    return Target(piece.text)


def _regex(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    (piece,) = target
    if piece.style != nodes.REGEX:
        hint = "make two invariants of it, or a regular expression of this text, too"
        asked.fault(piece, 0, Fault("mixed-targets", "text and regular expressions in one list", hint))
        return None
    wrong = expressions.fault_of(piece.text, piece.flags)
    if wrong is not None:
        asked.fault(piece, *wrong)
        return None
    return Target(piece.text, flags="".join(sorted(piece.flags)))


def _import(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    try:
        return Target(names.module(target[0].text))
    except NameFaultError as error:
        asked.fault(target[0], error.index, error.fault)
        return None


def _call(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    try:
        name, star = names.callee(target[0].text)
    except NameFaultError as error:
        asked.fault(target[0], error.index, error.fault)
        return None
    return Target(name, star=star)


def _dependency(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    try:
        name, versions = names.package(target[0].text)
    except NameFaultError as error:
        asked.fault(target[0], error.index, error.fault)
        return None
    return Target(f"{name} {versions}".rstrip(), (name, versions))


def _code(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    (piece,) = target
    fault = _pattern_fault(piece.text)
    if fault is not None:
        asked.fault(piece, 0, fault)
        return None
    from adrguard.kdsl import patterns

    named = [name for name in asked.langs if name in languages.CODE]
    if asked.langs and not named:
        return None  # the clause has been refused
    rules = patterns.rules(piece.text, named or languages.CODE)
    lacking = [name for name in named if name not in dict(rules)]
    if set(asked.langs) >= _BOTH and rules:
        # `lang: typescript` means `.tsx` files as well; JSX is none in the one, `<T>x` none in the other.
        lacking = [name for name in lacking if name not in _BOTH]
    if rules and not lacking:
        return Target(piece.text, rules=rules)
    where = f"in {', '.join(lacking)}" if lacking else "in any language"
    hint = "write code as it stands in a file, whole: an expression, a statement (with its ';'), a declaration"
    if re.search(r"\{\s*\$\$\$\w*\s*\}", piece.text):
        hint += "; where '{ $$$ }' is none, '$BODY' stands for a block"
    asked.fault(piece, 0, Fault("bad-pattern", f"'{clipped(piece.text)}' is no code {where}", hint))
    return None


def _pattern_fault(pattern: str) -> Fault | None:
    from adrguard.kdsl import patterns

    if not pattern.strip():
        return Fault("missing-target", "an empty pattern", "write the code that is meant")
    if len(pattern) > patterns.LONGEST:
        message = f"a pattern of {len(pattern)} characters, the limit is {patterns.LONGEST}"
        return Fault("too-long", message, "shorten it, with $$$ for what does not matter")
    if found := _SUPERGLOBAL.search(pattern):
        hint = f"write 'deny: {as_span(found[0])}' with a nested 'lang: php'"
        return Fault("bad-pattern", f"'{found[0]}' would be a variable of the pattern, and match anything", hint)
    if not patterns.has_fixed_part(pattern):
        return Fault("bad-pattern", "a pattern of variables alone matches everything", "name at least one thing in it")
    return None


def _glob(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    found = glob_texts(target, asked.written.line, asked.faults)
    return Target(found[0]) if found else None


def _places(asked: Asked, target: tuple[Piece, ...]) -> Target | None:
    found = glob_texts(target, asked.written.line, asked.faults)
    if len(found) < len(target):
        return None
    joint = " -> " if asked.written.kind == EDGE else " > "
    return Target(joint.join(found), found)


_CHECKS: dict[str, Callable[[Asked, tuple[Piece, ...]], Target | None]] = {
    TEXT: _text,
    REGEX: _regex,
    IMPORT: _import,
    CALL: _call,
    CODE: _code,
    PATH: _glob,
    CHANGE: _glob,
    DEPENDENCY: _dependency,
    EDGE: _places,
    LAYERS: _places,
}
