"""Places in headers, addresses, queries, connection strings, SQL, markup and prompts where secrets stand."""

from __future__ import annotations

from adrguard.memory.secrets import redaction_commands, redaction_tokens

WORDS = r"(?:password|passwd|passphrase|passcode|pwd|secret|token|api[_.-]?key|(?:access|secret|account)[_.-]?key)"
"""Words with which the names of secrets end."""

# What a line must have for any of the shapes to be in it. Lower case is meant where the shape does not say otherwise.
HINTS = (
    (
        r"(?i:key|pass|pwd|psw|passwd|password|passphrase|token|secret|credentials?|_pw|contrase\xc3\xb1a|_auth)"
        r"[\w-]{0,20}[\"'\]]{0,2}\s*[:=]"
    ),
    r"(?i:key|pw|pwd|pass|password|token)[\"']?\]? *[:=>]* *[\"']?[A-Za-z0-9_+/-]{20}",
    r"(?i:authorization|bearer)[\"']?[\s:=]",
    r"(?i:artif|jfrog|buildkit)",
    r"://[^/?#\s@]*:[^/?#\s@]+@",
    r"://[A-Za-z0-9_.~-]{20,}@",
    r"(?i:cookie)[\"']?\s*:\s*[\"']?[^\s=;\"']{1,100}=",
    r"(?:ENV|ARG)\s+\w",
    r"(?i:sig|signature|credential)=",
    r"(?i:identified\s+(?:with\s+\S+\s+)?by\s|password\s+(?:=\s*)?N?'|set\s+password)",
    r"(?i:login\s+\S+\s+password\s)",
    r"(?i:pass(?:word|phrase|code)|pass phrase).*:\s+\S",
    r"(?i:password|token|secret|key)\s+(?:is|was|has been)[\s:]",
    r"(?i:(?:password|passwd|passphrase|secret|token|key)[\"'][,:>]?\s*[\"']?value)",
    r"</[\w.:-]*(?i:password|passwd|passphrase|secret|token|key)>",
    r"(?i:password[\"']>)",
    r"(?:requirepass|masterauth)\s",
    r"(?:AUTH (?:PLAIN|LOGIN)\s)",
    r"(?m:^\s*password\s+\S*\d)",
    r":_(?:authToken|password|auth)\s*=",
    r"\"auth\"\s*:",
    (
        r"(?m:(?i:name|key)[\"']?:\s*[\"']?[\w.-]*"
        r"(?i:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key)[\"']?,?\s*$)"
    ),
    r"@(?:tcp|unix)\(",
    r"thin:\S+/",
    r"SECRETACCESSKEY",
    r"-> \"",
    r"(?:AKC|AP)[A-Za-z0-9]{9}",
    r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}",
    r"[A-Za-z0-9+/]{86}==",
    r"[MNO][a-zA-Z0-9_-]{23,25}\.[a-zA-Z0-9_-]{6}\.",
    r"(?:gh[pousr]|rk|pk|xox[a-z])[_.-]?[A-Za-z0-9_-]{10}",
    r"eyJ[A-Za-z0-9_=-]{8}",
    r"[0-9a-z]{32}-us[0-9]",
    r"PRIVATE KEY",
    r"PuTTY-User-Key",
    r"Private-Lines:",
    r"SG\.[a-zA-Z0-9_-]{22}\.",
    r"(?i:hooks\.slack)",
    r"sq0csp-",
    r"(?:AC|SK)[a-z0-9]{32}",
    *redaction_tokens.HINTS,
    *redaction_commands.HINTS,
)

RANDOM = frozenset(("Authorization Header", "IBM Cloud IAM Key"))
"""Sorts of secrets that look as words can: see `redaction_names.is_random`."""
PARAMETER = "Secret Parameter"
"""The sort of what is given to a name by `=` alone, as in a form: code writes so of its own names."""
SEVERAL = frozenset((*(name for name, _, _ in redaction_commands.COMMANDS), "SQL Password"))
"""Sorts of secrets of which there may be several behind one name of a program, or one word of a statement."""
ENCODED = "Basic Auth Credentials in Base64"
"""The sort of what has to be a name and a password in base64."""
TOLD = "Password"
"""The sort of a password that a sentence tells: it must not be a word."""
PROMPT = "Password Prompt"
"""The sort of what was given where a program asked for a password."""
FIELD = "Secret Field"
"""The sort of values of markup, headers and queries."""

_HEADER = r"(?i)\b(?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?"
_NAMED = "PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|TOKEN|API_?KEY|(?:ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION)_?KEY"
_TEXT = r"N?'([^'<$\s]+)'"
_MAKES_USER = r"(?i)\b(?:create|alter)\s+(?:user|role|group|login|database\s+role)\b"
# What may stand in a line before it asks for a password, or says which one.
_ASKS = (
    r"(?:(?:please|the|your|a|(?:re-?)?(?:enter|type|retype)|new|old|current|confirm|verify|default|initial|temporary|"
    r"generated|admin|root|user|login|host|database|db|sudo|ssh|vault|pem|key|import|export|master|one-time|keystore|ldap|bind|smtp|mail|mysql|postgres|redis|wifi|service|account|"
    r"\S+'s|using|security|\(\w+\))\s+)"
)
_ASKED = "(?:password|passphrase|pass phrase|passcode)"
_OF = r"(?:\s+\[[^\]:]*\]|\s+for\s+[^:]+?|\s+for\s+'[^']*'|\s+is)"

_PLACES = (
    ("Authorization", _HEADER + r"(?:bearer|basic|token|digest)\s+([A-Za-z0-9+/=._~-]{6,})", 1),
    ("Authorization", _HEADER + r"[A-Za-z][\w-]{0,40}\s+([A-Za-z_]{1,40}=[^\r\n']{4,})", 1),
    ("Authorization Header", _HEADER + r"(?:[A-Za-z][\w-]{0,40}\s+)?([A-Za-z0-9+/=._~:-]{8,})", 1),
    ("Bearer Token", r"(?i)\bbearer\s+([A-Za-z0-9+/=._~-]{16,})", 1),
    (
        FIELD,
        (
            r"(?i)(?:^|[^\w/-])(?:x-(?:[a-z]+-)*|private-|job-|deploy-|ocp-apim-)(?:token|api-?key|auth-?key|secret|"
            r"access-?key|subscription-key|functions-key)[\"']?\s*[:=]\s*[\"']?([^\s\"'$<{\[(,;]{4,})(?:[\"'\],;}]|\s*$)"
        ),
        1,
    ),
    ("Basic Auth Credentials", r"://:([^/?#\s@]+)@", 1),
    ("Basic Auth Credentials", r"://([A-Za-z0-9_.~-]{20,})@", 1),
    ("Basic Auth Credentials", r"[a-z]://[^/?#\s:@\"'<>{}()\[\]]+:([^/?#\s@\"'<>{}()\[\],:]{3,})@[\w\[]", 1),
    ("Basic Auth Credentials", r"(?:^|[\s\"'=])[\w.-]+:([^\s@:/\"'$<{]+)@(?:tcp|unix)\(", 1),
    ("Basic Auth Credentials", r"\bthin:[\w$#]+/([^\s@/\"'$<{]+)@", 1),
    (ENCODED, r"\"auth\"\s*:\s*\"([A-Za-z0-9+/]{8,}=*)\"", 1),
    (ENCODED, r"\b_auth\s*=\s*[\"']?([A-Za-z0-9+/]{8,}=*)", 1),
    ("Cookie", r"(?i)(?:^|[^\w-])cookie[\"']?\s*:\s*[\"']?[^\s=;\"']{1,100}=([^\r\n\"']{6,})", 1),
    ("Cookie", r"(?i)\bset-cookie[\"']?\s*:\s*[\"']?[^\s=;\"']{1,100}=([^;\s\"']{6,})", 1),
    ("npm Token", r":_(?:authToken|password|auth)\s*=\s*[\"']?([^\s\"'$]+)", 1),
    (
        PARAMETER,
        (
            r"(?i)(?:[?&;]|^|[\s\"'])(?:(?:access|refresh|id|auth|api|csrf|oauth|private|session)[_-]?token|client_secret|"
            r"api_?key)=([^&\s\"'<>${}#%;,()\[\]][^&\s\"'<>{}#;,()\[\]]+)"
        ),
        1,
    ),
    (FIELD, r"(?i)[?&](?:token|secret|password|passwd|pwd)=([^&\s\"'<>${}#%][^&\s\"'<>{}#]{2,})", 1),
    ("Signature", r"(?i)[?&](?:x-(?:amz|goog)-)?signature=([A-Za-z0-9%+/=_-]{20,})", 1),
    ("Docker Instruction", rf"\b(?:ENV|ARG)\s+\w{{0,60}}(?:{_NAMED})(?:\s+|=)[\"']?([^\s\"'$<{{/][^\s\"']{{2,}})", 1),
    ("Connection String", r"(?i)\b(?:account|sharedaccess|sharedsecret|access)key=([^;\s\"'<$&]{6,})", 1),
    ("Connection String", r"(?i)(?:^|[?&;\s\"'])sig=([A-Za-z0-9%+/=_-]{20,})", 1),
    ("AWS Secret Key", r"(?i)secret_?access_?key[\"']?[\s:=]+[\"']?([A-Za-z0-9/+]{40})\b", 1),
    (
        "SQL Password",
        r"\bIDENTIFIED\s+(?:WITH\s+\S+\s+)?(?:BY|AS)\s+(?:PASSWORD\s+|VALUES\s+)?[\"']([^\"'<$\s]+)[\"']",
        1,
    ),
    (
        "SQL Password",
        (
            r"(?i)\b(?:(?:alter|create)\s+(?:user|role|login|database)|grant\b|near\s+[\"']).*\bidentified\s+(?:with\s+\S+\s+)?by\s+(?:password\s+)?"
            r"[\"']([^\"'<$\s]+)[\"']"
        ),
        1,
    ),
    (
        "SQL Password",
        (
            r"(?i)^\W*identified\s+(?:with\s+\S+\s+)?by\s+(?:password\s+)?[\"']([^\"'<$\s]+)[\"']\s*"
            r"(?:$|[;,)]|(?:require|with|account|default|replace|password)\b)"
        ),
        1,
    ),
    ("SQL Password", r"(?i)\b(?:create|alter)\s+(?:user|role)\s+\S+\s+identified\s+by\s+([A-Za-z0-9_#!]{3,})", 1),
    ("SQL Password", r"(?i)\bset\s+password\b[^=]*=\s*(?:password\s*\(\s*)?" + _TEXT, 1),
    ("SQL Password", _MAKES_USER + r".*\bpassword\s+(?:=\s*)?" + _TEXT, 1),
    ("SQL Password", r"(?i)\boptions\s*\(.*\bpassword\s+" + _TEXT, 1),
    ("Secret Setting", r"(?i)\blogin\s+\S+\s+password\s+([^\s<$\"';][^\s<$]{2,})", 1),
    ("Secret Setting", r"^\s*password\s+(\S*\d\S*[A-Za-z]\S*|\S*[A-Za-z]\S*\d\S*)\s*$", 1),
    ("Secret Setting", r"^\s*(?:requirepass|masterauth)\s+\"?([^\s\"]+)\"?\s*$", 1),
    ("Secret Setting", r"\bAUTH (?:PLAIN|LOGIN)\s+([A-Za-z0-9+/]{8,}=*)", 1),
    ("Secret Setting", rf"(?i)\b[\w.-]*{WORDS}[\"']?\s*[=:]\s*\"[^\"]*\" -> \"([^\"]+)\"", 1),
    (FIELD, rf"(?i)<[\w.:-]*{WORDS}>([^<>$\s{{][^<>]*)</", 1),
    (FIELD, r"(?i)\bname=[\"'](?:[\w-]+\.)+password[\"']>([^<>$\s{][^<>]*)</", 1),
    (
        FIELD,
        rf"(?i)[\"'](?:[\w.-]*[_.-])?(?:{WORDS}|ApiToken)[\"']\s*,?\s*[\"']?value[\"']?\s*[:=]\s*[\"']([^\"'$<{{][^\"']*)[\"']",
        1,
    ),
    (
        PROMPT,
        (
            rf"(?i)(?:^(?:.*[\]>,;:]\s+)?(?:{_ASKS}+{_ASKED}{_OF}?|{_ASKED}{_OF})|\buser(?:name)?:\s+\S+\s+password)"
            r":\s+([^\s$<{\[(*:%][^\s()\[\]{};,]*)\s*$"
        ),
        1,
    ),
    (
        TOLD,
        (
            r"(?i)\b(?:password|token|secret|api key|access key)\s+(?:is|was|has been):?\s"
            r"(?:.*:\s+|(?:set|changed|reset)\s+to\s+)?"
            r"[\"'`]?([^\s\"'`<$]{8,})[\"'`]?[.!]?\s*$"
        ),
        1,
    ),
)

# Each with its name, its pattern, and the group that is the secret.
OWN = (*redaction_tokens.TOKENS, *_PLACES, *redaction_commands.COMMANDS)
