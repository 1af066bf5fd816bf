"""Other forms of an English word that SQLite's stemmer takes for another word: `status` and `statuses`.

It cuts off the last `s` of `status` as if that were a plural, and of `statuses` only `es`.
"""

from __future__ import annotations

_LEAST = 3
"""Letters of a word, without the ending of its plural: `uses` has nothing to do with `us`."""


def forms(word: str) -> tuple[str, ...]:
    """Return the forms of a word that its stem misses, () for most words."""
    plain = word.lower()
    if not (plain.isascii() and plain.isalpha()) or len(plain) < _LEAST:
        return ()
    if plain.endswith(("ices", "yses", "eses")) and len(plain) > _LEAST + 3:
        stem = plain[:-4]
        return (f"{stem}ex", f"{stem}ix") if plain.endswith("ices") else (f"{plain[:-2]}is",)
    if plain.endswith(("asses", "esses", "isses", "osses", "usses")):
        return ()
    if plain.endswith("ses") and len(plain) > _LEAST + 2:
        return (plain[:-2],)
    if plain.endswith(("ex", "ix")):
        return (f"{plain[:-2]}ices",)
    if plain.endswith(("ysis", "esis")):
        return (f"{plain[:-2]}es",)
    return (f"{plain}es",) if plain.endswith(("us", "as", "is", "os", "ns")) else ()
