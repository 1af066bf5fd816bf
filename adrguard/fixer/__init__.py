"""What a rewrite makes of a text: pure functions from a text and its findings to edits. The only place for libcst."""
