"""What other programs take, as far as we write it: closed, so that a key too many is seen.

Written from the specifications: SARIF 2.1.0 with what GitHub's code scanning asks for beyond it, GitLab's code quality
report, and reviewdog's diagnostics.
"""

from __future__ import annotations

from typing import Any


def an_object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def a_list(items: Any, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 0}
FROM_ONE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["error", "warning", "note"]}
MESSAGE = an_object({"text": TEXT})
# Relative, or absolute with a scheme; what a URI cannot hold is percent-encoded.
URI = {"type": "string", "pattern": r"^(file:///)?(?!/)([A-Za-z0-9._~/-]|%[0-9A-F]{2})*$"}
REGION = an_object({"startLine": FROM_ONE}, {"startColumn": FROM_ONE, "endLine": FROM_ONE, "endColumn": FROM_ONE})
CONTEXT = an_object({"startLine": FROM_ONE, "endLine": FROM_ONE, "snippet": an_object({"text": {"type": "string"}})})
LOCATION = an_object(
    {
        "physicalLocation": an_object(
            {"artifactLocation": an_object({"uri": URI})}, {"region": REGION, "contextRegion": CONTEXT}
        )
    }
)
FINGERPRINT = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
SUPPRESSION = an_object(
    {"kind": {"enum": ["inSource", "external"]}, "status": {"const": "accepted"}, "justification": {"type": "string"}},
    {"location": LOCATION},
)
RESULT = an_object(
    {"ruleId": TEXT, "ruleIndex": COUNT, "level": LEVEL, "message": MESSAGE},
    {
        "locations": a_list(LOCATION, maxItems=1),
        "partialFingerprints": an_object({"primaryLocationLineHash": FINGERPRINT, "adrguard/v1": FINGERPRINT}),
        "suppressions": a_list(SUPPRESSION, minItems=1),
        "baselineState": {"const": "unchanged"},
    },
)
HELP = an_object({"text": TEXT}, {"markdown": TEXT})
DESCRIBED = {"id": TEXT, "shortDescription": MESSAGE, "fullDescription": MESSAGE, "help": HELP}
RULE = an_object(
    {
        **DESCRIBED,
        "defaultConfiguration": an_object({"level": LEVEL}),
        "properties": an_object(
            {
                "tags": a_list(TEXT, maxItems=20, uniqueItems=True),
                "precision": {"const": "high"},
                "problem.severity": {"enum": ["error", "warning", "recommendation"]},
            },
            {"decision": {"type": "string"}, "shadow": {"const": True}},
        ),
    }
)
NOTICE = an_object(
    {"descriptor": an_object({"id": TEXT, "index": COUNT}), "level": LEVEL, "message": MESSAGE},
    {
        "locations": a_list(LOCATION),
        "associatedRule": an_object({"id": TEXT}),
        "properties": an_object({"code": {"type": "string"}}),
    },
)
RUN = an_object(
    {
        "tool": an_object(
            {
                "driver": an_object(
                    {
                        "name": {"const": "adrguard"},
                        "version": TEXT,
                        "semanticVersion": TEXT,
                        "informationUri": {"type": "string", "pattern": "^https://"},
                        "rules": a_list(RULE, maxItems=25_000),
                        "notifications": a_list(an_object(DESCRIBED)),
                    }
                )
            }
        ),
        "automationDetails": an_object({"id": {"type": "string", "pattern": "^adrguard/(?:[0-9]+/)?$"}}),
        "columnKind": {"const": "unicodeCodePoints"},
        "results": a_list(RESULT, maxItems=25_000),
        "properties": {"type": "object"},
    },
    {
        "invocations": a_list(
            an_object(
                {
                    "executionSuccessful": {"type": "boolean"},
                    "exitCode": {"enum": [0, 1, 2, 3]},
                    "toolExecutionNotifications": a_list(NOTICE),
                    "toolConfigurationNotifications": a_list(NOTICE),
                }
            ),
            minItems=1,
            maxItems=1,
        )
    },
)
SARIF = an_object(
    {
        "$schema": {"type": "string", "pattern": "^https://"},
        "version": {"const": "2.1.0"},
        "runs": a_list(RUN, minItems=1),
    }
)

GITLAB = a_list(
    an_object(
        {
            "description": TEXT,
            "check_name": TEXT,
            "fingerprint": FINGERPRINT,
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": an_object(
                {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": "^\\./"}},
                    "lines": an_object({"begin": FROM_ONE}),
                }
            ),
        }
    )
)

POSITION = an_object({"line": {**FROM_ONE, "maximum": 2**31 - 1}}, {"column": {**FROM_ONE, "maximum": 2**31 - 1}})
SEVERITY = {"enum": ["ERROR", "WARNING", "INFO"]}
RDJSON = an_object(
    {
        "source": an_object({"name": TEXT}),
        "severity": SEVERITY,
        "diagnostics": a_list(
            an_object(
                {
                    "message": TEXT,
                    "location": an_object(
                        {"path": {"type": "string"}}, {"range": an_object({"start": POSITION}, {"end": POSITION})}
                    ),
                    "severity": SEVERITY,
                    "code": an_object({"value": TEXT}),
                }
            )
        ),
    }
)
