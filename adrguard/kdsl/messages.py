"""Syntax errors explained by example: `grammar/kdsl_errors.toml` shows wrong lines and what is to be said about them.

An example leaves the parser in a state; an error in the same state, before the same sort of text, is the same mistake.
That is lark's `match_examples`, with the examples parsed once instead of at each error.
"""

from __future__ import annotations

from functools import cache

from adrguard.kdsl.faults import Fault, clipped
from adrguard.kdsl.line import Line
from adrguard.kdsl.parse import CLAUSE, INVARIANT, SyntaxFault, parse_clause, parse_invariant
from adrguard.kdsl.words import CLAUSES
from adrguard.system.resources import read_text

_OTHER = Fault("syntax", "'{found}' was not expected here", "see the form: VERB [KIND]: TARGET [in GLOB] [except GLOB]")
_SORTS = (
    ("`", "tick"),
    ('"', "quote"),
    (",", "comma"),
    ("/", "slash"),
    ("->", "arrow"),
    ("→", "arrow"),
    (">", "above"),
)


def explain(error: SyntaxFault) -> Fault:
    """Return what is wrong with the line, in its author's words."""
    table = examples()
    fault = next((table[key] for key in _keys(error) if key in table), _OTHER)
    found = clipped(error.line.text[error.index :].strip())
    return Fault(fault.code, fault.message.replace("{found}", found), fault.hint.replace("{found}", found))


@cache
def examples() -> dict[tuple[object, ...], Fault]:
    """Return the messages by the keys of the errors that their examples have."""
    import tomllib  # for lines that are wrong, which most never are

    found: dict[tuple[object, ...], Fault] = {}
    for entry in tomllib.loads(read_text("grammar/kdsl_errors.toml"))["error"]:
        fault = Fault(entry["code"], entry["message"], entry["hint"])
        for example in entry["examples"]:
            for key in _keys(failing(example)):
                found.setdefault(key, fault)
    return found


def _keys(error: SyntaxFault) -> tuple[tuple[object, ...], ...]:
    """Return what makes two errors alike, the narrowest first."""
    head = error.line.text.partition(":")[0].split()[-1:]
    last = error.states[-1:]
    sort = _sort(error.line.text[error.index :])
    return ((error.states, sort), (*head, last, sort), (*head, last, "other"), (*head, last), (last, sort), (last,))


def failing(example: str) -> SyntaxFault:
    """Return the error of a wrong example. Raises ValueError when nothing is wrong with it."""
    line = Line.read(example, 1, 1)
    try:
        if start_of(example) == CLAUSE:
            parse_clause(line, "")
        else:
            parse_invariant(line)
    except SyntaxFault as error:
        return error
    msg = f"an example of an error that is none: {example}"
    raise ValueError(msg)


def start_of(text: str) -> str:
    """Say whether an example is of an invariant or of a clause."""
    return CLAUSE if text.partition(":")[0] in CLAUSES else INVARIANT


def _sort(rest: str) -> str:
    rest = rest.lstrip()
    if not rest:
        return "end"
    if rest.split(None, 1)[0] in ("in", "except"):
        return "scope"
    return next((sort for start, sort in _SORTS if rest.startswith(start)), "other")
