"""The life of a decision: written, listed, shown, moved on, superseded."""
