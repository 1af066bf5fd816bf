"""Text as it is searched."""

from __future__ import annotations

import pytest

from adrguard.knowledge import words


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("plain text", "plain text", id="ASCII stays"),
        pytest.param("ＡＰＩ ﬁx", "API fix", id="one spelling"),
        pytest.param("再試行", " 再試 試行 行 ", id="pairs and the last"),
        pytest.param("锁", " 锁 ", id="a single character"),
        pytest.param("重跑gen后", " 重跑 跑 gen 后 ", id="scripts side by side"),
        pytest.param("잠금을 풀다", " 잠금 금을 을   풀다 다 ", id="Korean"),
        pytest.param("ﾛｯｸ", " ロッ ック ク ", id="half width"),
        pytest.param("C++, C#; a++ b", "Cplusplus, Csharp; aplusplus b", id="signs that are names"),
        pytest.param("# C\n## D #1 issue#2 C#x", "# C\n## D #1 issue#2 C#x", id="signs that are none"),
    ],
)
def test_text_is_kept_so(text: str, kept: str) -> None:
    assert words.kept(text) == kept


def test_names_share_a_key_whatever_their_case_and_composition() -> None:
    assert words.key("E\u0301tude") == words.key("\u00e9TUDE")
    assert words.key("ADR-012") == "adr-012"
