"""``--shard 2/4``: a share of a whole tree, as people write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click import Context, Parameter

MOST = 10_000


class Share(click.ParamType):  # type: ignore[type-arg] # generic in newer versions of click only
    """Which share, and of how many: both from 1."""

    name = "share"

    def convert(self, value: object, param: Parameter | None, ctx: Context | None) -> tuple[int, int]:
        """Return both numbers; what is no share is a wrong usage."""
        number, _, count = str(value).partition("/")
        if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count) <= MOST):
            self.fail(f"'{value}' is no share: write 2/4 for the second of four.", param, ctx)
        return int(number), int(count)
