"""Architecture Decision Records that enforce themselves."""

__version__ = "0.1.0"
