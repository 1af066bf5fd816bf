"""Whatever frontmatter and text come with a note's content, they are in the note, once, beside what we say ourselves."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from adrguard.memory.notes import content
from adrguard.memory.notes.draft import Draft, settled
from adrguard.memory.notes.flush import compose
from adrguard.memory.notes.form import Form
from adrguard.vault.note import parse

OURS = {"title": "A title", "date": "2026-11-30", "category": "log", "summary": "s: t"}
FORM = Form("a.md", "log", "A title", "2026-11-30", heading="A title")

text = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12)
key = st.text("abcdefgz", min_size=1, max_size=5)
value = st.recursive(
    text | st.integers() | st.booleans() | st.none() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(key, inner, max_size=3),
    max_leaves=6,
)
heads = st.dictionaries(key | st.sampled_from(["tags", "status", "title", "summary"]), value, max_size=5)
bodies = st.lists(
    st.sampled_from(["", "# A title", "## B", "---", "text", "  - item", "```", "a: b", "> quote", "\ttab", "x  "]),
    min_size=1,
    max_size=8,
).map("\n".join)


def note_of(head: str, body: str):
    given_text = (f"---\n{head}---\n" if head else "") + body
    draft, problems = settled(Draft("A title", given_text, summary="s: t"))
    taken = content.read(draft.content, "given")
    if problems or taken.problems:
        return None, taken
    return compose(draft, taken, FORM), taken


@given(heads, st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_frontmatter_holds_what_the_content_said_and_what_we_say(said, flow, eol) -> None:
    dumped = yaml.safe_dump(said, default_flow_style=flow, allow_unicode=True, sort_keys=False) if said else ""
    made, _ = note_of(dumped.replace("\n", eol), "text")
    if made is None:
        return
    parsed = parse("a.md", made.data)
    assert not [one for one in parsed.problems if one.severity == "error"]
    found = yaml.safe_load(made.text.split("---\n")[1])
    ours = {name: said_by_us for name, said_by_us in OURS.items() if name != "date" or not said.get("date")}
    expected = {**said, **ours}
    assert {name: str(one) for name, one in found.items()} == {name: str(one) for name, one in expected.items()}


@given(bodies, st.sampled_from(["", "a: 1\n"]))
def test_the_text_is_in_the_note_as_it_was_and_only_once(body, head) -> None:
    made, taken = note_of(head, body)
    if made is None:
        return
    parsed = parse("a.md", made.data)
    below = "\n".join(parsed.source.lines[parsed.frontmatter.body :])
    assert below.rstrip("\n").endswith(taken.body)
    rest = below.rstrip("\n").removesuffix(taken.body).strip()
    assert rest in ("", "# A title")
    assert taken.body in "\n".join(line for line in body.split("\n"))
    assert made.data.endswith(b"\n")
