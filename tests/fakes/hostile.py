"""Outcomes in which every word of a repository is against us."""

from __future__ import annotations

from hypothesis import strategies as st

from adrguard.model.errors import Problem
from adrguard.model.findings import Cost, Finding, Outcome, Suppressed, Unjudged, Weakened
from adrguard.model.rules import KINDS, Rule, TextTarget

PIECES = (
    "::error::forged", "\n::error file=a::forged", "\r::warning::x", "##[error]forged", "###[add-mask]a", "##vso[task.x]y",
    "##teamcity[message text='x']", "%0A::error::x", "%", ",", ":", "]]>", "-->", "<!--", "</script>", "<script>alert(1)",
    "<img src=x onerror=y>", "&lt;", "&#10;", "`", "```", "````", "|", "\\|", "\\", "](http://evil)", "![x](http://evil)",
    "[x]: http://evil", "http://evil.example", "www.evil.example", "@octocat", "#1", "GH-1", "deadbeefdeadbeef", "*x*",
    "~~~", "$x$", "\x1b[31m", "\x1b]8;;http://evil\x07", "\x9b31m", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\x85",
    "\x00", "\x0b", "\x7f", "\ud800", "\udcff", "\ufffe", "\U0001f600", "é", "漢", " ", "  ", "\n", "\t", "- ", "# ", "> ",
    "1. ", "a", "SELECT", "'", '"', "=", "{0}", "{{", "</failure>", "</details>", "::stop-commands::x", "::x::",
)  # fmt: skip

pieces = st.sampled_from(PIECES)
words = (
    st.tuples(pieces, pieces).map("".join)
    | pieces
    | st.just("")
    | st.text(st.characters(exclude_categories=()), max_size=3)
)
paths = words.map(lambda text: "src/" + text.replace("\0", ""))
numbers = st.integers(0, 300)


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    identity = draw(st.sampled_from(("ADR-1#a", "ADR-1#b", "ADR-2#c"))) + draw(st.sampled_from(("", *PIECES)))
    return Rule(
        identity,
        draw(words),
        draw(words),
        draw(numbers),
        draw(numbers),
        "deny: " + draw(words),
        draw(st.sampled_from(("deny", "require"))),
        draw(st.sampled_from(("block", "advise"))),
        draw(st.sampled_from(KINDS)),
        (TextTarget(draw(words), "", starts_word=False, ends_word=False),),
        draw(st.booleans()),
        because=draw(words),
        remediation=draw(words),
        rewrite=draw(words),
    )


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    line = draw(numbers)
    column = draw(st.integers(1, 500)) if line else 0
    more = draw(st.integers(0, 3)) if line else 0
    excerpt = draw(words) * draw(st.sampled_from((1, 1, 1, 90)))
    return Finding(
        draw(rules()),
        draw(paths),
        line,
        column,
        line + more,
        column + draw(st.integers(0, 9)) if line else 0,
        draw(words),
        excerpt,
        draw(st.integers(1, 3)),
        draw(st.sampled_from(("block", "advise"))),
        draw(words),
        draw(words),
        draw(st.booleans()),
        key=draw(st.sampled_from(("", "key")) | words),
    )


suppressed = st.builds(Suppressed, findings(), words, numbers)
unjudged = st.builds(
    Unjudged, st.just("") | paths, words, st.sampled_from(("binary", "budget", "parse")), st.just("") | words
)
weakened = st.builds(
    Weakened, st.sampled_from(("removed", "status")), st.just("") | paths, numbers, words, words, words, st.booleans()
)
problems = st.builds(
    Problem,
    st.just("") | paths,
    numbers,
    numbers,
    words,
    words,
    words,
    st.sampled_from(("error", "warning", "advice")),
    words,
)


def several(of: st.SearchStrategy, most: int = 2) -> st.SearchStrategy:
    return st.lists(of, max_size=most).map(tuple)


outcomes = st.builds(
    Outcome,
    findings=several(findings(), 4),
    suppressed=several(suppressed, 1),
    known=numbers,
    unjudged=several(unjudged),
    weakened=several(weakened),
    problems=several(problems),
    rules=numbers,
    files=numbers,
    elapsed_ms=st.sampled_from((0.0, 3.14, 12345.678)),
    costs=several(st.builds(Cost, words, st.sampled_from((0.5, 7.25))), 2),
    notes=several(words, 2),
    on_budget=st.sampled_from(("block", "warn")),
    strict=st.booleans(),
    weakening=st.sampled_from(("block", "warn", "allow")),
    door=st.sampled_from(("command", "ci")),
    supersession=st.sampled_from(("tell", "ask", "allow")),
    judged=several(rules(), 1),
    baselined=several(findings(), 1),
    fixed=several(findings(), 1),
    prose=numbers,
    shard=st.sampled_from(((0, 0), (1, 2), (2, 2))),
)
