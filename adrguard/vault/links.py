"""How a note names another: Markdown links, WikiLinks, `ADR-12`, plain numbers; and what it says about it."""

from __future__ import annotations

import re
from urllib.parse import unquote

from adrguard.model.record import Record

LONGEST = 1000
"""Characters of a line in which relations are looked for: beyond it stands prose, or something made to be slow."""

_MARKDOWN_LINK = r"\[(?P<label>[^\[\]]*)\]\((?P<target>[^()\s]*)[^()]*\)"
_WIKI_LINK = r"\[\[(?P<wiki>[^\[\]]+)\]\]"
_PATH = r"(?P<path>[\w./-]+\.(?:md|markdown)\b)"
_ID = r"(?P<id>\b[A-Za-z]{2,12}[-_ ]?\d+(?:-[\w-]*\w)?)"
_STEM = r"(?P<stem>(?<![\w./-])\d{1,8}-[A-Za-z][\w-]*\w)"
_NUMBER = r"(?<![\w.-])#?(?P<number>\d{1,8})(?![\w-]|\.\d)"
_REFERENCE = f"{_WIKI_LINK}|{_MARKDOWN_LINK}|{_PATH}|{_STEM}|{_ID}|{_NUMBER}"

_SUPERSEDES = re.compile(r"\bsuper[sc]edes\b", re.IGNORECASE)
_SUPERSEDED = re.compile(r"\bsuper[sc]eded[\s_-]+by\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|nothing)\s+(?:yet\s+|been\s+)*$", re.IGNORECASE)
_IN_PART = re.compile(r"\b(?:in part|parts? of|some of|partially|partly)\b", re.IGNORECASE)
_IMAGE = re.compile(r"!\[[^\[\]]*\]\([^()]*\)")
_DASHED_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?![\w-]*\w)")
_LABEL = re.compile(r"\[([^\[\]]*)\]")
_UNDERSCORES = re.compile(r"(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")
_BETWEEN = re.compile(r"[\s,;&*_`()\[\]]*(?:and|or)?[\s*_`()\[\]]*")


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
    for match in re.finditer(_REFERENCE, text):  # compiled at the first use: most notes name no other
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
        target = unquote(match["target"]).split("#", 1)[0].strip("<>")
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


def relations(line: str) -> Relations:
    """Read one line of raw Markdown. "Supersedes ADR-3" never says that the note is superseded."""
    line = line[:LONGEST]
    line = _UNDERSCORES.sub(lambda match: " " * len(match[0]), line)
    verbs = _LABEL.sub(lambda match: f"[{' ' * len(match[1])}]", line)
    old, new = _SUPERSEDES.search(verbs), _SUPERSEDED.search(verbs)
    old, new = _whole(old, verbs), _whole(new, verbs)
    # Each verb governs what follows it, up to the other.
    old_end = new.start() if old and new and old.end() <= new.start() else len(line)
    new_end = old.start() if old and new and new.end() <= old.start() else len(line)
    return Relations(
        references(line[old.end() : old_end]) if old else (),
        references(line[new.end() : new_end]) if new else (),
        new is not None,
    )


def _whole(verb: re.Match[str] | None, line: str) -> re.Match[str] | None:
    """Return the verb unless the line takes it back: "partially supersedes" and "not superseded by" replace nothing."""
    if verb and (_DENIED.search(line[: verb.start()]) or _IN_PART.search(line)):
        return None
    return verb
