"""Commands that a trace shows: behind a shell's prompt, as `set -x` prints them, as CI services and builds do."""

from __future__ import annotations

import functools

import re2

from adrguard.memory.traces.kind import STAMP, options

# A prompt with user and host, whatever stands behind them: folder, branch, the name of a virtual environment before.
_ENVIRONMENT = r"(?:\([\w.@ +-]+\) ?)?"
_HOST = r"\[?[\w.-]+@[\w.-]+(?::[^\s$#%>]*| [^\s$#%>]+)?(?: \([^()\n]+\))?\]?"
_PROGRAM = (
    r"(?:sudo |time |env )?(?:\./\S+|ansible\S*|apt(?:-get)?|bash|bazel|bundle|bun|cargo|clang\S*|cmake|composer|ctest|"
    r"deno|docker\S*|dotnet|eslint|gcc|git|go|gradle|helm|java|javac|jest|kubectl|make|meson|mix|mvn|mypy|ninja|node|"
    r"npm|npx|php|pip\d?|pnpm|poetry|pre-commit|python\S*|pytest|rake|ruby|ruff|rustc|rustup|sh|swift|terraform|tox|"
    r"tsc|uv|uvx|vitest|yarn)(?: |$)"
)
PATTERNS = (
    rf"{_ENVIRONMENT}\$ (\S.*)",
    rf"{_ENVIRONMENT}{_HOST} ?[$#%>] (\S.*)",
    _ENVIRONMENT + r"(?:\x{276f}|λ) (\S.*)",
    r"➜ +\S+(?: git:\([^()\n]*\))?(?: ✗)? +(\S.*)",
    rf"{_ENVIRONMENT}PS (?:[A-Za-z]:\\|/|~)[^>\n]*> ?(\S.*)",
    r"[A-Za-z]:\\[^>|<*?\"\n]*>(\S.*)",
    r"\++ ([A-Za-z_./~'\"(:!].*)",
    r"(?:##\[group\]|::group::)Run (\S.*)",
    r"(?:##)?\[command\](\S.*)",
    rf"Run ({_PROGRAM}.*)",
    r"Step \d+/\d+ : RUN (\S.*)",
    r"#\d+ \[[^\]\n]*\d+/\d+\] RUN (\S.*)",
    r"[⏺●] Bash\((.+)\)",
)
# What package managers print of what they have added looks like `set -x`.
_ADDED = r"\+ @?[\w./-]+(?:@| v?)\d+\.\d+\S*$"
_OF_A_DIFF = r"\+\+\+ (?:\"?[a-z]/|/dev/null|\S+\t)"
_PROSE = r"Run .*(?:\.|for (?:more )?(?:details|information))$"
_HUNK = r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@"


def command(line: bytes) -> str:
    """Return the command in a line of a trace, "" where it shows none."""
    matcher, none, _ = _compiled()
    found = matcher.match(line)
    if not found or none.match(line):
        return ""
    group = next(index for index in range(1, len(PATTERNS) + 1) if found.span(index)[0] >= 0)
    return bytes(found.group(group)).decode("utf-8", "replace").strip()


def hunk(line: bytes) -> tuple[int, int] | None:
    """Return how many lines a hunk of a diff has on both sides, where a line begins one."""
    found = _compiled()[2].match(line)
    if not found:
        return None
    old, new = (int(one) if one is not None else 1 for one in found.groups())
    return old, new


@functools.cache
def triggers() -> re2._Regexp[bytes]:
    """Return what finds the next line that shows a command, or begins a hunk of a diff."""
    return re2.compile(f"(?m)^(?:{STAMP}(?:{'|'.join(PATTERNS)})|@@ -)".encode(), _options())


@functools.cache
def _compiled() -> tuple[re2._Regexp[bytes], re2._Regexp[bytes], re2._Regexp[bytes]]:
    every = "|".join(f"{one}$" for one in PATTERNS)
    return (
        re2.compile(f"^{STAMP}(?:{every})".encode(), _options()),
        re2.compile(f"^{STAMP}(?:{_ADDED}|{_OF_A_DIFF}|{_PROSE})".encode(), _options()),
        re2.compile(f"^{_HUNK}".encode(), _options()),
    )


def _options() -> re2.Options:
    made = options()
    made.never_nl = True
    return made
