"""The names of languages, as `lang:` and the info strings of examples may have them.

`syntax` knows the same names by the files they stand for; a test holds the two tables together, as neither package may
import the other.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

CODE = tuple("python javascript typescript tsx rust go java kotlin csharp c cpp ruby php swift scala".split())  # noqa: SIM905 - readable
"""Languages whose imports and calls are resolved, and in which `code` patterns may be written."""

OTHERS = tuple(
    "bash css html lua elixir haskell json yaml nix solidity hcl "  # noqa: SIM905 - readable
    "sql dart zig objc perl r julia groovy clojure lisp erlang ocaml fsharp vb nim crystal fortran pascal assembly "
    "cython starlark coffeescript powershell batch protobuf graphql thrift scss less make cmake toml ini xml vue "
    "svelte template markdown rst asciidoc tex text dockerfile".split()
)
"""Languages that files are known by, no more: text and regular expressions may be confined to them."""

_ALIASES = {
    "py": "python", "python3": "python", "js": "javascript", "jsx": "javascript", "node": "javascript",
    "nodejs": "javascript", "ecmascript": "javascript", "ts": "typescript", "rs": "rust", "golang": "go",
    "kt": "kotlin", "c#": "csharp", "cs": "csharp",
    "c++": "cpp", "cxx": "cpp", "cc": "cpp", "rb": "ruby", "sh": "bash", "shell": "bash", "zsh": "bash", "ex": "elixir",
    "hs": "haskell", "yml": "yaml", "sol": "solidity", "tf": "hcl", "terraform": "hcl", "md": "markdown", "pl": "perl",
    "objective-c": "objc", "objectivec": "objc", "f#": "fsharp", "ps1": "powershell", "docker": "dockerfile",
    "proto": "protobuf", "makefile": "make", "txt": "text", "plain": "text",
}  # fmt: skip

# Who says TypeScript means all of it.
_WIDER = {"typescript": ("typescript", "tsx")}


def canonical(word: str) -> str:
    """Return our name for a language as a person wrote it (``C++``, ``ts``), "" when we know of none."""
    word = word.strip().lower()
    word = _ALIASES.get(word, word)
    return word if word in CODE or word in OTHERS else ""


def covered(words: Iterable[str]) -> tuple[str, ...]:
    """Return the languages that these known ones stand for, each once, in a fixed order."""
    found = {name for word in words for name in _WIDER.get(canonical(word), (canonical(word),))}
    return tuple([name for name in (*CODE, *OTHERS) if name in found])


def spellings() -> tuple[str, ...]:
    """Return every name and alias, for a "did you mean"."""
    return (*CODE, *OTHERS, *_ALIASES)
