from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fakes.diagrams import read_dot, read_mermaid
from fakes.guarding import decide


@pytest.fixture
def linked(ruled):
    decide(ruled, number=2, extra="supersedes: ADR-001\ntitle: 'say \"x\" --> <b>'\n")
    return ruled


def test_a_flowchart_is_the_default(linked, adrguard):
    assert adrguard("adr", "graph") == 0
    nodes, edges = read_mermaid(adrguard.out)
    assert nodes == {
        "d_ADR_001": ("ADR-001: Decision", "superseded"),
        "d_ADR_002": ('ADR-002: say "x" --> <b>', "in_force"),
    }
    assert edges == [("d_ADR_002", "d_ADR_001", "supersedes")]


def test_the_same_for_graphviz(linked, adrguard):
    assert adrguard("adr", "graph", "--format", "dot") == 0
    nodes, edges = read_dot(adrguard.out)
    assert nodes["d_ADR_002"] == 'ADR-002: say "x" --> <b>'
    assert edges == [("d_ADR_002", "d_ADR_001", "supersedes")]


def test_the_same_as_json(linked, adrguard):
    document = adrguard.json("adr", "graph", "--at", "HEAD", "--all")
    assert [node["id"] for node in document["nodes"]] == ["ADR-001"]
    document = adrguard.json("adr", "graph")
    assert document["edges"] == [{"source": "d_ADR_002", "target": "d_ADR_001", "kind": "supersedes", "words": ""}]


def test_a_narrow_stream_gets_entities(linked):
    decide(linked, number=2, extra="supersedes: ADR-001\ntitle: Über\n")
    done = subprocess.run(
        [sys.executable, "-m", "adrguard.cli.main", "adr", "graph"],
        cwd=linked.root,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert b"#220;ber" in done.stdout


def test_decisions_without_links_are_counted_where_they_are_not_drawn(ruled, adrguard):
    assert adrguard("adr", "graph") == 0
    assert adrguard.out == "flowchart TD\n    %% 1 decision without links is left out; --all draws it\n"
    assert adrguard("adr", "graph", "--all") == 0
    assert "left out" not in adrguard.out
