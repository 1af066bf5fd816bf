"""A text is cut into the likeliest pieces, in a time that grows with its length."""

from __future__ import annotations

import pytest

from adrguard.knowledge.embedding.unigram import Unigram

PIECES = {
    "<unk>": (0, 0.0),
    "▁": (1, -3.0),
    "▁pay": (2, -4.0),
    "ment": (3, -5.0),
    "▁payment": (4, -8.0),
    "s": (5, -2.0),
}
PIECES |= {"p": (6, -9.0), "a": (7, -9.0), "y": (8, -9.0), "é": (9, -6.0), "支": (10, -7.0), "支付": (11, -8.0)}


class Known:
    """What the cutter wants of a vocabulary, without the file of one."""

    def __init__(self) -> None:
        self.pieces = {said: number for said, (number, _) in PIECES.items()}
        self.scores = [score for _, score in PIECES.values()]
        self.unknown = 0
        self.spelling = {ord("\t"): " ", ord("\u200b"): "", ord("㌽"): "支付" * 3}


@pytest.fixture
def cutter() -> Unigram:
    return Unigram(Known())


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("payments", [4, 5], id="fewer pieces are likelier"),
        pytest.param("pays pay", [2, 5, 2], id="words one by one"),
        pytest.param(" pay\t\tpay ", [2, 2], id="space of any kind"),
        pytest.param("pa\u200by", [2], id="what is spelt otherwise"),
        pytest.param("支付", [1, 11], id="without spaces"),
        pytest.param("e\u0301", [1, 9], id="composed"),
        pytest.param("zz支zz", [1, 0, 10, 0], id="unknown, once however long"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_a_text_is_cut_into_its_likeliest_pieces(cutter: Unigram, text: str, pieces: list[int]) -> None:
    assert cutter.pieces(text, 100, 1_000) == pieces


def test_no_more_is_looked_at_than_was_asked_for(cutter: Unigram) -> None:
    assert cutter.pieces("pay " * 50, 3, 1_000) == [2, 2, 2]
    assert cutter.pieces("s" * 50, 100, 10) == [1, *[5] * 10]
    assert cutter.pieces("㌽" * 50, 100, 10) == [1, *[11] * 5]
