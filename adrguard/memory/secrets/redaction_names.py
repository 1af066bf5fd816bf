"""Whether what stands behind a name such as ``password`` is a secret: code and compilers speak of these, too."""

from __future__ import annotations

import base64
import binascii
import re

from adrguard.memory.tables import words

_CODE = re.compile(
    r"[(\[{<]|^\$|^![A-Za-z]+$|^(?:none|null|nil|true|false|undefined|string|str|bytes|self|\*+|x+|\.\.\.|redacted.*)$",
    re.IGNORECASE,
)
_CODE_IN_QUOTES = re.compile(
    r"^(?:[$<{]|%\(|%s|\*+$|x+$|\.\.\.|redacted|\(|\[|(?:none|null|nil|true|false|undefined)$)|[$%#{]\{|\$\(|^-{5}|^\\f[A-Z]",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(?:Pass[a-z]+|Kennwort|Wachtwoord|Senha|Heslo)$")
_HIDDEN = re.compile(r"^[\W_]*$")
_NAME = re.compile(r"^[A-Za-z_][\w.:/-]*$")
_DOTTED = re.compile(r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$")
_PATH = re.compile(r"^(?:~|\.{0,2})(?:/[\w.@+-]+){2,}/?$")
_FOLDER = re.compile(r"^(?:[~/]|[A-Za-z]:\\)")
_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SURE = re.compile(r"pass|pwd|psw|_pw$", re.IGNORECASE)
_ENDS_SURE = re.compile(r"(?:pass(?:word|wd|phrase|code)|(?<![a-z])pass|pwd|_pw)$", re.IGNORECASE)
_SPLITTING = re.compile(r"tokeni[sz]", re.IGNORECASE)
_LEAST_VALUE = 12
_LEAST = 4
_LEAST_DIGITS, _LEAST_CAPITALS = 2, 4
_JOINTS = re.compile(r"[-_.:/]")
_TWO_WORDS = re.compile(r"(?:api|access|secret) key", re.IGNORECASE)
_WORD = re.compile(r"[^\w.-]")
_NEAR = 100
# A line of settings: the name is all that stands before the value, and the value is one word and all that follows.
_SETTING = re.compile(
    rb"[\s+>|-]{0,40}(?:[^\s:]{1,200}:\d{1,9}[:-]\s{0,40}|\d{1,9}[:|-]\s{0,40})?(?:- )?"
    rb"[\"']?[A-Za-z0-9_.-]{1,80}[\"']?(?:[ \t]{0,40}=>?[ \t]{0,40}|:[ \t]{1,40})"
    rb"[\"']?[A-Za-z0-9_./:+=-]{3,200}[\"']?,?(?:[ \t]+#.*)?[ \t\r]*",
    re.IGNORECASE,
)
_INDENTED = re.compile(rb"[ \t]")
_CHECKS = re.compile(rb"[\s+>|-]{0,40}(?:test|check|validate|verify|needs?|has|is|no)[_.-]", re.IGNORECASE)
_IDENTIFIER = re.compile(r"^[A-Za-z]?[a-z]+[A-Z][A-Za-z]*$|^[A-Za-z]+\.[A-Za-z.]+$")
_OF_CODE = re.compile(
    r"pass|pwd|hash|secret|token|user|config|input|value|field|kennwort|contrase|senha|cred|auth|key", re.IGNORECASE
)
_SPEAKS = re.compile(r"pass(?:wor[dt]|phrase|code)|token|secret", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"^[A-Z][A-Z_]*$|^[A-Z][A-Z0-9-]*_[A-Z0-9_-]*$|^your|^my[-_\\]|placeholder|dummy|example|not-needed|\.{3}$|[-_]here$|^(?:id|type|src|env)=|^(?:pass|env|file|fd):|^%"
)
# Names that end so name no secret, but something about one.
_ABOUT = re.compile(
    r"[_.-]?(?:files?|path|dir|urls?|uri|endpoint|names?|ids?|types?|kind|fields?|label|len|length|size|min|max|limit|"
    r"policy|expiry|expires?|expiration|ttl|timeout|counts?|hints?|prompt|required|enabled|algorithm|algo|format|regex|"
    r"pattern|column|params?|header|placeholder|ref|env|var|manager|provider|service|class|validators?|reset|changed|"
    r"errors?|message|help|title|description|index|prefix|suffix|source|version|rules?|strength|usage|stream)$",
    re.IGNORECASE,
)
_SECRET_ID = re.compile(r"secret_?id$", re.IGNORECASE)
# What names a secret although its value is a word: `token` alone is what every parser has.
_ENDS = re.compile(
    r"(?:secret|(?:api|access|secret|account|master|encryption|signing|auth|private|client|service)[_.-]?key|"
    r"(?:auth|access|refresh|secret|identity|api|bot|bearer|session|github|gh|gitlab|npm|pypi|slack|deploy|personal|private|"
    r"security|vault|ci|oauth)[_.-]?token)$",
    re.IGNORECASE,
)
_ENDS_NAMED = re.compile(
    r"(?:password|passwd|passphrase|passcode|pwd|[_-]pass|secret|token|(?:api|access|secret)[_.-]?key)$", re.IGNORECASE
)
_VARIABLE = re.compile(
    r"^(?:[A-Z0-9]+_)*(?:[A-Z0-9]+_TOKEN|TOKEN|SECRET|(?:API|ACCESS|SECRET|MASTER|SIGNING|ENCRYPTION|PRIVATE)_?KEY|"
    r"CREDENTIALS?)$|^TF_VAR_\w*(?:secret|token|key)$"
)
_OPTION = re.compile(r"^--?\w(?:[\w.-]*[\w])?$")
_OPTION_ENDS = re.compile(r"(?:token|secret|api-?key|(?:access|secret|account|auth)-?key)$", re.IGNORECASE)
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
    example assertionerror keyerror typeerror valueerror inherit basic bearer filtered confidential sensitive
    """
)
"""What is said of passwords, in a word."""
_PROSE = words(
    """
    option options flag flags argument arguments and or to is was in for with from if when as on of must should can
    cannot will has have value values instead parameter switch are not the a an before after without by at then takes
    requires specifies may be it that this which only also but so does do string text name list file int stringarray
    strings bytes key id
    """
)
"""What follows the name of an option where it is spoken of."""
# What sets a variable, or a field of JSON, to words: `password: 'must be given'` only speaks of one.
_SETS_WORDS = re.compile(r"=|[\"']\]?\s*:|[a-z0-9][_.-]\w+\s*:|[a-z][A-Z]\w*\s*:|[A-Z0-9]_[A-Z]\w*\s*:")
# A line that a shell or a program shows of what it runs.
_RUNS = re.compile(
    r"\s{0,20}(?:\++ |\$ |PS [^>\n]{0,200}> |[\w.-]{1,40}@[\w.-]{1,60}[: ][^$#\n]{0,100}[$#] |\d{1,6}  |"
    r": \d{1,12}:\d{1,6};|RUN |Step \d{1,4}/\d{1,4} : RUN |#\d{1,4} \[[^\]\n]{0,40}\] RUN )"
)
_ENDS_THERE = re.compile(r"[\"']?\s*(?:$|[|;&\\)]|-)")


def is_secret(line: bytes, named: str, value: str, *, quoted: bool) -> bool:
    """Say whether a value is likely to be a secret; `named` is what of the line stands before it."""
    name = _name(named)
    if is_said(value) or (not quoted and _CODE.search(value)):
        return False
    if len(value) < _LEAST and not _OPTION.match(name) and (quoted or not _SETTING.fullmatch(line)):
        return False
    if _PATH.match(value) or (_FOLDER.match(value) and name.upper() in ("PWD", "OLDPWD")) or _is_about(name):
        return False
    sure = _SURE.search(name)
    if " " in value and (_SPEAKS.search(value) or not (_SETS_WORDS.search(named[-_NEAR:]) if sure else "=" in named)):
        return False
    return _is_password(line, named, value, quoted=quoted) if sure else _is_token(line, named, value, quoted=quoted)


def _name(named: str) -> str:
    """Return the name alone: what stands between it and its value is signs and blanks."""
    if _TWO_WORDS.match(named):
        return "api_key"
    return _WORD.split(named, maxsplit=1)[0]


def _is_about(name: str) -> bool:
    return bool(_ABOUT.search(name[-_NEAR:])) and not _SECRET_ID.search(name[-_NEAR:])


def _is_password(line: bytes, named: str, value: str, *, quoted: bool) -> bool:
    if value.isdigit() and not _ENDS_SURE.search(_name(named)[-_NEAR:]):
        return False
    if _name(named).lower() == "pass" and (value.isdigit() or not named.endswith("=")):
        return False
    if quoted or not (_DOTTED if named.endswith("=") else _NAME).match(value):
        return True
    return not named.endswith("=") and _is_set(line, named, value)


def _is_set(line: bytes, named: str, value: str) -> bool:
    """Say whether a line of settings sets something to a word, and not code to another name."""
    if not _SETTING.fullmatch(line) or _CHECKS.match(line):
        return False
    if "=" in named and _INDENTED.match(line) and "." not in named:
        return False
    return any(char.isdigit() for char in value) or not (_IDENTIFIER.match(value) or _OF_CODE.search(value))


def _is_token(line: bytes, named: str, value: str, *, quoted: bool) -> bool:
    if _SPLITTING.search(named) or _ADDRESS.match(value) or value.startswith(("/", "./")):
        return False
    mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if mixed and len(value) >= _LEAST_VALUE:
        return True
    return not value.isdigit() and not _PLACEHOLDER.search(value) and _is_short(line, named, value, quoted=quoted)


def _is_short(line: bytes, named: str, value: str, *, quoted: bool) -> bool:
    """Say whether a value is a secret that is no longer than a word: its name, and how it is given, have to be sure."""
    name = _name(named)
    if _OPTION.match(name):
        return named == f"{name}=" and bool(_OPTION_ENDS.search(name[-_NEAR:])) and not _DOTTED.match(value)
    if _DOTTED.match(value) or (_OF_CODE.search(value) and not any(map(str.isdigit, value))):
        return False
    if named == f"{name}=" and _VARIABLE.match(name):
        return True
    if not _ENDS.search(name[-_NEAR:]):
        return _digits(value) >= _LEAST_DIGITS and len(value) >= 2 * _LEAST and _is_set(line, named, value)
    return quoted or _is_set(line, named, value)


def _digits(value: str) -> int:
    return sum(map(str.isdigit, value))


def is_said(value: str) -> bool:
    """Say whether a value stands for one, or says something of it."""
    return (
        bool(_CODE_IN_QUOTES.search(value))
        or value.strip(".:!?,;").lower() in _SAID
        or bool(_HIDDEN.match(value[:9]) or _LABEL.match(value))
    )


def is_named(name: str) -> bool:
    """Say whether a variable's name is that of a secret."""
    return bool(_ENDS_NAMED.search(name)) and not _is_about(name)


def is_field(value: str) -> bool:
    """Say whether the value of a field that is named after a secret is one."""
    speaks = value.count(" ") > 1 or (_SPEAKS.search(value) and not any(map(str.isdigit, value)))
    return not (speaks or _PLACEHOLDER.search(value))


def is_parameter(value: str) -> bool:
    """Say whether what is given to a name as in a form is a secret, and no name in code."""
    return is_field(value) and not (_OF_CODE.search(value) and not any(map(str.isdigit, value)))


def is_given(line: str, value: str, end: int) -> bool:
    """Say whether a command gives a value to its option: where people write of the option, they go on with words."""
    if _PLACEHOLDER.search(value) or value.strip(".:!?,;)").lower() in _PROSE or value.isdigit():
        return False
    return any(map(str.isdigit, value)) or bool(_RUNS.match(line) or _ENDS_THERE.match(line, end))


def is_told(value: str) -> bool:
    """Say whether what a sentence names as a password is one, and no word."""
    sorts = (any(map(sort, value)) for sort in (str.isdigit, str.isupper, str.islower))
    return all(sorts) and not _JOINTS.search(value)


def is_encoded(value: str) -> bool:
    """Say whether a name and a password are encoded in base64."""
    try:
        text = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return False
    return ":" in text and text.isprintable()


def is_random(value: str) -> bool:
    """Say whether what words can look like is likely to be random."""
    mixed = min(sum(map(str.isupper, value)), sum(map(str.islower, value))) >= _LEAST_CAPITALS
    holds_words = any(len(part) > _LEAST_DIGITS and part.isalpha() for part in _JOINTS.split(value))
    return _digits(value) >= _LEAST_DIGITS and (mixed or not holds_words)
