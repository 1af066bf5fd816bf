"""What once took the square of a text's length, or longer than anyone lives: all of it is read in no time now.

None of these is judged by the clock: what is read in the old way does not end before the test run is given up.
"""

from __future__ import annotations

import datetime as dt

import pytest

from adrguard.config.read import parse as settings
from adrguard.engine import installation, suppress, switches, weakening
from adrguard.fixer import manifests, sameness
from adrguard.fixer.edits import between
from adrguard.kdsl import bare, clauses, markdown, spell, undress
from adrguard.kdsl.faults import Fault, Faults
from adrguard.kdsl.line import Line
from adrguard.memory.gc.facts import decisions
from adrguard.memory.notes import content, head
from adrguard.memory.secrets.redaction import Redactor
from adrguard.memory.secrets.redaction_names import is_secret
from adrguard.memory.traces import folding
from adrguard.model.changes import Content
from adrguard.model.decisions import DecisionSet
from adrguard.model.findings import Finding
from adrguard.model.rules import Rule, TextTarget
from adrguard.syntax import php_tags
from adrguard.syntax.manifests import gemfile
from adrguard.syntax.manifests.declared import Manifest
from adrguard.syntax.source import Source
from adrguard.usecases.shell import bypasses
from adrguard.vault.customs import manners, moments, templates
from adrguard.vault.linking import wikilinks
from adrguard.vault.linking.live_text import live
from adrguard.vault.note import parse
from adrguard.vault.restating import status_line

N = 200_000
SOME = 3000
"""Characters of a line of an invariant: with three loops one after the other still too many for the old way."""
DAY = dt.datetime(2026, 1, 2, tzinfo=dt.UTC)


def note(text):
    return parse("a.md", text.encode())


def entries(text):
    written = note(f"---\n{text}\n---\n# A\n")
    return head.entries(written.source, written.frontmatter)


def refused(text):
    found = bare.refusal(bare.Bare(text, "deny", literal=False))
    return found.fault.code if found else ""


def counted(most):
    faults = Faults("a.md")
    line = Line.read("x", 1, 1)
    for number in range(most):
        assert faults.errors == number
        faults.add(line, 1, Fault("a", "b"))
    return faults.errors


def allowed(most):
    """Return how many comments suppress a finding, and how many do not, where each line has one of both."""
    rule = Rule("ADR-1#a", "ADR-1", "n.md", 1, 1, "deny: x", "deny", "block", "text", ())
    lines = "".join(f"x{n} = {n * n}  # adrguard: allow ADR-{n % 2}{n % 3} -- {n}\n" for n in range(most))
    comments = suppress.read(Source("a.py", Content(lines)))
    found = [Finding(rule, "a.py", n, 1, n, 2, "x", "", 1) for n in range(1, most)]
    standing, _, used = suppress.split(found, comments, "2026-01-01")
    return len(standing), len(
        suppress.warnings("a.py", comments, used, [("ADR-1", f"ADR-1#{n}") for n in range(99)], "")
    )


def named(word):
    """Return lines that name us, no two alike."""
    return Content("".join(f"{word}{n}{word} adrguard b{n}c\n" for n in range(3000)))


def lost_versions():
    """Return what becomes of lines of which each asks for an older version than all did before."""
    before, after = ("".join(f"adrguard=={start}.{n}\n" for n in range(3000)) for start in (2, 1))
    return list(installation._of_lines(Content(before), Content(after)))


def reworded(most):
    """Return how many invariants of one note are told as gone, where each is another one now, in another place."""
    sides = []
    for side, words in enumerate(("some words of one text, and then", "other signs which another has got")):
        texts = [f"{words} {number}" for number in range(most)]
        rules = [
            Rule(
                f"A#{text}", "A", "a.md", 2 * at + side, 1, f"deny: `{text}`", "deny", "block", "text", (_target(text),)
            )
            for at, text in enumerate(texts)
        ]
        sides.append(DecisionSet(rules=tuple(rules)))
    return len(list(weakening.compare(sides[1], sides[0])))


def _target(text):
    return TextTarget(text, text, starts_word=True, ends_word=True)


CASES = {
    "invariants that become others": (lambda: reworded(1_000), 1_000),
    "steps that name us": (lambda: switches.switches("a: adrguard\n- adrguard\n" * (N // 20), "adrguard"), {}),
    "lines that name us": (
        lambda: len(list(installation._of_lines(Content("adrguard a{}\n" * 3000), named("x")))) + len(lost_versions()),
        6000,
    ),
    "a suppression in each line": (lambda: allowed(6_000), (5_999, 6_000)),
    "a heading that closes": (lambda: wikilinks.marks("# " + " " * N + "x #").headings[0].level, 1),
    "comments in a line": (lambda: live("%%a%%" * (N // 5)) != "", True),
    "one link in a note": (lambda: manners.of_one(note("](a.md#0" * (N // 8))).links is not None, True),
    "blanks in a placeholder": (lambda: len(templates.fill("{{a" + " " * N, {}, DAY)), N + 3),
    "blanks in an entry of a template": (
        lambda: templates.fill("---\na: {{x}}" + " " * N + "x\n---\n", {"x": "1"}, DAY)[:7],
        "---\na: ",
    ),
    "brackets in the form of a date": (lambda: moments.spelt(DAY, "[" * N + "YYYY"), "[" * N + "2026"),
    "blanks before a comment": (lambda: status_line._parted("a" + " " * N + "b <!-- c -->")[1], " <!-- c -->"),
    "openings of comments": (lambda: status_line._parted("a" + "<!--" * (N // 4))[1], ""),
    "blank lines below a key": (lambda: len(entries("a: b\n" + " \n" * (N // 2) + "c: d")), 2),
    "a value of digits": (lambda: entries("a: 2026-01-02T" + "0" * N + "é")[0].name, "a"),
    "a blank key of TOML": (lambda: parse("a.md", b'+++\n"" = 1\n' + b" " * N + b"\n+++\n").frontmatter.kind, "toml"),
    "comments alone": (lambda: content._COMMENTS.fullmatch("<!-- -->" * (N // 8) + "<"), None),
    "a key of blanks, twice": (lambda: bool(settings("a.toml", (f'["{" " * N}"]\n' * 2).encode())[1]), True),
    "tables that nobody knows": (
        lambda: len(settings("a.toml", "".join(f"[a{n}]\n" for n in range(5000)).encode())[1]),
        5000,
    ),
    "faults of one note": (lambda: counted(100_000), 100_000),
    "a line that nothing overwrites": (lambda: len(folding.folded(b"\r" + b"x" * N)), N),
    "carriage returns": (lambda: folding.folded(b"\r" * N), b""),
    "keys that do not begin": (
        lambda: len(Redactor().redacted(b"-----BEGIN " + b"PRIVATE KEY" * (N // 11))),
        N // 11 * 11 + 11,
    ),
    "capitals of a name": (
        lambda: (
            is_secret(b"password: a" + b"A" * 100 + b"/", "password:", "a" + "A" * 100 + "/", quoted=False)
            in (True, False)
        ),
        True,
    ),
    "a path of decisions": (lambda: list(decisions.records("a/" * N + " adr")), []),
    "strings of PHP that are not closed": (
        lambda: php_tags.php_alone("<?php ?>" + "<?php '/*?>\\" * (N // 12))[:5],
        "     ",
    ),
    "git in a program": (lambda: bypasses._skips_hooks("git am " * (N // 7) + " " * 600 + "--no-veri"), False),
    "a requirement of blanks": (lambda: bool(manifests._REQUIREMENT.fullmatch("a b" + " " * N + "c")), True),
    "comments of Markdown that are not closed": (lambda: sameness._uncommented("<!--" * (N // 4)), "<!--" * (N // 4)),
    "many differences": (lambda: len(between("a\nb\n" * SOME, "c\n" + "d\nb\n" * SOME)), SOME),
    "backticks in an invariant": (lambda: markdown.first_span("`" * N + "x" * N), None),
    "a link of blanks": (lambda: markdown.plain("[a](" + " " * SOME).text, "[a](" + " " * SOME),
    "an expression that does not end": (lambda: spell.looks_like_expression("/" + "$" * N), False),
    "stars and slashes": (lambda: refused("x " + "/**/0" * (N // 5)), ""),
    "a scope of quotes": (lambda: clauses.look_at_clause(Line.read("in " + '"' * N + " x", 1, 1))[1], None),
    "gems in one line": (
        lambda: len(gemfile.read(Manifest("Gemfile", ";".join(f'gem "a{n}"' for n in range(15_000))))),
        15_000,
    ),
    "a word and blanks": (lambda: undress._WORDS.fullmatch("a" + " " * N + "!"), None),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_read_in_no_time(name):
    read, expected = CASES[name]
    assert read() == expected
