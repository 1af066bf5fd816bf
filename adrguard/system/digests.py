"""SHA-1 and SHA-256 without OpenSSL, which `hashlib` brings along: that takes longer to load than a little to hash."""

from __future__ import annotations

import sys

LITTLE = 1024 * 1024
"""Bytes that take about as long without OpenSSL as OpenSSL takes to load."""


def sha1(data: bytes) -> bytes:
    """Return the SHA-1 digest of some bytes, which git names things by: nothing rests on its safety."""
    if _is_little(data):
        try:
            from _sha1 import sha1 as builtin  # type: ignore[import-not-found]  # not described to mypy
        except ImportError:
            pass  # a Python that is built to use OpenSSL alone
        else:
            return bytes(builtin(data, usedforsecurity=False).digest())
    import hashlib

    return hashlib.sha1(data, usedforsecurity=False).digest()


def sha256(data: bytes) -> bytes:
    """Return the SHA-256 digest of some bytes."""
    if _is_little(data):
        try:
            if sys.version_info >= (3, 12):
                from _sha2 import sha256 as builtin
            else:
                from _sha256 import sha256 as builtin  # type: ignore[import-not-found]  # not described to mypy
        except ImportError:
            pass  # as above
        else:
            return bytes(builtin(data, usedforsecurity=False).digest())
    import hashlib

    return hashlib.sha256(data, usedforsecurity=False).digest()


def _is_little(data: bytes) -> bool:
    return len(data) <= LITTLE and "hashlib" not in sys.modules
