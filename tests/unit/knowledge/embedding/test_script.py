import pytest

from adrguard.knowledge.embedding.script import MOST_LANGUAGES, is_known


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


@pytest.mark.parametrize(
    ("text", "known"),
    [
        pytest.param("how do we stop double payments", True, id="English"),
        pytest.param("kiểm tra thanh toán", True, id="Vietnamese"),
        pytest.param("分布式锁", True, id="Chinese"),
        pytest.param("ロックの再試行、人々", True, id="Japanese"),
        pytest.param("ﾛｯｸ", True, id="half-width Japanese"),
        pytest.param("결제 잠금", True, id="Korean"),
        pytest.param("결제", True, id="Korean in parts"),
        pytest.param("блокировка платежей", True, id="Russian"),
        pytest.param("πληρωμές ὅτι", True, id="Greek"),
        pytest.param("قفل الدفع", True, id="Arabic"),
        pytest.param("נעילת תשלום", True, id="Hebrew"),
        pytest.param("भुगतान", True, id="Hindi"),
        pytest.param("การชำระเงิน", True, id="Thai"),
        pytest.param("გადახდა", True, id="Georgian"),
        pytest.param("ክፍያ", True, id="Amharic"),
        pytest.param("ការទូទាត់", True, id="Khmer"),
        pytest.param("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", False, id="Cherokee"),
        pytest.param("བོད་སྐད", False, id="Tibetan"),
        pytest.param("ⵜⴰⵎⴰⵣⵉⵖⵜ", False, id="Tifinagh"),
        pytest.param("𓀀𓁐", False, id="hieroglyphs"),
        pytest.param("2026-11-30 500", False, id="numbers"),
    ],
)
def test_the_other_model_knows_most_scripts_that_languages_are_written_in(text: str, known: bool) -> None:
    assert is_known(text, MOST_LANGUAGES) == known


def test_ranges_of_letters_are_in_order() -> None:
    assert list(MOST_LANGUAGES) == sorted(MOST_LANGUAGES)
    assert len(MOST_LANGUAGES) % 2 == 0
