"""No expression of ours takes more than a multiple of the length of a text, unless it is known why it may.

RE2 judges what the decisions say; these are the expressions of `re` in our own code, and any text may come before them.
"""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest
from fakes.growth import growth

from adrguard.vault.late import late

ROOT = Path(__file__).parents[2]
_SEARCHES = frozenset(("search", "sub", "subn", "split", "findall", "finditer"))
_METHODS = _SEARCHES | {"match", "fullmatch", "compile"}

MATCHED_AT_A_PLACE = {
    "adrguard.install.json_nodes._STRING",
    "adrguard.install.json_nodes._SINGLE",
    "adrguard.install.json_nodes._NUMBER",
    "adrguard.install.json_nodes._LOOSE_NUMBER",
    "adrguard.syntax.php_tags._CLOSED",
}
"""Those are handed on, and then only matched where something begins."""
MATCHED_AS_A_WHOLE = {"adrguard.kdsl.bare._RESTS"}

KNOWN = {
    "adrguard.fixer.manifests._REQUIREMENT": "after a name all that follows is a range or the rest: nothing fails",
    "adrguard.fixer.sameness._COMMENT": "used up to the last `-->`, so that each comment is closed",
    "adrguard.fixer.toml_entries._KEY": "a header of at most 10,000 characters",
    "adrguard.install.agents.programs: '(?:exec|&)\\\\s++(.*)$'": "within a line the rest always matches",
    "adrguard.kdsl.bare._SCOPE": "too large; linear, as ten times the steps show",
    "adrguard.kdsl.markdown._LINK": "too large; linear, as ten times the steps show",
    "adrguard.vault.status._LEADING_DATE": "too large; linear, as ten times the steps show",
    "adrguard.kdsl.expressions._SKIP": "an expression of at most 1000",
    "adrguard.kdsl.literals._MARKER_WORDS": "too large; a target, and its only loops are of letters after a word",
    "adrguard.kdsl.needles._METAVARIABLE": "a pattern of at most 500",
    "adrguard.memory.notes.content._COMMENTS": "a comment ends at its first `-->`, and nothing of it is given back",
    "adrguard.memory.distill.naming._GAPS": "a run that has no second ellipsis is the last one",
    "adrguard.memory.notes.note_facts: _replaces()": "too large; words with blanks between them, in notes of at most 256 KB, from the start of lines",
    "adrguard.memory.notes.note_facts: _states()": "too large; its loops are bounded",
    "adrguard.memory.secrets.redaction._KEY_IN_LINE": "after its beginning a key ends with whatever is not of one: nothing fails",
    "adrguard.memory.secrets.redaction._ASSERTIONS": "our own expressions only",
    "adrguard.memory.secrets.redaction_names._SETS_WORDS": "the last 100 characters of a name",
    "adrguard.memory.secrets.redaction_names._SETTING": "within a line what follows the `#` always matches",
    "adrguard.memory.stack._VERSION": "the first 200 characters",
    "adrguard.memory.traces.book._QUOTED": "a message of at most 200",
    "adrguard.syntax.regions._CLOSING": "the last 16 characters of a string",
    "adrguard.usecases.proving.info._WORD": "what is no pair is taken as a word, up to the next blank",
    "adrguard.usecases.proving.samples._RULE_ID": "bounded, and a heading of at most 1000",
    "adrguard.vault.default_ids.NUMBER_TITLE": "within a line the rest always matches",
    "adrguard.vault.invariants._HTML_COMMENT": "what is not closed ends with the text",
    "adrguard.vault.invariants._CODE_SPAN": "at most 20,000 characters, which hold less than 200 runs that differ in length",
    "adrguard.vault.links._REFERENCES": "a line of at most 1000",
    "adrguard.vault.links._DASHED_DATE": "a line of at most 1000",
    "adrguard.vault.links._UNDERSCORES": "a line of at most 1000",
    "adrguard.vault.links: _in(_LINK_AT_ONCE)": "too large; a line of at most 1000",
    "adrguard.vault.linking.live_text._SPAN": "of twenty lengths of runs one comes again after a few characters",
    "adrguard.vault.customs.manners._CODE": "only the last fence of each of two sorts is not closed",
    "adrguard.vault.customs.moments._TOKEN": "used up to the last bracket that closes one",
    "adrguard.vault.status._CLAUSE_END": "a line of at most 1000, its blanks single",
    "adrguard.vault.status._ENDS": "a line of at most 1000",
    "adrguard.vault.status._TRAILING_DATE": "too large; a line of at most 1000, its blanks single",
}
"""By name, why an expression may grow faster than its text, or was too large to tell."""

MADE_WHEN_NEEDED = {
    "adrguard.install.agents.toml_settings": "a line of settings is matched from its start, and a name in it ends at the bracket",
    "adrguard.kdsl.literals": "another's pattern",
    "adrguard.memory.notes.note_facts": "`_replaces()` and `_states()`, which are seen where they are used",
    "adrguard.memory.snippets": "words without loops",
    "adrguard.syntax.php_tags": "a line, blanks and a word",
    "adrguard.vault.customs.drafts": "matched from the start of a line, in one way",
    "adrguard.vault.head.frontmatter": "a key that is not only blanks, and blanks after it",
    "adrguard.vault.late": "whatever is given to it, which is seen there",
    "adrguard.vault.linking.link_reader": "backticks without a loop",
    "adrguard.vault.links": "words of the vocabulary, which are seen where they are used, on lines of at most 1000",
    "adrguard.vault.head.plain_head": "`_PLAIN` or `_IN_LIST`: one character at a time, in one way",
}
"""By module that puts an expression together when it needs one, why that is sound."""


class Seen:
    """An expression: its names, and the methods by which it is used."""

    def __init__(self):
        self.names, self.methods = set(), set()

    def grows(self, pattern, flags):
        held = {name.partition("[")[0] for name in self.names}
        methods = self.methods | ({"match"} if held & MATCHED_AT_A_PLACE else set())
        methods |= {"fullmatch"} if held & MATCHED_AS_A_WHOLE else set()
        search = bool(methods & _SEARCHES) or not methods & {"match", "fullmatch"}
        return growth(pattern, flags, search=search, full=not search and "fullmatch" in methods)


def modules():
    for file in sorted((ROOT / "adrguard").rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        text = file.read_text("utf-8")
        if not name.endswith("__main__") and re.search(
            r"\bre\b|compile_regex|late|\.(?:match|search|sub|split|find\w+)\(", text
        ):
            yield name, ast.parse(text), importlib.import_module(name)


def names_of(tree, module):
    """Return what names mean in a module, those that functions import as well."""
    found = dict(vars(module))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("adrguard"):
            source = importlib.import_module(node.module)
            found |= {
                one.asname or one.name: getattr(source, one.name) for one in node.names if hasattr(source, one.name)
            }
    return {"re": re, **found}


def value(node, names):
    return eval(compile(ast.Expression(node), "expression", "eval"), names)  # noqa: S307 -- our own code


def is_expression(thing):
    return isinstance(thing, re.Pattern) or type(thing) is type(late(""))


def compiled(thing):
    return thing if isinstance(thing, re.Pattern) else re.compile(thing._pattern, thing._flags)


def held(thing, name, depth=0):
    """Yield the compiled expressions in a value, and where they are."""
    if is_expression(thing):
        yield compiled(thing), name
    elif depth < 4 and isinstance(thing, (tuple, list, set, frozenset)):
        for one in thing:
            yield from held(one, f"{name.partition('[')[0]}[]", depth + 1)
    elif depth < 4 and isinstance(thing, dict):
        for one in thing.values():
            yield from held(one, f"{name.partition('[')[0]}[]", depth + 1)


def all_seen():  # noqa: C901 -- one look at each way to use an expression
    seen, unknown = {}, set()
    for name, tree, module in modules():
        for key, thing in list(vars(module).items()):
            for pattern, at in held(thing, f"{name}.{key}"):
                seen.setdefault((pattern.pattern, pattern.flags), Seen()).names.add(at)
        names = names_of(tree, module)
        for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
            direct = isinstance(call.func, ast.Name) and call.func.id in ("compile_regex", "late")
            if not direct and not (isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS):
                continue
            method = "compile" if direct else call.func.attr
            if direct or (isinstance(call.func.value, ast.Name) and call.func.value.id == "re"):
                try:
                    source = value(call.args[0], names)
                    flags = value(flags_of(call, method), names)
                except NameError:
                    unknown.add(name)
                    continue
                pattern = compiled(source) if is_expression(source) else re.compile(source, flags)
                spelt = ast.unparse(call.args[0])
                one = seen.setdefault((pattern.pattern, pattern.flags), Seen())
                one.names.add(f"{name}.{spelt}" if isinstance(call.args[0], ast.Name) else f"{name}: {spelt}")
            else:
                try:
                    pattern = value(call.func.value, names)
                except (NameError, AttributeError, TypeError):
                    continue
                if not is_expression(pattern):
                    continue
                pattern = compiled(pattern)
                one = seen.setdefault((pattern.pattern, pattern.flags), Seen())
                one.names.add(f"{name}: {ast.unparse(call.func.value)}")
            if method != "compile":
                one.methods.add(method)
    return seen, unknown


def flags_of(call, method):
    place = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(method, 2)
    given = [word.value for word in call.keywords if word.arg == "flags"] + call.args[place : place + 1]
    return given[0] if given else ast.parse("0", mode="eval").body


def test_every_expression_is_linear_or_known_not_to_matter():
    seen, unknown = all_seen()
    assert len(seen) > 400
    grown = {key: (one, said) for key, one in seen.items() if (said := one.grows(*key))}
    unexpected = [f"{sorted(one.names)}: {said}" for one, said in grown.values() if not one.names & KNOWN.keys()]
    assert unexpected == []
    assert unknown == set(MADE_WHEN_NEEDED)
    assert KNOWN.keys() <= {name for one, _ in grown.values() for name in one.names}, "known without a need"


@pytest.mark.parametrize(
    ("pattern", "search", "full", "said"),
    [
        pytest.param(r"#+[ \t]+[^\n]+", True, False, "n^2", id="x+y searched from each place"),
        pytest.param(r"\S.*? *", False, True, "n^2", id="two neighbours that take the same"),
        pytest.param(r"\s*,?\s*x", False, False, "n^2", id="two around what may be missing"),
        pytest.param(r"(?:a*)*b", False, False, "2^n", id="a loop in a loop"),
        pytest.param(r"(?:a|ab|b)*c", False, False, "2^n", id="two ways to take the same"),
        pytest.param(r"(?:[A-Z][A-Za-z]*)+$", False, False, "2^n", id="a loop that can end anywhere"),
        pytest.param(r"(?m)^\s+x", True, False, "n^2", id="from each line over all lines"),
        pytest.param(r"x(?=.*y)", True, False, "n^2", id="looking ahead from each place"),
        pytest.param(r"\w+", True, False, "", id="x+ takes all it tries"),
        pytest.param(r"(?<!\w)\w+y", True, False, "", id="from the beginning of a run only"),
        pytest.param(r"\s*+\s*+x", False, False, "", id="nothing given back"),
        pytest.param(r"(?>a*b)a*c", False, False, "", id="an atomic group"),
        pytest.param(r"\s*,?\s*", False, False, "", id="nothing that could fail"),
        pytest.param(r'"(?:\\.|[^"\\])*"', False, False, "", id="a string matched at its place"),
    ],
)
def test_growth_is_told(pattern, search, full, said):
    assert growth(pattern, search=search, full=full)[:3] == said
