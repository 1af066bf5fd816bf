import pytest

from adrguard.knowledge.embedding.script import is_known


@pytest.mark.parametrize(
    ("text", "known"),
    [
        pytest.param("how do we stop double payments", True, id="English"),
        pytest.param("Zahlungen wären doppelt gebucht", True, id="German"),
        pytest.param("kiểm tra thanh toán", True, id="Vietnamese"),
        pytest.param("µs of latency at the p99", True, id="a unit"),
        pytest.param("redis cluster configuration 锁", True, id="a foreign word"),
        pytest.param("ｒｅｄｉｓ　ｌｏｃｋ", True, id="wide Latin letters"),
        pytest.param("redis 分布式锁", False, id="half Chinese"),
        pytest.param("分布式锁", False, id="Chinese"),
        pytest.param("ロックの再試行", False, id="Japanese"),
        pytest.param("결제 잠금", False, id="Korean"),
        pytest.param("결제", False, id="Korean in parts"),
        pytest.param("блокировка платежей", False, id="Russian"),
        pytest.param("قفل الدفع", False, id="Arabic"),
        pytest.param("2026-11-30 500", False, id="numbers"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_only_texts_in_latin_letters_are_known(text: str, known: bool) -> None:
    assert is_known(text) == known
