"""The frontmatter of a note to be written: what is asked for, what the content says, what the template has, united."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.notes import head
from adrguard.memory.notes.content import LISTS
from adrguard.memory.notes.draft import category as category_of
from adrguard.vault.customs import manners
from adrguard.vault.dialects import describe
from adrguard.vault.head.frontmatter import read as read_head
from adrguard.vault.note import parse
from adrguard.vault.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.memory.notes.content import Content
    from adrguard.memory.notes.draft import Draft
    from adrguard.memory.notes.form import Form
    from adrguard.memory.notes.head import Entry
    from adrguard.vault.dialects import Described

_DATES = ("date", "decided", "created")


def told_in(text: str) -> Described:
    """Return what a note's text, without frontmatter, says of the note."""
    # The blank line keeps a rule at the top from being read as frontmatter.
    return describe(parse("", b"\n" + text.encode("utf-8")))


def is_dated(content: Content, told: Described) -> bool:
    """Say whether the content has a date of its own, in its frontmatter or its text."""
    return bool(content.text(*_DATES) or told.date)


def merged(draft: Draft, content: Content, form: Form, template: Iterable[Entry], told: Described) -> Iterator[Entry]:
    """Yield the keys in their order: the template's, then ours, then what else the content has.

    What was asked for wins over the content, the content over what goes without saying, and that over the template;
    lists are united. `told` is what the note's text says. What the content supersedes is left to the supersession.
    """
    own = {one.name or f"#{index}": one for index, one in enumerate(content.entries) if one.name != "supersedes"}
    ours = {one.name: one for one in _ours(draft, content, form, told)}
    base = {one.name or f"##{index}": one for index, one in enumerate(template)}
    front = [name for name in ours if name not in base and name not in own]
    rest = [name for name in own if name not in base]
    for name in (*base, *front, *rest):
        choose = _united if name in LISTS else _first
        yield choose([one for one in (own.get(name), base.get(name)) if one is not None], ours.get(name))


def _first(there: list[Entry], ours: Entry | None) -> Entry:
    # Ours is made only where it is to stand.
    return ours if ours is not None else there[0]


def _united(there: list[Entry], ours: Entry | None) -> Entry:
    holding = [one for one in there if head.texts(one.value) or not head.is_list_of_texts(one.value)]
    if not holding:
        return ours if ours is not None else there[0]
    whole = holding[0]
    for other in [*holding[1:], *([ours] if ours is not None else [])]:
        whole = head.united(whole, head.texts(other.value) or _spelt_items(other))
    return whole


def _spelt_items(entry: Entry) -> tuple[str, ...]:
    source = Source("", f"---\n{entry.text}---\n".encode())
    return head.texts(read_head(source).get(entry.name))


def _ours(draft: Draft, content: Content, form: Form, told: Described) -> Iterator[Entry]:
    """Yield the keys that we set: where the content has one of them, only when ours is to stand in its stead."""
    has_title = form.in_text or form.dialect == manners.MADR
    if _differs("id", form.id, content) if content.text("id") else form.id and "id" not in form.leave_out:
        yield head.key("id", form.id)
    if _differs("title", form.title, content) if content.text("title") else not has_title:
        yield head.key("title", form.title)
    if not (form.in_text or is_dated(content, told)):
        yield head.plain("date", form.date)
    if _is_other_category(form, content):
        yield head.key("category", form.category)
    if form.status and not (form.in_text or content.text("status") or told.status):
        yield head.key("status", form.status)
    if draft.tags:
        yield head.listed("tags", draft.tags)
    if _differs("summary", draft.summary, content):
        yield head.key("summary", draft.summary)
    if form.related and not form.listed:
        yield head.listed("related", form.related, block=True)
    if _differs("project", draft.project, content):
        yield head.key("project", draft.project)


def _differs(name: str, text: str, content: Content) -> bool:
    return bool(text) and content.text(name) != text


def _is_other_category(form: Form, content: Content) -> bool:
    said = content.listed("category")
    return form.category not in map(category_of, said) if said else "category" not in form.leave_out
