"""The configuration: one table of keys, defaults and errors."""
