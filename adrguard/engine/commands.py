"""Whether a command runs the guard as strictly as another one did: a newer version, a stricter option, more of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MARKS = ("==", ">=", "~=", "@", ":", "^")
_LONGEST = 40  # characters of a version; to read numbers of any length would take its time
_DIGITS = frozenset("0123456789")
_HEX = frozenset("0123456789abcdef")
_COMMIT = 40
_STRICTER = (("--strict",), ("--weakening", "block"), ("--weakening=block",))
_OURS = "adrguard "
_ENDS_ELSEWHERE = frozenset("|;&<>`$()\\")


def is_newer(line: str, than: str) -> bool:
    """Say whether two lines differ only in versions, none of which went down."""
    rest, versions = unversioned(line)
    other_rest, others = unversioned(than)
    return rest == other_rest and are_newer(versions, others)


def are_newer(versions: Sequence[list[int]], than: Sequence[list[int]]) -> bool:
    """Say whether there are as many versions, none of which went down."""
    return len(versions) == len(than) and all(one >= other for one, other in zip(versions, than, strict=True))


def unversioned(line: str) -> tuple[str, list[list[int]]]:
    """Return a line without the numbers that are versions (``==1.9``, ``@v2``, ``:1.2``, ``^1.0``), and these."""
    rest, versions, index = "", list[list[int]](), 0
    while index < len(line):
        end = index
        while line[end : end + 1] in _DIGITS or (line[end : end + 1] == "." and line[end + 1 : end + 2] in _DIGITS):
            end += 1
        number = line[index:end]
        if (
            0 < len(number) <= _LONGEST
            and rest.removesuffix("v").endswith(_MARKS)
            and not line[end : end + 1].isalnum()
        ):
            versions.append([int(part) for part in number.split(".") if part])
        else:
            end = end if end > index else index + 1
            rest += line[index:end]
        index = end
    return rest, versions


def is_as_strict(text: str, than: str) -> bool:
    """Say whether a script surely does all that another did, which may be run by our commands besides."""
    lines, others = ([" ".join(line.split()) for line in one.split("\n") if line.strip()] for one in (text, than))
    at = 0
    for line in lines:
        if at < len(others) and _is_line_as_strict(line, others[at]):
            at += 1
        elif not _is_ours(line):
            return False
    return at == len(others)


def _is_line_as_strict(line: str, than: str) -> bool:
    parts, others = line.split(" && "), than.split(" && ")
    at = 0
    for part in parts:
        if at < len(others) and _is_command_as_strict(part, others[at]):
            at += 1
        elif not _is_ours(part):
            return False
    return at == len(others)


def _is_ours(command: str) -> bool:
    return command.startswith(_OURS) and _ENDS_ELSEWHERE.isdisjoint(command)


def _is_command_as_strict(command: str, than: str) -> bool:
    if command == than or is_newer(command, than):
        return True
    words = command.split(" ")
    if words[0] != _OURS.strip():
        return False
    for option in _STRICTER:
        there = [at for at in range(len(words)) if tuple(words[at : at + len(option)]) == option]
        if there and " ".join(option) not in than:
            del words[there[0] : there[0] + len(option)]
    return " ".join(words) == than


def is_same_action(name: str, than: str) -> bool:
    """Say whether two references name one and the same action, at a newer version or another commit."""
    (action, _, version), (other, _, old) = name.partition("@"), than.partition("@")
    commits = all(len(one) == _COMMIT and _HEX.issuperset(one) for one in (version, old))
    return is_newer(name, than) or (action == other and commits and "adrguard" not in action)
