"""Words of decision records in other languages than English: for a status, for the fields and sections of a note.

They are translations of words that `status` and `dialects` know in English, and mean the same; nothing is added to what
there is to say. Accents may be left out, as people do.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_WORDS = {
    "accepted": (
        "aceptado aceptada aceito aceita aceite accepté acceptée akzeptiert angenommen accettato accettata "
        "geaccepteerd zaakceptowany zaakceptowana zaakceptowano принято принят принята "
        "承認 承認済み 承認済 採用 採用済み 受理 已接受 接受 已采纳 采纳 已採納 採納 수락 수락됨 "
        "승인 승인됨 채택 채택됨"
    ),
    "approved": (
        "aprobado aprobada aprovado aprovada approuvé approuvée validé validée genehmigt approvato approvata "
        "goedgekeurd утверждено утверждён утверждена одобрено 已批准 批准 已通过"
    ),
    "active": "vigente aktiv activo activa ativo ativa actif attivo actief",
    "adopted": "adoptado adoptada adotado adotada adopté adoptée adottato adottata",
    "implemented": "implementado implementada implémenté implémentée umgesetzt implementiert",
    "proposed": (
        "propuesto propuesta proposto proposta proposé proposée vorgeschlagen voorgesteld zaproponowany proponowany "
        "предложено предложен предложена 提案 提案中 提议 提议中 已提议 제안 제안됨"
    ),
    "draft": "borrador rascunho brouillon entwurf bozza черновик 草案 草稿 ドラフト 초안",
    "superseded": (
        "reemplazado reemplazada sustituido sustituida substituído substituída superado superada remplacé remplacée "
        "ersetzt abgelöst sostituito sostituita superato superata vervangen zastąpiony zastąpiona заменено заменён "
        "заменена 置き換え 置換 置き換え済み 已取代 被取代 已替代 被替代 已替换 대체 대체됨"
    ),
    "deprecated": (
        "deprecado deprecada depreciado depreciada descontinuado descontinuada déprécié dépréciée veraltet deprecato "
        "deprecata verouderd przestarzały przestarzała устарело устарел устарела 非推奨 已弃用 弃用 已棄用"
    ),
    "obsolete": "obsoleto obsoleta obsolète überholt 廃止 已废弃 废弃 已廢棄 已过时 过时 폐기 폐기됨",
    "rejected": (
        "rechazado rechazada rejeitado rejeitada recusado recusada rejeté rejetée refusé refusée abgelehnt verworfen "
        "rifiutato rifiutata respinto respinta afgewezen odrzucony odrzucona отклонено отклонён отклонена 却下 不採用 "
        "已拒绝 拒绝 已否决 거부 거부됨 기각 기각됨"
    ),
    "withdrawn": "retirado retirada retiré retirée zurückgezogen ritirato ritirata ingetrokken отозвано 撤回 已撤回",
}

_KEYS = {
    "status": "estado situação statut stato статус ステータス 状態 状态 狀態 상태",
    "date": "fecha data datum дата 日付 日期 날짜",
    "superseded by": (
        "replaced-by reemplazado-por reemplazada-por sustituido-por sustituida-por substituído-por substituída-por "
        "remplacé-par remplacée-par ersetzt-durch abgelöst-durch sostituito-da sostituita-da vervangen-door"
    ),
    "supersedes": (
        "replaces reemplaza reemplaza-a sustituye sustituye-a substitui remplace ersetzt sostituisce vervangt заменяет"
    ),
}

STATUS_HEADINGS = "status|" + "|".join(_KEYS["status"].split())
DATE_HEADINGS = "date|" + "|".join(_KEYS["date"].split())
LINKS_HEADINGS = (
    r"links|related(?: (?:decisions|adrs))?|relations|references|more information"
    r"|enlaces|referencias|referências|références|liens|verweise|referenzen|verknüpfungen|riferimenti|collegamenti"
    r"|verwijzingen|ссылки|связанные решения|関連|関連(?:する)?決定|リンク|参考|参考資料|相关|相关决策|链接|参考资料"
    r"|관련|참고"
)

# What stands in a status, or at the head of a line among the links, and is followed by the other decision.
REPLACED_BY = (
    r"replaced[\s_-]+by|reemplazad[oa]\s+por|sustituid[oa]\s+por|substitu[ií]d[oa]\s+(?:por|pel[oa])|superad[oa]\s+por"
    r"|remplac[eé]e?\s+par|ersetzt\s+durch|abgelöst\s+durch|sostituit[oa]\s+d\w+|superat[oa]\s+d\w+|vervangen\s+door"
    r"|zastąpion[yae]\s+przez|замен[её]н[оа]?(?:\s+на)?"  # noqa: RUF001 -- Russian
)
REPLACES = (
    r"replaces|reemplaza(?:\s+a)?|sustituye(?:\s+a)?|substitui|remplace|ersetzt(?!\s+durch)|löst|sostituisce|vervangt"
    r"|заменяет"
)
REPLACED_BEFORE = (
    r"(?P<zh>所?(?:取代|替代|替换|代替))|(?:により|によって|に)\s*(?:置き?換え|置換|代替)|(?:으로|로|에\s*의해)\s*대체"
)
"""What follows the other decision in languages that put the verb last; Chinese says \u88ab before it, too."""
PASSIVE = "被"

IN_PART = r"\b(?:partiellement|teilweise|parcialmente|parzialmente|gedeeltelijk|частично)\b|部分|一部|일부"
NOTHING = (
    r"none|nothing|nil|null|n/a|n\.a\.|no\s+(?:prior|other|previous|earlier|adrs?|decisions?)|kein\w*|ningun[oa]|nenhum\w*|aucun\w*"
    r"|nessun[oa]?|geen|нет|なし|无|無|없음"
)


def canonical_key(key: str) -> str:
    """Return the English name of a field, as `dialects` looks it up; a key that is none stays, in lower case."""
    key = " ".join(key.lower().split())
    return _keys().get(_folded(key).replace(" ", "-"), key)


def translated(word: str) -> str:
    """Return the English word for a status, "" for a word that is none in any language known here."""
    return _statuses().get(_folded(word), "")


@cache
def _statuses() -> dict[str, str]:
    return {_folded(one): word for word, others in _WORDS.items() for one in others.split()}


@cache
def _keys() -> dict[str, str]:
    return {_folded(one): key for key, others in _KEYS.items() for one in others.split()}


def _folded(word: str) -> str:
    """Return a word without case and accents; other scripts keep all their marks."""
    if word.isascii():
        return word.casefold()
    parts = unicodedata.normalize("NFD", word.casefold())
    return unicodedata.normalize("NFC", re.sub(r"(?<=[a-zё-ёа-я])[\u0300-\u036f]+", "", parts))
