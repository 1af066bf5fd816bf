"""What secrets look like that the detector does not know (yet), and by what a line is told that may hold any.

Programs print more than tokens: the commands that they run, headers, files of settings. What is said here about a place
in such a line (``mysql -p…``) is about the program that reads it, so that other programs' options stay.
"""

from __future__ import annotations

# What a line must have for any of the shapes to be in it. Lower case is meant where the shape does not say otherwise.
HINTS = (
    r"(?i:key|pass|pwd|passwd|password|token|secret|contrase\xc3\xb1a)[\w-]{0,20}[\"'\]]{0,2}\s*[:=]",
    r"(?i:key|pw|pwd|pass|password|token)[\"']?\]? *[:=>]* *[\"']?[A-Za-z0-9_+/-]{20}",
    r"(?i:authorization|bearer)[\"']?[\s:=]",
    r"(?i:artif|jfrog|buildkit)",
    r"://[^/?#\s:@]*:[^/?#\s@]+@",
    r"://[A-Za-z0-9_.~-]{20,}@",
    r"(?i:cookie)[\"']?\s*:\s*[\"']?[^\s=;\"']{1,100}=",
    r"(?i)--[\w-]{0,20}(?:password|passwd|token|secret|api-key)\s+\S*\d",
    r"\bcurl\s.*-u",
    r"(?:mysql|mariadb|login|sshpass)[\w-]*\s.*-p",
    r"redis-cli\s.*(?:-a|--pass)",
    r"(?:-pass|-passin|-passout)\s+pass:",
    r"-(?:store|key|srcstore|deststore)pass\s",
    r"(?:ENV|ARG)\s+\w",
    r"(?i:sig=)",
    r"(?i:identified\s+by|password)\s+'",
    r"(?i:login\s+\S+\s+password\s)",
    r"(?:AKC|AP)[A-Za-z0-9]{9}",
    r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}",
    r"[A-Za-z0-9+/]{86}==",
    r"[MNO][a-zA-Z0-9_-]{23,25}\.[a-zA-Z0-9_-]{6}\.",
    r"(?:gh[pousr]|github_pat|glpat|sk|rk|pk|pypi|npm|xox[a-z]|hf|AIza|ya29)[_.-]?[A-Za-z0-9_-]{10}",
    r"eyJ[A-Za-z0-9_=-]{8}",
    r"[0-9a-z]{32}-us[0-9]",
    r"PRIVATE KEY",
    r"PuTTY-User-Key",
    r"Private-Lines:",
    r"SG\.[a-zA-Z0-9_-]{22}\.",
    r"(?i:hooks\.slack)",
    r"sq0csp-",
    r"(?:AC|SK)[a-z0-9]{32}",
    r"\d{8,10}:[0-9A-Za-z_-]{35}",
)

_HEADER = r"(?i)\b(?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?"
_GIVEN = r"[\"']?([^\s\"'$<\[{-][^\s\"']*)"
"""A word on a command line that is no variable, no placeholder and no option."""

RANDOM = frozenset(("Authorization Header", "IBM Cloud IAM Key"))
"""Sorts of secrets that look as words can: see `redaction_names.is_random`."""

_NAMED = "PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|TOKEN|API_?KEY|(?:ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION)_?KEY"
_IN_SQL = (
    r"(?i)\b(?:user|role|login)\s+(?:if\s+(?:not\s+)?exists\s+)?\S+\s+(?:with\s+)?(?:login\s+|encrypted\s+)?"
    r"(?:identified\s+(?:with\s+\S+\s+)?by|password)\s+(?:=\s*)?"
)

# Each with its name, its pattern, and the group that is the secret.
OWN = (
    ("GitHub Token", r"github_pat_[A-Za-z0-9_]{22,255}", 0),
    ("GitLab Token", r"\b(?:glpat|gldt|glrt|glptt|glcbt)-[A-Za-z0-9_-]{20,}", 0),
    ("OpenAI or Anthropic Key", r"\bsk-(?:ant-|proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}", 0),
    ("Google Key", r"\bAIza[A-Za-z0-9_-]{35}", 0),
    ("Google Token", r"\bya29\.[A-Za-z0-9_-]{20,}", 0),
    ("PyPI Token", r"\bpypi-[A-Za-z0-9_-]{50,}", 0),
    ("Hugging Face Token", r"\bhf_[A-Za-z0-9]{30,}", 0),
    ("Telegram Token", r"\b\d{8,10}:[0-9A-Za-z_-]{35}\b", 0),
    ("Authorization", _HEADER + r"(?:bearer|basic|token|digest)\s+([A-Za-z0-9+/=._~-]{6,})", 1),
    ("Authorization", _HEADER + r"[A-Za-z][\w-]{0,40}\s+([A-Za-z_]{1,40}=[^\r\n']{4,})", 1),
    ("Authorization Header", _HEADER + r"(?:[A-Za-z][\w-]{0,40}\s+)?([A-Za-z0-9+/=._~:-]{8,})", 1),
    ("Bearer Token", r"(?i)\bbearer\s+([A-Za-z0-9+/=._~-]{16,})", 1),
    ("Basic Auth Credentials", r"://:([^/?#\s@]+)@", 1),
    ("Basic Auth Credentials", r"://([A-Za-z0-9_.~-]{20,})@", 1),
    ("Basic Auth Credentials", r"\bcurl\s(?:.*\s)?(?:-u\s*|--user[\s=])[\"']?[^\s:\"'$]+:([^\s\"'$]+)", 1),
    ("Cookie", r"(?i)(?:^|[^\w-])cookie[\"']?\s*:\s*[\"']?[^\s=;\"']{1,100}=([^\r\n\"']{6,})", 1),
    ("Cookie", r"(?i)\bset-cookie[\"']?\s*:\s*[\"']?[^\s=;\"']{1,100}=([^;\s\"']{6,})", 1),
    (
        "Secret Keyword",
        r"(?i)\s--[\w-]{0,20}(?:password|passwd|token|secret|api-key)\s+[\"']?([^\s\"'$<-][^\s\"'$]{0,99}\d[^\s\"']*)",
        1,
    ),
    (
        "Password Option",
        r"\b(?:mysql(?:dump|admin|import|show|check|slap|binlog|pump|sh)?|mariadb(?:-[a-z]+)?)\s(?:[^|;&]*\s)?-p"
        + _GIVEN,
        1,
    ),
    (
        "Password Option",
        r"\b(?:docker|podman|nerdctl|buildah|skopeo|helm(?: registry)?|az|oc)\s+login\s(?:[^|;&]*\s)?-p\s*" + _GIVEN,
        1,
    ),
    ("Password Option", r"\bsshpass\s+-p\s*" + _GIVEN, 1),
    ("Password Option", r"\bredis-cli\s(?:[^|;&]*\s)?(?:-a|--pass)[\s=]" + _GIVEN, 1),
    ("Password Option", r"-pass(?:in|out)?\s+[\"']?pass:" + _GIVEN, 1),
    ("Password Option", r"-(?:store|key|srcstore|deststore)pass\s+" + _GIVEN, 1),
    ("Docker Instruction", rf"\b(?:ENV|ARG)\s+\w{{0,60}}(?:{_NAMED})(?:\s+|=)[\"']?([^\s\"'$<{{/][^\s\"']{{2,}})", 1),
    ("Connection String", r"(?i)\b(?:account|sharedaccess|sharedsecret|access)key=([^;\s\"'<$&]{6,})", 1),
    ("Connection String", r"(?i)(?:^|[?&;\s\"'])sig=([A-Za-z0-9%+/=_-]{20,})", 1),
    ("SQL Password", _IN_SQL + r"'([^'<$\s]{3,})'", 1),
    ("Password", r"(?i)\blogin\s+\S+\s+password\s+([^\s<$]{3,})", 1),
)
