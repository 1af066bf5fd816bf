"""Another status and other links, in a note's own dialect."""
