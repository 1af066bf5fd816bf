"""requirements.txt and constraints.txt."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("requests\n", ["requests *"], id="bare name"),
        pytest.param("Django >= 4.0, <5\n", ["Django >= 4.0, <5"], id="range with spaces"),
        pytest.param("a==1 # why\n# b==1\n  # c\n", ["a ==1"], id="comments"),
        pytest.param("a==1#not-a-comment\n", ["a ?"], id="a hash without a space is no comment"),
        pytest.param("uvicorn[standard]==0.30\n", ["uvicorn ==0.30"], id="extras"),
        pytest.param('a==1; python_version < "3.8"\n', ["a ==1"], id="marker"),
        pytest.param(
            "a==1 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\nb\n", ["a ==1", "b *"], id="hashes over lines"
        ),
        pytest.param("-r base.txt\n-c c.txt\n--index-url https://x\n-i https://x\nb\n", ["b *"], id="options"),
        pytest.param("-e git+https://h/x.git#egg=tool\n", ["tool ?"], id="editable from git"),
        pytest.param("git+https://h/x.git@v1#egg=tool[a]&subdirectory=s\n", ["tool ?"], id="git with egg"),
        pytest.param("tool @ git+https://h/x.git\n", ["tool ?"], id="direct reference"),
        pytest.param("tool @ https://h/tool-1.2-py3-none-any.whl\n", ["tool ==1.2"], id="direct reference to a wheel"),
        pytest.param("https://h/My_Tool-1.2-py3-none-any.whl\n", ["my-tool ==1.2"], id="a wheel's address"),
        pytest.param("./local\n-e .\n../x\n/abs\n", [], id="local paths have no name"),
        pytest.param("a==1\r\nb>2\r\n", ["a ==1", "b >2"], id="CRLF"),
        pytest.param("a = 1\nb==1\n", ["a ?", "b ==1"], id="a mistake on one line hides no other"),
        pytest.param("", [], id="empty"),
    ],
)
def test_requirements_are_read_as_pip_does(entries, text, expected):
    assert entries("requirements.txt", text) == expected


def test_a_constraints_file_adds_no_dependency(entries):
    assert entries("constraints.txt", "a<2\n") == ["!a <2"]


def test_each_requirement_has_its_place(places):
    assert places("requirements.txt", "# x\n  a==1  # c\n-e git+https://h/x#egg=t\nb \\\n  ==2\n") == [
        "a==1",
        "git+https://h/x#egg=t",
        "b \\\n  ==2",
    ]
