"""Names of modules, callables and packages: one that would match nothing is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.names import NameFaultError, callee, module, package


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("requests", "requests"), ("a.b_c.d", "a.b_c.d"), ("@scope/x", "@scope/x"), ("@scope", "@scope"), ("lodash/fp", "lodash/fp"), ("node:fs", "node:fs"),
        ("tokio::sync", "tokio::sync"), ("net/http", "net/http"), ("gopkg.in/yaml.v3", "gopkg.in/yaml.v3"), ("java.util.List", "java.util.List"),
        ("App\\Models", "App\\Models"), ("\\App\\Models", "App\\Models"), ("<stdio.h>", "stdio.h"), ("bits/stdc++.h", "bits/stdc++.h"),
        ("#internal/db", "#internal/db"), ("@/db", "@/db"), ("~/db", "~/db"), ("requests.*", "requests"), ("@angular/*", "@angular"), ("a/**", "a"),
        ("std::io::*", "std::io"), ("größe", "größe"), ("serde-json", "serde-json"),
    ],
)  # fmt: skip
def test_module_names_of_every_language(text, name):
    assert module(text) == name


@pytest.mark.parametrize(
    ("text", "index", "message"),
    [
        ("import os", 0, "statement"), ("from a import b", 0, "statement"), ("./db", 0, "relative"), ("../db", 0, "relative"), (".db", 0, "relative"),
        ("boto*", 4, "wildcard"), ("*", 0, "wildcard"), ("a.*.b", 2, "wildcard"), ("a b", 1, "blank"), ("a.", 1, "ends in"), ("a::", 2, "ends in"),
        ("a..b", 1, "empty part"), ("a//b", 1, "empty part"), ("a()", 1, "'('"), ("'a'", 0, "'''"), ("”a”", 0, "'”'"), ("", 0, "empty"), ("<>", 0, "empty"), ("a>b", 1, "'>'"),
    ],
)  # fmt: skip
def test_module_names_that_cannot_be_meant(text, index, message):
    with pytest.raises(NameFaultError, match=message.replace("(", r"\(")) as raised:
        module(text)
    assert raised.value.index == index
    assert raised.value.fault.hint


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("eval", ("eval", False)), ("eval()", ("eval", False)), ("requests.get", ("requests.get", False)), ("requests.*", ("requests", True)),
        ("std::fs::*", ("std::fs", True)), ("fmt.Println", ("fmt.Println", False)), ("$.ajax", ("$.ajax", False)), ("@scope/x.f", ("@scope/x.f", False)),
        ("Foo::bar", ("Foo::bar", False)), ("a.b.*", ("a.b", True)),
    ],
)  # fmt: skip
def test_names_of_callables(text, found):
    assert callee(text) == found


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (".unwrap", "names no module", "deny code: `$X.unwrap($$$)`"), ("*.execute", "names no module", "`$X.execute($$$)`"), ("$X.execute", "'\\$X'", "`$X.execute($$$)`"),
        ("eval(x)", "brackets", "`eval(x)`"), ("open(", "brackets", "`open(`"), ("new Foo", "statement", "`Foo`"), ("a.*.b", "wildcard", "module.*"), ("a b", "blank", "commas"),
        ("*", "names no module", ""),
    ],
)  # fmt: skip
def test_callables_that_cannot_be_meant(text, message, hint):
    with pytest.raises(NameFaultError, match=message) as raised:
        callee(text)
    assert hint in raised.value.fault.hint


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lodash", ("lodash", "")), ("lodash <4.17.21", ("lodash", "<4.17.21")), ("django >=4,<5", ("django", ">=4,<5")), ("django>=4", ("django", ">=4")),
        ("@scope/x ^1.2", ("@scope/x", "^1.2")), ("a 1.x || >=3", ("a", "1.x || >=3")), ("a  >= 1   <2", ("a", ">= 1 <2")), ("a 1.2 - 2.3", ("a", "1.2 - 2.3")),
        ("org.apache:commons [1.0,2.0)", ("org.apache:commons", "[1.0,2.0)")), ("rails ~> 7.0.1", ("rails", "~> 7.0.1")), ("a *", ("a", "*")), ("@angular/* <2", ("@angular/*", "<2")), ("org.springframework:*", ("org.springframework:*", "")), ("a !=1.2.*", ("a", "!=1.2.*")),
        ("github.com/a/b v1.2.3", ("github.com/a/b", "v1.2.3")), ("Newtonsoft.Json 13.0.1-beta+5", ("Newtonsoft.Json", "13.0.1-beta+5")), ("vendor/package ^2.0|^3.0", ("vendor/package", "^2.0|^3.0")),
        ("org.apache.logging.log4j:log4j-core <2.17", ("org.apache.logging.log4j:log4j-core", "<2.17")),
    ],
)  # fmt: skip
def test_packages_and_their_ranges(text, found):
    assert package(text) == found


@pytest.mark.parametrize(
    ("text", "code"),
    [("<5", "bad-range"), (">=4", "bad-range"), ("lodash@4", "bad-name"), ("lod*", "bad-name"), ("@a/*/b", "bad-name"), ("*", "bad-name"), ("celery[redis]", "bad-name"), ("celery[redis] >=5", "bad-name"), ("log4j[2.0,2.17)", "bad-name"), ("a latest", "bad-range"), ("a b", "bad-range"), ("a <", "bad-range"), ("a >=1 <", "bad-range"), ("a,b", "bad-range"), ("a/", "bad-name")],
)  # fmt: skip
def test_packages_that_cannot_be_meant(text, code):
    with pytest.raises(NameFaultError) as raised:
        package(text)
    assert raised.value.fault.code == code


def fault_of(read, text):
    try:
        read(text)
    except NameFaultError as fault:
        return fault
    return None


@given(st.text(max_size=60))
def test_any_text_is_a_name_or_a_fault_within_it(text):
    for read in (module, callee, package):
        fault = fault_of(read, text)
        assert fault is None or (0 <= fault.index <= len(text) and fault.fault.message)


def test_a_long_range_is_refused_in_no_time():
    with pytest.raises(NameFaultError):
        package("a " + "1 " * 5000 + "!")


@pytest.mark.parametrize("joint", [", ", " || ", " - ", " ", " , "])
def test_a_range_that_ends_wrong_is_read_in_one_way_only(joint):
    with pytest.raises(NameFaultError):
        package("a " + joint.join(["0"] * 39) + " ?")
