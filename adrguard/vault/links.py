"""How a note names another: Markdown links, WikiLinks, `ADR-12`, plain numbers; and what it says about it."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import unquote

from adrguard.model.record import Record
from adrguard.vault.late import late
from adrguard.vault.vocabulary import IN_PART, NOTHING, PASSIVE, REPLACED_BEFORE, REPLACED_BY, REPLACES

LONGEST = 1000
"""Characters of a line in which relations are looked for: beyond it stands prose, or something made to be slow."""

_MARKDOWN_LINK = r"\[(?P<label>[^\[\]]*)\]\((?P<target>[^()\s]*+)[^()]*\)"
_WIKI_LINK = r"\[\[(?P<wiki>[^\[\]]+)\]\]"
_PATH = r"(?P<path>[\w./-]+\.(?:md|markdown)\b)"
_ID = r"(?P<id>\b(?:[A-Z]{2,10}-){0,2}[A-Za-z]{2,12}[-_ ]?\d+(?:-[\w-]*\w)?)"
_STEM = r"(?P<stem>(?<![\w./-])\d{1,8}(?:-\d{2}-\d{2})?-[A-Za-z][\w-]*\w)"
_NUMBER = r"(?<![\w.-])#?(?P<number>\d{1,8})(?![\w-]|\.\d)"
_REFERENCE = f"{_WIKI_LINK}|{_MARKDOWN_LINK}|{_PATH}|{_STEM}|{_ID}|{_NUMBER}"

_DASHES = "\\u2013\\u2014-"

_REFERENCES = late(_REFERENCE)
_SUPERSEDES = late(r"\bsuper[sc]edes\b", re.IGNORECASE)
_SUPERSEDED = late(r"\bsuper[sc]eded[\s_-]+by\b", re.IGNORECASE)
_DENIED = late(r"\b(?:not|never|nothing)\s+(?:yet\s+|been\s+)*$", re.IGNORECASE)
_IN_PART = late(r"\b(?:in part|(?:parts?|portions?|sections?|aspects?) of|some of|partially|partly)\b|§", re.IGNORECASE)
_NOTHING = late(rf"[\s:*_(\[{_DASHES}]*(?:(?:{NOTHING})(?!\w)|[:{_DASHES}]\s*$)", re.IGNORECASE)
_STRUCK = late(r"~~[^~]*~~")
_FILLER = r"(?:the|our|this|that|adr|decision|record|number|no\.|nr\.)"
_AT_ONCE = late(rf"[\s:*_()\[\]]*(?:{_FILLER}[\s:*_]+)*#?\d", re.IGNORECASE)
_AT_START = r"[\s*_(>]*(?:status[\s*_]*:[\s*_]*)?"
_LINK_AT_ONCE = (
    r"[\s:*_(]*(?:(?:the|our|decision|record|die|das|el|la|le|o|a)[\s:*_]+)*"
    rf"(?:{_WIKI_LINK}|{_MARKDOWN_LINK}|{_PATH}|{_STEM}|(?:adr|decision)[-_ #]*\d)"
)
_MAY_REPLACE = late(r"repl|reem|su[bs]|sost|rempl|erset|l[öo]s|supera|verv|zast|замен|[\u3040-\ud7ff]", re.IGNORECASE)
_EAST_ASIAN = late("[\\u3040-\\ud7ff]")
_IMAGE = late(r"!\[[^\[\]]*\]\([^()]*\)")
_DASHED_DATE = late(r"\d{4}-\d{2}-\d{2}(?![\w-]*\w)")
_LABEL = late(r"\[([^\[\]]*)\]")
_UNDERSCORES = late(r"(?<!\w)_+(?=\w)|(?<=\w)_++(?!\w)")
_BETWEEN = late(r"[\s,;&*_`()\[\]]*+(?:and|or)?[\s*_`()\[\]]*")


class Relations(Record):
    """What one line says: decisions that it supersedes, that it is superseded by, and whether it says the latter."""

    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    is_superseded: bool = False


def references(text: str) -> tuple[str, ...]:
    """Return the decisions that a piece of raw Markdown names, as written: a link's target where that is a note.

    Names after the first count only while nothing but commas and "and" stands between: in "by ADR-12 in March 2021" the
    year is no decision.
    """
    text = _IMAGE.sub(" ", _DASHED_DATE.sub(" ", text[:LONGEST]))
    found: list[str] = []
    end = -1
    for match in _REFERENCES.finditer(text):
        if end >= 0 and not _BETWEEN.fullmatch(text, end, match.start()):
            break
        name = _name(match)
        if not name:
            continue
        end = match.end()
        if name not in found:
            found.append(name)
    return tuple(found)


def _name(match: re.Match[str]) -> str:
    if match["wiki"]:
        return wiki_target(match["wiki"])
    if match["target"] is not None:
        target = unquote(match["target"], errors="surrogateescape").split("#", 1)[0].strip("<>")
        if "://" in target:
            # A note seen on the web is known here by its file name; a page by what the link says.
            target = target.rsplit("/", 1)[1]
        return target if _is_note(target) else next(iter(references(match["label"])), "")
    path = match["path"]
    if path:
        return str(path).rsplit("/", 1)[1] if path.startswith("//") else str(path)
    return match["stem"] or match["id"] or match["number"] or ""


def _is_note(target: str) -> bool:
    return target.lower().endswith((".md", ".markdown"))


def wiki_target(inside: str) -> str:
    """Return the note that the inside of a WikiLink names, without alias and heading."""
    return re.split(r"\\?\||#", inside, maxsplit=1)[0].strip()


def names(text: str) -> tuple[str, ...]:
    """Return the decisions that one frontmatter value names: links if it holds any, else its parts between commas."""
    if "[" in text:
        return references(text) or (text.strip("[] "),)
    parts = (one.strip() for one in text.split(","))
    return tuple(part if part.startswith("#") else wiki_target(part) for part in parts if part)


def says_nothing(value: str) -> bool:
    """Say whether a value names no decision in so many words: ``none``, ``N/A``, a dash."""
    return _NOTHING.match(value) is not None or not value.strip(" \t:-\u2013\u2014_*()~")


def relations(line: str) -> Relations:
    """Read one line of raw Markdown. "Supersedes ADR-3" never says that the note is superseded."""
    line = _STRUCK.sub(lambda match: " " * len(match[0]), line[:LONGEST])
    line = _UNDERSCORES.sub(lambda match: " " * len(match[0]), line)
    verbs = _LABEL.sub(lambda match: f"[{' ' * len(match[1])}]", line)
    old, new = _SUPERSEDES.search(verbs), _SUPERSEDED.search(verbs)
    if not old and not new:
        return _in_other_words(line, verbs)
    old, new = _whole(old, verbs), _whole(new, verbs)
    # Each verb governs what follows it, up to the other.
    old_end = new.start() if old and new and old.end() <= new.start() else len(line)
    new_end = old.start() if old and new and new.end() <= old.start() else len(line)
    return Relations(
        _named_after(line[old.end() : old_end]) if old else (),
        _named_after(line[new.end() : new_end]) if new else (),
        new is not None,
    )


def _whole(verb: re.Match[str] | None, line: str) -> re.Match[str] | None:
    """Return the verb unless the line takes it back: "partially supersedes" and "not superseded by" replace nothing."""
    if verb and (_DENIED.search(line[: verb.start()]) or _is_in_part(line) or _NOTHING.match(line, verb.end())):
        return None
    return verb


def _is_in_part(line: str) -> bool:
    return bool(_IN_PART.search(line) or (not line.isascii() and _in(IN_PART).search(line)))


def _named_after(text: str) -> tuple[str, ...]:
    """Return the decisions named after a verb; a bare number only where it follows at once: "… the todo of #41"."""
    found = references(text)
    if found and found[0].isdigit() and not _AT_ONCE.match(text):
        return ()
    return found


def _in_other_words(line: str, verbs: str) -> Relations:
    """Read a line that begins with another word for it: "Replaced by ADR-12", "Ersetzt durch …", "Sustituye a …".

    As those words say much else, the other decision must follow at once, by more than a bare number.
    """
    if not _MAY_REPLACE.search(verbs):
        return Relations()
    for pattern, is_old in ((REPLACED_BY, True), (REPLACES, False)):
        verb = _whole(_in(_AT_START + f"(?:{pattern})" + r"\b").match(verbs), verbs)
        if verb and _in(_LINK_AT_ONCE).match(line, verb.end()):
            found = references(line[verb.end() :])
            return Relations((), found, is_superseded=True) if is_old else Relations(found)
    return _with_the_verb_last(line, verbs) if _EAST_ASIAN.search(verbs) else Relations()


def _with_the_verb_last(line: str, verbs: str) -> Relations:
    verb = _in(REPLACED_BEFORE).search(verbs)
    start = verbs.rfind(PASSIVE, 0, verb.start()) if verb and verb["zh"] else 0
    if not verb or start < 0 or _is_in_part(verbs):
        return Relations()
    found = references(line[start : verb.start()])
    return Relations((), found, is_superseded=True) if found and not found[0].isdigit() else Relations()


@cache
def _in(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
