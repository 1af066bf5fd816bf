"""The status table, and how people write a status."""

from __future__ import annotations

import pytest

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.vault.status import TABLE, judge, table_with


@pytest.mark.parametrize(
    ("lines", "word", "force"),
    [
        pytest.param(["Accepted"], "accepted", IN_FORCE, id="plain"),
        pytest.param(["**ACCEPTED**"], "accepted", IN_FORCE, id="emphasis and case"),
        pytest.param(["Accepted 2020-01-01"], "accepted", IN_FORCE, id="a trailing date"),
        pytest.param(["Accepted (12 Jan 2020)"], "accepted", IN_FORCE, id="a date in words"),
        pytest.param(["2020-02-03: Accepted"], "accepted", IN_FORCE, id="a date in front"),
        pytest.param(["[Accepted](https://example.org)"], "accepted", IN_FORCE, id="a link"),
        pytest.param(["`accepted`"], "accepted", IN_FORCE, id="a code span"),
        pytest.param(["Accepted."], "accepted", IN_FORCE, id="a full stop"),
        pytest.param(["Accepted by the board in March 2021"], "accepted", IN_FORCE, id="by whom"),
        pytest.param(["Status: accepted"], "accepted", IN_FORCE, id="its own label"),
        pytest.param(["accepted <!-- optional -->"], "accepted", IN_FORCE, id="a comment"),
        pytest.param(["Accepted, supersedes ADR-3"], "accepted", IN_FORCE, id="supersedes another"),
        pytest.param(["Accepted", "", "We agreed in the March meeting."], "accepted", IN_FORCE, id="prose after it"),
        pytest.param(["Amends [2. X](2.md)", "Accepted"], "accepted", IN_FORCE, id="a relation before it"),
        pytest.param(["Active"], "active", IN_FORCE, id="active"),
        pytest.param(["approved"], "approved", IN_FORCE, id="approved"),
        pytest.param(["adopted"], "adopted", IN_FORCE, id="adopted"),
        pytest.param(["implemented"], "implemented", IN_FORCE, id="implemented"),
        pytest.param(["Proposed; 12 Jan 2020"], "proposed", SHADOW, id="proposed"),
        pytest.param(["draft"], "draft", SHADOW, id="draft"),
        pytest.param(["trial"], "trial", SHADOW, id="trial"),
        pytest.param(["Deprecated (see ADR-3)"], "deprecated", NOT_IN_FORCE, id="deprecated"),
        pytest.param(["rejected"], "rejected", NOT_IN_FORCE, id="rejected"),
        pytest.param(["withdrawn"], "withdrawn", NOT_IN_FORCE, id="withdrawn"),
        pytest.param(["obsolete"], "obsolete", NOT_IN_FORCE, id="obsolete"),
        pytest.param(["superceded"], "superseded", NOT_IN_FORCE, id="both spellings are one word"),
        pytest.param(["\u26a0\ufe0f **Deprecated**"], "deprecated", NOT_IN_FORCE, id="a sign in front"),
        pytest.param(["Accepted \u2705"], "accepted", IN_FORCE, id="a sign behind"),
        pytest.param(["~~Accepted~~ Deprecated"], "deprecated", NOT_IN_FORCE, id="the old one struck out"),
        pytest.param(["Replaced by [12. X](12.md)"], "superseded", NOT_IN_FORCE, id="replaced"),
        pytest.param(["Superseded by: none", "Accepted"], "accepted", IN_FORCE, id="a field that says none"),
        pytest.param(["Aceptado"], "accepted", IN_FORCE, id="Spanish"),
        pytest.param(["Rechazada"], "rejected", NOT_IN_FORCE, id="Spanish, rejected"),
        pytest.param(["Aceito"], "accepted", IN_FORCE, id="Portuguese"),
        pytest.param(["Proposto"], "proposed", SHADOW, id="Portuguese, proposed"),
        pytest.param(["Accept\u00e9 le 2026-01-02"], "accepted", IN_FORCE, id="French, dated"),
        pytest.param(["Acceptee le 2026-01-02. Pour de bon."], "accepted", IN_FORCE, id="French, without accents"),
        pytest.param(["Rejet\u00e9e"], "rejected", NOT_IN_FORCE, id="French, rejected"),
        pytest.param(["Status: Akzeptiert, 2026-01-02"], "accepted", IN_FORCE, id="German"),
        pytest.param(["Abgelehnt"], "rejected", NOT_IN_FORCE, id="German, rejected"),
        pytest.param(["Ersetzt durch ADR-12"], "superseded", NOT_IN_FORCE, id="German, superseded"),
        pytest.param(["\u63a1\u7528 (Accepted)"], "accepted", IN_FORCE, id="Japanese and English"),
        pytest.param(["\u975e\u63a8\u5968"], "deprecated", NOT_IN_FORCE, id="Japanese, deprecated"),
        pytest.param(["\u5df2\u5e9f\u5f03\uff08\u65e7\uff09"], "obsolete", NOT_IN_FORCE, id="Chinese, with a remark"),
        pytest.param(["\u0417\u0430\u043c\u0435\u043d\u0451\u043d"], "superseded", NOT_IN_FORCE, id="Russian"),
        pytest.param(["Superseded by [12. X](12.md)"], "superseded", NOT_IN_FORCE, id="superseded by"),
        pytest.param(["Accepted", "Superceded by 12"], "superseded", NOT_IN_FORCE, id="after accepted"),
        pytest.param(["Accepted; now superseded by ADR-12"], "superseded", NOT_IN_FORCE, id="in the same line"),
        pytest.param(["In Review"], "proposed", SHADOW, id="in review"),
        pytest.param(["Pending since 2024-05-01"], "proposed", SHADOW, id="pending"),
        pytest.param(["Work in progress"], "draft", SHADOW, id="in the making"),
        pytest.param(["Declined (2024-02-01)"], "rejected", NOT_IN_FORCE, id="declined"),
        pytest.param(["Reverted by [a later talk](https://example.org/7)"], "withdrawn", NOT_IN_FORCE, id="reverted"),
        pytest.param(["DECIDED"], "accepted", IN_FORCE, id="decided"),
        pytest.param(["accepted with changes"], "accepted", IN_FORCE, id="a sentence that starts with the word"),
        pytest.param(["Accepted and shipped with v3"], "accepted", IN_FORCE, id="and what became of it"),
        pytest.param(["REJECTED Never built"], "rejected", NOT_IN_FORCE, id="rejected, and a remark"),
        pytest.param(["Rejected in favour of ADR 7"], "rejected", NOT_IN_FORCE, id="rejected for another one"),
        pytest.param(["{ Accepted }"], "accepted", IN_FORCE, id="a template's braces left standing"),
        pytest.param([], "", IN_FORCE, id="none"),
        pytest.param(["Supersedes ADR-3"], "", IN_FORCE, id="only a relation"),
    ],
)
def test_what_people_write_is_understood(lines: list[str], word: str, force: str) -> None:
    judged = judge(lines, TABLE)
    assert (judged.word, judged.force, judged.known) == (word, force, True)


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        pytest.param(["acepted"], "acepted", id="a typing mistake"),
        pytest.param(["rejcted"], "rejcted", id="a typing mistake that would have switched it off"),
        pytest.param(["Simmering"], "simmering", id="a word of one's own"),
        pytest.param(["rejected but accepted later"], "rejected but accepted later", id="two words of the table"),
        pytest.param(["rejected in part, the rest stands"], "rejected in part, the rest stands", id="in part"),
        pytest.param(["{proposed | accepted}"], "{proposed | accepted}", id="a choice in braces"),
        pytest.param(["rejected | accepted"], "rejected | accepted", id="a template's choice"),
        pytest.param(
            ["{proposed | rejected | superseded by ADR-0123}"],
            "{proposed | rejected | superseded by adr-0123}",
            id="MADR's template",
        ),
        pytest.param(["partially superseded by ADR-3"], "partially superseded by adr-3", id="superseded in part"),
        pytest.param(["rejcted", "Rejected"], "rejcted", id="a doubt before a word that would switch it off"),
    ],
)
def test_what_is_not_understood_leaves_the_guard_on(lines: list[str], word: str) -> None:
    judged = judge(lines, TABLE)
    assert (judged.word, judged.force, judged.known) == (word, IN_FORCE, False)


def test_two_words_can_be_read_in_two_ways() -> None:
    judged = judge(["Accepted 2020-01-01", "Deprecated 2021-01-01"], TABLE)
    assert (judged.word, judged.others, judged.force, judged.known) == ("accepted", ("deprecated",), IN_FORCE, False)


def test_successors_are_named() -> None:
    assert judge(["Superseded by ADR-4 and [5](0005-x.md)"], TABLE).successors == ("ADR-4", "0005-x.md")


def test_the_configuration_extends_the_table() -> None:
    table = table_with([("in review", SHADOW), ("accepted", NOT_IN_FORCE)])
    assert judge(["In review"], table).force == SHADOW
    assert judge(["Accepted"], table).force == NOT_IN_FORCE
