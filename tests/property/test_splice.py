"""Laws of splicing: no byte outside of the changed key changes, and the note says the same but for that key."""

from __future__ import annotations

import string

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from adrguard.vault.head.splice import DROP, Add, Put, SpliceError, splice
from adrguard.vault.head.yaml_text import scalar

KEY = "status_of"
words = st.text(string.ascii_letters, min_size=1, max_size=8)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
comments = st.sampled_from(["", "", " # why", "   # [a: 'b"])
quoted = texts.map(lambda text: "'" + "".join(one for one in text if one.isprintable()).replace("'", "''") + "'")
flows = st.lists(words | quoted, max_size=3).map(lambda items: "[" + ", ".join(items) + "]")
inline = st.one_of(
    words,
    words.map(lambda word: f'"{word}"'),
    quoted,
    flows,
    st.sampled_from(["", "~", "2026-01-02", "[[x]]", "{a: b}"]),
)
blocks = st.one_of(
    st.lists(words | quoted, min_size=1, max_size=3).map(lambda items: [f"- {item}" for item in items]),
    st.lists(words, min_size=1, max_size=3).map(lambda items: [f"  - {item} # c" for item in items]),
    st.lists(words, min_size=1, max_size=2, unique=True).map(lambda keys: [f"  {key}: x" for key in keys]),
    st.lists(words, min_size=1, max_size=2).map(lambda lines: [f"    {line}" for line in lines]),
)
scalars_over_lines = st.tuples(
    st.sampled_from(["|", ">", "|-", ">-", "|+", ">- # c"]), st.lists(words | st.just(""), min_size=1, max_size=3)
).map(lambda block: (block[0], [f"  {line}".rstrip() for line in block[1]]))
values = st.one_of(st.tuples(inline, st.just([])), st.tuples(st.just(""), blocks), scalars_over_lines)
between = st.sampled_from(["", "", "# a comment", "  # indented", " "])
ends = st.sampled_from(["\n", "\r\n"])
bodies = st.sampled_from(
    [b"", b"# T", b"\n# T\n---\nstatus_of: x\n---\n", b"\xff caf\xe9\r\n\r", "\U0001f680".encode()]
)


@st.composite
def notes(draw: st.DrawFn, *, with_key: bool) -> tuple[list[str], int, str, bytes, bytes]:
    """Draw the lines of frontmatter, the index of our key's entry (-1: none), line end, mark and body."""
    others = draw(st.lists(st.tuples(words, values, comments, between), max_size=4))
    names = [f"{name}{index}" for index, (name, _, _, _) in enumerate(others)]
    entries = [_entry(name, *one[1:3]) + ([one[3]] if one[3] else []) for name, one in zip(names, others, strict=True)]
    at = -1
    if with_key:
        at = draw(st.integers(0, len(entries)))
        entries.insert(at, _entry(draw(st.sampled_from([KEY, "Status-of"])), draw(values), draw(comments)))
    lines = ["\n".join(entry) for entry in entries]
    return lines, at, draw(ends), draw(st.sampled_from([b"", b"\xef\xbb\xbf"])), draw(bodies)


def _entry(key: str, value: tuple[str, list[str]], comment: str) -> list[str]:
    first, more = value
    space = " " if first else ""
    return [f"{key}:{space}{first}{comment if not first.startswith(('|', '>')) else ''}", *more]


def bytes_of(lines: list[str], eol: str, mark: bytes, body: bytes) -> bytes:
    text = "\n".join(["---", *lines, "---", ""]).replace("\n", eol)
    return mark + text.encode() + body


def data_of(note: bytes) -> list[tuple[str, object]]:
    """Read the frontmatter with the plain parser, as pairs of key and nodes."""
    text = note.decode("utf-8-sig", "replace").replace("\r\n", "\n").split("---\n", 2)[1]
    node = yaml.compose(text)
    return [(key.value, _plain(value)) for key, value in node.value] if node else []


def _plain(node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode):
        return node.tag, node.value
    return [_plain(one) if isinstance(one, yaml.Node) else tuple(map(_plain, one)) for one in node.value]


def is_ours(key: str) -> bool:
    return key.lower().replace("-", "_") == KEY


@given(
    notes(with_key=True),
    st.one_of(
        texts.map(Put),
        st.lists(texts, max_size=3).map(lambda v: Put(tuple(v))),
        st.lists(texts, max_size=3).map(lambda v: Add(tuple(v))),
        st.just(DROP),
    ),
)
def test_only_the_key_changes(note, change) -> None:
    lines, at, eol, mark, body = note
    data = bytes_of(lines, eol, mark, body)
    before = spared(data_of, data)
    try:
        new = splice("n.md", data, {KEY: change})
    except SpliceError:
        return
    # What is before and behind the key's own lines is there, to the byte.
    start = len(bytes_of(lines[:at], eol, mark, b"")) - 3 - len(eol)
    rest = ("".join(f"{line}\n" for line in [*lines[at + 1 :], "---"])).replace("\n", eol).encode() + body
    assert new[:start] == data[:start]
    assert new.endswith(rest)
    after = data_of(new)
    assert [pair for pair in after if not is_ours(pair[0])] == [pair for pair in before if not is_ours(pair[0])]
    (said,) = [value for key, value in after if is_ours(key)] or [None]
    assert means(change, said)
    assert splice("n.md", new, {KEY: change}) == new


def means(change, said) -> bool:
    if change == DROP:
        return said is None
    if isinstance(change, Put):
        return texts_of(said) == change.value
    return set(change.values) <= ({said[1]} if isinstance(said, tuple) else set(texts_of(said)))


def texts_of(said):
    if isinstance(said, tuple):
        return said[1]
    return tuple(one[1] if isinstance(one, tuple) else "" for one in said)


def spared(read, data):
    try:
        return read(data)
    except yaml.YAMLError:
        assume(False)


@given(notes(with_key=False), texts)
def test_a_new_key_is_one_line_more_and_goes_without_a_trace(note, text) -> None:
    lines, _, eol, mark, body = note
    data = bytes_of(lines, eol, mark, body)
    before = spared(data_of, data)
    try:
        new = splice("n.md", data, {KEY: Put(text)})
    except SpliceError:
        return
    assert data_of(new) == [*before, (KEY, ("tag:yaml.org,2002:str", text))] or data_of(new)[-1][1][1] == text
    line = f"{KEY}: {scalar(text)}{eol}---".encode()
    assert new.replace(line, b"---", 1) == data
    assert splice("n.md", new, {KEY: DROP}) == data


@given(texts, st.sampled_from(["", "'", '"']))
def test_what_is_written_is_read_by_any_parser(text, style) -> None:
    for form in (f"k: {scalar(text, style)}\n", f"k: [{scalar(text, style)}]\n"):
        for loader in (yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            node = yaml.compose(form, Loader=loader).value[0][1]
            node = node.value[0] if isinstance(node, yaml.SequenceNode) else node
            assert node.value == text
            assert node.tag == "tag:yaml.org,2002:str" or len(text) == len("2026-01-02")


@given(st.binary(max_size=60), st.sampled_from([b"---\n", b"---\r\n", b"\xef\xbb\xbf---\n", b""]))
def test_whatever_the_bytes_are_they_are_spliced_or_refused_with_a_place(junk, opening) -> None:
    data = opening + junk + b"\n---\n" + junk
    try:
        new = splice("n.md", data, {KEY: Put("x")})
    except SpliceError:
        return
    line = next(line for line in new.splitlines(keepends=True) if line.strip().startswith(KEY.encode()))
    assert new.replace(line, b"", 1) == data
