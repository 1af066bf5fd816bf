"""Bare text that could be read in two ways is refused, with the spelling that can be read in one only."""

from __future__ import annotations

import re

from adrguard.kdsl.faults import Fault, clipped
from adrguard.kdsl.markdown import ENTITY, IMAGE, as_span, first_span
from adrguard.kdsl.misread import misread
from adrguard.kdsl.spell import spell_list, spell_text
from adrguard.kdsl.words import CALL, DEPENDENCY, EDGE, IMPORT, KIND_WORDS, LAYERS, PATH
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_GLOB = r"(?:`[^`]+`|\"[^\"]+\"|(?:[\w./*?\[\]@~+^\\-]|\{[^{}\s]*\})+)"
_GLOBS = rf"{_GLOB}(?:\s*,\s*{_GLOB})*"
_SCOPE = re.compile(
    rf"(?P<text>.*?\S)\s+(?P<scope>in\s+{_GLOBS}(?:\s+except\s+{_GLOBS})?|except\s+{_GLOBS}(?:\s+in\s+{_GLOBS})?)"
)
_SCOPE_PART = re.compile(rf"(in|except)\s+({_GLOBS})")
_CLAUSE = re.compile(r"(?<=\S)\s++(?P<clause>because|remediation:|unless|when\s++\S*[/*])\b")
_KIND = re.compile(rf"(?P<kind>{'|'.join(KIND_WORDS)})(?:\s*+:|\s++|$)(?P<rest>.*)")
_FLAGS = re.compile(r"/.+/(?P<flags>[dgimsuvxy]+)")
_NAME = r"[\w@][\w@./:\\*-]*"
_RESTS = {
    IMPORT: re.compile(rf"{_NAME}(?:\s*,\s*{_NAME})*"),
    CALL: re.compile(rf"{_NAME}(?:\s*,\s*{_NAME})*"),
    PATH: re.compile(rf"{_GLOB}(?:\s*,\s*{_GLOB})*"),
    DEPENDENCY: re.compile(rf"{_NAME}(?:\s*[<>=~^!]=?\s*[\w.*+-]+)?"),
    EDGE: re.compile(rf"{_GLOB}\s*->\s*{_GLOB}"),
    LAYERS: re.compile(rf"{_GLOB}(?:\s*>\s*{_GLOB})+"),
}
_QUOTES = {"“": "”", "„": "“", "‘": "’", "‚": "‘", "«": "»", "'": "'"}  # noqa: RUF001 - as they are pasted
_TYPOGRAPHIC = {
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚", "'"),  # noqa: RUF001 - as they are pasted
    "–": "-",  # noqa: RUF001 - the same
    "−": "-",  # noqa: RUF001 - the same
    "—": "--",
    "…": "...",
}
_DASHES = " ,–—-"  # noqa: RUF001 - the same
_INVISIBLE = frozenset(
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


class Bare(Record):
    """Bare text, the verb before it, and whether it stands where no Markdown is read."""

    text: str
    verb: str
    literal: bool

    def spelt(self, text: str) -> str:
        """Spell a text as the same note would have it."""
        return spell_text(text, literal=self.literal)


class Refusal(Record):
    """Why bare text is refused.

    `index` is where in the text the doubt lies. `fixed` is what belongs after the verb in the likeliest spelling
    (``: `eval(` in `src/**` ``, `` import: `requests` ``), "" where only the author can say.
    """

    index: int
    fault: Fault
    fixed: str = ""


def refusal(bare: Bare) -> Refusal | None:
    """Say why the bare text cannot stand as it is; None when it can."""
    for judge in _JUDGES:
        found = judge(bare)
        if found is not None:
            return found
    return None


def doubtful(text: str, what: str) -> Fault:
    """Return the fault of something that Markdown reads otherwise than its author may have meant it."""
    name = "an image" if what == IMAGE else "a link"
    return Fault("ambiguous-link", f"Markdown takes part of this for {name}", f"write {as_span(text)} for the text")


def _wrapped(bare: Bare) -> Refusal | None:
    text = bare.text
    if len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
        inner, whole = as_span(text[1:-1]), as_span(text)
        hint = f"write {inner}, or {whole} if the quotes belong to the text"
        return Refusal(0, Fault("bare-quotes", f"text in {text[0]}…{text[-1]}: are the quotes meant?", hint))
    for mark in ("***", "**", "*"):
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark):
            inner, whole = as_span(text[len(mark) : -len(mark)]), as_span(text)
            hint = f"write {inner}, or {whole} if the '{mark}' belong to the text"
            return Refusal(0, Fault("bare-emphasis", f"text in '{mark}': is that emphasis?", hint))
    return None


def _kind_word(bare: Bare) -> Refusal | None:
    text = bare.text
    found = _KIND.fullmatch(text)
    if found is None:
        return None
    kind, rest, scope = found["kind"], found["rest"].strip(), ""
    if scoped := _SCOPE.fullmatch(rest):
        rest, scope = scoped["text"], " " + _spelt_scope(scoped["scope"])
    fixed, other = f": {bare.spelt(text)}", f" {kind}: …"
    shape = _RESTS.get(kind)
    if shape is not None and shape.fullmatch(rest):
        fixed, other = f" {kind}: {_spelt_rest(kind, rest)}{scope}", fixed
    hint = f"write {bare.verb}{fixed}, or {bare.verb}{other} if that is meant"
    return Refusal(0, Fault("bare-kind", f"text that begins with the kind '{kind}'", hint), fixed)


def _scoped(bare: Bare) -> Refusal | None:
    text = bare.text
    found = _SCOPE.fullmatch(text)
    if found is None or re.search(r"\w\.$", text):
        return None  # what ends in a full stop is refused as a sentence
    likely = f": {_spelt_texts(bare, found['text'])} {_spelt_scope(found['scope'])}"
    # `in src/**` is a scope; `for x in items` may be one.
    fixed = likely if re.search(r"[/*.`]", found["scope"]) else ""
    hint = f"write {bare.verb}{likely}, or {bare.verb}: {as_span(text)} if all of it is text"
    message = f"bare text that ends in '{clipped(found['scope'])}'"
    return Refusal(found.start("scope"), Fault("bare-scope", message, hint), fixed)


def _code_span(bare: Bare) -> Refusal | None:
    text = bare.text
    span = first_span(text)
    if span is None:
        return None
    hint = f"write {bare.verb}: {as_span(span['body'].strip())}, or {bare.verb}: {bare.spelt(text)} for all of it"
    return Refusal(span.start(), Fault("bare-code-span", "bare text with a code span in it", hint))


def _with_clause(bare: Bare) -> Refusal | None:
    text = bare.text
    found = _CLAUSE.search(text)
    if found is None:
        return None
    clause = found["clause"].split()[0].rstrip(":")
    nested = f"'{'except' if clause == 'unless' else clause}: …'"
    hint = (
        f"write {bare.verb}: {bare.spelt(text[: found.start()].rstrip(_DASHES))} and {nested} as a nested item below it"
    )
    return Refusal(found.start("clause"), Fault("bare-clause", f"'{clause}' within the text", hint))


def _comma(bare: Bare) -> Refusal | None:
    text = bare.text
    found = re.search(r",\s", text)
    if found is None:
        return None
    fixed = f": {_spelt_texts(bare, text)}"
    whole, several = as_span(text), spell_list([part for part in re.split(r",\s+", text) if part])
    hint = f"write {bare.verb}: {whole} for one text, {bare.verb}: {several} for several"
    return Refusal(found.start(), Fault("bare-comma", "a comma in bare text: one text, or several?", hint), fixed)


def _slash(bare: Bare) -> Refusal | None:
    text = bare.text
    if not text.startswith("/"):
        return None
    flagged = _FLAGS.fullmatch(text)
    odd = flagged["flags"].strip("ism")[:1] if flagged else ""
    if odd:
        hint = f"flags are i, s and m; for the text itself write {bare.spelt(text)}"
        return Refusal(text.rindex("/") + 1, Fault("bad-regex", f"'{odd}' is no flag", hint))
    fixed = f": {bare.spelt(text)}"
    hint = f"write {bare.verb}{fixed} for the text; a regular expression ends in '/', with flags i, s or m after it"
    return Refusal(0, Fault("bare-slash", "bare text that begins with '/'", hint), fixed)


def _end(bare: Bare) -> Refusal | None:
    text = bare.text
    if text[-1] not in ".;":
        return None
    less = text[:-1].rstrip(".; ")
    sentence = text[-1] == "." and " " in text and less[-1:].isalnum()
    hint = f"write {bare.verb}: {bare.spelt(text)} if it belongs to the text"
    if less:
        hint += f", {bare.verb}: {bare.spelt(less)} if not"
    fault = Fault("bare-end", f"bare text that ends in '{text[-1]}'", hint)
    return Refusal(len(text) - 1, fault, f": {bare.spelt(less if sentence else text)}")


def _markup(bare: Bare) -> Refusal | None:
    text = bare.text
    found = None if bare.literal else ENTITY.search(text) or re.search("<!--", text)
    if found is None:
        return None
    hint = f"write {bare.verb}: {as_span(text)} if it belongs to the text"
    return Refusal(found.start(), Fault("bare-markup", f"'{found[0]}' means something in Markdown", hint))


def _pasted(bare: Bare) -> Refusal | None:
    text = bare.text
    for index, char in enumerate(text):
        if char in _INVISIBLE:
            hint = f"delete it, or write {bare.verb}: {as_span(text)} if it is meant"
            return Refusal(index, Fault("invisible-character", f"an invisible character, U+{ord(char):04X}", hint))
        if char in _TYPOGRAPHIC:
            meant = "".join([_TYPOGRAPHIC.get(one, one) for one in text])
            hint = f"write {bare.spelt(meant)}, or {as_span(text)} if it is meant"
            return Refusal(index, Fault("typographic-character", f"'{char}' is seldom found in code", hint))
    return None


def _misread(bare: Bare) -> Refusal | None:
    found = misread(bare.text, bare.verb)
    return Refusal(*found) if found else None


_JUDGES: tuple[Callable[[Bare], Refusal | None], ...] = (
    _wrapped, _kind_word, _scoped, _code_span, _with_clause, _slash, _comma, _end, _markup, _pasted, _misread,
)  # fmt: skip


def _spelt_scope(scope: str) -> str:
    parts = [f"{word} {spell_list(_globs(globs))}" for word, globs in _SCOPE_PART.findall(scope)]
    return " ".join(sorted(parts, key=lambda part: part.startswith("except")))


def _globs(text: str) -> list[str]:
    return [one.strip('`"') for one in re.findall(_GLOB, text)]


def _spelt_rest(kind: str, rest: str) -> str:
    if kind in (EDGE, LAYERS):
        joint = "->" if kind == EDGE else ">"
        return f" {joint} ".join([as_span(side.strip(' `"')) for side in rest.split(joint)])
    if kind == PATH:
        return spell_list(_globs(rest))
    return spell_list(one.strip() for one in rest.split(","))


def _spelt_texts(bare: Bare, text: str) -> str:
    """Spell what is likeliest meant: several texts where each is one word (`eval, exec`), else one (`print(a, b)`)."""
    parts = re.split(r",\s+", text)
    if len(parts) > 1 and all(re.fullmatch(r"[\w.@:/-]+", part) for part in parts):
        return ", ".join([bare.spelt(part) for part in parts])
    return bare.spelt(text)
