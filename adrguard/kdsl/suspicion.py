"""Prose that may have been meant as an invariant: a forgotten colon, something before the verb, another tool's verb.

Prose bullets are to be left alone, so this speaks up only where there is a sign of code, and stops the run only where
nothing but an invariant can be meant.
"""

from __future__ import annotations

import re

from adrguard.kdsl.faults import ERROR, WARNING, Fault, clipped
from adrguard.kdsl.undress import HEAD
from adrguard.kdsl.words import CALL, DENY, IMPORT, KIND_WORDS, OTHER_KINDS, OTHER_VERBS, REQUIRE, TEXT_KINDS, VERBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.line import Line

_START = re.compile(r"(?P<verb>[^\W\d_]+)(?:\s+|(?=[;=]\s))(?:(?P<kind>[^\W\d_][\w-]*)\s+)?(?P<rest>\S.*)")
_TARGET = re.compile(r'[`"“/]')
_CODE = re.compile(r"[*()\[\]{}<>=_$;#|&@\\]|::|\b[A-Z]{3,}\b|\w\.\w")
_NAMES = re.compile(r"[\w@./:*-]+(?:\s*,\s*[\w@./:*-]+)*(?:\s+(?:in|except)\s+\S.*)?")
_LABEL = re.compile(r"[^\w`]+|(?:[A-Za-z]+[-_ ]?)?\d[\w.-]*\s*[:.)–—-]\s+|[^\W\d_][\w-]*\s*:\s+")  # noqa: RUF001 - as pasted
_MOST_LABELS = 4
_STRAY = re.compile(r"[=–—-]+>?|;")  # noqa: RUF001 - dashes as they are pasted


def suspicion(line: Line) -> tuple[int, Fault] | None:
    """Return what looks wrong and its offset in the line's text, None for a plain sentence."""
    return _other_verb(line.text) or _before_verb(line.text) or _no_colon(line.text)


def _other_verb(text: str) -> tuple[int, Fault] | None:
    head = HEAD.match(text)
    if head is None or head["verb"].lower() not in OTHER_VERBS:
        return None
    kind = (head["kind"] or "").lower()
    if kind and kind not in KIND_WORDS and kind not in OTHER_KINDS and kind not in TEXT_KINDS:
        return None
    formal = bool(kind or _TARGET.match(text[head.end() :].lstrip()))
    lower = head["verb"].islower()
    if not formal and not lower:
        return None
    hint = f"write '{OTHER_VERBS[head['verb'].lower()]}:' if it is an invariant"
    if formal and lower:
        return 0, Fault("unknown-verb", f"'{head['verb']}' is no verb", hint)
    return 0, Fault("unknown-verb", f"read as prose and not enforced: '{head['verb']}' is no verb", hint, WARNING)


def _before_verb(text: str) -> tuple[int, Fault] | None:
    end = 0
    for _ in range(_MOST_LABELS):
        label = _LABEL.match(text, end)
        if label is None:
            return None
        end = label.end()
        head = HEAD.match(text, end)
        if head and head["verb"].lower() in VERBS and (head["kind"] or "").lower() in ("", *KIND_WORDS):
            message = f"'{clipped(text[:end].strip())}' stands before the verb"
            hint = "begin the item with the verb; a name for it goes into the nested clause 'id:'"
            return 0, Fault("before-verb", message, hint)
    return None


def _no_colon(text: str) -> tuple[int, Fault] | None:
    start = _START.match(text)
    if start is None or start["verb"].lower() not in VERBS:
        return None
    verb, lower = start["verb"].lower(), start["verb"] == start["verb"].lower()
    kind = (start["kind"] or "").lower()
    if kind not in KIND_WORDS:
        kind, rest = "", text[start.end("verb") :].lstrip()
    else:
        rest = start["rest"]
    severity = _weight(verb, kind, rest, lower=lower)
    if not severity:
        return None
    spelt = f"{verb} {kind}: {rest}" if kind else f"{verb}: {_STRAY.sub('', rest, count=1).lstrip() or rest}"
    message = "the colon is missing" if severity == ERROR else "read as prose and not enforced: there is no colon"
    hint = f"if it is an invariant, write '{clipped(spelt, 80)}'"
    return start.end("kind" if kind else "verb"), Fault("missing-colon", message, hint, severity)


def _weight(verb: str, kind: str, rest: str, *, lower: bool) -> str:
    """Return how sure it is that an invariant was meant: an error, a warning, or "" for plain prose."""
    if _TARGET.match(rest) or (not kind and _STRAY.match(rest)):
        return ERROR if lower else WARNING
    code = bool(_CODE.search(rest))
    if lower and kind in (IMPORT, CALL) and _NAMES.fullmatch(rest):
        return ERROR
    if lower and code and (kind or verb != REQUIRE):
        return ERROR
    return WARNING if lower or (code and verb == DENY) else ""


def in_fence(line: Line) -> Fault | None:
    """Return the fault of a line in a `kdsl` block that is no invariant: a comment may stand there, a sentence not."""
    if not line.text or line.text.startswith(("#", "//", "<!--")):
        return None
    hint = (
        "begin it with 'deny:', 'warn:' or 'require:'; indent a clause under its invariant; a comment begins with '#'"
    )
    return Fault("not-an-invariant", f"'{clipped(line.text)}' in a kdsl block is no invariant", hint)
