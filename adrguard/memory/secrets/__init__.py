"""Secrets, found in any text and taken out."""
