"""The index of notes, and recall from it."""
