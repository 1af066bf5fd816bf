from __future__ import annotations

from ast_grep_py import SgRoot
from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.nodes import of_kinds, span


@given(st.text(alphabet="ab(){};='\"é😀\r\n ", max_size=60))
def test_a_span_is_where_the_text_of_the_node_stands(text):
    root = SgRoot(text, "javascript").root()
    for node in of_kinds(root, "javascript", ("identifier", "string", "call_expression", "ERROR", "statement_block")):
        start, end = span(node)
        assert text[start:end] == node.text()
        assert (start, end) == (node.range().start.index, node.range().end.index)


def test_a_kind_that_a_grammar_does_not_know_is_passed_over():
    root = SgRoot("f(1)", "javascript").root()
    assert [node.text() for node in of_kinds(root, "javascript", ("no_such_kind", "call_expression"))] == ["f(1)"]
    assert of_kinds(root, "javascript", ("no_such_kind",)) == []


def test_outer_nodes_come_before_inner_ones():
    root = SgRoot("f(g(1)); h()", "javascript").root()
    assert [node.text() for node in of_kinds(root, "javascript", ("call_expression",))] == ["f(g(1))", "g(1)", "h()"]
