"""Which language a file is written in, by its name alone, and what we can do with that language.

Names are ours and, where there is a grammar, ast-grep's as well. Ask `GRAMMARS` before parsing: ast-grep panics on a
name it does not know.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

CODE = frozenset(
    "python javascript typescript tsx rust go java kotlin csharp c cpp ruby php swift scala".split()  # noqa: SIM905 - readable
)
"""Languages whose imports and calls we resolve, and in which `code` patterns may be written."""

GRAMMARS = CODE | frozenset("bash css html lua elixir haskell json yaml nix solidity hcl".split())  # noqa: SIM905 - as above
"""Languages that ast-grep can parse: comments and strings are told from code in these."""

PLAIN = "text"

_SUFFIXES = {
    "python": "py pyi pyw",
    "javascript": "js mjs cjs jsx es6",
    "typescript": "ts mts cts",
    "tsx": "tsx",
    "rust": "rs",
    "go": "go",
    "java": "java",
    "kotlin": "kt kts",
    "csharp": "cs csx",
    "c": "c h",
    "cpp": "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino",
    "ruby": "rb rake gemspec ru podspec jbuilder",
    "php": "php phtml php3 php4 php5 php7 phps",
    "swift": "swift",
    "scala": "scala sc sbt",
    "bash": "sh bash zsh ksh bats",
    "css": "css",
    "html": "html htm xhtml",
    "lua": "lua",
    "elixir": "ex exs",
    "haskell": "hs",
    "json": "json jsonc json5 geojson webmanifest ipynb har",
    "yaml": "yaml yml",
    "nix": "nix",
    "solidity": "sol",
    "hcl": "tf tfvars hcl",
    # No grammar from here on: everything in them is code.
    "sql": "sql psql ddl dml pgsql",
    "dart": "dart",
    "zig": "zig",
    "objc": "m mm",
    "perl": "pl pm t",
    "r": "r rmd",
    "julia": "jl",
    "groovy": "groovy gradle",
    "clojure": "clj cljs cljc edn",
    "lisp": "lisp lsp el scm rkt",
    "erlang": "erl hrl",
    "ocaml": "ml mli",
    "fsharp": "fs fsi fsx",
    "vb": "vb vbs bas",
    "nim": "nim",
    "crystal": "cr",
    "fortran": "f f90 f95 f03",
    "pascal": "pas pp dpr",
    "assembly": "asm s",
    "cython": "pyx pxd pxi",
    "starlark": "bzl star",
    "coffeescript": "coffee",
    "powershell": "ps1 psm1 psd1",
    "batch": "bat cmd",
    "protobuf": "proto",
    "graphql": "graphql gql",
    "thrift": "thrift",
    "scss": "scss sass",
    "less": "less",
    "make": "mk mak",
    "cmake": "cmake",
    "toml": "toml",
    "ini": "ini cfg conf cnf properties env editorconfig",
    "xml": "xml xsd xsl xslt svg csproj vbproj fsproj props targets nuspec plist resx xaml pom",
    "vue": "vue",
    "svelte": "svelte",
    "template": "erb ejs hbs mustache jinja jinja2 j2 twig tmpl liquid haml slim pug astro cshtml razor",
    "markdown": "md markdown mdx mkd",
    "rst": "rst",
    "asciidoc": "adoc asciidoc",
    "tex": "tex bib sty",
    PLAIN: "txt text log csv tsv lock in mod sum patch diff",
}
_BY_SUFFIX = {suffix: language for language, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}

_BY_NAME = {
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "makefile": "make",
    "gnumakefile": "make",
    "cmakelists.txt": "cmake",
    "rakefile": "ruby",
    "gemfile": "ruby",
    "podfile": "ruby",
    "fastfile": "ruby",
    "vagrantfile": "ruby",
    "brewfile": "ruby",
    "guardfile": "ruby",
    "capfile": "ruby",
    "config.ru": "ruby",
    "jenkinsfile": "groovy",
    "sconstruct": "python",
    "sconscript": "python",
    "wscript": "python",
    "build": "starlark",
    "build.bazel": "starlark",
    "workspace": "starlark",
    "workspace.bazel": "starlark",
    "module.bazel": "starlark",
    "tiltfile": "starlark",
    "pipfile": "toml",
    "procfile": "yaml",
    ".bashrc": "bash",
    ".bash_profile": "bash",
    ".profile": "bash",
    ".zshrc": "bash",
    ".babelrc": "json",
    ".eslintrc": "json",
    ".prettierrc": "json",
}

ALIASES = {
    "py": "python",
    "python3": "python",
    "js": "javascript",
    "jsx": "javascript",
    "node": "javascript",
    "nodejs": "javascript",
    "ecmascript": "javascript",
    "ts": "typescript",
    "rs": "rust",
    "golang": "go",
    "kt": "kotlin",
    "c#": "csharp",
    "cs": "csharp",
    "c++": "cpp",
    "cxx": "cpp",
    "cc": "cpp",
    "rb": "ruby",
    "sh": "bash",
    "shell": "bash",
    "zsh": "bash",
    "ex": "elixir",
    "hs": "haskell",
    "yml": "yaml",
    "sol": "solidity",
    "tf": "hcl",
    "terraform": "hcl",
    "md": "markdown",
    "pl": "perl",
    "objective-c": "objc",
    "objectivec": "objc",
    "f#": "fsharp",
    "ps1": "powershell",
    "docker": "dockerfile",
    "proto": "protobuf",
    "makefile": "make",
    "txt": PLAIN,
    "plain": PLAIN,
}

# Where a word may hold a dash: prose, markup, configuration, and languages whose own names may.
_DASHED = frozenset(
    [
        *("markdown", "rst", "asciidoc", "tex", PLAIN, "html", "xml", "vue", "svelte", "template"),
        *("json", "yaml", "toml", "ini", "hcl", "nix", "make", "cmake", "dockerfile"),
        *("css", "scss", "less", "bash", "powershell", "batch", "clojure", "lisp"),
    ]
)
_MANIFESTS = frozenset(["gemfile", "build.gradle", "build.gradle.kts", "podfile", "brewfile", "settings.gradle"])

_WIDER = {"typescript": ("typescript", "tsx"), "python": ("python",)}


def language_of(path: str) -> str:
    """Return the language of the file at `path`, "" when its name tells nothing."""
    name = path[path.rfind("/") + 1 :].lower()
    known = _BY_NAME.get(name)
    if known is not None:
        return known
    if name.startswith(("dockerfile.", "containerfile.")):
        return "dockerfile"
    dot = name.rfind(".")
    return _BY_SUFFIX.get(name[dot + 1 :], "") if dot >= 0 else ""


def canonical(word: str) -> str:
    """Return our name for a language as a person wrote it (``C++``, ``ts``), "" when we know of none."""
    word = word.strip().lower()
    word = ALIASES.get(word, word)
    return word if word in _SUFFIXES or word == "dockerfile" else ""


def covered(word: str) -> tuple[str, ...]:
    """Return the languages that ``lang: word`` stands for: ``typescript`` means `.tsx` files too. () when unknown."""
    name = canonical(word)
    return _WIDER.get(name, (name,) if name else ())


def names() -> list[str]:
    """Return every language name and alias that `canonical` knows, for a "did you mean"."""
    return sorted([*_SUFFIXES, "dockerfile", *ALIASES])


def speaks(path: str, languages: Collection[str]) -> bool:
    """Say whether the file may be in one of `languages`: its name decides, but a `.h` file is C or C++."""
    language = language_of(path)
    return language in languages or (language == "c" and "cpp" in languages and path[-2:] in (".h", ".H"))


def joins_dash(path: str) -> bool:
    """Say whether `-` is part of a word in this file, so that ``react`` does not occur in ``react-dom``."""
    language = language_of(path)
    return not language or language in _DASHED or path[path.rfind("/") + 1 :].lower() in _MANIFESTS
