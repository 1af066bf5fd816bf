"""Renderers of an outcome: one format per file."""
