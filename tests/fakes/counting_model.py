"""A model that needs nothing installed: it counts letters, and remembers what it was asked."""

from __future__ import annotations

import struct

SIZE = 384


class CountingModel:
    def __init__(self, name: str = "letters") -> None:
        self.id = name
        self.stamp = f"stamp of {name}"
        self.asked: list[str] = []

    def packed(self, text: str) -> bytes:
        self.asked.append(text)
        numbers = [float(text.count(chr(code))) for code in range(SIZE)]
        length = sum(number**2 for number in numbers) ** 0.5 or 1.0
        return struct.pack(f"<{SIZE}e", *(number / length for number in numbers))
