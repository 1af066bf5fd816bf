"""The quick way to read a requirement says what packaging says."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet

from adrguard.syntax.manifests.requirement import read
from adrguard.syntax.versions.clauses import RangeProblem
from adrguard.syntax.versions.ecosystems import admits

PARTS = st.sampled_from(
    ["a", "B.c", "x_y-z", "1a", " ", "[e]", "[e,f]", "[", "==1.0", ">=2", "<3", "~=1.2", "!=1.*", "===x", ",", "(", ")", "; ",
     "python_version<'3'", "@ https://h/x.whl", "@", "*", "1.2", "#", "é", "\\", "-e", "./p"]
)  # fmt: skip


@given(st.lists(PARTS, min_size=1, max_size=6).map("".join))
def test_it_agrees_with_packaging(text):
    mine = read(text, 0, len(text))
    try:
        theirs = Requirement(text)
    except InvalidRequirement:
        assert mine is None or mine.unknown or refused(mine.range) or marker_only(text)
        return
    assert mine is not None
    assert mine.name == theirs.name
    if not theirs.url:
        assert SpecifierSet(mine.range) == theirs.specifier


def refused(versions):
    try:
        admits("pypi", versions, "<1")
    except RangeProblem:
        return True
    return False


def marker_only(text):
    """Say whether the marker alone is wrong, which no rule asks about."""
    try:
        Requirement(text.partition(";")[0])
    except InvalidRequirement:
        return False
    return ";" in text


def test_the_common_form_needs_no_parser_of_requirements():
    code = (
        "import sys\nfrom adrguard.syntax.manifests.requirement import read\n"
        "assert read('a[b]>=1,<2 ; python_version < \"3\"', 0, 1).range == '>=1,<2'\n"
        "print('packaging' in sys.modules, 'typing' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.split()[0] == "False"


@pytest.mark.parametrize(
    "text", ["./requests-2.31.tar.gz", "/srv/dist/requests-2.31.zip", "./requests-2.31-py3-none-any.whl"]
)
def test_a_local_file_goes_by_its_name_and_version(text):
    found = read(text, 0, len(text))
    assert found is not None
    assert (found.name, found.range) == ("requests", "==2.31")


def test_a_local_folder_names_no_package():
    assert read("./requests", 0, 10) is None
