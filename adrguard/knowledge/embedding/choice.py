"""The models that there are, by the word of the configuration for each: which one is used is said, never found out.

So all that ask an index ask it alike, whatever is installed where they run. Vectors of different models are kept side
by side and never compared.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adrguard.knowledge.embedding import e5, minilm, script
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.knowledge.embedding.model import Model

ENGLISH, MULTILINGUAL = "english", "multilingual"


class Choice(Record):
    """A model before it is loaded.

    `id` is kept beside its vectors, and no note is near a query whose cosine with it is below `least`. `reads` says
    whether a text is in a script that it knows, `unread` what to say where it is not. `opened` returns the model, from
    the stamp of its file where that was found to be the right one; it raises `NoModelError`.
    """

    id: str
    least: float
    reads: Callable[[str], bool]
    unread: str
    opened: Callable[[str], Model]


CHOICES = {
    ENGLISH: Choice(
        minilm.ID, minilm.LEAST, script.is_known, "the model knows no other script than Latin", minilm.opened
    ),
    MULTILINGUAL: Choice(
        e5.ID,
        e5.LEAST,
        partial(script.is_known, letters=script.MOST_LANGUAGES),
        "the model does not know this script",
        e5.opened,
    ),
}
