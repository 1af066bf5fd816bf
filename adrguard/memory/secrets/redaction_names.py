"""Whether what stands behind a name such as ``password`` is a secret: code and compilers speak of these, too."""

from __future__ import annotations

import re

from adrguard.memory.tables import words

_CODE = re.compile(
    r"[(\[{<]|^\$|^![A-Za-z]+$|^(?:none|null|nil|true|false|undefined|string|str|bytes|self|\*+|x+|\.\.\.|redacted.*)$",
    re.IGNORECASE,
)
_CODE_IN_QUOTES = re.compile(
    r"^(?:[$<{]|%\(|\*+$|x+$|\.\.\.|redacted|(?:none|null|nil|true|false|undefined)$)|[$%#{]\{|\$\(", re.IGNORECASE
)
_NAME = re.compile(r"^[A-Za-z_][\w.:/-]*$")
_DOTTED = re.compile(r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$")
_PATH = re.compile(r"^(?:~|\.{0,2})(?:/[\w.@+-]+){2,}/?$")
_FOLDER = re.compile(r"^(?:[~/]|[A-Za-z]:\\)")
_FOLDERS = re.compile(r"(?:^|[^A-Za-z])(?:OLD)?PWD[\"']?\s*[:=]+\s*[\"']?$", re.IGNORECASE)
_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SURE = re.compile(r"pass|pwd", re.IGNORECASE)
_ENDS_SURE = re.compile(r"(?:pass(?:word|wd|phrase|code)?|pwd)[\"'\]]{0,2}\s*[:=>]+\s*[\"']?$", re.IGNORECASE)
_SPLITTING = re.compile(r"tokeni[sz]", re.IGNORECASE)
# What sets a variable, or a field of JSON, to words: `password: 'must be given'` only speaks of one.
_SETS_WORDS = re.compile(r"=|[\"']\]?\s*:|[a-z0-9][_.-]\w+\s*:|[a-z][A-Z]\w*\s*:|[A-Z0-9]_[A-Z]\w*\s*:")
_ASSIGNS = re.compile("=")
_LEAST_VALUE = 12
_LEAST_DIGITS, _LEAST_CAPITALS = 2, 4
_JOINTS = re.compile(r"[-_.:/]")
_NEAR = 100
# A line of settings: the name is all that stands before the value, and the value is one word and all that follows.
_SETTING = re.compile(
    rb"[\s+>|-]{0,40}(?:[^\s:]{1,200}:\d{1,9}[:-]\s{0,40}|\d{1,9}[:|-]\s{0,40})?(?:- )?"
    rb"[\"']?(?:[A-Za-z0-9_.-]{0,60}[_.-])?(?:password|passwd|pwd|passphrase|passcode)[\"']?:[ \t]{1,40}"
    rb"[A-Za-z0-9_./:-]{4,200}(?:[ \t]+#.*)?[ \t\r]*",
    re.IGNORECASE,
)
_CHECKS = re.compile(rb"[\s+>|-]{0,40}(?:test|check|validate|verify|needs?|has|is|no)[_.-]", re.IGNORECASE)
_IDENTIFIER = re.compile(r"^[A-Za-z]?[a-z]+[A-Z][A-Za-z]*$|^[A-Za-z]+\.[A-Za-z.]+$")
_OF_CODE = re.compile(
    r"pass|pwd|hash|secret|token|user|config|input|value|field|kennwort|contrase|senha", re.IGNORECASE
)
_SAID = words(
    """
    string str text bytes char varchar number integer bool boolean object array enum type any unknown optional
    required mandatory missing empty blank absent present unset set given hidden masked private protected
    encrypted hashed plain plaintext none null nil undefined true false yes no on off enabled disabled default
    auto automatic ok okay failed failure fails error errors invalid valid incorrect correct wrong bad good weak
    strong mismatch mismatched expired expires locked changed unchanged updated reset skipped passed success
    successful accepted rejected denied refused allowed forbidden deprecated removed ignored unsupported unused
    needed expected prompt prompted interactive stdin file path env environment vault external generated random
    length minimum maximum strict short long password passwd pwd pass secret token username user name value
    example assertionerror keyerror typeerror valueerror
    """
)
"""What is said of passwords, in a word."""


def is_secret(line: bytes, named: str, value: str, *, quoted: bool) -> bool:
    """Say whether a value is likely to be a secret; `named` is what of the line stands before it."""
    if is_said(value) or (not quoted and _CODE.search(value)):
        return False
    if _PATH.match(value) or (_FOLDER.match(value) and _FOLDERS.search(named)):
        return False
    sure = _SURE.search(named)
    if " " in value and not ((_SETS_WORDS if sure else _ASSIGNS).search(named[-_NEAR:])):
        return False
    return _is_password(line, named, value, quoted=quoted) if sure else _is_token(named, value)


def _is_password(line: bytes, named: str, value: str, *, quoted: bool) -> bool:
    if value.isdigit() and not _ENDS_SURE.search(named):
        return False
    if quoted or not (_DOTTED if named.endswith("=") else _NAME).match(value):
        return True
    return not named.endswith("=") and _is_set(line, value)


def _is_set(line: bytes, value: str) -> bool:
    """Say whether a line of settings sets a password to a word, and not code to another name."""
    if not _SETTING.fullmatch(line) or _CHECKS.match(line):
        return False
    return any(char.isdigit() for char in value) or not (_IDENTIFIER.match(value) or _OF_CODE.search(value))


def _is_token(named: str, value: str) -> bool:
    if _SPLITTING.search(named) or _ADDRESS.match(value) or value.startswith(("/", "./")):
        return False
    return len(value) >= _LEAST_VALUE and any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def is_said(value: str) -> bool:
    """Say whether a value stands for one, or says something of it."""
    return bool(_CODE_IN_QUOTES.search(value)) or value.strip(".:!?").lower() in _SAID


def is_random(value: str) -> bool:
    """Say whether what words can look like is likely to be random."""
    mixed = min(sum(map(str.isupper, value)), sum(map(str.islower, value))) >= _LEAST_CAPITALS
    holds_words = any(len(part) > _LEAST_DIGITS and part.isalpha() for part in _JOINTS.split(value))
    return sum(map(str.isdigit, value)) >= _LEAST_DIGITS and (mixed or not holds_words)
