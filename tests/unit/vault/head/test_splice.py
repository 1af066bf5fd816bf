"""Splicing: the bytes of one key change, whatever stands around them, or the note is refused with the place."""

from __future__ import annotations

import pytest

from adrguard.vault.head.splice import DROP, Add, Change, Put, SpliceError, splice

PATH = "docs/adr/0008-query.md"


def spliced(text: str | bytes, **changes: Change) -> bytes:
    return splice(PATH, text.encode() if isinstance(text, str) else text, changes)


QUIRKS = [
    pytest.param("---\nstatus: accepted\n---\n# T\n", id="plain"),
    pytest.param("---\r\nid: 1\r\nstatus: accepted\r\ntags: [a]\r\n---\r\n# T\r\n", id="crlf"),
    pytest.param("---\r\nid: 1\nstatus: accepted\r\n---\n# T\r\n", id="mixed line ends"),
    pytest.param("\ufeff---\nstatus: accepted\n---\n# T\n", id="byte-order mark"),
    pytest.param("---\n# why\nstatus: accepted   # for now\n# more\n---\n", id="comments"),
    pytest.param("---\nzeta: 1\nstatus: accepted\nalpha: 2\n---\n", id="order of keys"),
    pytest.param("---\nstatus: 'accepted'\n---\n", id="single quotes"),
    pytest.param('---\nstatus: "accepted"\n---\n', id="double quotes"),
    pytest.param("---\n'status': accepted\n---\n", id="a quoted key"),
    pytest.param("---\nStatus: accepted\n---\n", id="a capital"),
    pytest.param("---\ntags: [a,  b,c ]\nstatus: accepted\n---\n", id="flow list"),
    pytest.param("---\ntags:\n- a\n-   b\nstatus: accepted\nx:\n    - c\n---\n", id="block lists"),
    pytest.param("---\nsummary: >-\n  folded\n  text\n\nstatus: accepted\nx: |\n  kept\n\n---\n", id="block scalars"),
    pytest.param("---\nx: |+\n  kept\n\nstatus: accepted\n---\n", id="a block scalar that keeps its blank lines"),
    pytest.param("---\nbase: &b {k: v}\nother: *b\nstatus: accepted\n---\n", id="an anchor elsewhere"),
    pytest.param("---\nnumber: !!int '3'\nstatus: accepted\n---\n", id="a tag elsewhere"),
    pytest.param("---\ndate: 2026-01-02\nat: 2026-10-08T09:30:00Z\nstatus: accepted\n---\n", id="dates"),
    pytest.param("---\nn: 0x1F\nz: 008\nyes: no\nt: ~\nstatus: accepted\n---\n", id="numbers and constants"),
    pytest.param("---\nstatus: accepted\n---\n# T", id="no final line feed"),
    pytest.param("---\nstatus: accepted\n---", id="nothing behind the fence"),
    pytest.param("---\nstatus: accepted\n...\n# T\n", id="dots at the end"),
    pytest.param("---  \nstatus: accepted\n--- \n# T\n", id="blanks after the fences"),
    pytest.param("---\nstatus: accepted\n---\n# T\n\n---\nstatus: accepted\n---\n", id="fences in the body"),
    pytest.param("---\nx: 1\nx: 2\nstatus: accepted\n---\n", id="another key stands twice"),
    pytest.param("---\ntitle: {{title}}\nat: {{date:YYYY-MM-DD}}\nstatus: accepted\n---\n", id="placeholders"),
    pytest.param("---\ntitle: \U0001f680 D\u00e9j\u00e0 \u6f22\u5b57\nstatus: accepted\n---\n\U0001f680\n", id="emoji"),
    pytest.param(
        "---\nnested:\n  status: draft\n  deep: {status: x}\nstatus: accepted\n---\n", id="nested keys of that name"
    ),
    pytest.param("---\nstatus:\n  accepted\nx: 1\n---\n", id="the value on the next line"),
    pytest.param("---\nstatus:    accepted\n---\n", id="many blanks"),
    pytest.param("---\n  id: 1\n  status: accepted\n---\n", id="all keys indented"),
    pytest.param("---\n\nstatus: accepted\n\n\n---\n\n\n", id="blank lines"),
    pytest.param('---\nurl: https://x.test/#a\nq: "a: b # c"\nstatus: accepted\n---\n', id="signs in other values"),
    pytest.param("---\nstatus: accepted\ntext: one\n  two\n  three\n---\n", id="a value over several lines elsewhere"),
    pytest.param("---\nstatus: accepted\n---\na lone \r return\n", id="a lone carriage return in the body"),
]


@pytest.mark.parametrize("text", QUIRKS)
def test_only_the_value_changes(text: str) -> None:
    assert spliced(text, status=Put("superseded")).decode() == text.replace("accepted", "superseded", 1)


@pytest.mark.parametrize("text", QUIRKS)
def test_only_the_value_changes_without_the_fast_parser(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    monkeypatch.delattr(yaml, "CSafeLoader")
    assert spliced(text, status=Put("superseded")).decode() == text.replace("accepted", "superseded", 1)


@pytest.mark.parametrize("text", QUIRKS)
def test_what_says_so_already_stays_as_it_is(text: str) -> None:
    data = text.encode()
    assert splice(PATH, data, {"status": Put("accepted"), "nothing": DROP}) == data


@pytest.mark.parametrize("text", QUIRKS)
def test_a_new_key_is_a_line_before_the_closing_fence(text: str) -> None:
    new = spliced(text, added=Put("x")).decode()
    (line,) = [line for line in new.splitlines(keepends=True) if line.strip() == "added: x"]
    assert new.replace(line, "", 1) == text
    assert splice(PATH, new.encode(), {"added": DROP}) == text.encode()


def test_bytes_that_are_no_text_survive_in_body_and_frontmatter() -> None:
    data = b"---\nby: caf\xe9\nstatus: accepted\n---\n\xff\xfe caf\xe9\n"
    assert spliced(data, status=Put("superseded")) == data.replace(b"accepted", b"superseded")


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        pytest.param("k: a", Put("it's"), 'k: "it\'s"', id="a quote in it"),
        pytest.param("k: 'a'", Put("it's"), "k: 'it''s'", id="a quote in single quotes"),
        pytest.param('k: "a"', Put('say "x" \\'), 'k: "say \\"x\\" \\\\"', id="quotes in double quotes"),
        pytest.param("k: a", Put("b: c"), 'k: "b: c"', id="a colon"),
        pytest.param("k: a", Put("[[x]]"), 'k: "[[x]]"', id="a WikiLink"),
        pytest.param("k: a", Put("12"), 'k: "12"', id="digits"),
        pytest.param("k: a", Put("1e3"), 'k: "1e3"', id="what others take for a number"),
        pytest.param("k: a", Put("no"), 'k: "no"', id="what others take for a truth"),
        pytest.param("k: a", Put("null"), 'k: "null"', id="a null"),
        pytest.param("k: a", Put(""), 'k: ""', id="empty"),
        pytest.param("k: a", Put(" b"), 'k: " b"', id="a blank in front"),
        pytest.param("k: a", Put("one\ntwo"), 'k: "one\\ntwo"', id="two lines"),
        pytest.param("k: 'a'", Put("one\x07"), 'k: "one\\U00000007"', id="a control character"),
        pytest.param("k: a", Put("2026-01-02"), "k: 2026-01-02", id="a day stays one"),
        pytest.param("k: a", Put("0012-use-x"), "k: 0012-use-x", id="a stem"),
        pytest.param("k: a", Put("D\u00e9j\u00e0 vu"), "k: D\u00e9j\u00e0 vu", id="letters of any script"),
        pytest.param("k:", Put("a"), "k: a", id="nothing there"),
        pytest.param("k: # c", Put("a"), "k: a # c", id="nothing but a comment"),
        pytest.param("k: ~", Put("a"), "k: a", id="a null there"),
        pytest.param("k: null # c", Put("a"), "k: a # c", id="a null with a comment"),
        pytest.param("k: one\n  two # c", Put("a"), "k: a # c", id="a value over two lines"),
        pytest.param("k: 'one\n\n  two'\nz: 1", Put("a"), "k: 'a'\nz: 1", id="a quoted value over three lines"),
        pytest.param(
            "k: >- # c\n  one\n\n  two\n# d\nz: 1", Put("a"), "k: a # c\n# d\nz: 1", id="folded, with comments"
        ),
        pytest.param("k: |\n  one\n\nz: 1", Put("a"), "k: a\n\nz: 1", id="literal"),
        pytest.param("k: |\nz: 1", Put("a"), "k: a\nz: 1", id="literal without text"),
        pytest.param("k: [a, b]", Put("c"), "k: c", id="a word for a list"),
        pytest.param("k: # c\n  - a\n  - b\nz: 1", Put("c"), "k: c # c\nz: 1", id="a word for a block list"),
        pytest.param("k: a", Put(("b", "c")), "k: [b, c]", id="a list for a word"),
        pytest.param("k: ['a']", Put(("b", "c, d")), "k: ['b', 'c, d']", id="another list"),
        pytest.param("k:\n- a # c\n# d\nz: 1", Put(("b", "c")), "k:\n- b\n- c # c\n# d\nz: 1", id="another block list"),
        pytest.param("k:\n- a\nz: 1", Put(()), "k: []\nz: 1", id="an empty list"),
        pytest.param("k: [a, b]", Put(("a", "b")), "k: [a, b]", id="the same list"),
    ],
)
def test_a_value_is_put(before: str, change: Change, after: str) -> None:
    assert spliced(f"---\n{before}\n---\nx", k=change).decode() == f"---\n{after}\n---\nx"


@pytest.mark.parametrize(
    ("before", "values", "after"),
    [
        pytest.param("k: [a]", ("b", "a"), "k: [a, b]", id="flow"),
        pytest.param("k: []", ("a",), "k: [a]", id="empty"),
        pytest.param("k: ['a', ]", ("b",), "k: ['a', 'b', ]", id="a comma at the end"),
        pytest.param("k: [\n  a, # c\n  b # d\n]", ("x",), "k: [\n  a, # c\n  b, x # d\n]", id="over several lines"),
        pytest.param("k:\n  - a # c\n  # d\nz: 1", ("b",), "k:\n  - a # c\n  - b\n  # d\nz: 1", id="block"),
        pytest.param('k:\n- "[[a]]"', ("[[b]]", "[[a]]"), 'k:\n- "[[a]]"\n- "[[b]]"', id="block, last key"),
        pytest.param("k:\n- |\n  a\nz: 1", ("b",), "k:\n- |\n  a\n- b\nz: 1", id="a block scalar last"),
        pytest.param("k:\n-\nz: 1", ("b",), "k:\n-\n- b\nz: 1", id="an item that says nothing"),
        pytest.param("k: a # c", ("b",), "k: [a, b] # c", id="one value"),
        pytest.param("k: 'a'", ("b",), "k: ['a', 'b']", id="one value in quotes"),
        pytest.param("k: >-\n  a\nz: 1", ("b",), "k: [a, b]\nz: 1", id="one folded value"),
        pytest.param("k: a", ("a",), "k: a", id="there already"),
        pytest.param("k:", ("a", "b"), "k: [a, b]", id="nothing"),
        pytest.param("k: [[a]]", ("[[b]]",), 'k: ["[[a]]", "[[b]]"]', id="a WikiLink that lacks its quotes"),
        pytest.param("k: [[[a]], [[b]]]", ("[[c]]",), 'k: [[[a]], [[b]], "[[c]]"]', id="two of them"),
        pytest.param("k: [[a]]", ("[[a]]",), "k: [[a]]", id="that very WikiLink"),
        pytest.param("z: 1", ("a",), "z: 1\nk: [a]", id="no such key"),
        pytest.param("z:\n  - 1", ("a", "b"), "z:\n  - 1\nk:\n  - a\n  - b", id="no such key where lists are blocks"),
    ],
)
def test_a_list_is_added_to(before: str, values: tuple[str, ...], after: str) -> None:
    assert spliced(f"---\n{before}\n---\nx", k=Add(values)).decode() == f"---\n{after}\n---\nx"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a: 1\nk: x # c\nb: 2\n", "a: 1\nb: 2\n", id="a word"),
        pytest.param("k:\n  a: 1\n  b: {c: [d,\n    e]}\n# c\nb: 2\n", "# c\nb: 2\n", id="keys of its own"),
        pytest.param("k:\n- a\n-\n  - b\nb: 2\n", "b: 2\n", id="lists"),
        pytest.param("k: [a,\n  b]\nb: 2\n", "b: 2\n", id="a flow list over two lines"),
        pytest.param("k: |\n  a\n\n  b\nb: 2\n", "b: 2\n", id="a block scalar"),
        pytest.param("k:\nb: 2\n", "b: 2\n", id="nothing"),
        pytest.param("k: x\n", "", id="the only key"),
        pytest.param("b: 2\n", "b: 2\n", id="no such key"),
    ],
)
def test_a_key_goes(before: str, after: str) -> None:
    assert spliced(f"---\n{before}---\nx", k=DROP).decode() == f"---\n{after}---\nx"


@pytest.mark.parametrize("key", ["superseded_by", "superseded-by", "Superseded By"])
def test_the_spelling_of_a_key_is_kept(key: str) -> None:
    assert (
        splice(PATH, f"---\n{key}: a\n---\n".encode(), {"superseded_by": Put("b")}) == f"---\n{key}: b\n---\n".encode()
    )


def test_several_keys_change_at_once() -> None:
    text = "---\nstatus: accepted\ngone: 1\ntags:\n- a\n---\n"
    changes = {"new": Put("1st"), "status": Put("draft"), "tags": Add(("b",)), "gone": DROP, "more": Put("x")}
    assert splice(PATH, text.encode(), changes) == b"---\nstatus: draft\ntags:\n- a\n- b\nnew: 1st\nmore: x\n---\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("---\n---\n# T\n", "---\nk: a\n---\n# T\n", id="empty"),
        pytest.param("---\r\n---\r\n# T\r\n", "---\r\nk: a\r\n---\r\n# T\r\n", id="empty, crlf"),
        pytest.param("---\n# c\n\n---\n", "---\n# c\n\nk: a\n---\n", id="nothing but a comment"),
    ],
)
def test_a_first_key(text: str, after: str) -> None:
    assert spliced(text, k=Put("a")).decode() == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("# T\n", "---\nk: a\n---\n# T\n", id="a heading"),
        pytest.param("# T\r\n\r\nx", "---\r\nk: a\r\n---\r\n# T\r\n\r\nx", id="crlf"),
        pytest.param("\ufeff# T\n", "\ufeff---\nk: a\n---\n# T\n", id="byte-order mark"),
        pytest.param("", "---\nk: a\n---\n", id="empty"),
        pytest.param("---\n\nA rule.\n", "---\nk: a\n---\n---\n\nA rule.\n", id="a rule across the page"),
    ],
)
def test_frontmatter_is_made_only_if_asked_for(text: str, after: str) -> None:
    assert splice(PATH, text.encode(), {"k": Put("a")}, create=True).decode() == after
    with pytest.raises(SpliceError, match="has no frontmatter"):
        spliced(text, k=Put("a"))


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        pytest.param("---\nid: 1\nk: a: b\n---\n", (3, 5), "not valid YAML", id="broken YAML"),
        pytest.param("---\nid: 'x\nk: a\n---\n", (2, 5), "not valid YAML", id="broken elsewhere"),
        pytest.param("---\nk: a\n", (1, 1), "never closed", id="never closed"),
        pytest.param("---\nk: a\nid: 1\nK: b\n---\n", (4, 1), "stands twice", id="the key stands twice"),
        pytest.param("---\nx:\n\t- k\nk: a\n---\n", (3, 1), "not valid YAML", id="a tab as indentation"),
        pytest.param("---\nk:\ta\n---\n", (2, 3), "tab", id="a tab before the value"),
        pytest.param("---\nk: !!str a\n---\n", (2, 4), "a tag", id="a tag"),
        pytest.param("---\nk: &x a\nz: *x\n---\n", (2, 4), "an anchor", id="an anchor"),
        pytest.param("---\nz: &x a\nk: *x\n---\n", (3, 1), "an alias", id="an alias"),
        pytest.param("---\n- k\n---\n", (2, 1), "no list of keys", id="a list"),
        pytest.param("---\n{k: a}\n---\n", (2, 1), "one {...}", id="a flow mapping"),
        pytest.param("---\n? k\n: a\n---\n", (2, 3), "does not begin its line", id="a complex key"),
        pytest.param("+++\nk = 'a'\n+++\n", (1, 1), "TOML", id="TOML"),
        pytest.param("---\rk: a\r---\r", (1, 4), "lone carriage return", id="lone carriage returns"),
        pytest.param("---\nz: 1\rk: a\n---\n", (2, 5), "lone carriage return", id="one lone carriage return"),
        pytest.param("---\nk:\n  z: a\n---\n", (3, 3), "keys of its own", id="keys of its own"),
        pytest.param("---\nk: a\n---\nx\0\n", (4, 2), "NUL", id="a NUL"),
    ],
)
def test_what_cannot_be_edited_safely_is_refused(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(SpliceError) as caught:
        spliced(text, k=Put("b"))
    problem = caught.value.problem
    assert (problem.path, problem.line, problem.column) == (PATH, *place)
    assert message in problem.message
    assert problem.hint
    assert str(caught.value).startswith(f"{PATH}:{place[0]}:{place[1]}: ")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_note_in_another_encoding_is_refused(encoding: str) -> None:
    with pytest.raises(SpliceError, match="only UTF-8"):
        spliced("---\nk: a\n---\n".encode(encoding), k=Put("b"))


def test_a_word_in_a_templates_braces_is_replaced_with_them() -> None:
    assert spliced("---\nstatus: { draft } # so far\nk: 1\n---\n", status=Put("accepted")).splitlines()[1:3] == [
        b"status: accepted # so far",
        b"k: 1",
    ]


@pytest.mark.parametrize(
    "value", ["[accepted]", "\n- accepted\n- draft", "\n  is: accepted"], ids=["flow", "block", "keys"]
)
def test_a_status_that_is_a_list_is_refused(value: str) -> None:
    with pytest.raises(SpliceError, match=r"is a list|keys of its own"):
        spliced(f"---\nstatus: {value}\n---\n", status=Put("draft"))


def test_a_status_never_becomes_a_list() -> None:
    with pytest.raises(SpliceError, match="one word"):
        spliced("---\nstatus: accepted\n---\n", status=Add(("draft",)))


@pytest.mark.parametrize(
    ("text", "change"),
    [
        pytest.param("---\nz: |+\n  x\nk: a\n\n---\n", DROP, id="a block scalar before it would grow"),
        pytest.param("---\nz: |\n  x\nk: a\n  # c\n---\n", DROP, id="a comment would become text"),
        pytest.param("---\nk: [&x a]\nz: *x\n---\n", DROP, id="an alias would lose its anchor"),
        pytest.param("---\nz: &x 1\nk: [&x 2]\ny: *x\n---\n", Put("b"), id="an alias would mean another"),
        pytest.param("---\nk: [{a: b}]\n---\n", Add(("c",)), id="a list of keys and values"),
    ],
)
def test_a_change_that_would_change_more_is_refused(text: str, change: Change) -> None:
    with pytest.raises(SpliceError) as caught:
        spliced(text, k=change)
    assert caught.value.problem.line > 1
