"""Values of a JSON document, each looked at before it is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Made = TypeVar("Made")

MOST_NUMBER = 2**53
_NONE: Any = object()


class MisshapenError(Exception):
    """A value that is not there or not of its kind: `place` is where in the document, ``findings[3].line``."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(f"'{place}' {what}")


class Fields:
    """The keys of an object. Each getter raises `MisshapenError`; a key for which it has a default may be absent."""

    def __init__(self, values: Any, where: str = "") -> None:
        if not isinstance(values, dict):
            raise MisshapenError(where, "is no object")
        self._values = values
        self._where = where

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def place(self, key: str) -> str:
        """Return where in the document a key is."""
        return f"{self._where}.{key}" if self._where else key

    def fields(self, key: str, default: Any = _NONE) -> Fields:
        """Return an object."""
        return Fields(self._get(key, default), self.place(key))

    def text(self, key: str, default: str = _NONE) -> str:
        """Return a string."""
        return self._of(key, default, str, "a string")

    def truth(self, key: str, default: bool = _NONE) -> bool:  # noqa: FBT001 -- it is the value, no switch
        """Return true or false."""
        return self._of(key, default, bool, "true or false")

    def number(self, key: str, default: int = _NONE) -> int:
        """Return an integer from 0 that any JSON reader knows exactly."""
        value = self._get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_NUMBER:
            raise MisshapenError(self.place(key), "is no integer from 0")
        return value

    def real(self, key: str) -> float:
        """Return a number from 0."""
        value = self._get(key, _NONE)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= MOST_NUMBER:
            raise MisshapenError(self.place(key), "is no number from 0")
        return float(value)

    def choice(self, key: str, choices: Sequence[str], default: str = _NONE) -> str:
        """Return one of these words."""
        value = self.text(key, default)
        if value not in choices:
            raise MisshapenError(self.place(key), f"is none of {', '.join(choices)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of strings."""
        values = self._of(key, _NONE, list, "a list")
        if not all(isinstance(one, str) for one in values):
            raise MisshapenError(self.place(key), "is no list of strings")
        return tuple(values)

    def each(self, key: str, make: Callable[[Fields], Made]) -> tuple[Made, ...]:
        """Return what `make` makes of each object of a list."""
        values = self._of(key, _NONE, list, "a list")
        return tuple([make(Fields(one, f"{self.place(key)}[{at}]")) for at, one in enumerate(values)])

    def _of(self, key: str, default: Any, kind: type[Made], what: str) -> Made:
        value = self._get(key, default)
        if not isinstance(value, kind):
            raise MisshapenError(self.place(key), f"is not {what}")
        return value

    def _get(self, key: str, default: Any) -> Any:
        value = self._values.get(key, default)
        if value is _NONE:
            raise MisshapenError(self.place(key), "is missing")
        return value
