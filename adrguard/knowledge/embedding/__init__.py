"""Texts as vectors, for finding what means the same in other words: the only place of numpy and of a model's runtime.

Nothing of it is imported before it is needed, and it is an extra (`adrguard[vector]`, `adrguard[multilingual]`).
"""
