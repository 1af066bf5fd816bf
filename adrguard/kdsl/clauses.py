"""The nested items of an invariant: which are clauses, and what each of them says."""

from __future__ import annotations

import re
from datetime import date

from adrguard.kdsl import languages
from adrguard.kdsl.bare import doubtful
from adrguard.kdsl.checked import Settled, Shown
from adrguard.kdsl.faults import WARNING, Fault, clipped
from adrguard.kdsl.line import LONGEST, Line
from adrguard.kdsl.looks import look
from adrguard.kdsl.markdown import plain
from adrguard.kdsl.messages import explain
from adrguard.kdsl.parse import SyntaxFault, parse_clause
from adrguard.kdsl.spelling import did_you_mean, distance, nearest
from adrguard.kdsl.undress import undress
from adrguard.kdsl.words import CLAUSES, OTHER_CLAUSES, PROSE_CLAUSES
from adrguard.model.globs import GlobError, compile_globs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import ClassVar

    from adrguard.kdsl.faults import Faults
    from adrguard.kdsl.nodes import Piece, WrittenClause

ALIASES = {"fix": "remediation"}
PROSE = ("because", "remediation")
MANY = ("bad", "good")

_HEAD = re.compile(r"(?P<word>[^\W\d_][\w-]*(?:(?<=not|nly|ies)[ ]\w+)?)\s*(?P<colon>\\?:|：)")  # noqa: RUF001 - as pasted
_SCOPE = re.compile(r"(?P<word>in|except|when)\s+(?P<globs>[\w?\[\]{}@~+\\-]*[*/.`\"][^\s,]*(?:\s*,\s*[^\s,]+)*)")
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SURE = 5

WORDS = {
    "where": ("code", "comment", "string", "any"),
    "case": ("sensitive", "insensitive"),
    "exact": ("yes", "no"),
    "types": ("ignore",),
    "on": ("add", "modify", "delete", "rename"),
    "severity": ("block", "advise"),
}
_MEANT = {
    "true": "yes", "on": "yes", "false": "no", "off": "no", "error": "block", "blocking": "block", "deny": "block",
    "warn": "advise", "warning": "advise", "advisory": "advise", "info": "advise", "ignore": "insensitive",
    "i": "insensitive", "all": "any", "added": "add", "create": "add", "modified": "modify", "change": "modify",
    "edit": "modify", "deleted": "delete", "remove": "delete", "renamed": "rename", "move": "rename",
    "everywhere": "any", "docstring": "comment",
}  # fmt: skip


class Clauses:
    """Reads the nested items of one invariant, one after the other."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._seen: dict[str, Line] = {}
        self._values: dict[str, object] = {}
        self._examples: list[Shown] = []

    def read(self, source: Line, rows: int, text: str) -> bool:
        """Read a nested item; False when it is no clause but prose about the invariant."""
        if look(source).line is not None:
            fault = Fault(
                "nested-invariant", "an invariant within an invariant", "give it an item of its own, not indented"
            )
            self._faults.add(source, source.place(0), fault)
            return True
        name, line, faults = look_at_clause(source)
        for at, fault in faults:
            self._faults.add(source, source.column + at, fault)
        if not name or line is None:
            return any(fault.severity != WARNING for _, fault in faults)
        name = ALIASES.get(name, name)
        if name in self._seen and name not in MANY:
            hint = f"put both into one; the other is in line {self._seen[name].number}"
            self._faults.add(source, line.place(0), Fault("duplicate-clause", f"a second '{name}:'", hint))
            return True
        self._seen.setdefault(name, line)
        if rows > 1:
            self._wrapped(name, line, text)
            return True
        self._clause(name, line)
        return True

    def settled(self) -> Settled:
        """Return all that was read."""
        return Settled(places=tuple(self._seen.items()), examples=tuple(self._examples), **self._values)  # type: ignore[arg-type]  # each setter gives its own type

    def _wrapped(self, name: str, line: Line, text: str) -> None:
        """Join a sentence that a formatter wrapped; anything else on two lines could be read in two ways."""
        if name in PROSE:
            whole = text if line.literal else plain(text).text
            self._values[name] = " ".join(whole.partition(":")[2].strip("*_ ").split())[:LONGEST]
            return
        fault = Fault("wrapped-item", f"'{name}:' goes on in the next line", "put it on one line")
        self._faults.add(line, line.place(len(line.text)), fault)

    def _clause(self, name: str, line: Line) -> None:
        if len(line.text) > LONGEST:
            fault = Fault("too-long", f"a clause of {len(line.text)} characters, the limit is {LONGEST}", "shorten it")
            self._faults.add(line, line.place(0), fault)
            return
        if name in PROSE and (said := line.text.partition(":")[2].strip()):
            # The grammar would give back the same; most clauses are reasons, and parsing is what compiling costs.
            self._values[name] = said if line.literal else plain(said).text
            return
        try:
            written = parse_clause(line, name)
        except SyntaxFault as error:
            self._faults.add(line, line.place(error.index), explain(error))
            return
        for piece in [piece for value in written.values for piece in value]:
            for column, what in piece.doubts:
                self._faults.add(line, column, doubtful(piece.text, what))
        self._READERS[name](self, written)

    def _globs(self, written: WrittenClause) -> None:
        field = {"in": "include", "except": "exclude"}.get(written.name, written.name)
        self._values[field] = glob_texts(written.pieces, written.line, self._faults)

    def _word(self, written: WrittenClause) -> None:
        words = self._known(written)
        if len(words) == 1:
            self._values[written.name] = words[0]
        elif words:
            self._add(written, written.pieces[1], Fault("bad-value", f"'{written.name}:' takes one word", "keep one"))

    def _words(self, written: WrittenClause) -> None:
        words = self._known(written)
        if "any" in words and len(words) > 1:
            piece = written.pieces[words.index("any")]
            self._add(written, piece, Fault("bad-value", "'any' stands alone", "write 'any', or the list without it"))
        self._values[written.name] = tuple([word for word in WORDS[written.name] if word in words])

    def _known(self, written: WrittenClause) -> list[str]:
        known = WORDS[written.name]
        found = []
        for piece in written.pieces:
            word = piece.text.lower()
            meant = _MEANT.get(word, "") if _MEANT.get(word) in known else nearest(word.rstrip("s"), known)
            if word in known:
                found.append(word)
            elif word in ("true", "false") and written.name == "exact":
                found.append(_MEANT[word])
            else:
                hint = f"did you mean '{meant}'?" if meant else f"use one of: {', '.join(known)}"
                self._add(written, piece, Fault("bad-value", f"'{written.name}: {piece.text}' means nothing", hint))
        return found

    def _languages(self, written: WrittenClause) -> None:
        for piece in written.pieces:
            if not languages.canonical(piece.text):
                near = nearest(piece.text, languages.spellings())
                hint = did_you_mean(piece.text, (near,) if near else languages.CODE)
                self._add(written, piece, Fault("unknown-language", f"'{piece.text}' is no language we know", hint))
        known = [piece.text for piece in written.pieces if languages.canonical(piece.text)]
        self._values["langs"] = languages.covered(known)

    def _slug(self, written: WrittenClause) -> None:
        piece = written.pieces[0]
        text = piece.text.rpartition("#")[2]
        if len(written.pieces) > 1 or not _SLUG.fullmatch(text):
            hint = "letters, digits, '.', '-' and '_', as in 'no-select-star'"
            self._add(written, piece, Fault("bad-value", f"'{clipped(piece.text)}' is no id", hint))
            return
        self._values["id"] = text

    def _date(self, written: WrittenClause) -> None:
        piece = written.pieces[0]
        if len(written.pieces) == 1 and _DATE.fullmatch(piece.text):
            try:
                date.fromisoformat(piece.text)
            except ValueError as error:
                self._add(written, piece, Fault("bad-date", f"'{piece.text}' is no day: {error}", "correct it"))
            else:
                self._values[written.name] = piece.text
            return
        hint = "write year, month and day: 2027-01-31"
        self._add(written, piece, Fault("bad-date", f"'{clipped(piece.text)}' is no date", hint))

    def _rewrite(self, written: WrittenClause) -> None:
        self._values["rewrite"] = tuple([tuple([piece.text for piece in value]) for value in written.values])

    def _example(self, written: WrittenClause) -> None:
        self._examples.append(Shown(written.name, written.pieces[0].text, written.line.number))

    _READERS: ClassVar[dict[str, Callable[[Clauses, WrittenClause], None]]] = {
        **dict.fromkeys(("in", "except", "when"), _globs),
        **dict.fromkeys(("case", "exact", "types", "severity"), _word),
        **dict.fromkeys(("where", "on"), _words),
        **dict.fromkeys(("since", "until"), _date),
        **dict.fromkeys(("bad", "good"), _example),
        "lang": _languages,
        "id": _slug,
        "rewrite": _rewrite,
    }

    def _add(self, written: WrittenClause, piece: Piece, fault: Fault) -> None:
        self._faults.add(written.line, piece.column, fault)


def glob_texts(pieces: Iterable[Piece], line: Line, faults: Faults) -> tuple[str, ...]:
    """Return globs as text, each of which is known to compile."""
    found = []
    for piece in pieces:
        try:
            compile_globs(piece.text)
        except GlobError as error:
            hint = "globs are those of .gitignore, relative to the root of the repository"
            faults.add(line, piece.column, Fault("bad-glob", str(error), hint))
        else:
            found.append(piece.text.strip())
    return tuple(found)


def look_at_clause(source: Line) -> tuple[str, Line | None, tuple[tuple[int, Fault], ...]]:
    """Return a clause's name ("" for prose), the line for the grammar, and what is wrong with its name, by offset."""
    line = undress(source).line
    head = _HEAD.match(line.text)
    if head is None:
        return _no_colon(line)
    word = head["word"]
    low = word.lower()
    at = line.at[0]
    if low in CLAUSES:
        faults: tuple[tuple[int, Fault], ...] = ()
        if head["colon"] == "：":  # noqa: RUF001 - the full-width colon itself
            faults = ((line.at[head.start("colon")], Fault("wide-colon", "a full-width colon", "write ':'")),)
        return low, line.with_head(f"{low}:", head.end()), faults
    lower = word == low
    fault = _other_word(word, low, lower=lower)
    return "", None, ((at, fault),) if fault else ()


def _other_word(word: str, low: str, *, lower: bool) -> Fault | None:
    meant = OTHER_CLAUSES.get(low)
    if meant and lower:
        return Fault("unknown-clause", f"'{word}:' is no clause", f"did you mean '{meant}:'?")
    meant = PROSE_CLAUSES.get(low)
    if meant:
        message = f"'{word}:' is read as prose and not shown with a violation"
        return Fault("unknown-clause", message, f"write '{meant}:' if it is to be", WARNING)
    other = nearest(low, [one for one in OTHER_CLAUSES if len(one) > _SURE], 1)
    meant = _near_clause(low) or OTHER_CLAUSES.get(other, "")
    if meant and (lower or len(meant) >= _SURE):
        return Fault("unknown-clause", f"'{word}:' is no clause", f"did you mean '{meant}:'?")
    return None


def _near_clause(low: str) -> str:
    for name in sorted(CLAUSES, key=lambda one: distance(low, one)):
        edits = distance(low, name)
        if edits <= (2 if len(name) >= _SURE else 1) and len(name) > 2:  # noqa: PLR2004 - `in` and `if` are neighbours
            return name
    return ""


def _no_colon(line: Line) -> tuple[str, Line | None, tuple[tuple[int, Fault], ...]]:
    """Refuse `in src/**` without a colon: passed over, it would widen the rule."""
    scope = _SCOPE.fullmatch(line.text)
    if scope is None:
        return "", None, ()
    hint = f"write '{scope['word']}: {clipped(scope['globs'])}'"
    return "", None, ((line.at[scope.end("word")], Fault("missing-colon", "the colon is missing", hint)),)
