"""Doors for machines: git hooks and pre-commit. No click, nothing heavy."""
