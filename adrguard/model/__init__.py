"""Plain immutable values that every other package may hold; imports nothing of ours."""
