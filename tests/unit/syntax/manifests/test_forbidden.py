"""A dependency as a rule names it."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.forbidden import ForbiddenProblem, parse_forbidden


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("left-pad", ("left-pad", "")),
        ("lodash <4.17.21", ("lodash", "<4.17.21")),
        ("lodash<4.17.21", ("lodash", "<4.17.21")),
        ("lodash@<4.17.21", ("lodash", "<4.17.21")),
        ("lodash@4", ("lodash", "4")),
        ("django >=4,<5", ("django", ">=4,<5")),
        ("django>=4, <5", ("django", ">=4, <5")),
        ("@scope/x ^1", ("@scope/x", "^1")),
        ("@scope/x@^1", ("@scope/x", "^1")),
        ("@angular/*", ("@angular/*", "")),
        ("org.apache.logging.log4j:log4j-core <2.17.1", ("org.apache.logging.log4j:log4j-core", "<2.17.1")),
        ("log4j-core [2.0,2.17.1)", ("log4j-core", "[2.0,2.17.1)")),
        ("rails ~> 6.0", ("rails", "~> 6.0")),
        ("rails~> 6.0", ("rails", "~> 6.0")),
        ("foo~=1.2", ("foo", "~=1.2")),
        ("github.com/a/b/v2 <2.3.0", ("github.com/a/b/v2", "<2.3.0")),
        ("monolog/monolog 1.0 - 2.0 || 3.x", ("monolog/monolog", "1.0 - 2.0 || 3.x")),
        ("  a  ", ("a", "")),
    ],
)
def test_name_and_range(text, expected):
    assert parse_forbidden(text) == expected


@pytest.mark.parametrize("text", ["", "<4", "lodash <", "celery[redis] >=5", "-x", "a b c$", "a [1,2"])
def test_what_cannot_be_understood_is_refused(text):
    with pytest.raises(ForbiddenProblem):
        parse_forbidden(text)
