"""One source file, seen as text, as a syntax tree, as imports."""
