"""What a configuration of the pre-commit framework says of our hooks, without the form in which it says so."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class HookFact(Record):
    """One thing that is said.

    `hook` is the hook's id ("" for what holds for all hooks), `key` the key, `values` its value, a list's items one by
    one; `line` is 1-based, 0 where it is not known.
    """

    hook: str
    key: str
    values: tuple[str, ...]
    line: int = 0


if TYPE_CHECKING:
    HookReader = Callable[[str, str], tuple[HookFact, ...] | None]
    """From path and text to what is said of our hooks: None where the text cannot be understood."""
