"""Paths as the index keeps them: as bytes, since the name of a file need not be text."""

from __future__ import annotations


def encoded(path: str) -> bytes:
    """Return a path as it is kept."""
    return path.encode("utf-8", "surrogateescape")


def decoded(path: bytes) -> str:
    """Return a path that was kept."""
    return path.decode("utf-8", "surrogateescape")


def fit(text: str) -> str:
    """Return a path, or what a link names, as text that SQLite takes: lone surrogates are none."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
