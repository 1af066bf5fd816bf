"""What collecting came to, in figures. All tokens are upper estimates of what a model reads; see `measure`."""

from __future__ import annotations

from adrguard.memory.gc.tiers.digesting import HIGHEST, LOWEST
from adrguard.model.record import Record


class Statistics(Record):
    """The figures.

    shape                     which one the trajectory has
    turns, hot, cold, kept    turns it had, those of the hot window, the others, and items that stay anyway
    folded, repeated          outputs that gave way to a diagram, and to a later one, in this run, outside the digest
    digested                  turns that gave way to the digest in this run; `digested_before` in earlier ones
    before, after             tokens of the whole context; `window` is that of the model
    cold_before, cold_after   tokens of the cold part
    original                  tokens that the cold part took before anything was ever collected of it
    redacted                  secrets taken out of what was put away
    orphans                   results in it that answer no call
    cut                       bytes of a last line that ends in the middle, which stays as it is
    """

    shape: str
    turns: int
    hot: int
    cold: int
    kept: int
    folded: int = 0
    repeated: int = 0
    digested: int = 0
    digested_before: int = 0
    before: int = 0
    after: int = 0
    window: int = 0
    cold_before: int = 0
    cold_after: int = 0
    original: int = 0
    redacted: int = 0
    orphans: int = 0
    cut: int = 0

    @property
    def trr(self) -> float:
        """Which part of the cold part's tokens this run saved, in per cent, rounded down to one decimal."""
        return _saved(self.cold_before, self.cold_after)

    @property
    def trr_of_original(self) -> float:
        """The same, of what the cold part took before anything was ever collected of it."""
        return _saved(self.original, self.cold_after)

    @property
    def used(self) -> float:
        """How much of the window the context takes, in per cent, rounded up to one decimal."""
        return -(-self.after * 1000 // self.window) / 10 if self.window else 0.0

    @property
    def zone(self) -> str:
        """Where that is: ``below`` the Smart-Zone, ``inside`` or ``above``."""
        return "above" if self.used > HIGHEST else "below" if self.used < LOWEST else "inside"


def _saved(before: int, after: int) -> float:
    return max((before - after) * 1000 // before, 0) / 10 if before else 0.0
