"""The published schema of what commands say as JSON, closed: what we write ourselves must be described to the last key."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
from jsonschema.exceptions import best_match

import adrguard.report

SCHEMA = json.loads((Path(adrguard.report.__file__).parent / "schema.json").read_text(encoding="utf-8"))


def _closed(schema: Any) -> Any:
    if isinstance(schema, dict):
        if "properties" in schema:
            schema["additionalProperties"] = False
        for value in schema.values():
            _closed(value)
    elif isinstance(schema, list):
        for value in schema:
            _closed(value)
    return schema


STRICT = _closed(deepcopy(SCHEMA))
# Made once: looking at the schema itself takes a hundred times as long as looking at a document.
jsonschema.Draft202012Validator.check_schema(STRICT)
_VALIDATOR = jsonschema.Draft202012Validator(STRICT)


def checked(text: str) -> Any:
    """Return the document, which must be as the schema says."""
    document = json.loads(text)
    fault = best_match(_VALIDATOR.iter_errors(document))
    if fault is not None:
        raise fault
    return document
