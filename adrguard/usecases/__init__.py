"""One verb per file: the only place where parts meet."""
