"""The words of the language: verbs, kinds and clauses, and what people write instead of them."""

from __future__ import annotations

DENY = "deny"
WARN = "warn"
REQUIRE = "require"
VERBS = (DENY, WARN, REQUIRE)

TEXT = "text"
REGEX = "regex"
IMPORT = "import"
CALL = "call"
CODE = "code"
PATH = "path"
DEPENDENCY = "dependency"
EDGE = "edge"
LAYERS = "layers"
CHANGE = "change"
KIND_WORDS = (IMPORT, CALL, CODE, PATH, DEPENDENCY, EDGE, LAYERS, CHANGE)
"""What may stand between verb and colon; text and regex have no word."""

CLAUSES = (
    "in", "except", "lang", "where", "case", "exact", "types", "on", "when", "because", "remediation", "fix", "rewrite",
    "severity", "id", "since", "until", "bad", "good",
)  # fmt: skip


def _mean(meaning: str, words: str) -> dict[str, str]:
    return dict.fromkeys(words.split(), meaning)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


OTHER_VERBS = {
    **_mean(
        DENY,
        "forbid forbids forbidden prohibit prohibits prohibited disallow disallows disallowed ban bans banned block "
        "blocks reject refuse never no not dont disable",
    ),
    **_mean(WARN, "avoid discourage deprecate advise caution"),
    **_mean(REQUIRE, "must ensure enforce needs need mandate expect"),
}
"""Words of other tools for our verbs; no invariant, but not to be passed over in silence."""

NO_VERBS = _set(
    "any born burn burning darn day dead deal dean dear debt deck deed deep def del demo den dense dent dep deps desc "
    "desk dest dev done dry duty earn end env envy gen hen inquire key lean learn lent main many men pen penny rent "
    "sent ten then tiny turn wait want war ward was watt way wean went were when yarn acquire"
)
"""Words two edits from a verb that begin a sentence of their own: ``Key: every table has one``."""

OTHER_KINDS = {
    **_mean(IMPORT, "imports importing module modules package packages include includes use using"),
    **_mean(CALL, "calls calling function functions func method methods invoke"),
    **_mean(CODE, "pattern patterns ast astgrep ast-grep structure"),
    **_mean(PATH, "paths file files folder folders directory dir glob globs"),
    **_mean(DEPENDENCY, "dependencies dep deps library libraries lib"),
    **_mean(EDGE, "edges arrow boundary"),
    **_mean(LAYERS, "layer layering"),
    **_mean(CHANGE, "changes"),
}

TEXT_KINDS = _set("text string strings literal sql regex regexp re word words content")
"""What people put for the kinds that have no word."""

OTHER_CLAUSES = {
    **_mean("in", "scope files file paths path include includes only within inside"),
    **_mean("except", "exclude excludes excluding exception exceptions unless allow allowed skip ignore"),
    **_mean("lang", "language languages"),
    **_mean("severity", "level priority"),
    **_mean("until", "expires expiry valid-until"),
    **_mean("id", "name slug"),
    "not in": "except",
    "only in": "in",
    "applies to": "in",
    **_mean("case", "ignorecase ignore-case"),
}
"""Words of other tools for clauses that change what is enforced: passing them over would enforce something else."""

PROSE_CLAUSES = {
    **_mean("because", "why reason rationale"),
    **_mean("remediation", "instead solution repair"),
    **_mean("bad", "wrong incorrect invalid"),
    **_mean("good", "right correct valid"),
}
"""The same for clauses that only explain: such an item stays prose, and the author is told."""
