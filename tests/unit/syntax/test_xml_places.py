"""XML with places, and what it refuses to read."""

from __future__ import annotations

import pytest

from adrguard.syntax.xml_places import XmlProblem, parse

TEXT = '<?xml version="1.0" encoding="UTF-16"?>\r\n<!-- ü -->\r\n<p:project xmlns:p="x">\r\n  <ü>ä</ü> <d a="1">\r\n  <n> 日本 </n></d><e/></p:project>'


def test_elements_and_texts_have_their_places_whatever_the_encoding_says():
    root = parse(TEXT)
    assert [one.name for one in root.walk()] == ["project", "ü", "d", "n", "e"]
    assert [TEXT[one.start] for one in root.walk()] == ["<"] * 5
    inner = next(root.each("d", "n"))
    assert TEXT[slice(*inner.text_place)] == inner.text == "日本"
    assert root.value("d", "n") == "日本"
    assert root.value("no", "where") == ""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<a>", id="not closed"),
        pytest.param("", id="empty"),
        pytest.param('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', id="entity"),
        pytest.param('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', id="external"),
        pytest.param("<a>" * 1000, id="hostile nesting"),
        pytest.param("<a>\x00</a>", id="control character"),
    ],
)
def test_what_cannot_or_must_not_be_read_is_refused(text):
    with pytest.raises(XmlProblem):
        parse(text)
