"""Secrets on the command lines that programs and shells print.

What is said here about a place in such a line (``mysql -p…``) is about the program that reads it, so that other
programs' options stay.
"""

from __future__ import annotations

_GIVEN = r"[\"']?([^\s\"'$<\[{-][^\s\"']*)"
"""A word on a command line that is no variable, no placeholder and no option."""
_ON = r"(?:[^|;&]*\s)?"
"""What else stands on a command line before an option."""
_SETS = r"(?:password|passwd|passphrase|pass|pwd|token|secret|api_?key|access_?key)"

OPTION = "Secret Option"
"""The sort of what stands behind an option without a sign between: it is judged by `redaction_names.is_given`."""

# By the name of the program, what stands on its line before the secret.
_PROGRAMS = (
    (r"(?:mysql(?:dump|admin|import|show|check|slap|binlog|pump|sh)?|mariadb(?:-[a-z]+)?)", r"-p"),
    (r"(?:docker|podman|nerdctl|buildah|skopeo|helm(?: registry)?|az|oc)\s+login", r"-p\s*"),
    (r"(?:mongo(?:sh|dump|restore|export|import|stat|top)?|cqlsh|snowsql|twine\s+upload|poetry\s+publish)", r"-p\s+"),
    (r"(?:sqlcmd|bcp|isql|tsql|unzip|zip)", r"-P\s*"),
    (r"ldap(?:search|add|modify|delete|passwd|whoami)", r"-w\s+"),
    (r"sshpass", r"-p\s*"),
    (r"redis-cli", r"(?:-a|--pass)[\s=]"),
    (r"7z[ar]?\s+[a-z]", r"-p"),
    (r"smbclient", r"-U\s+[^\s%]+%"),
    (r"openssl\s+enc", r"-k\s+"),
    (r"ssh-keygen", r"-[NP]\s+"),
    (r"nuget\s+push", r"-k\s+"),
    (r"nuget\s+setapikey", ""),
    (r"cargo\s+login", ""),
    (r"vault\s+login", ""),
    (r"poetry\s+config\s+(?:pypi-token\.\S+|http-basic\.\S+\s+\S+)", ""),
    (r"config(?:ure)?\s+set\s+\S*(?:_auth\w*|_password|secret\w*|token\w*)", ""),
    (rf"setx\s+\w*(?i:{_SETS})", ""),
    (r"rclone\s+config\s+(?:create|update)", rf"\w*{_SETS}\s+"),
    (r"secret\s+set\s+\S+", r"(?:-b|--body)[\s=]"),
    (r"rabbitmqctl\s+(?:add_user|change_password|authenticate_user)\s+\S+", ""),
    (r"htpasswd\s+-[A-Zac-mo-z]*b[A-Za-mo-z]*\s+\S+\s+\S+", ""),
    (r"htpasswd\s+-(?:[A-Za-z]*n[A-Za-z]*b|[A-Za-z]*b[A-Za-z]*n)[A-Za-z]*\s+\S+", ""),
)

COMMANDS = (
    *(
        ("Password Option", rf"\b{program}\s{_ON}{option}{_GIVEN}" if option else rf"\b{program}\s+{_GIVEN}", 1)
        for program, option in _PROGRAMS
    ),
    ("Password Option", r"\bnet\s+user\s+[^\s/]+\s+([^\s/*\"'$<][^\s\"']*)\s+/add", 1),
    ("Password Option", r"\b(?:sqlplus|expdp|impdp|rman\s+target)\s(?:-\S+\s+)*[\w$#]+/([^\s\"'$<@/]+)@", 1),
    ("Basic Auth Credentials", rf"\bcurl\s{_ON}(?:-u\s*|--(?:proxy-)?user[\s=])[\"']?[^\s:\"'$]+:([^\s\"'$]+)", 1),
    ("Basic Auth Credentials", rf"\b(?:https?|xh)\s{_ON}(?:-a|--auth)[\s=][\"']?[^\s:\"'$]+:([^\s\"'$]+)", 1),
    ("Bearer Token", rf"\bcurl\s{_ON}--oauth2-bearer\s+{_GIVEN}", 1),
    (
        "Secret Keyword",
        r"\bcurl\s.*(?:-F|-d|--form|--data[\w-]*)\s*[\"']?(?:[^\"'\s]*&)?[\w.-]*" + _SETS + r"=([^&\s\"'$<{@]+)",
        1,
    ),
    ("Secret Keyword", rf"\bcreate\s+secret\s.*--from-literal[\s=][\"']?[^=\s]+={_GIVEN}", 1),
    ("Secret Keyword", rf"\s--set(?:-string)?[\s=][\"']?(?:\S*,)?[\w.-]*(?i:{_SETS})=([^\s\"',$<{{]+)", 1),
    ("Password Option", r"-pass(?:in|out|word)?[\s=]+[\"']?pass:" + _GIVEN, 1),
    ("Password Option", r"-(?:store|key|srcstore|deststore|srckey|destkey)pass\s+" + _GIVEN, 1),
    ("Password Option", r"\becho\s+(?:-n\s+)?[\"']?[\w.@-]+:([^\s\"'$<]+)[\"']?\s*\|\s*(?:sudo\s+)?chpasswd", 1),
    (
        "Password Option",
        r"\becho\s+(?:-n\s+)?[\"']?([^\s\"'$<][^\s\"']*)[\"']?\s*\|\s*(?:sudo\s+-S\b|[^|]*--password-stdin)",
        1,
    ),
    ("Password Option", rf"\bsudo\s+-S\s.*<<<\s*{_GIVEN}", 1),
    ("Password Option", r"(?i)\bConvertTo-SecureString\s+(?:-String\s+)?[\"']([^\"'$]+)[\"']", 1),
    ("Password Option", r"(?i)\bNetworkCredential\s*\(\s*[\"'][^\"']*[\"']\s*,\s*[\"']([^\"'$]+)[\"']", 1),
    (
        OPTION,
        r"(?i)(?:^|\s)--?[\w-]*(?:password|passwd|passphrase|token|secret|api-?key|(?:access|secret|account)-?key)\s+"
        + _GIVEN,
        1,
    ),
)

HINTS = (
    r"(?im:(?:^|\s)--?[\w-]*(?:password|passwd|passphrase|token|secret|key)\s+[\"']?[A-Za-z0-9_!#%&*+./=?@^~])",
    r"\bcurl\s.*(?:-u|--(?:proxy-)?user|--oauth2|-F|-d|--data|--form)",
    r"\b(?:https?|xh)\s.*(?:-a|--auth)[\s=]",
    r"(?:mysql|mariadb|login|sshpass|mongo|cqlsh|snowsql|twine|poetry|7z)[\w-]*\s.*-p",
    r"\b(?:sqlcmd|bcp|isql|tsql|unzip|zip)\s.*-P",
    r"\bldap[a-z]+\s.*-w\s",
    r"redis-cli\s.*(?:-a|--pass)",
    r"\bsmbclient\s.*%",
    r"\b(?:enc|push)\s.*-k\s",
    r"\bssh-keygen\s.*-[NP]\s",
    r"\b(?:setapikey|setx|rclone|rabbitmqctl|htpasswd|sqlplus|expdp|impdp|rman)\s",
    r"\b(?:cargo|vault)\s+login\s",
    r"(?:-token|http-basic)\.\S+\s",
    r"config(?:ure)?\s+set\s",
    r"secret\s+set\s",
    r"net\s+user\s.*/add",
    r"--(?:from-literal|set|set-string)[\s=]",
    r"-pass(?:in|out|word)?[\s=]+[\"']?pass:",
    r"-(?:store|key|srcstore|deststore|srckey|destkey)pass\s",
    r"\becho\s.*\|.*(?:chpasswd|sudo\s+-S|--password-stdin)",
    r"sudo\s+-S\s.*<<<",
    r"(?i:ConvertTo-SecureString|NetworkCredential)",
)
