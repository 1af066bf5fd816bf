"""`Record`: an immutable value that costs nothing to import and nothing to thaw.

A warm hook has about ten milliseconds, and `typing.NamedTuple` or `dataclasses` alone would take most of them. A record
is a tuple with named fields: it compares, hashes and marshals like one, and ``Rule.of(raw)`` turns a tuple read from
the compiled cache into a typed value without copying its parts.

    class Point(Record):
        x: int
        y: int = 0
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, ClassVar, Self, dataclass_transform

    @dataclass_transform(frozen_default=True)
    class Record:
        """Base of the values in `adrguard.model`: its fields are the annotated names, in order."""

        FIELDS: ClassVar[tuple[str, ...]]

        @classmethod
        def of(cls, values: Iterable[Any]) -> Self:
            """Make one from its field values in order, unchecked."""

        def replace(self, **changes: Any) -> Self:
            """Return a copy with some fields changed."""

        def plain(self) -> tuple[Any, ...]:
            """Return nested exact tuples, as `marshal` wants them."""

        def as_dict(self) -> dict[str, Any]:
            """Return the fields by name, one level deep."""

else:
    from _collections import _tuplegetter

    class _RecordType(type):
        def __new__(mcs, name, bases, namespace):
            fields = tuple(namespace.get("__annotations__", ()))
            # Python 3.14 may keep them to itself until the class stands, under one of these names.
            if not fields and ("__annotate__" in namespace or "__annotate_func__" in namespace):
                fields = tuple(type.__new__(mcs, name, bases, dict(namespace)).__annotations__)
            namespace["_DEFAULTS"] = {field: namespace[field] for field in fields if field in namespace}
            namespace["FIELDS"] = fields
            namespace["_COUNT"] = len(fields)
            namespace["__slots__"] = ()
            for index, field in enumerate(fields):
                namespace[field] = _tuplegetter(index, "")
            return type.__new__(mcs, name, bases, namespace)

    class Record(tuple, metaclass=_RecordType):
        """Base of the values in `adrguard.model`: its fields are the annotated names, in order."""

        def __new__(cls, *values, **named):
            if named or len(values) != cls._COUNT:
                values = cls._fill(values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _fill(cls, values, named):
            fields = cls.FIELDS
            merged = {**cls._DEFAULTS, **dict(zip(fields, values, strict=False)), **named}
            missing = [field for field in fields if field not in merged]
            if missing or len(merged) > len(fields) or len(values) > len(fields):
                msg = f"{cls.__name__}({', '.join(fields)}): missing {missing}, given {len(values)} and {sorted(named)}"
                raise TypeError(msg)
            return [merged[field] for field in fields]

        @classmethod
        def of(cls, values):
            return tuple.__new__(cls, values)

        def replace(self, **changes):
            return type(self)(**{**self.as_dict(), **changes})

        def plain(self):
            return _plain(self)

        def as_dict(self):
            return dict(zip(self.FIELDS, self, strict=True))

        def __repr__(self):
            body = ", ".join(f"{name}={value!r}" for name, value in self.as_dict().items())
            return f"{type(self).__name__}({body})"

        def __getnewargs__(self):
            return tuple(self)

    def _plain(value):
        if isinstance(value, (tuple, list)):
            return tuple(map(_plain, value))
        return value
