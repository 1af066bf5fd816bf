"""Tests of rules: what notes beside decisions say that rules must find, and what they do find."""
